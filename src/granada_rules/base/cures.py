"""What to do about a text that is no TOML or JSON: its line, a caret under the place, and the cure."""

from __future__ import annotations

import re
from typing import final

import attrs

from granada_rules.base.names import columns_of

__all__ = ["STRING", "UNCLOSED", "json_cure", "pointed", "toml_cure"]


STRING = (
    r'"""(?:[^"\\]++|\\.|"(?!""))*+"{0,5}'
    r"|'''(?:[^']++|'(?!''))*+'{0,5}"
    r'|"(?:[^"\\\n]++|\\.)*+"?'
    r"|'[^'\n]*+'?"
)
"""A pattern for a TOML string, also an unterminated one; compile it with ``re.DOTALL``.

Up to the first syntax error it matches exactly the strings that the parser sees. It is possessive: it never
backtracks, which would take far more memory than the text.
"""

_STRINGS = re.compile(rf"(?P<string>{STRING})|#[^\n]*+", re.DOTALL)

_WIDEST = 60
"""How many characters of a line are shown."""

_LOOKED_AT = 200
"""How far from the place something is looked for that tells the cure."""

_QUOTES = "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2018\u2019\u201a\u201b\u2039\u203a\u2033\uff02\u00b4`"
"""What stands on paper, or comes from word processors, for a plain quote."""

_PLAIN = 'use plain quotes (") instead of'


@final
@attrs.frozen
class _Rule:
    """A cure for what a parser says, if it says it between these texts."""

    said: str
    """A pattern for the reason."""
    before: str
    """A pattern for the end of what stands before the place."""
    behind: str
    """A pattern for what begins at the place; its group is shown for ``{}``."""
    cure: str

    def cure_of(self, reason: str, before: str, behind: str) -> str | None:
        """Return the cure; None if this is another slip."""
        found = re.match(self.behind, behind)
        if found is None or not re.match(self.said, reason) or not re.search(rf"(?:{self.before})\Z", before):
            return None
        return self.cure.format(*("".join(map(_seen, group.strip())) for group in found.groups()))


_COMMA = "a comma too many: take it away"

_MISSING = "a value is missing here; what is not known is left out, with its key"

_WORD = r"""([^\s,;\[\]{}#"'=:][^,;\[\]{}#"'=\n]{0,29})"""
"""A word or some, as people write them without quotes."""

_QUOTED = 'words stand in quotes: "{}"'

_DIGITS = "a word stands in quotes, also if it begins with digits"

_BOOLEAN = "true and false have small letters"

_ZEROS = "a number has no zeros in front"

_BETWEEN = "a comma is missing before it"

_BACKSLASH = r"write \\ for a backslash"

UNCLOSED = "the list above has no end: write ] behind its last entry"

_NEW_LINE = r"(?:^|\n)[ \t]*"

_ENTRY = r"[ \t]*+[\w-]++[ \t]*+=|[ \t]*+\[\[?+\w"
"""What an entry or a header of TOML begins with."""

_SWALLOWED = re.compile(rf"\n(?:{_ENTRY})")

