"""_graph.py - the graph behind a tensor: as DOT, as a picture, as JSON and as the explorer's
page."""
import pathlib
import resource
import shutil
import subprocess

from ._functions import function, here

SECONDS = 20  # of processor time for Graphviz


def call(name, *args, **keywords):
    return function(name)(*args, **keywords)


def dot(root, **options):
    """Graphviz DOT of all that root depends on. Options are those of GraphOptions:
    level="GRAPH_FULL", values=True."""
    return call("python_graph_dot", root, options)


def limit_time():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))


def svg(root, path=None, **options):
    """The same as SVG, by Graphviz; written to path if there is one."""
    if shutil.which("dot") is None:
        raise FileNotFoundError("kindling.svg: Graphviz is not installed. hint: sh tools/setup.sh all, or kindling.dot, which needs nothing")
    drawn = subprocess.run(["dot", "-Tsvg"], input=dot(root, **options), text=True, capture_output=True, preexec_fn=limit_time)
    if drawn.returncode != 0:
        raise RuntimeError(f"kindling.svg: dot ended with {drawn.returncode}, {drawn.stderr or f'perhaps after {SECONDS} s of processor time'}. "
                           "hint: fewer boxes, by depth=1 or most=100")
    made = drawn.stdout
    if path is not None:
        pathlib.Path(path).write_text(made)
    return made


def json(root, path=None, limit=4096, rows=None, columns=None):
    """The graph with its numbers, as `make explore ARGS="--json FILE"` reads it; rows, columns:
    words on attention's axes."""
    made = call("python_graph_json", root, limit, rows, columns)
    if path is not None:
        pathlib.Path(path).write_text(made)
    return made


def explore(root, path, **options):
    """One HTML page in which the graph can be walked through; a backward goes through it first if
    none has."""
    call("graph_explore", str(path), root, options)


def summary(module):
    return call("python_summary", module)


class region:
    """with region("encoder", 0): what is recorded here stands in a frame of the picture; with
    collapsed=True in one closed box."""

    def __init__(self, name, index=-1, collapsed=False):
        self.name, self.index, self.collapsed = name, index, collapsed

    def __enter__(self):
        self.around = getattr(here, "region", None)
        here.region = call("python_region_new", self.name, self.index, self.collapsed)
        call("python_region", here.region)
        return self

    def __exit__(self, *_):
        call("python_region", self.around)
        here.region = self.around
