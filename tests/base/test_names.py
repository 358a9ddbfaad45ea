"""Names of players: which `setup` takes, and which records may hold beside them."""

from __future__ import annotations

import pytest

from granada_rules import (
    GameRecord,
    Scoring,
    ViolationError,
    read_game,
    read_position,
    replay,
    setup,
    write_game,
    write_position,
    write_toml,
)
from granada_rules.scoring import score

PERSIAN, HINDI = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0915\u094d\u200d\u0937"
HEALER, RAINBOW, KEYCAP = "\U0001f469\u200d\u2695\ufe0f", "\U0001f3f3\ufe0f\u200d\U0001f308", "1\ufe0f\u20e3"


def test_joiners_and_selectors_are_part_of_a_name() -> None:
    for names in ([PERSIAN, HINDI, f"Ann {HEALER}"], [RAINBOW, KEYCAP, "Ann\ufe0f Lee"]):
        start = setup(names)
        assert [player.name for player in start.table.players] == names
        # Such a game can be written, and read back, with all that belongs to it.
        record = GameRecord.of(start, [], result=dict.fromkeys(names, 0))
        again = read_game(write_toml(write_game(record)))
        assert again == record
        assert replay(again).game == start
        cities = {player.name: player.city for player in start.table.players}
        assert score(cities, Scoring.A).players == tuple(names)


@pytest.mark.parametrize("joiner", ["\u200c", "\u200d"])
def test_joiners_stand_inside_words_and_nowhere_else(joiner: str) -> None:
    bad = (joiner, f"{joiner}a", f"a{joiner}", f"a {joiner}b", f"a{joiner} b", f"a{joiner}{joiner}b")
    for name in (*bad, f"a{joiner}\u200db", f"a\u2800{joiner}b"):
        with pytest.raises(ValueError, match="1 to 60 printable characters without blanks around them"):
            setup([name, "Blue"])


@pytest.mark.parametrize(
    "name", ["\u3164", "\u2800", "\u115f \u1160", "\ufe0f", "\u034f", "\U0001d159", "\u0301"]
)
def test_a_name_can_be_seen(name: str) -> None:
    with pytest.raises(ValueError, match=r"^a player's name: expected a visible character") as refused:
        setup([name, "Blue"])
    assert str(refused.value).isascii()


@pytest.mark.parametrize(
    "name", ["\ufe0fa", "a \ufe0fb", "a\ufe0f\ufe0f", "a\u200d\ufe0fb", "a\u3164\U000e0100"]
)
def test_a_variation_selector_follows_a_visible_character(name: str) -> None:
    with pytest.raises(ValueError, match=r"and variation selectors only after one, got "):
        setup([name, "Blue"])


ALIKE = [
    *(
        "ANN",
        "\uff21nn",
        "Ann\ufe0f",
        "A\u034fnn",
        "An\u200cn",
        "An\u200dn",
        "Ann\u3164",
        "\u2800Ann",
        "ann\uffa0",
    ),
]


@pytest.mark.parametrize("other", ALIKE)
def test_names_look_different(other: str) -> None:
    with pytest.raises(ValueError, match="these names look alike"):
        setup(["Ann", other])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann Lee", "Ann  Lee"),
        ("Ann Lee", "Ann\u2800Lee"),
        ("Zo\xeb", "ZOE\u0308"),
        ("stra\xdfe", "STRASSE"),
        ("\ufb01n", "fin"),
        (PERSIAN, PERSIAN.replace("\u200c", "")),
    ],
)
def test_names_are_compared_as_they_look(one: str, other: str) -> None:
    with pytest.raises(ValueError, match="these names look alike"):
        setup([one, other])


def test_names_that_look_different_are_different() -> None:
    names = ["Ann", "Anne", "A nn", "\xc4nn", HEALER, RAINBOW]
    assert [player.name for player in setup(names).table.players] == names


@pytest.mark.rejects("DIRK-2")
@pytest.mark.parametrize("name", ["dirk", "DIRK", "Dirk\ufe0f", "D\u200dirk", "\uff24irk", "Dirk\u3164"])
def test_nobody_looks_like_dirk(name: str) -> None:
    with pytest.raises(ViolationError) as refusal:
        setup([name, "Red"])
    (violation,) = refusal.value.violations
    assert (violation.clause, violation.player) == ("DIRK-2", "Dirk")


@pytest.mark.parametrize(
    "names", [["\u3164", "\u2800"], ["Ann", "Ann\ufe0f"], ["dirk", "DIRK"], ["ann", "Ann"], ["\ufe0fa", "b"]]
)
def test_what_was_written_with_other_names_can_still_be_read_and_replayed(names: list[str]) -> None:
    with pytest.raises(ValueError, match=r"name"):
        setup(names)
    record = read_game(write_toml(write_game(GameRecord(players=tuple(names)))))
    assert [player.name for player in replay(record).game.table.players] == names
    position = replay(record).game.to_position()
    assert read_position(write_toml(write_position(position))) == position


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (("Red", "Dirk"), "DIRK-2: "),
        (("Red",), "BOX-12: "),
        (("Zo\xeb", "Zoe\u0308"), "players: these names look alike"),
    ],
)
def test_what_was_never_a_game_is_none_when_it_is_replayed(names: tuple[str, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        replay(GameRecord(players=names))