_TOML = (
    _Rule("Cannot", r"\[\[?[ \t]*player[ \t]*", "", "write [[player]] above each player"),
    _Rule("Cannot", rf"{_NEW_LINE}\[[^\n]*", "", "this table stands above, too: write it once"),
    _Rule("Cannot|Dupl", "", "", "each entry is written once; every further player begins with [[player]]"),
    _Rule("Illegal", "", "", 'a text ends on its line with a quote; if it has several lines, with """'),
    _Rule("Unescaped|Invalid hex|Escaped", "", "", _BACKSLASH),
    _Rule("Expected '='", "", ":", "write = instead of :"),
    _Rule("", _NEW_LINE, r"//|/\*|;|%|--", "a remark begins with #"),
    _Rule("Expected '='", "", "", 'an entry is one word, then =, then its value, such as marker = "odd"'),
    _Rule("Invalid value|Unclosed array", _NEW_LINE, _ENTRY, UNCLOSED),
    _Rule("Invalid value", rf"{_NEW_LINE}\[\[?", r"\w+\]", UNCLOSED),
    _Rule("Invalid value", "", r"[ \t]*(?:#|\n|$)", _MISSING),
    _Rule("Invalid value", "", ",", _COMMA),
    _Rule("Invalid value", "", r"(?i:(true|false))\b", _BOOLEAN),
    _Rule("Invalid value", "", r"\(", "a list stands between [ and ]"),
    _Rule("Invalid value", "", _WORD, _QUOTED),
    _Rule("Expected newline|Unclosed", r"[=\[,][ \t]*[+-]?0", "[0-9]", _ZEROS),
    _Rule("Expected newline|Unclosed", r"\w", r"\w", _DIGITS),
    _Rule("Expected newline", "", r",[ \t]*(?:#|\n|$)", _COMMA),
    _Rule("Expected newline", "", ",", "several values stand between [ and ]"),
    _Rule("Expected newline", "", r"[\]})]", "a bracket too many: take it away"),
    _Rule("Expected newline", "", "", "one entry a line; quotes stand around the whole text, and not in it"),
    _Rule("Unclosed array", "", r"\s*$", UNCLOSED),
    _Rule("Unclosed array", "", r"[^\s\w\"'{\[]", "a list has commas between its entries, and ends with ]"),
    _Rule("Unclosed", "", r"[\"'\w{\[]", _BETWEEN),
    _Rule("Invalid initial", r",\s*", r"\}", _COMMA),
    _Rule("Unclosed|Invalid initial", "", r"\s*$|\n", "what stands between {{ and }} stands on one line"),
    _Rule("Expected '\\]", "", "", "a header has as many ] as [, such as [[player]]"),
    _Rule("Invalid statement", "", r"[@.]", 'a drawing stands between """ and """'),
    _Rule("", "", "", "a line is key = value, or a header such as [[player]], or a remark behind #"),
)

_JSON = (
    _Rule("", "", r",\s*[,}\]]", _COMMA),
    _Rule("", r",\s*", r"[,}\]]", _COMMA),
    _Rule("Expecting", "", r"\s*$", "a bracket is not closed"),
    _Rule("Expecting", "", "'", 'JSON has double quotes (") only'),
    _Rule("Expecting", "", r"#|//|/\*", "JSON has no remarks: take it away"),
    _Rule("Expecting prop", "", r"(\w{1,30})", _QUOTED),
    _Rule("Expecting value", "", r"(True|False)\b", _BOOLEAN),
    _Rule("Expecting value", "", _WORD, _QUOTED),
    _Rule("Expecting value", "", "", _MISSING),
    _Rule("Expecting ':'", "", "=", "write : instead of ="),
    _Rule("Expecting ':'", "", "", "behind a key stand : and its value"),
    _Rule("Expecting ','", r"[:\[,]\s*-?0", "[0-9]", _ZEROS),
    _Rule("Expecting ','", r"\w", r"\w", _DIGITS),
    _Rule("Expecting ','", "", r"[\"\w{\[-]", _BETWEEN),
    _Rule("Unterminated", "", "", 'this text has no end: write " behind it'),
    _Rule("Invalid control", "", r"\t", r"write a tab in a text as \t, or as blanks"),
    _Rule("Invalid control", "", "", r"a text ends on its line with a quote; a new line in it is written \n"),
    _Rule("Invalid", "", "", _BACKSLASH),
    _Rule("Extra data", "", "", "nothing stands behind the bracket that closes the first one"),
    _Rule("", "", "", "entries have commas between them, and brackets are closed in pairs"),
)


