"""Slips in TOML and JSON: the line is shown, a caret stands under the place, and what to do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from granada_rules.base import MOST_BYTES, RecordError, read_document, read_text

COMMA = "a comma too many: take it away"
MISSING = "a value is missing here; what is not known is left out, with its key"
OPEN_LIST = "the list above has no end: write ] behind its last entry"
ONE_LINE = "what stands between { and } stands on one line"
ADDED = "a comma is missing before it"
REMARK = "a remark begins with #"
ENDS = 'a text ends on its line with a quote; if it has several lines, with """'
ENTRY = 'an entry is one word, then =, then its value, such as marker = "odd"'
LINE = "a line is key = value, or a header such as [[player]], or a remark behind #"
PAIR = "one entry a line; quotes stand around the whole text, and not in it"
ZEROS = "a number has no zeros in front"
DIGITS = "a word stands in quotes, also if it begins with digits"
BACKSLASH = r"write \\ for a backslash"
TWICE = "each entry is written once; every further player begins with [[player]]"
PLAYER = "write [[player]] above each player"
HEADER = "a header has as many ] as [, such as [[player]]"


def refusal(data: str | bytes) -> str:
    with pytest.raises(RecordError) as refused:
        read_document(data)
    return str(refused.value)


def quotes(wrong: str) -> str:
    return f'use plain quotes (") instead of {wrong}'


def words(given: str) -> str:
    return f'words stand in quotes: "{given}"'


def no_end(quote: str) -> str:
    return f"this text has no end: write {quote} behind it"


