"""Cities: tiles on a grid, where others can be built, and what is wrong, in words."""

from granada_rules.city import reasons as reasons
from granada_rules.city.city import *
from granada_rules.city.seen import *
from granada_rules.city.sites import *
