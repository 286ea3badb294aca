"""safe.py - what an expression of an exam question is worth, read from its syntax tree.

Numbers, texts, lists, arithmetic, comparisons, `a if c else b`, sums over ranges and a few functions
of mathematics: anything else is refused, and so is whatever computes too long. Nothing is ever run.
"""
from __future__ import annotations

import ast
import math
import operator
from collections.abc import Iterator

OPERATIONS = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.USub: operator.neg, ast.Not: operator.not_,
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge,
}
FUNCTIONS = {
    "sum": sum, "min": min, "max": max, "len": len, "abs": abs, "round": round, "sorted": sorted, "range": range,
    "exp": math.exp, "log": math.log, "sqrt": math.sqrt, "tanh": math.tanh, "sin": math.sin, "cos": math.cos,
    "ceil": math.ceil, "floor": math.floor, "comb": math.comb, "gcd": math.gcd,
}
MOST = 500_000  # nodes of one expression, loops counted each time round


class Refused(ValueError):
    """The expression is none of these."""


class Reader:
    def __init__(self, names: dict[str, object]):
        self.names, self.left = dict(names), MOST

    def value(self, node: ast.AST) -> object:
        self.left -= 1
        if self.left < 0:
            raise Refused("it computes too long")
        kind = type(node).__name__.lower()
        read = getattr(self, f"of_{kind}", None)
        if read is None:
            raise Refused(f"a {kind} has no place in a question")
        return read(node)

    def operation(self, node: ast.AST):
        if type(node) not in OPERATIONS:
            raise Refused(f"no operation {type(node).__name__}")
        return OPERATIONS[type(node)]

    def of_constant(self, node: ast.Constant) -> object:
        if not isinstance(node.value, (int, float, str)):
            raise Refused(f"no constant {node.value!r}")
        return node.value

    def of_name(self, node: ast.Name) -> object:
        if node.id not in self.names:
            raise Refused(f"{node.id} was not drawn")
        return self.names[node.id]

    def of_tuple(self, node: ast.Tuple | ast.List) -> list:
        return [self.value(part) for part in node.elts]

    of_list = of_tuple

    def of_binop(self, node: ast.BinOp) -> object:
        left, right = self.value(node.left), self.value(node.right)
        if isinstance(node.op, ast.Pow):
            if abs(right) > (1_000 if isinstance(left, int) else 100_000) or abs(left) > 1e12:
                raise Refused("a power that is too large")
            return left**right
        if isinstance(left, (str, list)) or isinstance(right, (str, list)):
            raise Refused("arithmetic with what is no number")
        return self.operation(node.op)(left, right)

    def of_unaryop(self, node: ast.UnaryOp) -> object:
        return self.operation(node.op)(self.value(node.operand))

    def of_boolop(self, node: ast.BoolOp) -> object:
        wanted = isinstance(node.op, ast.Or)
        for part in node.values:
            if bool(found := self.value(part)) == wanted:
                break
        return found

    def of_compare(self, node: ast.Compare) -> bool:
        values = [self.value(part) for part in (node.left, *node.comparators)]
        return all(self.operation(op)(a, b) for op, a, b in zip(node.ops, values, values[1:]))

    def of_ifexp(self, node: ast.IfExp) -> object:
        return self.value(node.body if self.value(node.test) else node.orelse)

    def of_subscript(self, node: ast.Subscript) -> object:
        return self.value(node.value)[self.value(node.slice)]

    def of_call(self, node: ast.Call) -> object:
        if not isinstance(node.func, ast.Name) or node.func.id not in FUNCTIONS or node.keywords:
            raise Refused(f"no function {ast.unparse(node.func)}")
        return FUNCTIONS[node.func.id](*[self.value(part) for part in node.args])

    def of_generatorexp(self, node: ast.GeneratorExp | ast.ListComp) -> list:
        return list(self.each(node.elt, node.generators))

    of_listcomp = of_generatorexp

    def each(self, element: ast.AST, loops: list[ast.comprehension]) -> Iterator[object]:
        if not loops:
            yield self.value(element)
            return
        loop, before = loops[0], dict(self.names)
        for item in self.value(loop.iter):
            names = loop.target.elts if isinstance(loop.target, ast.Tuple) else [loop.target]
            items = item if isinstance(loop.target, ast.Tuple) else [item]
            self.names.update(zip((name.id for name in names), items))
            if all(self.value(test) for test in loop.ifs):
                yield from self.each(element, loops[1:])
        self.names = before


def evaluate(text: str, names: dict[str, object]) -> object:
    """What text is worth, with these names."""
    try:
        return Reader(names).value(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, ArithmeticError, TypeError, IndexError, AttributeError) as error:
        raise Refused(f"{text}: {error}") from None
