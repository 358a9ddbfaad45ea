"""Views of games with vizier's favour: pawns, and who is asked."""

from __future__ import annotations

import json
from typing import Any

import pytest

from granada_rules import (
    ALHAMBRA,
    BOTH,
    GRANADA,
    Pass,
    RecordError,
    Ruleset,
    Seat,
    ViolationError,
    apply,
    read_view,
    view,
    write_json,
    write_view,
)
from tests.helpers import schemas
from tests.helpers.favours import begun, stored, used, window
from tests.helpers.games import BLUE, GREEN, cheap, clauses, drawn, every_game

Document = dict[str, Any]


def seen(game: Any, seat: Seat | None = None) -> Document:  # noqa: ANN401 - a game
    document: Document = json.loads(write_json(write_view(view(game, seat))))
    schemas.VIEW.validate(document)
    return document


def refused(document: Document) -> list[str]:
    with pytest.raises(ViolationError) as refusal:
        read_view(document)
    return clauses(refusal.value.violations)


@pytest.mark.accepts("MOD-6")
@every_game
def test_everybody_sees_the_pawns_and_who_is_asked(rules: Ruleset) -> None:
    for game in (begun(rules), window(rules), used(rules), stored(used(rules)), drawn(stored(used(rules)))):
        for seat in (None, *map(Seat, range(3))):
            document = seen(game, seat)
            assert document["pawns"] == list(game.table.modules.pawns)
            assert document["asked"] == game.table.modules.asked
            assert read_view(document) == view(game, seat)
            assert read_view(document).table.to_act == game.table.to_act
    assert seen(window(rules))["asked"] == BLUE
    assert seen(apply(window(rules), Pass(BLUE)))["asked"] == GREEN


def test_a_game_without_modules_says_nothing_of_them() -> None:
    document = seen(cheap(GRANADA))
    assert not {"pawns", "asked"} & set(document)
    with pytest.raises(RecordError, match=r"^'asked': no such entry"):
        read_view({**document, "asked": None})
    with pytest.raises(RecordError, match=r"^'pawns': no such entry"):
        read_view({**document, "pawns": [True, True, True]})


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"pawns": [True, True]}, "pawns: expected 3 entries, got 2 (VIZ-2)"),
        ({"pawns": []}, "pawns: expected 3 entries, got 0 (VIZ-2)"),
        ({"pawns": [True, True, 1]}, "pawns, entry 3, a pawn: expected true or false, got 1"),
        ({"pawns": True}, "pawns: expected a list, got true"),
        ({"asked": 3}, "asked: expected 0 to 2, got 3"),
        ({"asked": "Blue"}, "asked: expected an integer, got 'Blue'"),
    ],
)
def test_what_is_no_pawn_is_refused_with_its_place(changed: Document, message: str) -> None:
    with pytest.raises(RecordError) as refusal:
        read_view({**seen(window(ALHAMBRA)), **changed})
    assert str(refusal.value) == message


@pytest.mark.parametrize("key", ["pawns", "asked"])
def test_pawns_are_not_left_out(key: str) -> None:
    document = seen(window(ALHAMBRA))
    del document[key]
    with pytest.raises(RecordError, match=f"^{key} is missing$"):
        read_view(document)


@pytest.mark.rejects("MOD-6")
@every_game
def test_a_view_in_which_somebody_else_could_not_be_asked_is_refused(rules: Ruleset) -> None:
    # In a turn nobody is asked; in a window somebody is, unless a tile is drawn.
    assert refused({**seen(begun(rules)), "asked": 1}) == ["TURN-1", "VIZ-9"]
    assert refused({**seen(begun(rules)), "asked": 0}) == ["VIZ-9"]
    assert refused({**seen(window(rules)), "asked": None}) == ["VIZ-9"]
    due = seen(stored(used(rules)))
    assert due["draw_for"] == "yard"
    assert refused({**due, "asked": 2}) == ["VIZ-9"]
    assert refused({**due, "draw_for": None}) == ["VIZ-9", "VIZ-8"]
    assert "TURN-2" in refused({**seen(window(rules)), "draw_for": "yard"})
    # Who is asked has an active pawn, and who places a tile has not.
    after = seen(drawn(stored(used(rules))))
    assert refused({**after, "asked": 1}) == ["VIZ-3"]
    assert refused({**seen(used(rules)), "pawns": [True, True, True]}) == ["VIZ-5"]


def test_a_view_of_both_is_read_back_in_the_middle_of_a_use() -> None:
    game = used(BOTH)
    assert read_view(seen(game, BLUE)).hand == game.hands[BLUE]
