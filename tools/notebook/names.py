"""names.py - what Tab completes and Shift-Tab explains: the names of the headers with their words,
and C's own."""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "site"))
import declarations

OF_C = """auto break case char const continue default do double else enum extern float for if inline int long register return
short signed sizeof static struct switch typedef union unsigned void volatile while bool true false NULL size_t int64_t
uint64_t printf puts snprintf fprintf fopen fclose memcpy memset strlen strcmp malloc free exp log sqrt pow fabs sin cos
tanh CELL CELL_FAILS""".split()


class Names:
    def __init__(self):
        self.found = {}
        for header in declarations.HEADERS:
            for e in declarations.read_in_groups(header):
                if e.name not in self.found or "{" in e.text:
                    self.found[e.name] = e

    def complete(self, code, cursor, own):
        """(names, where the word begins): own are the session's, and come first."""
        start = re.search(r"\w*$", code[:cursor]).start()
        word = code[start:cursor]
        if re.search(r"(->|\.)\s*$", code[:start]):
            return [m for m in self.members(code[:start], own) if m.startswith(word)], start
        all_names = list(dict.fromkeys([*sorted(own), *sorted(self.found), *sorted(OF_C)]))
        return [n for n in all_names if n.startswith(word)] if word else [], start

    def members(self, before, own):
        """Of the struct that stands before -> or a dot, where its declaration says what it is."""
        name = re.search(r"(\w+)\s*(?:->|\.)\s*$", before)
        said = own.get(name[1], "") + " " + " ".join(re.findall(rf"\b\w+\s*\*?\s*\b{name[1]}\b\s*[=;,)]", before)) if name else ""
        for kind in re.findall(r"\b[A-Z]\w*", said):
            e = self.found.get(kind)
            if e is not None and "{" in e.text:
                body = re.sub(r"/\*.*?\*/|\{[^{}]*\}(?= \w)", " ", e.text[e.text.index("{") + 1:], flags=re.S)
                return re.findall(r"(\w+)(?:\[\w*\])?\s*[;,]", re.sub(r"\(\*(\w+)\)\([^;]*\)", r"\1", body))
        return []

    def explain(self, code, cursor, own):
        """The declaration of the word at the cursor, or of the function whose arguments are being
        typed; None."""
        word = re.search(r"\w*$", code[:cursor])[0] + re.match(r"\w*", code[cursor:])[0]
        for name in [word, *self.called(code[:cursor])]:
            if name in own:
                return own[name].split(" __asm__")[0].replace("extern ", "") + ";"
            if name in self.found:
                e = self.found[name]
                words = "\n".join(part.strip("\n") for part in (e.above, e.behind) if part.strip())
                return f"{e.text}\n\n{words}\n\n({e.header}:{e.line})".replace("\n\n\n\n", "\n\n")
        return None

    @staticmethod
    def called(before):
        """Names of the calls that are open at the end, the innermost first."""
        open_calls = []
        for m in re.finditer(r"(\w*)\s*\(|\)", re.sub(r'"(\\.|[^"\\])*"', '""', before)):
            if m[0] == ")":
                open_calls and open_calls.pop()
            else:
                open_calls.append(m[1])
        return [n for n in reversed(open_calls) if n]
