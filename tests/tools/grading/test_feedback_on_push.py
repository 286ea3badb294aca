"""test_feedback_on_push.py - the workflows that run the open tests on every push: each step is taken out of the YAML and run.

A student's repository is a copy of what the steps need of this tree. It runs in a bare box: /usr, a few files of /etc, no home,
no network, an environment that a runner would have, and nothing else of this machine. What only a platform has (its
runners, checkout and artifacts, apt-get with a network) is not run here: there are rows that say what is expected of it.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]
RECIPES = ROOT / "tools/grading/recipes"
# What a repository holds; and what was built of it, so that a test takes seconds.
HELD = ["Makefile", "tensor", "autograd", "nn", "attention", "modules", "tools", "tests", "build/double", "build/include"]

try:
    import yaml
except ImportError:
    yaml = None


def read(name):
    return yaml.load((RECIPES / name).read_text(), Loader=yaml.BaseLoader)  # "on" stays a word


@unittest.skipUnless(yaml, "python3-yaml is not installed")
class Shape(unittest.TestCase):
    def test_github(self):
        flow = read("feedback-github.yml")
        self.assertEqual((flow["on"], flow["permissions"], list(flow["jobs"])), (["push"], {"contents": "read"}, ["tests"]))
        job = flow["jobs"]["tests"]
        self.assertLessEqual(set(job), {"runs-on", "timeout-minutes", "env", "steps"})
        self.assertEqual([s["uses"] for s in job["steps"] if "uses" in s], ["actions/checkout@v6", "actions/upload-artifact@v7"])  # test_recipes.py knows their inputs
        for step in job["steps"]:
            self.assertNotIn("${{", step.get("run", ""))
            self.assertEqual(step.get("if", "${{ !cancelled() }}"), "${{ !cancelled() }}")
        self.assertNotRegex((RECIPES / "feedback-github.yml").read_text(), r"secrets\.|GITHUB_TOKEN|github\.token")

    def test_gitlab(self):
        flow = read("feedback-gitlab.yml")
        self.assertEqual(set(flow), {"variables", "feedback"})
        self.assertLessEqual(set(flow["feedback"]), {"image", "timeout", "before_script", "script", "artifacts"})
        self.assertEqual(flow["feedback"]["artifacts"]["paths"], ["report/"])

    def test_both_run_the_same(self):
        github = next(s["run"] for s in read("feedback-github.yml")["jobs"]["tests"]["steps"] if s.get("name") == "open tests")
        self.assertEqual(github, "\n".join(read("feedback-gitlab.yml")["feedback"]["script"]))


@unittest.skipUnless(yaml and shutil.which("bwrap"), "python3-yaml and bubblewrap are needed")
class Run(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        built = subprocess.run(["make", "-s", "02"], cwd=ROOT, capture_output=True, text=True)  # of what is kept: the starting files
        assert built.returncode == 0, built.stdout + built.stderr
        folder = tempfile.TemporaryDirectory(prefix="test-push-")
        cls.addClassCleanup(folder.cleanup)
        cls.place = Path(folder.name)
        for name in HELD:
            (cls.place / "w" / name).parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(["cp", "-a", ROOT / name, cls.place / "w" / name], check=True)

    def box(self, script, **more):
        """A step, as a runner of either platform runs it."""
        system = [word for name in ("bin", "lib", "lib64", "sbin") if Path("/", name).is_symlink() for word in ("--symlink", os.readlink(f"/{name}"), f"/{name}")]
        etc = [word for name in ("alternatives", "ld.so.cache", "passwd") if Path("/etc", name).exists() for word in ("--ro-bind", f"/etc/{name}", f"/etc/{name}")]
        environment = {"PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "HOME": "/home", "CI": "true", "KINDLING_NO_INSTALL": "1"} | more
        words = [word for name, value in environment.items() for word in ("--setenv", name, value)]
        # where this tree lies, so that make finds what was built there
        return subprocess.run(["bwrap", "--unshare-all", "--clearenv", "--die-with-parent", "--ro-bind", "/usr", "/usr", *system, *etc, "--proc", "/proc", "--dev", "/dev",
                               "--tmpfs", "/tmp", "--tmpfs", "/home", "--bind", str(self.place / "w"), str(ROOT), "--bind", str(self.place), "/out", "--chdir", str(ROOT), *words,
                               "bash", "-e", "-o", "pipefail", "-c", script], capture_output=True, text=True)

    def steps(self):
        flow = read("feedback-github.yml")
        found = {s["name"]: s["run"] for s in flow["jobs"]["tests"]["steps"] if "run" in s}
        return [found[name] for name in ("what the tests need", "open tests", "report")]

    def test_what_was_not_begun_is_green_and_what_is_wrong_is_red(self):
        setup, tests, report = self.steps()
        summary = self.place / "summary.md"
        self.assertEqual(self.box(setup).returncode, 0)
        done = self.box(tests, MODULES="02")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("0 of 100 points.  Next: write 02.1 relu_row", done.stdout)
        self.assertEqual(self.box(report, MODULES="02", GITHUB_STEP_SUMMARY="/out/summary.md").returncode, 0)
        self.assertIn("## Module 02\n\n<pre>\n", summary.read_text())
        self.assertIn("0 of 100 points", summary.read_text())

        file = self.place / "w/modules/02_activations/activations.c"
        text = file.read_text()
        at = text.index('todo("02.1 relu_row")')
        for wrong, words in (("(void)0", "FAIL"), ("1 <", "error: ")):
            file.write_text(text[:at] + wrong + text[at + len('todo("02.1 relu_row")'):])
            summary.unlink()
            done = self.box(tests, MODULES="02")
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
            self.assertIn(words, done.stdout)
            self.assertEqual(self.box(report, MODULES="02", GITHUB_STEP_SUMMARY="/out/summary.md").returncode, 0)
            self.assertIn(words, summary.read_text())
            self.assertNotRegex(summary.read_text().replace("<pre>", "").replace("</pre>", ""), "<")


if __name__ == "__main__":
    unittest.main()
