"""The dealer a second time, from the words of docs/dealer.md: a hash function, and nothing of the library.

Tiles are texts as in tile files, cards are texts such as ``b3``, and events are lines of a record.
"""

from __future__ import annotations

import re
from collections import Counter
from hashlib import shake_256
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


def canonical(value: object) -> str:
    """Return the canonical text of a value."""
    if isinstance(value, dict):
        entries = (f"{canonical(key)}:{canonical(value[key])}" for key in sorted(value))
        return "{" + ",".join(entries) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, str):
        return '"' + "".join(map(_escaped, value)) + '"'
    return (
        {True: "true", False: "false", None: "null"}[value] if isinstance(value, bool | None) else str(value)
    )


def _escaped(letter: str) -> str:
    if letter in '"\\':
        return f"\\{letter}"
    if " " <= letter <= "~":
        return letter
    units = letter.encode("utf-16-be").hex()
    return "".join(f"\\u{units[first : first + 4]}" for first in range(0, len(units), 4))


def shake(label: str, content: bytes, length: int = 32) -> bytes:
    """Return bytes for a label and a content."""
    return shake_256(label.encode("ascii") + b"\n" + content).digest(length)


def framed(part: bytes) -> bytes:
    """Return a part behind its length."""
    return eight(len(part)) + part


def eight(number: int) -> bytes:
    """Return a number as eight bytes."""
    return bytes(number >> shift & 255 for shift in range(56, -1, -8))


def tiles_digest(*sets: tuple[str | None, Iterable[str]], huts: Iterable[str] = ()) -> str:
    """Return the digest of the tiles of a game: of each kind the word for the backs, and the tiles."""
    listed: list[object] = [{"backs": backs, "tiles": sorted(tiles)} for backs, tiles in sets]
    listed += [{"huts": sorted(huts)}] if huts else []
    return shake("granada-tiles/1 digest", canonical(listed).encode("ascii")).hex()


def terms_text(
    players: Sequence[str], ages: Sequence[int], ruleset: dict[str, object], table: str, tiles: str
) -> str:
    """Return the canonical text of terms."""
    ranks = [len({other for other in ages if other < age}) for age in ages]
    return canonical(
        {
            "ages": ranks,
            "dealer": "granada-dealer/2",
            "players": list(players),
            "ruleset": ruleset,
            "table": table,
            "tiles": tiles,
        }
    )


def commitment(terms: str, seed: bytes) -> str:
    """Return the commitment to a seed and terms."""
    return shake("granada-dealer/2 commitment", framed(terms.encode("ascii")) + seed).hex()


def part_commitment(terms: str, party: int, part: bytes) -> str:
    """Return the commitment to a part of a joint seed."""
    return shake("granada-dealer/2 part", framed(terms.encode("ascii")) + eight(party) + part).hex()


def joint(terms: str, parts: Iterable[bytes]) -> bytes:
    """Return the joint seed of the parts."""
    return shake(
        "granada-dealer/2 joint seed",
        framed(terms.encode("ascii")) + b"".join(framed(part) for part in parts),
    )


def number(seed: bytes, draw: int, below: int) -> int:
    """Return the number of a draw, from 0 to one less than ``below``."""
    bits = (below - 1).bit_length()
    size = (bits + 7) // 8
    stream, place = shake("granada-dealer/1 draw", eight(draw) + seed, 4096), 0
    while True:
        taken = int.from_bytes(stream[place : place + size], "big") % (1 << bits)
        if taken < below:
            return taken
        place += size


_GRANADA = ["AR", "BA", "LI", "HS", "HP", "MA", "PA", "SC", "DI"]
_ALHAMBRA = ["PV", "SE", "AC", "CH", "GA", "TO"]
_CURRENCIES = "ygbo"
_EXCHANGE = ["yg", "yb", "yo", "gb", "go", "bo"]
_SIDES = {"N": 1, "E": 2, "S": 4, "W": 8, "-": 0}


def _is_granada(tile: str) -> bool:
    return tile[:2] in _GRANADA


def _tile_order(tile: str) -> tuple[int, int, int]:
    front, walls = tile.partition("/")[0].partition(":")[0], tile.partition(":")[2]
    order = _GRANADA if _is_granada(tile) else _ALHAMBRA
    return order.index(front[:2]), int(front[2:]), sum(map(_SIDES.__getitem__, walls))


def _card_order(card: str) -> tuple[int, int]:
    if card in _EXCHANGE:
        return len(_CURRENCIES), _EXCHANGE.index(card)
    return _CURRENCIES.index(card[0]), int(card[1:])


