"""Mutants: copies of a module with one small mistake, by the operators of Cosmic Ray and two more."""

from __future__ import annotations

import ast
import hashlib
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import attrs
from cosmic_ray.ast import ast_nodes, get_ast  # type: ignore[import-untyped]
from cosmic_ray.operators.operator import Operator  # type: ignore[import-untyped]
from cosmic_ray.plugins import get_operator, operator_names  # type: ignore[import-untyped]
from parso.python.tree import Keyword

if TYPE_CHECKING:
    from collections.abc import Iterator

    Node = Any  # parso is only partly typed
    Span = tuple[tuple[int, int], tuple[int, int]]

# Likely mistakes only; others, such as a power for a union of bit sets, are killed at once.
_BINARY = {
    "Add": ["Sub"],
    "Sub": ["Add"],
    "Mul": ["Add", "FloorDiv"],
    "FloorDiv": ["Mul"],
    "Mod": ["Mul", "FloorDiv"],
    "BitOr": ["BitAnd", "BitXor"],
    "BitAnd": ["BitOr", "BitXor"],
    "BitXor": ["BitOr", "BitAnd"],
    "LShift": ["RShift"],
    "RShift": ["LShift"],
}
_ORDERS = ["Eq", "NotEq", "Lt", "LtE", "Gt", "GtE"]


Change = tuple[str, str, str]
"""The function, the lines before, and the lines after."""


@attrs.frozen
class Mutant:
    """A mistake: the function, the lines before and after, and the source of the whole module."""

    function: str
    before: str
    after: str
    source: str = attrs.field(repr=False)

    @property
    def change(self) -> Change:
        """The mistake without the source."""
        return self.function, self.before, self.after

    @property
    def key(self) -> str:
        """A digest of the mistake: the same as long as the function is, whatever changes around it."""
        text = f"{self.function}\n{meaning(self.function, self.source)}"
        return hashlib.sha256(text.encode()).hexdigest()

    def __str__(self) -> str:
        return f"{self.function}: {self.before!r} -> {self.after!r}"


def meaning(function: str, source: str) -> str:
    """Return the syntax tree of a top-level function or class; for ``""``, that of all other statements.

    Comments, docstrings, imports and ``__all__`` are left out.
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            node.body = [statement for statement in node.body if not _is_aside(statement)]
    wanted = function.partition(".")[0]
    return "\n".join(ast.dump(each) for each in tree.body if getattr(each, "name", "") == wanted)


def _is_aside(statement: ast.stmt) -> bool:
    match statement:
        case ast.Import() | ast.ImportFrom() | ast.Expr(ast.Constant()):
            return True
        case ast.If(ast.Name("TYPE_CHECKING")) | ast.Assign([ast.Name("__all__")]):
            return True
        case _:
            return False


class RemoveStatement(Operator):  # type: ignore[misc]
    """Removes a statement."""

    def mutation_positions(self, node: Node) -> Iterator[Span]:
        """Find statements, except imports and docstrings."""
        if node.type == "simple_stmt" and not node.children[0].type.startswith(("import", "string")):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Node, index: int) -> Node:
        """Put ``pass`` in its place."""
        del index
        leaf = node.get_first_leaf()
        node.children[0] = Keyword("pass", leaf.start_pos, prefix=leaf.prefix)
        return node

    @classmethod
    def examples(cls) -> tuple[()]:
        """Return no examples; Cosmic Ray asks for them."""
        return ()


class NegatePart(RemoveStatement):
    """Negates a part of a condition, or the condition of a comprehension."""

    def mutation_positions(self, node: Node) -> Iterator[Span]:
        """Find what stands beside "and" and "or", or after the "if" of a comprehension."""
        kind = "" if node.parent is None else node.parent.type
        if (kind in {"and_test", "or_test"} and node.type != "keyword") or (
            kind == "comp_if" and node is node.parent.children[1]
        ):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Node, index: int) -> Node:
        """Put "not" before it."""
        del index
        return get_ast(f" (not ({node.get_code().strip()}))")


def operators() -> list[Operator]:
    """Return all operators."""
    wanted = {f"ReplaceBinaryOperator_{one}_{other}" for one, others in _BINARY.items() for other in others}
    wanted |= {f"ReplaceComparisonOperator_{one}_{other}" for one in _ORDERS for other in _ORDERS}
    wanted |= {"ReplaceComparisonOperator_Is_IsNot", "ReplaceComparisonOperator_IsNot_Is"}
    names = [name for name in operator_names() if name.partition("/")[2] in wanted or _is_simple(name)]
    return [*(get_operator(name)() for name in names), RemoveStatement(), NegatePart()]


def _is_simple(name: str) -> bool:
    return not name.startswith(("core/ReplaceBinary", "core/ReplaceComparison", "core/Variable"))


def mutants(source: str) -> Iterator[Mutant]:
    """Make every mutant of a module, each once."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def place(position: tuple[int, int]) -> int:
        return starts[position[0] - 1] + position[1]

    plain = ast.parse(source)
    unobserved, functions = list(_unobserved(plain)), list(_functions(plain))
    seen = {source}
    makers = operators()
    for node in ast_nodes(get_ast(source)):
        first, last = place(node.get_start_pos_of_prefix()), place(node.end_pos)
        for maker in makers:
            for index, (begin, _) in enumerate(maker.mutation_positions(node)):
                if any(start <= begin <= end for start, end in unobserved):
                    continue
                text = source[:first] + _mutated(node, maker, index) + source[last:]
                if text not in seen and _is_program(text):
                    seen.add(text)
                    # Of nested functions the innermost begins last.
                    around = [(start, name) for start, end, name in functions if start <= begin[0] <= end]
                    yield Mutant(max(around, default=(0, ""))[1], *_difference(source, text), text)


