"""Actions and draws, a file a subject: what is legal, what is wrong, what it does.

``legal_*`` and ``wrong_*`` are the two roads to legality, and neither asks the other.
"""

from granada_rules.play.acts.bonus import (
    bonus_way,
    bonus_ways,
    do_draw_bonus,
    do_show,
    legal_bonus_draws,
    legal_shows,
    wrong_bonus_draw,
    wrong_show,
)
from granada_rules.play.acts.buy import do_buy, legal_buys, wrong_buy
from granada_rules.play.acts.draw_card import (
    card_way,
    card_ways,
    do_draw_card,
    do_draw_scoring,
    legal_card_draws,
    wrong_card_draw,
    wrong_scoring_draw,
)
from granada_rules.play.acts.draw_hut import (
    do_draw_hut,
    hut_way,
    hut_ways,
    legal_hut_draws,
    wrong_hut_draw,
)
from granada_rules.play.acts.draw_tile import (
    do_draw_tile,
    legal_tile_draws,
    tile_way,
    tile_ways,
    wrong_tile_draw,
)
from granada_rules.play.acts.favour import (
    do_reactivate,
    legal_favours,
    legal_reactivations,
    wrong_reactivation,
)
from granada_rules.play.acts.hut import do_take_hut, legal_hut_takings, wrong_hut_taking
from granada_rules.play.acts.pass_turn import do_pass, legal_passes, wrong_pass
from granada_rules.play.acts.pay import wastes
from granada_rules.play.acts.place import (
    do_build,
    do_give_to_dirk,
    do_store,
    legal_builds,
    legal_gifts_to_dirk,
    legal_stores,
    wrong_build,
    wrong_gift_to_dirk,
    wrong_store,
)
from granada_rules.play.acts.rebuild import (
    do_exchange,
    do_extend,
    do_reduce,
    legal_rebuilds,
    wrong_exchange,
    wrong_extension,
    wrong_reduction,
)
from granada_rules.play.acts.take_money import do_take_money, legal_takings, wrong_taking
from granada_rules.play.acts.timing import (
    TILE_DRAWS,
    is_action,
    is_draw,
    wrong_time,
    wrong_time_to_draw,
)

__all__ = [
    "TILE_DRAWS",
    "bonus_way",
    "bonus_ways",
    "card_way",
    "card_ways",
    "do_build",
    "do_buy",
    "do_draw_bonus",
    "do_draw_card",
    "do_draw_hut",
    "do_draw_scoring",
    "do_draw_tile",
    "do_exchange",
    "do_extend",
    "do_give_to_dirk",
    "do_pass",
    "do_reactivate",
    "do_reduce",
    "do_show",
    "do_store",
    "do_take_hut",
    "do_take_money",
    "hut_way",
    "hut_ways",
    "is_action",
    "is_draw",
    "legal_bonus_draws",
    "legal_builds",
    "legal_buys",
    "legal_card_draws",
    "legal_favours",
    "legal_gifts_to_dirk",
    "legal_hut_draws",
    "legal_hut_takings",
    "legal_passes",
    "legal_reactivations",
    "legal_rebuilds",
    "legal_shows",
    "legal_stores",
    "legal_takings",
    "legal_tile_draws",
    "tile_way",
    "tile_ways",
    "wastes",
    "wrong_bonus_draw",
    "wrong_build",
    "wrong_buy",
    "wrong_card_draw",
    "wrong_exchange",
    "wrong_extension",
    "wrong_gift_to_dirk",
    "wrong_hut_draw",
    "wrong_hut_taking",
    "wrong_pass",
    "wrong_reactivation",
    "wrong_reduction",
    "wrong_scoring_draw",
    "wrong_show",
    "wrong_store",
    "wrong_taking",
    "wrong_tile_draw",
    "wrong_time",
    "wrong_time_to_draw",
]
