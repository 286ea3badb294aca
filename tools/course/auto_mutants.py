"""auto_mutants.py folder commands - change the reference a little, see whether the tests notice.

Only what the student writes is changed: the functions with a todo in the stub, and helpers that the
reference has and the stub has not; lines that the stub gives away stay as they are. One change per
mutant: another operator, a bound off by one, another constant, a condition always true or false, a
statement left out, two arguments swapped. A mutant whose machine code is that of the original is no
mutant. Survivors are printed as "file:line: before -> after"; those that make no difference are
listed, in those words, in tests/course/<module>/equivalent.txt, a tab, and why.
"""
import concurrent.futures
import os
import pathlib
import random
import re
import shlex
import subprocess
import sys

sys.dont_write_bytecode = True
import answers

MOST = int(os.environ.get("MOST", "600"))  # mutants per module; more are drawn at random
WANTED = 0.90

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


def changes(text, start, end):
    """(from, to, replacement) for every small change inside text[start:end]."""
    tokens = [t for t in tokens_of(text) if start <= t.start < end]
    for i, t in enumerate(tokens):
        before = tokens[i - 1] if i else None
        after = tokens[i + 1] if i + 1 < len(tokens) else None
        if t.kind == "op" and t.text in SWAPS:
            # A '*' after a type, or a sign or a dereference, is no operation between two things.
            binary = before is not None and is_operand(before)
            declares = t.text == "*" and (before.text in TYPES if before else True)
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
    yield from dropped(text, tokens)


# In these calls, arguments k and k + 1 may be swapped.
COMMUTES = {"tensor_add": 0, "tensor_mul": 0, "tensor_transpose": 1, "transpose_view": 2, "add_kernel": 1,
            "mul_kernel": 1, "broadcast_shape": 1, "fmax": 0, "fmin": 0, "shape_equal": -1}

TYPES = {"Tensor", "IntTensor", "Linear", "real", "char", "long", "int", "void", "double", "float", "Closure", "Scope",
         "Module", "const", "Rng", "size_t", "Optimizer", "ParameterList", "Dataset", "DataLoader", "Embedding", "Batch"}
DECLARES = TYPES | {"static", "unsigned", "struct", "bool", "return", "uint64_t", "else", "for", "typedef", "Matrix", "Projected"}


def dropped(text, tokens):
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
            if t.text == ";" and first is not None and first.text not in DECLARES and not two_words:
                yield first.start, t.end, ";"
            elif t.text == ";" and first is not None and first.text == "return" and i == begin + 1:
                yield first.start, t.end, ";"
            begin = i + 1


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def given_lines(stub):
    return {line.strip() for line in stub.split("\n") if len(line.strip()) > 3}


def exercise_changes(reference, stub):
    """The changes of one file, and how each is told."""
    text, stub_functions = reference, functions_of(stub)
    wanted = set(re.findall(r'todo\("[^ "]* (\w+)"\)', stub))
    given = given_lines(re.sub(r"/\*.*?\*/", "", stub, flags=re.S))
    lines = text.split("\n")
    for name, (start, end) in functions_of(text).items():
        if name not in wanted and name in stub_functions:
            continue
        for a, b, new in changes(text, start, end):
            line = line_of(text, a)
            if "region_" in lines[line - 1]:  # boxes in pictures
                continue
            if lines[line - 1].strip() in given:
                continue
            old_text, new_text = " ".join(text[a:b].split()), new
            whole = " ".join(lines[line - 1].split())
            yield a, b, new, f"{line}: {whole}: {old_text or 'nothing'} -> {new_text or 'nothing'}"


class Workshop:
    def __init__(self, folder, commands):
        self.folder, self.name = folder, folder.name
        self.compile, self.link, objects, self.libraries = pathlib.Path(commands).read_text().split("\n")[:4]
        self.objects = objects.split()
        self.place = pathlib.Path("build/auto-mutants") / self.name
        self.place.mkdir(parents=True, exist_ok=True)

    def machine_code(self, source, to):
        command = shlex.split(self.compile) + ["-g0", str(source), "-o", str(to)]
        if subprocess.run(command, capture_output=True).returncode != 0:
            return None
        return to.read_bytes()

    def verdict(self, number, base, text, original):
        """'stillborn', 'same', 'killed' or 'survived'."""
        room = self.place / str(number) / self.name
        room.mkdir(parents=True, exist_ok=True)
        source, made, program = room / base, room / (base + ".o"), room / "program"
        source.write_text(text)
        try:
            # no debug information: equal files are equal programs
            code = self.machine_code(source, made)
            if code is None:
                return "stillborn"
            if code == original:
                return "same"
            link = shlex.split(self.link) + ["-o", str(program), str(made)] + self.objects + shlex.split(self.libraries)
            if subprocess.run(link, capture_output=True).returncode != 0:
                return "stillborn"
            answers = pathlib.Path("tests/course") / self.name / "answers.txt"
            if answers.exists():
                (room / "answers.txt").write_bytes(answers.read_bytes())
            run = subprocess.run([str(program), "--folder", str(room), "--number", "0", "--seconds", "3", "--stop"],
                                 capture_output=True, env=dict(os.environ, ASAN_OPTIONS="detect_leaks=0"))
            return "survived" if run.returncode == 0 else "killed"
        finally:
            for f in (made, program):
                f.unlink(missing_ok=True)


def main():
    folder = pathlib.Path(sys.argv[1])
    shop = Workshop(folder, sys.argv[2])
    equivalent_file = pathlib.Path("tests/course") / folder.name / "equivalent.txt"
    equivalent = {}
    if equivalent_file.exists():
        for line in equivalent_file.read_text().split("\n"):
            if "\t" in line:
                what, why = line.split("\t", 1)
                equivalent[re.sub(r":\d+:", ":", what, count=1)] = why

    jobs = []
    for stub in sorted(folder.glob("*.c")):
        text = "" if stub.name == "measure.c" else answers.answer_to(stub.read_text(), pathlib.Path.cwd())
        if not text:
            continue
        plain = shop.place / "original" / stub.name
        plain.parent.mkdir(exist_ok=True)
        plain.write_text(text)
        original = shop.machine_code(plain, plain.with_suffix(".o"))
        if original is None:
            sys.exit(f"the answer to {stub} does not compile")
        for a, b, new, told in exercise_changes(text, stub.read_text()):
            jobs.append((stub.name, text[:a] + new + text[b:], original, f"{stub.name}:{told}"))
    if len(jobs) > MOST:
        jobs = random.Random(1).sample(jobs, MOST)

    counts = {"stillborn": 0, "same": 0, "killed": 0, "survived": 0}
    survivors = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = {pool.submit(shop.verdict, i, job[0], job[1], job[2]): job[3] for i, job in enumerate(jobs)}
        for run in concurrent.futures.as_completed(runs):
            verdict, told = run.result(), runs[run]
            if verdict == "survived" and re.sub(r":\d+:", ":", told, count=1) in equivalent:
                verdict = "same"
            counts[verdict] += 1
            if verdict == "survived":
                survivors.append(told)
    real = counts["killed"] + counts["survived"]
    rate = counts["killed"] / real if real else 1
    for told in sorted(survivors, key=lambda s: (s.split(":")[0], int(s.split(":")[1]))):
        print(f"  survived  {told}")
    print(f"{folder.name}: {counts['killed']} of {real} changes are caught, {rate:.1%} "
          f"({counts['same']} make no difference, {counts['stillborn']} do not compile)")
    sys.exit(rate < WANTED)


main()
