"""TOML that may be anything at all: which bounds hold, and that strings are told from what is beside them."""

from __future__ import annotations

import subprocess
import sys
import tomllib

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from granada_rules.base import (
    LONGEST_WORD,
    MOST_BYTES,
    MOST_DOTS,
    MOST_ENTRIES,
    RecordError,
    read_text,
    read_toml,
    write_simple,
)

DOTTED = "a." * MOST_DOTS + "a"
TOO_MANY_DOTS = f"more than {MOST_DOTS} dots in keys"


def refusal(text: str) -> str:
    with pytest.raises(RecordError) as refused:
        read_toml(text)
    return str(refused.value)


def test_as_much_as_is_allowed_is_read() -> None:
    assert read_text("é" * MOST_BYTES) == "é" * MOST_BYTES
    assert len(read_toml("a = [" + "1," * (MOST_ENTRIES - 2) + "]")) == 1
    assert read_toml(f"{DOTTED} = 1")
    assert read_toml(f"{'a' * LONGEST_WORD} = {'9' * LONGEST_WORD}")


def test_what_is_beyond_the_bounds_is_refused() -> None:
    with pytest.raises(RecordError, match=r"^longer than 1 MiB$"):
        read_text("é" * (MOST_BYTES // 2 + 1) * 2)
    with pytest.raises(RecordError, match=r"^longer than 1 MiB"):
        read_text(("é" * (MOST_BYTES // 2 + 1)).encode())
    assert refusal("a = [" + "1," * (MOST_ENTRIES - 1) + "]").startswith(f"more than {MOST_ENTRIES} entries")
    assert refusal(f"\n{DOTTED}.a = 1") == f"line 2: {TOO_MANY_DOTS}"
    for word in ("a = 9", "a = 0x", "a = 1e", "a = -", "a = 1_", ""):
        assert (
            refusal(f"\n{word}{'1' * (LONGEST_WORD + 1)} = 1") == "line 2: a word of more than 100 characters"
        )


@pytest.mark.parametrize("quote", ['"', "'", '"""', "'''"])
def test_a_string_may_be_as_long_as_a_file_and_hold_anything(quote: str) -> None:
    for long in ("." * 900_000, "a=[{," * 190_000, "x" * 900_000, "# " * 400_000):
        assert read_toml(f"a = {quote}{long}{quote}") == {"a": long}
        assert read_toml(f"{quote[0]}{long}{quote[0]} = 1") == {long: 1}


STRINGS = [
    '""',
    '"\\""',
    '"\\\\"',
    "'\\'",
    '""""""',
    '"""x"""',
    '"""\n"""',
    '"""a""b"""',
    "'''a''b'''",
    '""" "" \\""" """"',
    '""""x"""""',
    '"""\\\\"""',
    '"""\\\n"""',
    '"""\\"""\\""""',
    "''''''",
    "'''\n\\'''",
    "''''x'''''",
    '"#"',
    "'\"'",
    "\"'''\"",
    '\'"""\'',
    '1 # "\n',
    "1 # '''\n",
]


@pytest.mark.parametrize("string", STRINGS)
def test_dots_behind_a_string_are_counted_wherever_it_ends(string: str) -> None:
    text = f"b = {string}\nc = [{string}, {{ {DOTTED} = 1 }}]\n"
    assert read_toml(text) == tomllib.loads(text)
    assert refusal(text.replace(DOTTED, f"{DOTTED}.a")).endswith(TOO_MANY_DOTS)
    assert refusal(f"{text}d.d = 1\n").endswith(TOO_MANY_DOTS)


def one_line_strings() -> st.SearchStrategy[str]:
    texts = st.text(st.sampled_from("\"'\\.a#=[{\n \u007f"), max_size=12)
    return texts.map(write_simple) | texts.filter(lambda text: not {"'", "\n", "\x7f"} & set(text)).map(
        lambda text: f"'{text}'"
    )


def strings_of_many_lines() -> st.SearchStrategy[str]:
    parts = st.sampled_from(
        ['"', '""', "\\\\", '\\"', "'", "''", ".", "#", "=", "[", "\n", "\\\n", "\\n", "a"]
    )
    texts = st.lists(parts, max_size=12).map("".join)
    return st.one_of(
        texts.filter(lambda text: '"""' not in text.replace('\\"', "")).map(lambda text: f'"""{text}"""'),
        texts.filter(lambda text: "'''" not in text).map(lambda text: f"'''{text}'''"),
    )


@given(st.lists(one_line_strings() | strings_of_many_lines(), max_size=6), st.integers(0, MOST_DOTS + 2))
def test_dots_are_counted_beside_strings_and_nowhere_else(strings: list[str], dots: int) -> None:
    lines = [f"k{number} = [{string}] # . {string[:1]}\n" for number, string in enumerate(strings)]
    text = "".join(lines) + f"last{'.a' * dots} = 1\n"
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        reject()
    if dots <= MOST_DOTS:
        assert read_toml(text) == document
    else:
        assert refusal(text).endswith(TOO_MANY_DOTS)


# Of strings in many lines, most are read as if they had other quotes.


@pytest.mark.parametrize(
    "text",
    [
        'k = """x"""\'',
        'k = \'\'"""x"""',
        'k = """x""""""',
        'k = \'x\n"""x"""',
        'k = """\x00"""',
        'k = """x"""\nk = """y"""',
        '"""x""" = 1',
    ],
)
def test_what_is_wrong_beside_a_string_is_told_as_the_parser_tells_it(text: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as wrong:
        tomllib.loads(text)
    assert refusal(text).startswith(f"not TOML: {wrong.value}\n")


QUOTES = ['"', "'", '"""', "'''", "''", "\\", "\n", "\r\n", "#", "x", "k = ", "[", "]", ",", "\x0b"]


@given(
    st.lists(st.sampled_from([*QUOTES, '"""x"""', '"""\n"""', 'k = """\nx\n"""\n']), max_size=12).map("".join)
)
def test_any_text_is_read_as_the_parser_reads_it(text: str) -> None:
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        reason = str(error)
    else:
        assert read_toml(text) == document
        return
    assert refusal(text).startswith(f"not TOML: {reason}\n")


# However a text is made up, it is looked at once.


@pytest.mark.parametrize(
    "text",
    [
        '"""\n' + '\\"""\n' * 200_000,
        "'''\n" + "\\'\\''\n" * 170_000,
        '"' * 1_000_000,
        "'" * 1_000_000,
        '"x\n' * 300_000,
        '"""' + "\\" * 1_000_000,
        'a = """' + '\\"' * 500_000,
        'a = """' + '""x' * 300_000,
        "#\n" * 500_000,
        "a " * 500_000,
        ("a" * LONGEST_WORD + " ") * 10_000,
    ],
    ids=range(11),
)
def test_no_text_takes_long_to_be_looked_through(text: str) -> None:
    program = (
        "import sys; from granada_rules.base.documents import _refuse_costly"
        "; _refuse_costly(sys.stdin.read())"
    )
    # What is looked at again and again takes minutes.
    subprocess.run([sys.executable, "-c", program], input=text.encode(), check=True, timeout=30)  # noqa: S603 - ours
