"""test_git.py - what git does with the tree: on a machine that turns ends of lines, and where a
term was graded.

    python3 tests/tools/grading/test_git.py
"""
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]


def git(*words: str, at: Path = ROOT) -> subprocess.CompletedProcess:
    return subprocess.run(["git", *words], cwd=at, capture_output=True, text=True)


@unittest.skipUnless(shutil.which("git") and (ROOT / ".git").exists(), "without git's history")
class Git(unittest.TestCase):
    def test_a_clone_with_autocrlf_is_the_same_bytes(self):
        with tempfile.TemporaryDirectory(prefix="kindling-clone-") as folder:
            clone = Path(folder, "clone")
            done = git("-c", "core.autocrlf=true", "clone", "-q", "--depth", "1", f"file://{ROOT}", str(clone))
            self.assertEqual(done.returncode, 0, done.stderr)
            turned = [line for line in git("ls-files", "--eol", at=clone).stdout.splitlines()
                      if re.search(r" w/(crlf|mixed) ", line) and "attr/-text" not in line]
            self.assertEqual(turned, [])
            for command in (["make", "help"], ["sh", "tools/course/progress.sh"]):
                said = subprocess.run(command, cwd=clone, capture_output=True, text=True, env={"PATH": "/usr/bin:/bin", "CONFIG": "double"})
                self.assertEqual((said.returncode, said.stderr), (0, ""), command)

    def test_what_a_term_leaves_is_ignored(self):
        """Every folder and file that the README of grading names after a variable, or copies: none
        is offered to git add."""
        text = (ROOT / "tools/grading/README.md").read_text()
        named = set(re.findall(r"\b(?:OUT|SUBMISSIONS|OTHER|POLICY|ROSTER|GROUPS)=([\w.-]+)", text)) | set(re.findall(r"^cp \S+ (\S+)", text, re.M))
        self.assertLessEqual({"grades", "in", "release", "policy.toml", "roster.csv"}, named)
        named.add(re.search(r"^#SBATCH --output=(.*)", (ROOT / "tools/train/train.slurm").read_text(), re.M)[1].replace("%j", "7"))
        offered = [name for name in sorted(named) if git("check-ignore", "-q", name if "." in name else f"{name}/x").returncode != 0]
        self.assertEqual(offered, [])
        hidden = git("ls-files", "-i", "-c", "--exclude-standard").stdout
        self.assertEqual(hidden, "", "files of the project that .gitignore would hide")


if __name__ == "__main__":
    unittest.main()
