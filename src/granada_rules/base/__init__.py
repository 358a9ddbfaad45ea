"""How values and texts are held: nothing of the game is here."""

from granada_rules.base.arguments import *
from granada_rules.base.cures import *
from granada_rules.base.documents import *
from granada_rules.base.fields import *
from granada_rules.base.names import *
from granada_rules.base.slips import *
from granada_rules.base.values import *
