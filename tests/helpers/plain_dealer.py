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
    """Return the digest of the tiles of a game: of each kind the word for the backs, and the tiles; huts."""
    listed: list[object] = [{"backs": backs, "tiles": sorted(tiles)} for backs, tiles in sets]
    if of_huts := sorted(huts):
        listed.append({"huts": of_huts})
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
_BONUS = {2: 3, 3: 3, 4: 2, 5: 2, 6: 1}
_SIDES = {"N": 1, "E": 2, "S": 4, "W": 8, "-": 0}


def _is_granada(tile: str) -> bool:
    return tile[:2] in _GRANADA


def _tile_order(tile: str) -> tuple[int, int, int]:
    front, walls = tile.partition("/")[0].partition(":")[0], tile.partition(":")[2]
    order = _GRANADA if _is_granada(tile) else _ALHAMBRA
    return order.index(front[:2]), int(front[2:]), sum(map(_SIDES.__getitem__, walls))


def _hut_order(hut: str) -> int:
    return sum(map(_SIDES.__getitem__, hut.partition(":")[2]))


def _card_order(card: str) -> tuple[int, int]:
    if card in _EXCHANGE:
        return len(_CURRENCIES), _EXCHANGE.index(card)
    return _CURRENCIES.index(card[0]), int(card[1:])


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
        exchange: bool = False,
        bonus: bool = False,
        huts: Iterable[str] = (),
    ) -> None:
        """Begin before the first draw, with the tiles and the huts of the game."""
        self.seed, self.players, self.at_once, self.exchange = seed, players, at_once, exchange
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
        self.scoring, self.is_setup = "", True
        self.huts = sorted(huts, key=_hut_order)
        self.hut_types = [one for one in _ALHAMBRA if self.huts]
        self.undealt = [tile for tile in self.bag if not _is_granada(tile) and tile.endswith(":-")]
        self.bonus = len(players) * _BONUS[len(players)] if bonus else 0

    # What is due.

    def due(self) -> str | None:
        """Return the line of the draw that is due; None if none is."""
        if self.is_setup:
            return self._of_setup()
        if self.hut_types:
            return self._hut()
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
        if self.hut_types:
            return self._hut()
        if self.bonus and min(self.hands) >= 20:
            return f"bonus {self.undealt[number(self.seed, self.draws, len(self.undealt))]}"
        return self._card()

    def _hut(self) -> str:
        of_type = [hut for hut in self.huts if hut.startswith(self.hut_types[0])]
        return f"hut {of_type[number(self.seed, self.draws, len(of_type))]}"

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
        if top.exchange:
            return self._card_or_exchange_card()
        if any(pile.exchange for pile in self.piles):
            deck = [card for card in deck if card not in _EXCHANGE]
        many = len(deck)
        if not top.scoring:
            return f"card {deck[number(self.seed, self.draws, many)]}"
        way = number(self.seed, self.draws, top.cards * many or 1)
        if way < many or not many:
            return f"scoring {top.scoring}"
        return f"card {deck[(way - many) // (top.cards - 1)]}"

    def _card_or_exchange_card(self) -> str:
        top, money = self.piles[0], [card for card in self.deck if card not in _EXCHANGE]
        exchange = self.deck[len(money) :]
        many, few = len(money) or 1, len(exchange)
        way, scoring = number(self.seed, self.draws, top.cards * many * few), bool(top.scoring)
        if scoring and way < many * few:
            return f"scoring {top.scoring}"
        way -= scoring * many * few
        if way < few * top.exchange * many:
            return f"card {exchange[way // (top.exchange * many)]}"
        way -= few * top.exchange * many
        return f"card {money[way // ((top.cards - scoring - top.exchange) * few)]}"

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
            self.huts.remove(what)
            del self.hut_types[0]
            return
        if word == "bonus":
            self.undealt.remove(what)
            self.bonus -= 1
            return
        top = self.piles[0]
        is_bound = what in _EXCHANGE and top.exchange > 0
        left = _Pile(top.cards - 1, "" if word == "scoring" else top.scoring, top.exchange - is_bound)
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
            self.piles = self._five({3: "A"} if len(self.kinds) == 2 else {2: "A", 4: "B"})
            if self.exchange:
                # There is money in every pile then, so all five are there.
                for place in (1, 2, 3):
                    cards, scoring, _ = self.piles[place]
                    self.piles[place] = _Pile(cards + 2, scoring, 2)
                self.deck += _EXCHANGE
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
        if word == "takes" and what.startswith("the "):
            self.hut_types = [one for one in [what[4:6]] if any(hut.startswith(one) for hut in self.huts)]
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

    def _five(self, hidden: dict[int, str]) -> list[_Pile]:
        many = len(self.deck)
        sizes = [(many + 4 - place) // 5 for place in range(5)]
        made = [_Pile(size + (place in hidden), hidden.get(place, "")) for place, size in enumerate(sizes, 1)]
        return [pile for pile in made if pile.cards]

    def _shuffle(self) -> None:
        if not self.discards:
            return
        self.deck, self.discards = sorted(self.discards, key=_card_order), []
        self.shuffles += 1
        if len(self.kinds) == 2 and self.shuffles == 1:
            self.piles = self._five({2: "B"})
        else:
            self.piles = [_Pile(len(self.deck))]