def toml_cure(text: str, reason: str) -> str:
    """Return the line that a TOML parser complains about, and what to do; its reason ends with the place."""
    source = text.replace("\r\n", "\n")
    found = re.search(r"\(at line ([0-9]+), column ([0-9]+)\)$", reason)
    if found is None:
        # At the end of the document, where a text may have begun long before.
        return _of_open_text(source, reason) or _cured(source, len(source.rstrip()), reason, _TOML)
    line, column = int(found[1]), int(found[2])
    place = sum(map(len, source.split("\n", line - 1)[: line - 1])) + line - 1 + column - 1
    return _of_swallowed(source, place) or _cured(source, place, reason, _TOML)


def json_cure(text: str, reason: str, place: int) -> str:
    """Return the line that a JSON parser complains about, and what to do."""
    return _cured(text, place, reason, _JSON)


def _cured(text: str, place: int, reason: str, rules: tuple[_Rule, ...]) -> str:
    before, behind = text[max(0, place - _LOOKED_AT) : place], text[place : place + _LOOKED_AT]
    if (quote := _typographic(text, place)) is not None:
        return pointed(text, quote, f"{_PLAIN} {text[quote]}")
    letter = behind[:1]
    if letter and letter not in "\t\n\r" and not letter.isprintable():
        return pointed(text, place, f"U+{ord(letter):04X} cannot stand here: take it away, or write a blank")
    cure = next(filter(None, (rule.cure_of(reason, before, behind) for rule in rules)))
    # Parsers complain about what stands behind a comma too many, and behind a backslash.
    cause = {_COMMA: ",", _BACKSLASH: "\\"}.get(cure, "")
    if not behind.startswith(cause):
        place = text.rindex(cause, 0, place)
    return pointed(text, place, cure)


def _typographic(text: str, place: int) -> int | None:
    """Return where a quote is that is no plain one: at the place, or on its line if a text has no end."""
    if text[place : place + 1] in [*_QUOTES]:
        return place
    # A text that begins with a plain quote and ends with another one goes on to the end of the line.
    if text[place : place + 1] not in {"", "\n", '"'}:
        return None
    begin, end = text.rfind("\n", 0, place) + 1, text.find("\n", place) % (len(text) + 1)
    near = range(max(begin, place - _LOOKED_AT), min(end, place + _LOOKED_AT))
    return next((at for at in near if text[at] in _QUOTES), None)


def _of_open_text(text: str, reason: str) -> str | None:
    """Return the cure for a text that ends nowhere."""
    if not reason.startswith(("Unterminated", 'Expected "')):
        return None
    place = max(match.start("string") for match in _STRINGS.finditer(text))
    quote = next(mark for mark in ('"""', "'''", '"', "'") if text.startswith(mark, place))
    return pointed(text, place, f"this text has no end: write {quote} behind it")


def _of_swallowed(text: str, place: int) -> str | None:
    """Return the cure if a text with quotes ends late, so that entries became a part of it."""
    swallowing = None
    for match in _STRINGS.finditer(text, 0, place):
        if match["string"] and _SWALLOWED.search(match[0]):
            swallowing = match
    if swallowing is None:
        return None
    last = text.count("\n", 0, swallowing.end()) + 1
    cure = f"this text ends as late as on line {last}: are the quotes at its end missing?"
    return pointed(text, swallowing.start(), cure)


def pointed(text: str, place: int, cure: str) -> str:
    """Return the line of a place, a caret under it, and what to do; each on a line of its own, shifted."""
    begin = text.rfind("\n", 0, place) + 1
    end = text.find("\n", place) % (len(text) + 1)
    first = max(begin, min(place - _WIDEST // 2, end - _WIDEST))
    last = min(end, first + _WIDEST)
    ahead = "..." * (first > begin)
    shown = ahead + "".join(map(_seen, text[first:last])) + "..." * (last < end)
    caret = " " * (len(ahead) + sum(columns_of(_seen(letter)) for letter in text[first:place]))
    return "".join(f"\n  {line}" for line in (shown.rstrip(), f"{caret}^", cure) if line)


def _seen(letter: str) -> str:
    """Return a character as it can be printed."""
    return " " if letter in "\t\r" else letter if letter.isprintable() else "\ufffd"
