"""test_jupyter.py - the notebooks in a real Jupyter in a real browser: open one, run all its cells,
look.

usage: test_jupyter.py HOST CC FLAGS, as tools/notebook/jupyter.py takes them.
Screenshots go to build/screenshots. Where Jupyter or Chromium is missing, that is said and nothing
is tested.
"""
import json
import os
import pathlib
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request

import browser

ROOT = pathlib.Path(__file__).resolve().parents[3]
HOST, CC, FLAGS = sys.argv[1:4]
del sys.argv[1:4]
PICTURES = ROOT / "build" / "screenshots"
MISSING = ("jupyter-notebook is not installed" if not shutil.which("jupyter-notebook") else
           "no Chromium is installed" if browser.find() is None else None)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Server:
    """make jupyter's server, in a folder of its own, for this machine only, behind a token."""

    def __init__(self, notebooks):
        self.folder = tempfile.TemporaryDirectory()
        self.token, port = secrets.token_hex(16), free_port()
        self.url = f"http://127.0.0.1:{port}"
        command = [sys.executable, str(ROOT / "tools/notebook/jupyter.py"), "--host", str(pathlib.Path(HOST).resolve()),
                   "--cc", CC, "--flags", FLAGS, "--no-browser", "--ip=127.0.0.1", f"--port={port}",
                   f"--NotebookApp.token={self.token}", "--NotebookApp.port_retries=0"]
        command += ["--allow-root"] if os.geteuid() == 0 else []
        self.log = open(pathlib.Path(self.folder.name, "log"), "w+")
        self.process = subprocess.Popen(command + [str(ROOT / n) for n in notebooks], cwd=self.folder.name,
                                        stdout=self.log, stderr=self.log, start_new_session=True)
        until = time.monotonic() + 180
        while not self.answers(f"/api/status?token={self.token}"):
            if self.process.poll() is not None or time.monotonic() > until:
                self.log.seek(0)
                said = self.log.read()
                self.close()
                raise ConnectionError(f"Jupyter does not start:\n{said}")
            time.sleep(0.2)

    def answers(self, path):
        try:
            return urllib.request.urlopen(self.url + path, timeout=5).status == 200
        except OSError:
            return False

    def close(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait()
        self.log.close()
        self.folder.cleanup()


IDLE = "!Jupyter.notebook.kernel_busy && !document.querySelector('.code_cell.running')"
PICTURE_TEXT = """[...document.querySelectorAll('.output_area img')].filter(i => i.complete && i.naturalWidth > 50)
    .map(i => atob(i.src.split(',')[1]))"""


@unittest.skipIf(MISSING, MISSING)
class InTheBrowser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        PICTURES.mkdir(parents=True, exist_ok=True)
        cls.server = Server(["notebooks-c/12_attention.c"])
        cls.addClassCleanup(cls.server.close)
        cls.browser = browser.Browser()
        cls.addClassCleanup(cls.browser.close)
        cls.browser.open(f"{cls.server.url}/notebooks/12_attention.ipynb?token={cls.server.token}")
        cls.browser.wait("Jupyter.notebook.kernel.is_connected() && Jupyter.notebook.get_cells().length > 5")
        cls.browser.wait(IDLE)

    def cell(self, code, wait=True):
        """Runs code in a new cell at the end; what its output says."""
        self.browser.run(f"""(() => {{ const n = Jupyter.notebook; const c = n.insert_cell_at_bottom('code');
            c.set_text({json.dumps(code)}); c.execute(); window.tested = c; }})()""")
        if wait:
            self.browser.wait(IDLE)
        return self.said()

    def said(self):
        return self.browser.run("tested.output_area.element.text()")

    def show(self, what, name):
        self.browser.run(f"({what}).scrollIntoView({{block: 'center'}})")
        time.sleep(0.3)
        self.browser.screenshot(PICTURES / f"jupyter-{name}.png")

    def test_1_run_all_and_look(self):
        b = self.browser
        b.run("Jupyter.notebook.execute_all_cells()")
        b.wait("Jupyter.notebook.get_cells().filter(c => c.cell_type == 'code').every(c => c.input_prompt_number > 0)", 300)
        b.wait(IDLE)
        rows = b.run("[...document.querySelectorAll('.output_area table')].map(t => t.rows.length)")
        self.assertEqual(rows, [8, 4])
        self.assertEqual(b.run("document.querySelectorAll('.output_area table')[0].rows[7].cells[0].textContent"), "256")
        pictures = b.run(PICTURE_TEXT)
        graphs = [p for p in pictures if 'class="graph"' in p and "softmax" in p]
        maps = [p for p in pictures if "<rect" in p and "slept" in p]
        self.assertEqual(len(graphs), 2 if shutil.which("dot") else 0)
        self.assertGreaterEqual(len(maps), 3)
        said = b.run("document.querySelector('#notebook-container').innerText")
        self.assertIn("gate passed: attention without positions does not see order", said)
        self.assertIn("as it was meant to", said)
        self.assertEqual(b.run("[...document.querySelectorAll('.output_stderr')].map(e => e.innerText)"), [])
        self.show("document.querySelector('.output_area table')", "table")
        self.show("[...document.querySelectorAll('.output_area img')].find(i => atob(i.src.split(',')[1]).includes('slept'))", "heat-map")
        if graphs:
            self.show("[...document.querySelectorAll('.output_area img')].find(i => atob(i.src.split(',')[1]).includes('class=\"graph\"'))", "graph")

    def test_2_state_and_redefinition(self):
        self.cell("static int count = 40;\nint answer(void) { return count + 1; }")
        self.assertIn("41", self.cell('printf("%d", answer());'))
        self.cell("int answer(void) { return count + 2; }")
        self.assertIn("42", self.cell('printf("%d", answer());'))
        self.assertIn("expected", self.cell("int broken(void) { return 1 }"))
        self.assertEqual(self.browser.run("tested.output_area.element.find('.output_error').length"), 1)
        self.assertIn("42", self.cell('printf("%d", answer());'))

    def test_3_an_endless_loop_is_interrupted(self):
        self.cell("static long kept = 7;")
        self.cell('kept = 8; printf("on my way\\n"); for (;;) ;', wait=False)
        self.browser.wait("tested.output_area.element.text().includes('on my way')", 120)
        self.assertFalse(self.browser.run(IDLE))
        self.browser.run("document.querySelector('[data-jupyter-action=\"jupyter-notebook:interrupt-kernel\"]').click()")
        self.browser.wait(IDLE, 120)
        self.assertIn("was interrupted", self.said())
        self.show("tested.element[0]", "interrupted")
        self.assertIn("kept is 7", self.cell('printf("kept is %ld", kept);'))

    def test_4_a_crash_loses_its_cell_only(self):
        self.cell("static int whole = 5;")
        said = self.cell('whole = 6; printf("before\\n"); *(volatile int *)0 = 1;')
        self.assertIn("before", said)
        self.assertIn("crashed: Segmentation fault; the state is as it was before", said)
        self.assertIn("whole is 5", self.cell('printf("whole is %d", whole);'))
        self.assertIn("status 3", self.cell("#include <stdlib.h>\nCELL { exit(3); }"))
        self.assertIn("whole is 5", self.cell('printf("whole is %d", whole);'))
        self.show("tested.element[0]", "crash")

    def test_5_tab_and_shift_tab(self):
        self.cell("Tensor *mine_alone = tensor_ones(SHAPE(2));")
        self.assertIn("Tensor (2,)", self.cell("mine_alone"))
        for code, expected in [("mine_al", "mine_alone"), ("tensor_softm", "tensor_softmax")]:
            self.browser.run(f"window.completed = null; Jupyter.notebook.kernel.complete('{code}', {len(code)}, "
                             "r => window.completed = r.content.matches)")
            self.browser.wait("window.completed !== null")
            self.assertEqual(self.browser.run("window.completed"), [expected])
        self.browser.run("window.said = null; Jupyter.notebook.kernel.inspect('tensor_softmax(', 15, r => window.said = r.content.data['text/plain'])")
        self.browser.wait("window.said !== null")
        self.assertIn("A row of -infinity", self.browser.run("window.said"))

    def test_6_nobody_without_the_token(self):
        with self.assertRaises(OSError):
            urllib.request.urlopen(self.server.url + "/api/contents", timeout=5)


if __name__ == "__main__":
    unittest.main()