def _hut_order(hut: str) -> int:
    return sum(map(_SIDES.__getitem__, hut.partition(":")[2]))


class _Pile(NamedTuple):
    cards: int
    scoring: str = ""
    exchange: int = 0


class PlainDealer:
    """Follows the lines of a game, and says which draw is due."""

    def __init__(
        self,
        seed: bytes,
        players: Sequence[str],
        tiles: Iterable[str],
        *,
        at_once: bool,
        huts: Iterable[str] = (),
        has_bonus: bool = False,
        has_exchange: bool = False,
    ) -> None:
        """Begin before the first draw, with the tiles and the huts of the game."""
        self.seed, self.players, self.at_once = seed, players, at_once
        self.has_bonus, self.has_exchange = has_bonus, has_exchange
        self.bag = sorted(tiles, key=_tile_order)
        self.kinds = sorted({_is_granada(tile) for tile in self.bag})
        copies = 2 if len(players) == 2 else 3
        self.deck = sorted(
            [f"{letter}{value}" for letter in _CURRENCIES for value in range(1, 10)] * copies, key=_card_order
        )
        self.piles = [_Pile(len(self.deck))]
        self.discards: list[str] = []
        self.is_even, self.draws, self.shuffles = True, 0, 0
        self.hands, self.display = [0] * len(players), list[str]()
        self.yard = {kind: dict[int, str]() for kind in self.kinds}
        self.dirk = [kind for kind in self.kinds for _ in range(6)] if len(players) == 2 else []
        self.scoring, self.is_setup, self.is_placing = "", True, False
        self.piles_of_huts = {
            code: sorted((hut for hut in huts if hut.startswith(code)), key=_hut_order) for code in _ALHAMBRA
        }
        self.huts_due = [code for code in _ALHAMBRA if self.piles_of_huts[code]]
        dry = [tile for tile in self.bag if tile.endswith(":-") and not _is_granada(tile)]
        self.bonus = dry if has_bonus else []
        self.bonus_due = len(players) * {2: 3, 3: 3, 4: 2, 5: 2, 6: 1}[len(players)] if has_bonus else 0

    # What is due.

    def due(self) -> str | None:
        """Return the line of the draw that is due; None if none is."""
        if self.is_setup:
            return self._of_setup()
        if self.huts_due:
            return self._hut()
        # A hut was drawn, and now tiles are placed.
        if self.is_placing:
            return None
        if len(self.display) < 4:
            if not self.piles:
                self._shuffle()
            if self.piles:
                return self._card()
        if (place := self._place()) is not None:
            return self._tile(place[1])
        if self.scoring:
            self.dirk, self.scoring = list(self._owed()), ""
        return self._tile(self.dirk[0]) if self.dirk else None

    def _of_setup(self) -> str | None:
        if self.dirk:
            return self._tile(self.dirk[0])
        if (place := self._place()) is not None:
            return self._tile(place[1], with_a_moat=len(self.kinds) == 2)
        if self.huts_due:
            return self._hut()
        if self.bonus_due and min(self.hands) >= 20:
            return f"bonus {self.bonus[number(self.seed, self.draws, len(self.bonus))]}"
        return self._card()

    def _hut(self) -> str:
        pile = self.piles_of_huts[self.huts_due[0]]
        return f"hut {pile[number(self.seed, self.draws, len(pile))]}"

    def _owed(self) -> Iterator[bool]:
        for kind in self.kinds if len(self.players) == 2 else ():
            left = sum(_is_granada(tile) is kind for tile in self.bag)
            yield from [kind] * (min(6, left) if self.scoring == "A" else left // 3)

    def _place(self) -> tuple[int, bool] | None:
        left = {_is_granada(tile) for tile in self.bag}
        for space in (1, 2, 3, 4):
            for kind in self.kinds:
                if space not in self.yard[kind] and kind in left:
                    return space, kind
        return None

    def _tile(self, kind: bool, *, with_a_moat: bool = False) -> str:  # noqa: FBT001 - whether of Granada
        tiles = [tile for tile in self.bag if _is_granada(tile) is kind]
        if with_a_moat and kind:
            tiles = [tile for tile in tiles if not tile.endswith(":-")]
        tile = tiles[number(self.seed, self.draws, len(tiles))]
        if not kind:
            return f"tile {tile}"
        even, odd = tile.partition(":")[0].split("/")
        return f"tile {even if self.is_even else odd}"

    def _card(self) -> str:
        top, deck = self.piles[0], self.deck
        bound = [card for card in deck if card in _EXCHANGE and any(pile.exchange for pile in self.piles)]
        free = [card for card in deck if card not in bound]
        # How many ways each card of the pile has, and each exchange card of those that may be this one.
        many, each = len(free) or 1, len(bound) if top.exchange else 1
        if not top.scoring and not top.exchange:
            return f"card {free[number(self.seed, self.draws, many)]}"
        way = number(self.seed, self.draws, top.cards * many * each)
        ways = [(f"scoring {top.scoring}", many * each)] if top.scoring else []
        ways += [(f"card {card}", top.exchange * many) for card in bound] if top.exchange else []
        others = top.cards - bool(top.scoring) - top.exchange
        ways += [(f"card {card}", others * each) for card in free]
        for line, size in ways:
            if way < size:
                return line
            way -= size
        raise LookupError("there are fewer ways than that")

    # What happens.

    def follow(self, line: str) -> None:
        """Let an event happen."""
        word, _, what = line.partition(" ")
        name = next((name for name in self.players if line.startswith(f"{name} ")), None)
        if name is not None:
            self._follow_action(line.removeprefix(f"{name} "))
            return
        self.draws += 1
        if word == "tile":
            self._follow_tile(what)
            return
        if word == "hut":
            self.piles_of_huts[self.huts_due.pop(0)].remove(what)
            self.is_placing = not self.is_setup
            return
        if word == "bonus":
            self.bonus.remove(what)
            self.bonus_due -= 1
            return
        top = self.piles[0]
        bound = top.exchange - (what in _EXCHANGE) if top.exchange else 0
        left = _Pile(top.cards - 1, "" if word == "scoring" else top.scoring, bound)
        self.piles[:1] = [left] if left.cards else []
        if word == "scoring":
            self.scoring = what
            return
        self.deck.remove(what)
        if self.is_setup and min(self.hands) < 20:
            self.hands[next(seat for seat, worth in enumerate(self.hands) if worth < 20)] += int(what[1:])
        else:
            self.display.append(what)
        if self.is_setup and len(self.display) == 4:
            self.is_setup = False
            hidden = {3: "A"} if len(self.kinds) == 2 else {2: "A", 4: "B"}
            self.piles = self._five(hidden, dict.fromkeys([2, 3, 4], 2) if self.has_exchange else {})
            self.deck += _EXCHANGE if self.has_exchange else []
        if self.at_once and not self.piles:
            self._shuffle()

    def _follow_tile(self, face: str) -> None:
        tile = next(tile for tile in self.bag if face in re.split("/|:(?=[^/]*$)", tile) or face == tile)
        kind = _is_granada(tile)
        place = None if self.dirk else self._place()
        self.bag.remove(tile)
        if place is None:
            self.dirk.pop(0)
            return
        self.yard[kind][place[0]] = face
        is_full = len(self.yard[kind]) == 4 or not any(_is_granada(tile) is kind for tile in self.bag)
        if kind and is_full:
            self.is_even = not self.is_even

    def _follow_action(self, action: str) -> None:
        word, _, what = action.partition(" ")
        self.is_placing = False
        if hut := re.fullmatch("takes the ([A-Z]{2}) hut", action):
            self.huts_due = [hut[1]] if self.piles_of_huts[hut[1]] else []
            return
        if word == "takes":
            left = Counter(self.display) - Counter(what.split())
            self.display = list(left.elements())
            return
        if word == "buys":
            space = int(what.split()[0])
            del self.yard[self.kinds[space > 4]][(space - 1) % 4 + 1]
        _, _, paid = what.partition(" for ")
        self.discards += paid.split()

    def _five(self, hidden: dict[int, str], exchange: dict[int, int]) -> list[_Pile]:
        many = len(self.deck)
        made = [
            _Pile(
                (many + 5 - place) // 5 + (place in hidden) + exchange.get(place, 0),
                hidden.get(place, ""),
                exchange.get(place, 0),
            )
            for place in range(1, 6)
        ]
        return [pile for pile in made if pile.cards]

    def _shuffle(self) -> None:
        if not self.discards:
            return
        self.deck, self.discards = sorted(self.discards, key=_card_order), []
        self.shuffles += 1
        if len(self.kinds) == 2 and self.shuffles == 1:
            self.piles = self._five({2: "B"}, {})
        else:
            self.piles = [_Pile(len(self.deck))]
