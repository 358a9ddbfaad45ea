"""Names of buildings in the languages of the books and of the boxes."""

from __future__ import annotations

import unicodedata
from itertools import permutations

import pytest

import granada_rules as g
from granada_rules.notation import building_names, read_building, read_face, read_hut_type, read_tile

# In the order of the buildings; "-" where no source is known.
IN_GRANADA = {
    "English": "Arena, Bath House, Library, Hostel, Hospital, Market, Park, School, District",
    "German": "Arena, Badehaus, Bibliothek, Herberge, Hospital, Markt, Park, Schule, Wohnviertel",
    "French": "Arène, Thermes, Bibliothèque, Auberge, Hôpital, Marché, Parc, École, Quartier résidentiel",
    "Dutch": "Arena, Badhuis, Bibliotheek, Herberg, Hospitaal, Markt, Park, School, Woonwijk",
    "Hungarian": "Aréna, Közfürdő, Könyvtár, Fogadó, Kórház, Piac, Park, Iskola, Lakónegyed",
}
IN_ALHAMBRA = {
    "English": "Pavilion, Seraglio, Arcades, Chambers, Garden, Tower",
    "German": "Pavillon, Serail, Arkaden, Gemächer, Garten, Turm",
    "French": "Pavillon, -, Arcades, Appartements, Jardin, Tour",
    "Dutch": "Paviljoen, Harem, Arcade, Kamers, Tuin, Toren",
    "Hungarian": "Pavilon, Szeráj, Árkád, -, Kert, Torony",
}
# The other number, singular or plural, of those in which more than an s is added.
OTHERS = {
    "SE": "Seraglios Serails Harems Szerájok",
    "AC": "Arcade Arkade Arcaden Árkádok",
    "CH": "Chamber Gemach Appartement Kamer",
    "GA": "Gardens Gärten Jardins Tuinen Kertek",
    "TO": "Towers Türme Tours Torens Tornyok",
    "BA": "Badehäuser Badhuizen Közfürdők",
    "HP": "Hospitäler Hôpitaux Kórházak",
    "MA": "Märkte Marchés Piacok",
    "DI": "Districts QuartiersRésidentiels Woonwijken Lakónegyedek",
}


def every_name() -> list[tuple[g.Building, str]]:
    return [(one, name) for one in g.Building for names in building_names(one).values() for name in names]


@pytest.mark.parametrize("language", IN_GRANADA)
def test_buildings_have_their_names_in_five_languages(language: str) -> None:
    for kind, listed in ((g.Kind.GRANADA, IN_GRANADA), (g.Kind.ALHAMBRA, IN_ALHAMBRA)):
        walls = "" if kind is g.Kind.GRANADA else ":NE"
        for building, name in zip(kind.buildings, listed[language].split(", "), strict=True):
            if name == "-":
                assert language not in building_names(building)
                continue
            assert building_names(building)[language][0] == name
            for text in (f"{name} 4", f"{name}4", name.upper() + "4", f" {name.lower()}  4"):
                face = read_face(f"{text}{walls}")
                assert (face.building, face.value) == (building, 4)


def test_singular_and_plural_are_read() -> None:
    for code, names in OTHERS.items():
        assert {read_building(name).code for name in names.split()} == {code}


@pytest.mark.parametrize(("building", "name"), every_name())
def test_a_name_is_read_with_or_without_accents_in_any_case_and_with_umlauts_spelled_out(
    building: g.Building, name: str
) -> None:
    spelled_out = name.lower()
    for umlaut, two in {"ä": "ae", "ö": "oe", "ü": "ue"}.items():
        spelled_out = spelled_out.replace(umlaut, two)
    decomposed = unicodedata.normalize("NFD", name)
    bare = decomposed.encode("ascii", "ignore").decode()
    for spelling in (name, decomposed, bare, spelled_out, name.upper(), f"  {name.replace(' ', '')} "):
        assert read_building(spelling) is building


def test_no_name_is_the_beginning_of_a_name_of_another_building() -> None:
    plain = {(one, name.lower().replace(" ", "")) for one, name in every_name()}
    plain |= {
        (one, unicodedata.normalize("NFD", name).encode("ascii", "ignore").decode()) for one, name in plain
    }
    assert len(plain) > 150
    for (one, name), (another, longer) in permutations(plain, 2):
        assert one is another or not longer.startswith(name)


def test_huts_tiles_and_events_take_the_names_too() -> None:
    assert read_hut_type("Gemächer") is g.Building.CHAMBERS
    assert str(read_tile("gaerten 10:N").face) == str(read_tile("Kert*:N").face).replace("*", "10")
    assert g.notation.read_event("Red takes the Türme hut", ["Red", "Blue"]) == g.notation.read_event(
        "Red takes the TO hut", ["Red", "Blue"]
    )


def test_errors_know_the_buildings_of_these_names() -> None:
    with pytest.raises(ValueError, match=r"^GA10: expected its walls too, 3 tiles are called so: GA10:-; "):
        read_face("Garten 10", g.alhambra())
    with pytest.raises(ValueError, match=r"^TO14: no tile is called so, prices of Tower are 7 to 13$"):
        read_face("Turm 14", g.alhambra())
    with pytest.raises(ValueError, match=r"^'Szeráj': expected one face with its walls"):
        read_face("Szeráj")


@pytest.mark.parametrize("text", ["", "S", "SX", "Gart", "Garte", "Gartens", "SC10", "Mar\u212at"])
def test_what_is_no_building_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected a building, one of PV SE AC .* DI, or its name$"):
        read_building(text)


# Sides.

NO_O = "O is not read: it is east in German and Dutch, and west in French"


@pytest.mark.parametrize("text", ["SC10:NO", "sc10:o", "SC10:OS>", "Schule 10:NOSW", "GA10:NO", "GA*:O"])
def test_an_o_is_no_side_and_the_error_says_why(text: str) -> None:
    for read in (read_tile,) if text.endswith(">") else (read_tile, read_face):
        with pytest.raises(ValueError, match="not read") as refusal:
            read(text)
        assert str(refusal.value) == f"'{text}': expected sides N E S W; {NO_O}"


def test_an_o_is_no_side_of_an_edge_or_in_a_tile_file_either() -> None:
    with pytest.raises(ValueError, match=rf"^edges 'NO': expected any of N E S W, .*, or -; {NO_O}$"):
        g.Edges.parse("NO")
    with pytest.raises(ValueError, match=rf"^edges 'O': .*; {NO_O}$"):
        g.Tile.parse("AR2/BA3:O")
    with pytest.raises(ValueError, match=rf"^face 'GA10:NO': expected sides N E S W; {NO_O}$"):
        g.Face.parse("GA10:NO")
    # Other words are not taken for sides.
    for text in ("FOO", "NORTH"):
        with pytest.raises(ValueError, match=r"expected any of N E S W, each at most once, or -$"):
            g.Edges.parse(text)
