"""Each kind of event, by subject: what is legal, what is wrong, and what it does."""

from granada_rules.play.acts.bonus import *
from granada_rules.play.acts.buy import *
from granada_rules.play.acts.draw_card import *
from granada_rules.play.acts.draw_tile import *
from granada_rules.play.acts.favour import *
from granada_rules.play.acts.huts import *
from granada_rules.play.acts.money import *
from granada_rules.play.acts.passing import *
from granada_rules.play.acts.pay import *
from granada_rules.play.acts.place import *
from granada_rules.play.acts.rebuild import *
from granada_rules.play.acts.timing import *
