"""sources.py - pages of the project's own files, a place for each line. All are highlighted by one
run of pandoc, at the end."""
import html
import pathlib
import posixpath
import re

import pages

KINDS = {".c": "{.c}", ".h": "{.c}", ".py": "{.python}", ".sh": "{.bash}"}
MARK = "<!-- file -->"


class Sources:
    """What has been asked for, and where it will be."""

    def __init__(self, site):
        self.site, self.files = site, {}

    def page(self, file, line=None):
        """The place of a file, or of a line in it, seen from the root of the site."""
        self.files.setdefault(str(file))
        return f"source/{file}.html" + (f"#line-{line}" if line else "")

    def write(self):
        """The pages of all that was asked for."""
        text = f"\n\n{MARK}\n\n".join(pages.fenced(pathlib.Path(f).read_text(), KINDS.get(pathlib.Path(f).suffix, "{.text}"))
                                        for f in self.files)
        for file, body in zip(self.files, pages.from_markdown(text).split(MARK) if self.files else []):
            body = re.sub(r'<span\s+id="cb\d+-(\d+)"><a\s+href="#cb\d+-\d+"', r'<span id="line-\1"><a href="#line-\1"', body)
            body = re.sub(r' id="cb\d+"', "", body)
            self.site.write(f"source/{file}.html", posixpath.basename(file), f'<h1 class="path">{html.escape(file)}</h1>{body}')
