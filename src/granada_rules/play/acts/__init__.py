"""Each kind of event, by subject: what is legal, what is wrong, and what it does.

In the order of a turn: `timing` says which event may come now; `money`, `buy` and `rebuild` are actions of a
turn, and so are with modules `huts` and `favour`; `bonus` has the cards that are shown at any decision, and
`passing` what passes; then `place` has what becomes of bought tiles, and `draw_card` and `draw_tile` refill
the table. `pay` has what several of them pay.
"""

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
