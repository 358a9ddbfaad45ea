"""What can be wrong with a position, a file for each subject."""

from granada_rules.position.checks.gifts import *
from granada_rules.position.checks.modules import *
from granada_rules.position.checks.parts import *
from granada_rules.position.checks.payments import *
from granada_rules.position.checks.sheets import *
from granada_rules.position.checks.table import *
