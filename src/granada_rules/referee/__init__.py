"""One table as a value: who may say what, what is told to whom, and what happened."""

from granada_rules.referee.ledger import *
from granada_rules.referee.news import *
from granada_rules.referee.referee import *
