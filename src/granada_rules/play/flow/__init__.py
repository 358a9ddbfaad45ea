"""What follows from events: the table is laid, turns end, scorings take place, the game ends."""

from granada_rules.play.flow.begin import *
from granada_rules.play.flow.end import *
from granada_rules.play.flow.turn import *
