"""Positions as somebody wrote them down, and their validation.

`model` has the values, `validation` the list of the `checks`, and `facts` what several of them ask.
"""

from granada_rules.position.facts import *
from granada_rules.position.from_game import *
from granada_rules.position.model import *
from granada_rules.position.scored import *
from granada_rules.position.tile_list_notes import *
from granada_rules.position.validation import *
