"""Playing: which events are legal or why they are not, what chance can bring, and what happens then."""

from granada_rules.play.apply import *
from granada_rules.play.chance import *
from granada_rules.play.check import *
from granada_rules.play.legal import *
from granada_rules.play.playout import *
