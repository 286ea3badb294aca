"""doc_filter.py - a header as Doxygen wants it: plain comments become documentation, lines stay where they are.

    /* Before a declaration. */      ->  /** @verbatim Before a declaration. @endverbatim */
    long ndim; /* behind it */       ->  /**< @verbatim< behind it @endverbatim */

Verbatim, because in these comments a * or an @ means itself. A text that stands behind its declaration
begins with <. Banners, the essay at the top and comments on #if, #else, #endif document nothing.
"""
import re
import sys


def filtered(text):
    def rewrite(m):
        line = text[text.rfind("\n", 0, m.start()) + 1:m.start()].strip()
        words = m.group(1)
        if m.start() == 0 or words.startswith(" ----") or re.match(r"#\s*(if|el|end|pragma)", line):
            return m.group(0)
        words = re.sub(r"\n\s*\* ?", "\n", words)
        return f"/**< @verbatim<{words}@endverbatim */" if line else f"/** @verbatim{words}@endverbatim */"

    text = re.sub(r"(?m)^struct \w+;$", "", text)  # would keep the words above it to itself
    text = re.sub(r"(?m)^__attribute__\(\((?:[^()]|\([^()]*\))*\)\) *", "", text)  # would be taken for a declaration
    return re.sub(r"/\*(.*?)\*/", rewrite, text, flags=re.S)


if __name__ == "__main__":
    sys.stdout.write(filtered(open(sys.argv[1], encoding="utf-8").read()))