@pytest.mark.parametrize(
    ("text", "shown", "column", "cure"),
    [
        ("turn = “Red”", "turn = “Red”", 8, quotes("“")),
        ("turn = „Red“", "turn = „Red“", 8, quotes("„")),
        ('x = 1\nyard = ["SC10", ”AR4”]', 'yard = ["SC10", ”AR4”]', 17, quotes("”")),
        ('turn = "Red”\n', 'turn = "Red”', 12, quotes("”")),
        ("turn = Red\n", "turn = Red", 8, words("Red")),
        ("turn = Red Fox # x\n", "turn = Red Fox # x", 8, words("Red Fox")),
        ("turn = " + "x" * 99, "turn = " + "x" * 53 + "...", 8, words("x" * 30)),
        ("hand = [b4, b6]", "hand = [b4, b6]", 9, words("b4")),
        ("turn = R\x16 be", "turn = R\ufffd be", 8, words("R\ufffd be")),
        ("city = @ SC4:N\n", "city = @ SC4:N", 8, words("@ SC4:N")),
        ("yard = [-]", "yard = [-]", 9, words("-")),
        ("simplified = True", "simplified = True", 14, "true and false have small letters"),
        ("city =\n@ SC4:N\n", "city =", 7, MISSING),
        ("turn = # who?\n", "turn = # who?", 8, MISSING),
        ("turn =", "turn =", 7, MISSING),
        ('yard = ["a",, "b"]', 'yard = ["a",, "b"]', 13, COMMA),
        ('turn = "Red",\n', 'turn = "Red",', 13, COMMA),
        ('ruleset = { game = "both", }', 'ruleset = { game = "both", }', 26, COMMA),
        ('yard = "a", "b"', 'yard = "a", "b"', 11, "several values stand between [ and ]"),
        ('yard = ("a")', 'yard = ("a")', 8, "a list stands between [ and ]"),
        ('yard = ["a"]]', 'yard = ["a"]]', 13, "a bracket too many: take it away"),
        ('yard = ["a" "b"]', 'yard = ["a" "b"]', 13, ADDED),
        (
            'yard = ["a"; "b"]',
            'yard = ["a"; "b"]',
            12,
            "a list has commas between its entries, and ends with ]",
        ),
        ('yard = ["a"\nmarker = "odd"\n', 'marker = "odd"', 1, OPEN_LIST),
        ('yard = ["a",\n[[player]]\n', "[[player]]", 3, OPEN_LIST),
        ('yard = ["a",\nmarker = "odd"\n', 'marker = "odd"', 1, OPEN_LIST),
        ('yard = ["a"\n', 'yard = ["a"', 12, OPEN_LIST),
        ('ruleset = { game = "both"\n', 'ruleset = { game = "both"', 26, ONE_LINE),
        ('ruleset = {\n game = "both"\n}\n', "ruleset = {", 12, ONE_LINE),
        ('ruleset = { game = "both" house_rules = true }', None, 27, ADDED),
        ('ruleset = { game: "both" }', 'ruleset = { game: "both" }', 17, "write = instead of :"),
        ('turn: "Red"', 'turn: "Red"', 5, "write = instead of :"),
        ('turn "Red"', 'turn "Red"', 6, ENTRY),
        ("größe = 1", "größe = 1", 3, ENTRY),
        ("a\tb = 1", "a b = 1", 3, ENTRY),
        ('turn = "Red\nmarker = "odd"\n', 'turn = "Red', 12, ENDS),
        ('city = "\n@ SC4\n"\n', 'city = "', 9, ENDS),
        ('turn = "Red', 'turn = "Red', 8, no_end('"')),
        ('x = "y"\ncity = """\n@ SC4\n# "', 'city = """', 8, no_end('"""')),
        ("city = '''\n@ SC4\n", "city = '''", 8, no_end("'''")),
        ("turn = 'Red\n", "turn = 'Red", 8, no_end("'")),
        ('turn = "a"\nturn = "b"\n', 'turn = "b"', 11, TWICE),
        ("a = { b = 1, b = 2 }", "a = { b = 1, b = 2 }", 19, TWICE),
        ("[player]\n[player]\n", "[player]", 8, PLAYER),
        ("[[player]]\n[ player ]\n", "[ player ]", 10, PLAYER),
        ("[player]\n[[player]]\n", "[[player]]", 9, PLAYER),
        ("[ruleset]\n[ruleset]\n", "[ruleset]", 9, "this table stands above, too: write it once"),
        ("[[player]\n", "[[player]", 9, HEADER),
        ("points = 012", "points = 012", 11, ZEROS),
        ("piles = [11, 012]", "piles = [11, 012]", 15, ZEROS),
        ("piles = [12A]", "piles = [12A]", 12, DIGITS),
        ("piles = 12A", "piles = 12A", 11, DIGITS),
        ("// ours", "// ours", 1, REMARK),
        ("x = 1\n  ; ours", "  ; ours", 3, REMARK),
        ("@ SC4:N\n", "@ SC4:N", 1, 'a drawing stands between """ and """'),
        ("* ours", "* ours", 1, LINE),
        ('turn = "C:\\x"', 'turn = "C:\\x"', 11, BACKSLASH),
        ('turn = "\\u12"', 'turn = "\\u12"', 9, BACKSLASH),
        ('name = "Red" Fox', 'name = "Red" Fox', 14, PAIR),
        ("turn\xa0= 1", "turn\ufffd= 1", 5, "U+00A0 cannot stand here: take it away, or write a blank"),
        ('x = "\x07"', 'x = "\ufffd"', 6, "U+0007 cannot stand here: take it away, or write a blank"),
        ('{"a": “x”}', '{"a": “x”}', 7, quotes("“")),
        ('{"a": "x”}', '{"a": "x”}', 9, quotes("”")),
        ("{'a': 1}", "{'a': 1}", 2, 'JSON has double quotes (") only'),
        ("{\"a\": 'x'}", "{\"a\": 'x'}", 7, 'JSON has double quotes (") only'),
        ('{turn: "x"}', '{turn: "x"}', 2, words("turn")),
        ('{"a": Red}', '{"a": Red}', 7, words("Red")),
        ('{"a": False}', '{"a": False}', 7, "true and false have small letters"),
        ('{"a": ["x",]}', '{"a": ["x",]}', 11, COMMA),
        ('{"a": ["x"\n  , \n]}', "  ,", 3, COMMA),
        ('{"a": 1,,"b": 2}', '{"a": 1,,"b": 2}', 9, COMMA),
        ('{"a": 1 "b": 2}', '{"a": 1 "b": 2}', 9, ADDED),
        ('{"a": 1\n"b": 2}', '"b": 2}', 1, ADDED),
        ('{"a": 1; "b": 2}', None, 8, "entries have commas between them, and brackets are closed in pairs"),
        ('{"a": 1\n# x\n}', "# x", 1, "JSON has no remarks: take it away"),
        ('{"a": }', '{"a": }', 7, MISSING),
        ('{"a" = 1}', '{"a" = 1}', 6, "write : instead of ="),
        ('{"a", 1}', '{"a", 1}', 5, "behind a key stand : and its value"),
        ('{"a": 012}', '{"a": 012}', 8, ZEROS),
        ('{"a": 12A}', '{"a": 12A}', 9, DIGITS),
        ('{"a": 1', '{"a": 1', 8, "a bracket is not closed"),
        ('{"a": "x', '{"a": "x', 7, no_end('"')),
        ('{"a": "x\ty"}', '{"a": "x y"}', 9, r"write a tab in a text as \t, or as blanks"),
        (
            '{"a": "x\n"}',
            '{"a": "x',
            9,
            r"a text ends on its line with a quote; a new line in it is written \n",
        ),
        ('{"a": "\\x"}', '{"a": "\\x"}', 8, BACKSLASH),
        ('{"a": 1}}', '{"a": 1}}', 9, "nothing stands behind the bracket that closes the first one"),
    ],
)
def test_a_slip_is_shown_where_it_is_with_its_cure(
    text: str, shown: str | None, column: int, cure: str
) -> None:
    first, *more = refusal(text).split("\n")
    assert first.startswith(("not TOML: ", "not JSON: line "))
    assert more == [f"  {text if shown is None else shown}", f"  {' ' * (column - 1)}^", f"  {cure}"]
    # Ends of lines as Windows has them change nothing.
    assert refusal(text.replace("\n", "\r\n")).split("\n")[2:] == more[1:] or text.startswith("{")


