"""What is in the boxes and in their rulebooks: words, clauses, tiles, cards, lists of tiles, rulesets."""

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
