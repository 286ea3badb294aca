"""waiting_tests.py WORDS FILE... - of tests in Python those that wait, open a port or measure:
"FILE Class.test_name", one a line.

A test counts if its own code has one of the words (a regular expression), or that of what it uses
of its file: functions, methods, constants, and what its class sets up. Comments and docstrings are
no code.
"""
import ast
import re
import sys

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
SETUPS = ("setUp", "setUpClass", "tearDown", "tearDownClass", "setUpModule")


def code(node: ast.AST) -> str:
    """Its words, without the docstring."""
    if isinstance(node, FUNCTIONS) and ast.get_docstring(node) is not None:
        return "\n".join(ast.unparse(statement) for statement in [node.args, *node.body[1:]])
    return ast.unparse(node)


def definitions(tree: ast.Module) -> dict[str, list[ast.AST]]:
    """What the file calls by a name; methods of all classes count together."""
    found: dict[str, list[ast.AST]] = {}
    for node in ast.walk(tree):
        if isinstance(node, FUNCTIONS):
            found.setdefault(node.name, []).append(node)
    for node in tree.body:
        for target in node.targets if isinstance(node, ast.Assign) else []:
            for name in ast.walk(target):
                if isinstance(name, ast.Name):
                    found.setdefault(name.id, []).append(node.value)
    return found


def used(node: ast.AST) -> set[str]:
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} | {n.attr for n in ast.walk(node) if isinstance(n, ast.Attribute)}


def waiting(tree: ast.Module, words: re.Pattern) -> list[str]:
    known = definitions(tree)
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}

    def waits(nodes: list[ast.AST], seen: set[str]) -> bool:
        for node in nodes:
            if words.search(code(node)):
                return True
            for name in sorted(used(node) - seen):
                seen.add(name)
                inside = [n for n in classes[name].body if getattr(n, "name", "") == "__init__"] if name in classes else known.get(name, [])
                if waits(inside, seen):
                    return True
        return False

    def members(one: ast.ClassDef) -> dict[str, ast.AST]:
        """Those of the classes below it, too, as far as this file has them."""
        found: dict[str, ast.AST] = {}
        for base in one.bases:
            if isinstance(base, ast.Name) and base.id in classes:
                found |= members(classes[base.id])
        return found | {n.name: n for n in one.body if isinstance(n, FUNCTIONS)}

    def is_run(one: ast.ClassDef) -> bool:
        """A mixin's tests are run as those of who has it."""
        return any(is_run(classes[base.id]) if isinstance(base, ast.Name) and base.id in classes else "TestCase" in ast.unparse(base)
                   for base in one.bases)

    tests = []
    for one in filter(is_run, classes.values()):
        mine = members(one)
        setups = [mine[name] for name in SETUPS if name in mine]
        tests += [f"{one.name}.{name}" for name, node in mine.items() if name.startswith("test") and waits([node, *setups], set())]
    return tests


def main() -> int:
    words = re.compile(sys.argv[1])
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as file:
            tree = ast.parse(file.read(), path)
        for name in waiting(tree, words):
            print(path, name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
