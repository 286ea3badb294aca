"""changes.py - small changes to a C text: another operator, a bound off by one, another constant, a
condition always true or false, a statement left out, two arguments swapped.
"""
from __future__ import annotations

import re

TOKEN = re.compile(
    r'(?P<skip>/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|^\s*#[^\n]*)'
    r"|(?P<number>(?:0x[0-9a-fA-F]+|\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+)[uUlLfF]*)"
    r"|(?P<word>[A-Za-z_]\w*)"
    r"|(?P<op>->|\+\+|--|<<=|>>=|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|<<|>>|[-+*/%<>=!&|^~?:;,.(){}\[\]])",
    re.S | re.M,
)
SWAPS = {
    "+": ["-"], "-": ["+"], "*": ["/", "+"], "/": ["*"], "%": ["/"],
    "<": ["<=", ">"], "<=": ["<"], ">": [">=", "<"], ">=": [">"], "==": ["!="], "!=": ["=="],
    "&&": ["||"], "||": ["&&"], "+=": ["=", "-="], "-=": ["+="], "*=": ["/=", "="], "/=": ["*="],
    "++": ["--"],
}


class Token:
    def __init__(self, match):
        self.kind, self.text, self.start, self.end = match.lastgroup, match.group(), match.start(), match.end()


def tokens_of(text):
    return [Token(m) for m in TOKEN.finditer(text) if m.lastgroup != "skip"]


def functions_of(text):
    """name -> (start of body, end), for every function whose braces stand in column 0."""
    found = {}
    for m in re.finditer(r"^[A-Za-z_][^;{}\n]*?(\w+)\([^;{}]*\)\n\{\n(.*?)^\}", text, re.S | re.M):
        found[m.group(1)] = (m.start(2), m.end(2))
    return found


def matching(tokens, i):
    """Index of the bracket that closes tokens[i]."""
    pairs, depth = {"(": ")", "[": "]", "{": "}"}, 0
    for j in range(i, len(tokens)):
        depth += (tokens[j].text in pairs) - (tokens[j].text in pairs.values())
        if depth == 0:
            return j
    return i


def is_operand(token):
    return token.kind in ("number", "word") and token.text not in ("return", "sizeof", "case") or token.text in ")]"


def changes(text, start, end, types=None):
    """(from, to, replacement) for every small change inside text[start:end]."""
    types = types or TYPES
    tokens = [t for t in tokens_of(text) if start <= t.start < end]
    for i, t in enumerate(tokens):
        before = tokens[i - 1] if i else None
        after = tokens[i + 1] if i + 1 < len(tokens) else None
        if t.kind == "op" and t.text in SWAPS:
            # A '*' after a type, or a sign or a dereference, is no operation between two things.
            binary = before is not None and is_operand(before)
            declares = t.text == "*" and (before.text in types if before else True)
            if (binary and not declares) or t.text == "++":
                for other in SWAPS[t.text]:
                    yield t.start, t.end, other
            elif t.text == "-" and after is not None:
                yield t.start, t.end, ""  # a sign dropped
        elif t.kind == "number":
            value = t.text.rstrip("uUlLfF")
            if re.fullmatch(r"\d+", value):
                yield t.start, t.end, str(int(value) + 1)
                if int(value) > 0:
                    yield t.start, t.end, str(int(value) - 1)
            elif re.search(r"[.eE]", value) and not value.startswith("0x"):
                yield t.start, t.end, f"({value} * 2)"
        elif t.text in ("if", "while") and after is not None and after.text == "(":
            close = matching(tokens, i + 1)
            yield after.end, tokens[close].start, "0"
            if t.text == "if":
                yield after.end, tokens[close].start, "1"
        elif t.text in ("true", "false"):
            yield t.start, t.end, "false" if t.text == "true" else "true"
        if t.text == "(" and before is not None and before.kind == "word" and before.text not in ("if", "for", "while", "return", "sizeof"):
            close = matching(tokens, i)
            commas, depth = [], 0
            for j in range(i + 1, close):
                depth += (tokens[j].text in "([{") - (tokens[j].text in ")]}")
                if tokens[j].text == "," and depth == 0:
                    commas.append(tokens[j])
            edges = [t.end] + [c.end for c in commas]
            ends = [c.start for c in commas] + [tokens[close].start]
            for k in range(len(edges) - 1):
                a, b = text[edges[k]:ends[k]].strip(), text[edges[k + 1]:ends[k + 1]].strip()
                if a != b and COMMUTES.get(before.text) != k:
                    yield edges[k], ends[k + 1], f"{b}, {a}"
    yield from dropped(tokens, types)


# In these calls, arguments k and k + 1 may be swapped.
COMMUTES = {"tensor_add": 0, "tensor_mul": 0, "tensor_transpose": 1, "transpose_view": 2, "add_kernel": 1,
            "mul_kernel": 1, "broadcast_shape": 1, "fmax": 0, "fmin": 0, "shape_equal": -1}

TYPES = {"Tensor", "IntTensor", "Linear", "real", "char", "long", "int", "void", "double", "float", "Closure", "Scope",
         "Module", "const", "Rng", "size_t", "Optimizer", "ParameterList", "Dataset", "DataLoader", "Embedding", "Batch"}
DECLARES = {"static", "unsigned", "struct", "bool", "return", "uint64_t", "else", "for", "typedef", "Matrix", "Projected"}


def dropped(tokens, types):
    """Every statement that is an assignment or a call alone, left out."""
    begin = 0
    depth = 0
    for i, t in enumerate(tokens):
        depth += (t.text == "(") - (t.text == ")")
        if t.text in "{}" or (t.text == ";" and depth == 0):
            first = tokens[begin] if begin < i else None
            # what stands behind "if (...)" or "for (...)" is a statement of its own
            while first is not None and first.text in ("if", "for", "while", "else"):
                begin = matching(tokens, begin + 1) + 1 if first.text != "else" else begin + 1
                first = tokens[begin] if begin < i else None
            two_words = first is not None and begin + 1 < i and first.kind == "word" and tokens[begin + 1].kind == "word"
            if t.text == ";" and first is not None and first.text not in DECLARES | types and not two_words:
                yield first.start, t.end, ";"
            elif t.text == ";" and first is not None and first.text == "return" and i == begin + 1:
                yield first.start, t.end, ";"
            begin = i + 1


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def told(text, start, end, new):
    """12: for (long i = 0; i < n; i++): < -> <="""
    line = line_of(text, start)
    whole, old = (" ".join(words.split()) for words in (text.split("\n")[line - 1], text[start:end]))
    return f"{line}: {whole}: {old or 'nothing'} -> {new or 'nothing'}"


def without_line(said):
    """A change elsewhere in the file moves lines: what makes no difference is known without
    them."""
    return re.sub(r":\d+:", ":", said, count=1)


def equivalents(table):
    """What makes no difference, and why: a file of lines with a tab between."""
    lines = table.read_text().split("\n") if table.exists() else []
    return {without_line(what): why for what, tab, why in (line.partition("\t") for line in lines) if tab}
