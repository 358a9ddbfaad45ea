"""What is in the boxes and in their rulebooks: words, clauses, tiles, cards, lists of tiles, rulesets.

`words` has phases, seats, spaces and the piles of the deck; `clauses` the ids of the rules, and
`Violation`; `box` the numbers in which the two games differ; `tiles` faces and tiles, `tile_set` the tiles of
one box, `tile_sets` all that a game is played with, `tile_file` such lists in files; `cards` the currencies
and single cards, `money` the purses of them and the ways to pay.
"""

from granada_rules.box.bonus_cards import *
from granada_rules.box.box import *
from granada_rules.box.cards import *
from granada_rules.box.clauses import *
from granada_rules.box.grid import *
from granada_rules.box.hut_set import *
from granada_rules.box.money import *
from granada_rules.box.ruleset import *
from granada_rules.box.tile_set import *
from granada_rules.box.tile_sets import *
from granada_rules.box.tiles import *
from granada_rules.box.words import *
