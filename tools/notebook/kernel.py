"""kernel.py - Jupyter cells in C: compiled by session.py, run by host.c, shown as ipynb.py does."""
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

from ipykernel.kernelapp import IPKernelApp
from ipykernel.kernelbase import Kernel

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import ipynb
import names
import session
import stream


class KindlingKernel(Kernel):
    implementation, implementation_version, banner = "kindling", "1", "C, cell by cell"
    language_info = {"name": "c", "mimetype": "text/x-csrc", "file_extension": ".c"}

    def __init__(self, **options):
        super().__init__(**options)
        self.folder = tempfile.TemporaryDirectory(prefix="kindling-jupyter-")
        environment = dict(os.environ, KINDLING_NOTEBOOK="frames", OPENBLAS_NUM_THREADS="1",
                           OMP_NUM_THREADS="1", NOTEBOOK_OUT=self.folder.name)
        self.host = subprocess.Popen([os.environ["KINDLING_HOST"]], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                     stderr=subprocess.STDOUT, env=environment, start_new_session=True)
        self.stream = stream.Stream(self.host.stdout.fileno())
        self.names = None
        self.program = session.Session(self.folder.name, os.environ["KINDLING_CC"],
                                       os.environ["KINDLING_FLAGS"])

    def say(self, text, name="stdout"):
        self.send_response(self.iopub_socket, "stream", {"name": name, "text": text})

    def show(self, path):
        self.send_response(self.iopub_socket, "display_data",
                           {"data": ipynb.show_file(path), "metadata": {}})

    def answers(self, command):
        """What the host says up to "done"; an interrupt ends the copy of it that runs the cell."""
        self.host.stdin.write(command.encode() + b"\n")
        self.host.stdin.flush()
        running, interrupted = [], []

        # in place of KeyboardInterrupt, which could come between two lines of stream.py, and lose a
        # frame
        def stop(*_):
            if running and not interrupted:
                interrupted.append(True)
                os.kill(running[0], signal.SIGKILL)
        before = signal.signal(signal.SIGINT, stop)
        try:
            for item in self.stream.items():
                if item[0] == "pid":
                    # the host says it first; a cell may print such a line, too
                    running = running or [int(item[1])]
                else:
                    yield item
        except EOFError:
            raise RuntimeError("the host is gone. hint: restart the kernel") from None
        finally:
            signal.signal(signal.SIGINT, before)
        if interrupted:
            yield ("interrupted",)

    def do_execute(self, code, silent, store_history=True, user_expressions=None, allow_stdin=False):
        asked = re.fullmatch(r"\s*\?+\s*(\w+)\s*|\s*(\w+)\s*\?+\s*", code)
        if asked:
            self.say(self.explained(code, code.index(asked[1] or asked[2])) or f"nothing is known of {asked[1] or asked[2]}\n")
            return self.done()
        try:
            library, messages, known = self.program.compile(code)
        except session.Hint as why:
            return self.failed("NotC", str(why))
        # not C that session.py can take apart
        except (AttributeError, IndexError, ValueError, TypeError):
            return self.failed("NotC", "the cell could not be taken apart into declarations and statements. hint: one of them a line")
        if library is None:
            return self.failed("CompileError", "the compiler did not accept this cell", messages)
        if messages:
            self.say(messages, "stderr")
        fails = re.search(r"^\s*CELL_FAILS\b", code, re.M)
        wrong, interrupted, said = None, False, ""
        for item in self.answers(f"{'fails' if fails else 'run'} {library}"):
            if item[0] == "text":
                said = (said + item[1])[-2000:]
                self.say(item[1])
            elif item[0] == "file":
                self.show(item[1])
            elif item[0] == "interrupted":
                interrupted = True
            elif item[0] == "end" and item[1] == "failed":
                wrong = item[3]
            elif item[0] in ("gate", "end"):
                self.say(ipynb.sentence(item))
        if wrong is not None:
            why = "was interrupted" if interrupted else wrong
            name = "Interrupted" if interrupted else "Crash" if wrong.startswith("crashed") else "Mistake"
            last = said.rstrip().rpartition("\n")[2] if wrong == "ended in a mistake" else ""
            return self.failed(name, f"This cell {why}; the state is as it was before.", last)
        if not fails:
            self.program.known = known
        return self.done()

    def done(self):
        return {"status": "ok", "execution_count": self.execution_count, "payload": [], "user_expressions": {}}

    def failed(self, name, why, said=""):
        """As Jupyter shows errors: a red box, and a client that runs all cells stops here."""
        lines = [line for line in said.rstrip().split("\n") if line]
        error = {"ename": name, "evalue": (lines[-1] if name == "Mistake" and lines else why),
                 "traceback": [*(lines if name != "Mistake" else []), f"\x1b[31m{name}\x1b[0m: {why}"]}
        self.send_response(self.iopub_socket, "error", error)
        return {"status": "error", "execution_count": self.execution_count, **error}

    # ---- Tab and Shift-Tab ---------------------------------------------------------------------

    def known_names(self):
        self.names = self.names or names.Names()
        return self.names, {n: text for n, text in self.program.known.items() if re.fullmatch(r"\w+", n)}

    def do_complete(self, code, cursor_pos):
        known, own = self.known_names()
        found, start = known.complete(code, cursor_pos, own)
        return {"status": "ok", "matches": found[:200], "cursor_start": start, "cursor_end": cursor_pos, "metadata": {}}

    def explained(self, code, cursor_pos):
        known, own = self.known_names()
        return known.explain(code, cursor_pos, own)

    def do_inspect(self, code, cursor_pos, detail_level=0, omit_sections=()):
        text = self.explained(code, cursor_pos)
        return {"status": "ok", "found": text is not None, "data": {"text/plain": text} if text else {}, "metadata": {}}

    def do_shutdown(self, restart):
        try:
            os.killpg(self.host.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.host.wait()
        self.folder.cleanup()
        return {"status": "ok", "restart": restart}


if __name__ == "__main__":
    IPKernelApp.launch_instance(kernel_class=KindlingKernel)