def _mutated(node: Node, maker: Operator, index: int) -> str:
    parent, node.parent = node.parent, None
    copy = deepcopy(node)
    node.parent = copy.parent = parent
    changed = maker.mutate(copy, index)
    return "" if changed is None else str(changed.get_code())


def _is_program(text: str) -> bool:
    try:
        compile(text, "mutant", "exec")
    except SyntaxError:
        return False
    return True


def _difference(before: str, after: str) -> tuple[str, str]:
    """Return the lines that differ, stripped."""
    olds, news = before.splitlines(), after.splitlines()
    while olds and news and olds[0] == news[0]:
        del olds[0], news[0]
    while olds and news and olds[-1] == news[-1]:
        del olds[-1], news[-1]
    old, new = ("\n".join(line.strip() for line in lines if line.strip()) for lines in (olds, news))
    return old, new


def _functions(tree: ast.Module) -> Iterator[tuple[int, int, str]]:
    """Yield first line, with decorators, last line and qualified name of each function and class."""

    def within(node: ast.AST, path: str) -> Iterator[tuple[int, int, str]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                name = f"{path}{child.name}"
                first = min([child.lineno, *(decorator.lineno for decorator in child.decorator_list)])
                yield first, child.end_lineno or first, name
                yield from within(child, f"{name}.")
            else:
                yield from within(child, path)

    return within(tree, "")


def _unobserved(tree: ast.Module) -> Iterator[Span]:
    """Yield the parts that only a type checker or a reader looks at."""
    for node in ast.walk(tree):
        parts: list[ast.AST | None] = []
        match node:
            case ast.arg() | ast.AnnAssign():
                parts = [node.annotation]
            case ast.FunctionDef():
                parts = [node.returns]
            case ast.ClassDef():
                parts = [name for name in node.decorator_list if ast.unparse(name) == "final"]
            case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.Assert():
                parts = [node]
            case ast.Assign(targets=[ast.Name(id="__all__")]):
                parts = [node]
            case ast.Expr(value=ast.Call(func=ast.Name(id="assert_never"))):
                parts = [node]
            case _:
                pass
        for part in parts:
            if isinstance(part, ast.expr | ast.stmt) and part.end_lineno is not None:
                # One column more: the @ before a decorator.
                yield (part.lineno, max(part.col_offset - 1, 0)), (part.end_lineno, part.end_col_offset or 0)
