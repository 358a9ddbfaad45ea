"""Fair draws from a seed, seeds that several parties make, and games that a view may stand for."""

from granada_rules.dealer.complete import *
from granada_rules.dealer.dealer import *
from granada_rules.dealer.joint_seed import *
