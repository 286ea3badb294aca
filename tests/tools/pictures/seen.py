#!/usr/bin/env python3
"""seen.py - pictures as a browser shows them on a page of the site, on light paper and on dark: no word
stands on another one or on a line, each can be read. For pictures of any program: graphs that dot has
laid out, what notebooks and heat maps draw.

    python3 tests/tools/pictures/seen.py PICTURE.svg ...
"""
import pathlib
import re
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve()
ROOT = HERE.parents[3]
sys.path.insert(0, str(HERE.parents[1] / "notebook"))
import browser

LEAST = 4.5
# Each run begins with these: who looks must see them.
PLANTED = ('<svg width="260" height="60" font-size="12" fill="#37474f"><text x="9" y="20">one</text><text x="20" y="23">two</text>'
           '<path d="M90 0 V60" stroke="#000"/><text x="80" y="40">through</text><text x="150" y="20" fill="#888">faint</text>'
           '<path d="M9 50 H60" stroke="#000"/><rect x="5" y="35" width="60" height="22" fill="#fff"/><text x="9" y="53" fill="#000">on top</text>'
           '<text x="210" y="15">a, b<tspan x="210" y="30">c, d</tspan></text><text x="240" y="15">free</text><text x="212" y="31">e</text></svg>')
TO_SEE = ['"two" stands on "one"', 'a line goes through "through"', '"faint" has a contrast of 3.', '"e" stands on "c, d"']


def page_of(files):
    """All of them, each in a figure, as weave.py puts them in."""
    figures = [f'<figure class="picture" data-file="{f}">{re.sub(r"^.*?(?=<svg)", "", pathlib.Path(f).read_text(), flags=re.S)}</figure>'
               for f in files]
    style = (ROOT / "tools/site/style.css").as_uri()
    figures.insert(0, f'<figure class="picture" data-file="planted">{PLANTED}</figure>')
    return f'<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="{style}"><main>{"".join(figures)}</main>'


def mistakes(files):
    """(theme, sentence), in the order of the files."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder, "pictures.html")
        page.write_text(page_of(files))
        window = browser.Browser()
        try:
            for theme in ("light", "dark"):
                window.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
                window.open(page.as_uri())
                window.wait("document.readyState === 'complete' && document.styleSheets.length > 0")
                script = (HERE.parent / "seen.js").read_text()
                said = window.run(f"(() => {{ {script}; return seen({LEAST}); }})()")
                planted = [one for one in said if one.startswith("planted: ")]
                if theme == "light" and not (len(planted) == len(TO_SEE) and all(a in b for a, b in zip(TO_SEE, planted))):
                    raise AssertionError(f"planted mistakes were not seen: {planted}")
                found += [(theme, one) for one in said if one not in planted]
        finally:
            window.close()
    return found


def main():
    files = sys.argv[1:]
    if not files or not browser.find():
        print(f"pictures in a browser: there is no {'picture (dot draws graphs)' if not files else 'Chromium'}. skipped")
        return 0
    wrong = mistakes(files)
    for theme, one in wrong:
        print(f"pictures, {theme}: {one}")
    print(f"{len(files)} pictures in a browser, in both themes: {len(wrong) or 'nothing'} to mend")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
