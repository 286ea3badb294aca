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
import outputs
import session


class KindlingKernel(Kernel):
    implementation, implementation_version, banner = "kindling", "1", "C, cell by cell"
    language_info = {"name": "c", "mimetype": "text/x-csrc", "file_extension": ".c"}

    def __init__(self, **options):
        super().__init__(**options)
        self.folder = tempfile.TemporaryDirectory(prefix="kindling-jupyter-")
        environment = dict(os.environ, KINDLING_NOTEBOOK="frames", OPENBLAS_NUM_THREADS="1",
                           OMP_NUM_THREADS="1", NOTEBOOK_OUT=self.folder.name)
        self.host = subprocess.Popen([os.environ["KINDLING_HOST"]], stdin=subprocess.PIPE, text=True,
                                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace",
                                     env=environment, start_new_session=True)
        self.program = session.Session(self.folder.name, os.environ["KINDLING_CC"],
                                       os.environ["KINDLING_FLAGS"])

    def say(self, text, name="stdout"):
        self.send_response(self.iopub_socket, "stream", {"name": name, "text": text})

    def show(self, path):
        self.send_response(self.iopub_socket, "display_data",
                           {"data": ipynb.show_file(path), "metadata": {}})

    def answers(self, command):
        """Lines of the host up to the one that says done; an interrupt ends the running copy."""
        self.host.stdin.write(command + "\n")
        self.host.stdin.flush()
        running = None
        while True:
            try:
                line = self.host.stdout.readline()
            except KeyboardInterrupt:
                if running is not None:
                    os.kill(running, signal.SIGKILL)
                    yield ("interrupted",)
                continue
            if line == "":
                raise RuntimeError("the host is gone. try: restart the kernel")
            text, mark, frame = line.partition("\036")
            if text:
                yield "text", text
            item = outputs.parse(frame)
            if item[0] == "pid":
                running = int(item[1])
            elif item[0] == "done":
                return
            elif mark:
                yield item

    def do_execute(self, code, silent, store_history=True, user_expressions=None, allow_stdin=False):
        try:
            library, messages, known = self.program.compile(code)
        except (AttributeError, IndexError, ValueError):  # not C that session.py can take apart
            return self.failed("could not be taken apart into declarations and cells")
        if messages:
            self.say(messages, "stderr")
        if library is None:
            return self.failed("the compiler did not accept this cell")
        fails = re.search(r"^\s*CELL_FAILS\b", code, re.M)
        wrong, interrupted = None, False
        for item in self.answers(f"{'fails' if fails else 'run'} {library}"):
            if item[0] == "text":
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
            return self.failed("was interrupted" if interrupted else wrong)
        if not fails:
            self.program.known = known
        return {"status": "ok", "execution_count": self.execution_count, "payload": [],
                "user_expressions": {}}

    def failed(self, why):
        text = f"This cell {why}; the state is as it was before.\n" if not why.startswith("the ") else why
        self.say(text, "stderr")
        return {"status": "error", "execution_count": self.execution_count, "ename": "cell",
                "evalue": why, "traceback": []}

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