def test_quotes_that_are_missing_are_looked_for_where_the_text_begins() -> None:
    drawing = 'city = """\n@ SC4:N\n'
    text = f'[[player]]\nname = "Red"\n{drawing}\n[[player]]\nname = "Bo"\n{drawing}"""\n'
    assert refusal(text).split("\n")[1:] == [
        '  city = """',
        "         ^",
        "  this text ends as late as on line 8: are the quotes at its end missing?",
    ]


SEVERAL = """turn = Red
marker = "odd"
yard = [AR4, BA7]
[[player]]
name = “Red”
points: 12
city = '''
@ SC4:N
'''
[[player]]
name = "Bo
"""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_slips_on_several_lines_are_told_at_once(end: str) -> None:
    lines = refusal(SEVERAL.replace("\n", end)).split("\n")
    assert [line[line.index("(") :] for line in lines[::4]] == [
        "(at line 1, column 8)",
        "(at line 3, column 9)",
        "(at line 5, column 8)",
        "(at line 6, column 7)",
        "(at line 11, column 11)",
    ]
    assert [line[2:] for line in lines[3::4]] == [
        words("Red"),
        words("AR4"),
        quotes("“"),
        "write = instead of :",
        ENDS,
    ]


@pytest.mark.parametrize(
    "text",
    [
        # What follows from a slip is none.
        'city = “““\n@ SC4:N\n”””\nname = "Red"\n',
        'yard = ["AR4",\nmarker = "odd"\nturn = "Red"\n',
        'yard = [AR4,\n"BA7"]\nturn = Red\n',
        'turn = Red\n[[player\nname = "Bo"\n',
        "turn = Red\nname =",
        '[player]\nname = "Red"\n[player]\nname = Bo\n',
        # Lines of a text are no entries.
        'turn = Red\nnote = """\na = b\n"""\n',
    ],
)
def test_what_may_follow_from_a_slip_is_not_told(text: str) -> None:
    assert len(refusal(text).split("\n")) == 4


def test_of_very_many_slips_10_are_told() -> None:
    told = refusal("".join(f"k{number} = Red\n" for number in range(50))).split("\n")
    assert (len(told), told[-1]) == (41, "and more")
    told = refusal("".join(f"k{number} = Red\n" for number in range(9))).split("\n")
    assert (len(told), told[-1]) == (4 * 9, f"  {words('Red')}")


def test_a_long_text_is_not_parsed_again_and_again() -> None:
    assert refusal(f"a = Red\nb = Red\n#{'x' * MOST_BYTES}"[:MOST_BYTES]).count("not TOML") == 1


def test_of_a_long_line_the_part_around_the_caret_is_shown() -> None:
    _, shown, caret, _ = refusal(f"a = [{'1, ' * 1000}b, {'1, ' * 1000}]").split("\n")
    assert shown == f"  ...{'1, ' * 10}b, {'1, ' * 9}..."
    assert shown[caret.index("^")] == "b"
    _, shown, caret, _ = refusal(f"a = [{'1, ' * 1000}b]").split("\n")
    assert shown == f"  ...{', 1' * 19}, b]"[:5] + shown[5:]
    assert shown[caret.index("^") :] == "b]"


