"""Playing: which events are legal or why they are not, what chance can bring, and what happens then.

`legal` and `chance` list, `check` judges, `apply` and `Playout` let it happen in a `Draft`. What each kind of
event means is in `acts`, and what follows from it without a choice in `flow`.
"""

from granada_rules.play.apply import *
from granada_rules.play.chance import *
from granada_rules.play.check import *
from granada_rules.play.legal import *
from granada_rules.play.playout import *
