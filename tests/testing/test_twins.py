"""Tables that a seat cannot tell apart, in games with modules."""

from __future__ import annotations

import pytest

from granada_rules import (
    ALHAMBRA,
    Dealer,
    DrawCard,
    ExchangeCard,
    Module,
    Pass,
    Phase,
    Referee,
    Ruleset,
    Seat,
    TakeMoney,
)
from granada_rules.testing.twins import twins

ALL = Ruleset(kinds=ALHAMBRA.kinds, modules=Module)


def exchanged() -> Referee:
    """Return a table at which an exchange card was turned up before the last round."""
    table = Referee.open(3, ALL, dealer=Dealer(b"sixteen bytes or more"), table_id="twins")
    while not any(_has_exchange(event) for event in table.events[: table.told_from]):
        seat = table.to_act
        assert seat is not None
        is_offer = table.table.phase in {Phase.FAVOUR, Phase.REVEAL}
        table = table.hear(seat, Pass(seat) if is_offer else TakeMoney(seat, [table.table.display[0]]))
    return table


def _has_exchange(event: object) -> bool:
    return isinstance(event, DrawCard) and isinstance(event.card, ExchangeCard)


@pytest.mark.accepts("MOD-6")
def test_cards_of_old_events_are_others_exchange_cards_too() -> None:
    table = exchanged()
    (other,) = (other for _, how, other in twins(table, Seat(0)) if how == "with other cards in old events")
    old, again = table.events[: table.told_from], other.events[: table.told_from]
    changed = [(one, two) for one, two in zip(old, again, strict=True) if _has_exchange(one)]
    assert changed
    for one, two in changed:
        assert _has_exchange(two)
        assert one != two
    assert other.events[table.told_from :] == table.events[table.told_from :]
    assert other.told_from == table.told_from
    for seat in (None, Seat(0), Seat(1)):
        assert other.news(seat, since=0) == table.news(seat, since=0)
    assert other.log != table.log