def test_a_caret_stands_under_its_place_behind_wide_letters_and_marks() -> None:
    _, shown, caret, _ = refusal('"漢字e\u0301" = x').split("\n")
    # On a terminal two letters take two columns each, and the accent takes none.
    assert caret.index("^") == shown.index("x") + 2 - 1


@given(
    st.text(st.sampled_from([*'ab1="[]{},#\n\t\r\\\x00\x1b“漢\u0301\u200b']), max_size=40),
    st.sampled_from(["", "{"]),
)
def test_whatever_is_refused_is_told_in_few_lines_without_control_characters(
    text: str, first_letter: str
) -> None:
    try:
        read_document(first_letter + text)
    except RecordError as error:
        message = str(error)
    else:
        return
    told = message.split("\nnot TOML: ")
    assert len(told) <= 10
    for slip in told:
        assert len(slip) < 500
        first, *more = slip.split("\n")
        assert all(line.isprintable() for line in (first, *more))
        assert len(more) in {0, 3}
        assert [line.strip() for line in more[1:2]] == ["^"][: len(more)]
        assert all(line.strip() for line in more[1:])


def test_each_entry_that_is_no_toml_or_json_is_a_slip_with_its_line() -> None:
    with pytest.raises(RecordError) as refused:
        read_document("a = Red\nb = 1\n\nc = “x”\n")
    slips = refused.value.slips
    assert [(slip.place, slip.given) for slip in slips] == [("line 1", "'a = Red'"), ("line 4", "'c = “x”'")]
    assert "\n".join(slip.message for slip in slips) == str(refused.value)
    with pytest.raises(RecordError) as refused:
        read_document('{"a": 1,\n "b": Red}')
    (slip,) = refused.value.slips
    assert (slip.place, slip.given) == ("line 2", "'\"b\": Red}'")
    assert slip.message == str(refused.value)


# Encodings.

SAVE = "save the file as UTF-8: editors have that under Save As or Encoding"


@pytest.mark.parametrize("text", ['turn = "René"\n', '{"turn": "René"}'])
def test_a_byte_order_mark_of_utf_8_is_no_part_of_a_text(text: str) -> None:
    assert read_document(f"\ufeff{text}") == read_document(text.encode("utf-8-sig")) == {"turn": "René"}
    assert read_document(f"\ufeff\ufeff{text}") == {"turn": "René"}
    assert read_text(read_text(f"\ufeff\ufeff{text}")) == text


@pytest.mark.parametrize("text", ['turn = "René"\n', '{"turn": "René"}', "# ö\nformat = 1", "{}"])
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_wide_letters_are_told_with_how_to_save_a_file(text: str, encoding: str) -> None:
    assert refusal(text.encode(encoding)) == f"line 1: not UTF-8 but {encoding[:6].upper()}\n  {SAVE}"
    # The mark that says which byte comes first in big-endian files.
    if encoding == "utf-16-be":
        assert refusal(b"\xfe\xff" + text.encode(encoding)).startswith("line 1: not UTF-8 but UTF-16\n")


def test_letters_of_an_old_encoding_are_told_with_how_to_save_a_file() -> None:
    assert refusal('format = 1\r\nturn = "Ren\xe9e"\r\n'.encode("latin-1")).split("\n") == [
        "line 2: not UTF-8 (byte 0xe9)",
        '  turn = "Renée"',
        "             ^",
        f"  {SAVE}",
    ]
    assert refusal("turn = “Red”".encode("cp1252")).split("\n")[1:3] == ["  turn = “Red”", "         ^"]
    assert refusal(b"\xff\x81")[-len(SAVE) :] == SAVE


@pytest.mark.parametrize("data", [b"", b"\0", b"{\0", b"\0\0\0\0", b"\0\0{}", b"a\0=1"])
def test_bytes_that_are_zero_make_no_utf_16_of_a_text(data: bytes) -> None:
    assert read_text(data) == data.decode()


def test_a_text_as_long_as_a_file_may_be_is_told_in_few_words() -> None:
    assert len(refusal("x" * 90 + " = " + "“" * (MOST_BYTES // 3 - 99))) < 500
