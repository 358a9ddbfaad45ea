"""Games as values: what happens, what all can see, what one may know, how a game begins and ends.

`table` has what lies open, with `Player`; `game` what is hidden, and the `View` of a seat; `deck` also which
space of the yard comes next.
"""

from granada_rules.game import events as events
from granada_rules.game.deck import *
from granada_rules.game.events import *
from granada_rules.game.game import *
from granada_rules.game.result import *
from granada_rules.game.setup import *
from granada_rules.game.table import *
from granada_rules.game.terms import *
