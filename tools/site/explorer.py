"""explorer.py - the explorer's pages in the site: each with a way back, and a list of them."""
import html
import json
import re
import subprocess

from pages import ICON

ORDER = ["xor", "cut", "words", "gpt", "heads"]  # as they are met; others behind them


def said(page):
    """Title, and what it is about."""
    data = json.loads(re.search(r'<script id="data"[^>]*>(.*?)</script>', page.read_text(), re.S).group(1))
    return data["title"], data["intro"]


def pages(site):
    """(file, title, what it is about) of each, in the order of teaching."""
    files = [p for p in (site.root / "explorer").glob("*.html") if p.name != "index.html"]
    files.sort(key=lambda p: (ORDER.index(p.stem) if p.stem in ORDER else len(ORDER), p.stem))
    return [(p, *said(p)) for p in files]


def make(site, program):
    subprocess.run([program, "--out", str(site.root / "explorer")], check=True, stdout=subprocess.DEVNULL)
    listed = ""
    for page, title, intro in pages(site):
        text = page.read_text().replace("<header>", '<header><a class="home" href="index.html">Kindling</a>', 1)
        head = f'<meta name="description" content="{html.escape(intro)}">\n<link rel="icon" href="{ICON}">\n<title>{html.escape(title)} - Kindling</title>'
        page.write_text(re.sub("<title>.*?</title>", lambda m: head, text, count=1))
        listed += f'<li><a href="{page.name}">{html.escape(title)}</a><span>{html.escape(intro)}</span></li>'
        site.explorer.add(page.stem)
        print(f"  {page}", flush=True)
    site.write("explorer/index.html", "Explorer",
               "<h1>Explorer</h1><p>Graphs to walk through: every operation with its shapes, values and gradients, forward "
               "and backward, one step at a time. Press <kbd>?</kbd> there for the keys, the arrow at the bottom "
               f'for the next step.</p><ul class="cards wide">{listed}</ul>')
    print(f"  {site.root}/explorer/index.html", flush=True)
