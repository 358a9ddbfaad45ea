"""Names of building types in the languages of the books and of the boxes.

Those of Granada are from its books in all five languages. Those of Alhambra are from its French book, and
otherwise from public descriptions of its editions; a name for which there is no such source is left out.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TYPE_CHECKING

from granada_rules.base import expect, short
from granada_rules.box import CODES, Building

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["building_called", "building_names", "read_building"]


_LANGUAGES = ("English", "German", "French", "Dutch", "Hungarian")

# By language; each as it is in the book or on the box, then the other number, singular or plural.
_NAMES = {
    Building.PAVILION: (
        "Pavilion, Pavilions",
        "Pavillon, Pavillons",
        "Pavillon, Pavillons",
        "Paviljoen, Paviljoens, Paviljoenen",
        "Pavilon, Pavilonok",
    ),
    Building.SERAGLIO: (
        "Seraglio, Seraglios",
        "Serail, Serails",
        "",
        "Harem, Harems",
        "Szeráj, Szerájok",
    ),
    Building.ARCADES: (
        "Arcades, Arcade",
        "Arkaden, Arkade",
        "Arcades, Arcade",
        "Arcade, Arcades, Arcaden",
        "Árkád, Árkádok",
    ),
    Building.CHAMBERS: (
        "Chambers, Chamber",
        "Gemächer, Gemach",
        "Appartements, Appartement",
        "Kamers, Kamer",
        "",
    ),
    Building.GARDEN: (
        "Garden, Gardens",
        "Garten, Gärten",
        "Jardin, Jardins",
        "Tuin, Tuinen",
        "Kert, Kertek",
    ),
    Building.TOWER: (
        "Tower, Towers",
        "Turm, Türme",
        "Tour, Tours",
        "Toren, Torens",
        "Torony, Tornyok",
    ),
    Building.ARENA: (
        "Arena, Arenas",
        "Arena, Arenen",
        "Arène, Arènes",
        "Arena, Arena's",
        "Aréna, Arénák",
    ),
    Building.BATH_HOUSE: (
        "Bath House, Bath Houses",
        "Badehaus, Badehäuser",
        "Thermes",
        "Badhuis, Badhuizen",
        "Közfürdő, Közfürdők",
    ),
    Building.LIBRARY: (
        "Library, Libraries",
        "Bibliothek, Bibliotheken",
        "Bibliothèque, Bibliothèques",
        "Bibliotheek, Bibliotheken",
        "Könyvtár, Könyvtárak",
    ),
    Building.HOSTEL: (
        "Hostel, Hostels",
        "Herberge, Herbergen",
        "Auberge, Auberges",
        "Herberg, Herbergen",
        "Fogadó, Fogadók",
    ),
    Building.HOSPITAL: (
        "Hospital, Hospitals",
        "Hospital, Hospitäler, Hospitale",
        "Hôpital, Hôpitaux",
        "Hospitaal, Hospitalen",
        "Kórház, Kórházak",
    ),
    Building.MARKET: (
        "Market, Markets",
        "Markt, Märkte",
        "Marché, Marchés",
        "Markt, Markten",
        "Piac, Piacok",
    ),
    Building.PARK: (
        "Park, Parks",
        "Park, Parks",
        "Parc, Parcs",
        "Park, Parken",
        "Park, Parkok",
    ),
    Building.SCHOOL: (
        "School, Schools",
        "Schule, Schulen",
        "École, Écoles",
        "School, Scholen",
        "Iskola, Iskolák",
    ),
    Building.DISTRICT: (
        "District, Districts",
        "Wohnviertel",
        "Quartier résidentiel, Quartiers résidentiels",
        "Woonwijk, Woonwijken",
        "Lakónegyed, Lakónegyedek",
    ),
}

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def _plain(word: str) -> str:
    """Return a name in small letters without blanks and accents."""
    letters = unicodedata.normalize("NFD", "".join(word.split()).lower())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _spellings() -> Iterator[tuple[str, Building]]:
    for building, languages in _NAMES.items():
        for name in ", ".join(filter(None, languages)).split(", "):
            yield _plain(name), building
            # An umlaut is also written with an e.
            yield _plain(name.lower().translate(_UMLAUTS)), building


@cache
def _by_name() -> Mapping[str, Building]:
    # Made on first use: most texts have codes.
    return dict(_spellings())


def building_names(building: Building) -> Mapping[str, tuple[str, ...]]:
    """Return what a building type is called, by language; without those in which no name is known.

    The name in the book or on the box comes first, then its plural or singular.

    >>> from granada_rules import Building, notation
    >>> notation.building_names(Building.GARDEN)["German"]
    ('Garten', 'Gärten')
    """
    expect(building, Building)
    names = zip(_LANGUAGES, _NAMES[building], strict=True)
    return {language: tuple(given.split(", ")) for language, given in names if given}


def building_called(text: str) -> Building | None:
    """Return the building type of a code or a name, as `read_building`; None if it is neither."""
    word = "".join(text.split())
    if word.isascii() and word.upper() in CODES:
        return CODES[word.upper()]
    # The Kelvin sign is no K, though it becomes one when it is decomposed.
    if not all(unicodedata.is_normalized("NFC", letter) for letter in word):
        return None
    return _by_name().get(_plain(word))


def read_building(text: str) -> Building:
    """Read a building type: its code or its name in one of the languages of the boxes.

    Small letters, blanks, plurals, missing accents and umlauts written as ``ae``, ``oe`` and ``ue`` are read.

    >>> from granada_rules import notation
    >>> notation.read_building("GA"), notation.read_building("gaerten")
    (Building.GARDEN, Building.GARDEN)

    Raises ``ValueError`` if it is anything else.
    """
    expect(text, str)
    building = building_called(text)
    if building is None:
        raise ValueError(f"{short(text)}: expected a building, one of {' '.join(CODES)}, or its name")
    return building
