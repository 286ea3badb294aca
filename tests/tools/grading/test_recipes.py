"""test_recipes.py - the workflow for GitHub Actions, as far as it can be tried without GitHub.

Its structure is held against what the documentation of the actions says; what it runs is run, step
by step, the way a runner would: shares of two submissions, artifacts collected and merged, the
grade book.

    python3 tests/tools/grading/test_recipes.py         the last class grades for real
"""
import csv
import fnmatch
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]
RECIPE = ROOT / "tools/grading/recipes/github-actions.yml"
sys.path.insert(0, str(ROOT / "tools/grading"))

from kindling_grading.batch import grade  # noqa: E402
from kindling_grading.build import suite as suites  # noqa: E402

try:
    import yaml
except ImportError:
    yaml = None

# Name: oldest major version that runs on a Node.js which runners still have (24), newest known, and
# its inputs.
ACTIONS = {
    "actions/checkout": (5, 6, "repository ref token ssh-key ssh-known-hosts ssh-strict ssh-user persist-credentials path clean "
                         "filter sparse-checkout sparse-checkout-cone-mode fetch-depth fetch-tags show-progress lfs submodules "
                         "set-safe-directory github-server-url"),
    "actions/upload-artifact": (6, 7, "name path if-no-files-found retention-days compression-level overwrite include-hidden-files archive"),
    "actions/download-artifact": (7, 8, "name artifact-ids path pattern merge-multiple github-token repository run-id skip-decompress "
                                  "digest-mismatch"),
}
IMAGES = {"ubuntu-24.04"}  # bubblewrap 0.9, Python 3.12; ubuntu-22.04 has 0.6 and 3.10
# What an expression may name, by where it stands.
KNOWN = re.compile(r"inputs\.(\w+)|matrix\.(\w+)|strategy\.job-total|!cancelled\(\)")


@unittest.skipUnless(yaml, "python3-yaml is not installed")
class Structure(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.text = RECIPE.read_text()
        cls.flow = yaml.load(cls.text, Loader=yaml.BaseLoader)  # "on" stays a word
        cls.jobs = cls.flow["jobs"]
        cls.steps = [step for job in cls.jobs.values() for step in job["steps"]]

    def test_keys_are_those_of_a_workflow(self):
        self.assertLessEqual(set(self.flow), {"name", "on", "permissions", "jobs"})
        for job in self.jobs.values():
            self.assertLessEqual(set(job), {"runs-on", "timeout-minutes", "strategy", "needs", "if", "steps"})
            self.assertIn(job["runs-on"], IMAGES)
            self.assertTrue(0 < int(job["timeout-minutes"]) <= 360)
            for other in [job["needs"]] if isinstance(job.get("needs"), str) else job.get("needs", []):
                self.assertIn(other, self.jobs)
        for step in self.steps:
            self.assertLessEqual(set(step), {"name", "if", "uses", "with", "run", "env"})
            self.assertEqual(("uses" in step) + ("run" in step), 1)

    def test_actions_have_these_versions_and_inputs(self):
        used = [step for step in self.steps if "uses" in step]
        self.assertEqual(len(used), 5)
        for step in used:
            name, version = re.fullmatch(r"([\w-]+/[\w-]+)@v(\d+)", step["uses"]).groups()
            oldest, newest, inputs = ACTIONS[name]
            self.assertTrue(oldest <= int(version) <= newest, step["uses"])
            self.assertLessEqual(set(step.get("with", {})), set(inputs.split()), step["uses"])

    def test_started_by_hand_only_with_no_right_but_to_read(self):
        self.assertEqual(list(self.flow["on"]), ["workflow_dispatch"])
        self.assertEqual(self.flow["permissions"], {"contents": "read"})
        self.assertNotRegex(self.text, r"secrets\.|github\.token|GITHUB_TOKEN|pull_request")
        for step in self.steps:
            if step.get("uses", "").startswith("actions/checkout"):
                self.assertEqual(step["with"]["persist-credentials"], "false")

    def test_expressions_name_what_there_is_and_never_stand_in_a_script(self):
        inputs = self.flow["on"]["workflow_dispatch"]["inputs"]
        for job in self.jobs.values():
            matrix = job.get("strategy", {}).get("matrix", {})
            for expression in re.findall(r"\$\{\{ (.*?) \}\}", json.dumps(job)):
                found = KNOWN.fullmatch(expression)
                self.assertTrue(found, expression)
                self.assertTrue(found[1] is None or found[1] in inputs, expression)
                self.assertTrue(found[2] is None or found[2] in matrix, expression)
            for step in job["steps"]:
                # what was typed is data, not a line of the shell
                self.assertNotIn("${{", step.get("run", ""))
                for name in re.findall(r"\$([A-Z]+)", step.get("run", "")):
                    self.assertIn(name, step.get("env", {}))
        self.assertEqual(self.text.count("${{"), len(re.findall(r"\$\{\{ [^{}]+ \}\}", self.text)))

    def test_what_is_uploaded_is_what_is_downloaded(self):
        share = next(s["with"] for s in self.jobs["share"]["steps"] if "upload" in s.get("uses", ""))
        merge = next(s["with"] for s in self.jobs["merge"]["steps"] if "download" in s.get("uses", ""))
        self.assertTrue(fnmatch.fnmatch(share["name"].replace("${{ matrix.share }}", "3"), merge["pattern"]))
        self.assertEqual(merge["merge-multiple"], "true")
        # The artifact begins where the paths have their first wildcard; there it is put back.
        self.assertEqual({path.split("/*")[0] for path in share["path"].split()}, {merge["path"]})
        self.assertEqual(self.jobs["share"]["strategy"]["matrix"]["share"], [str(i) for i in range(4)])

    def test_commands_exist(self):
        for step in self.steps:
            for line in step.get("run", "").splitlines():
                for path in re.findall(r"\b[\w./-]+\.(?:py|sh)\b", line):
                    self.assertTrue((ROOT / path).is_file(), path)
                for target in re.findall(r"\bmake ([a-z-]+)", line):
                    said = subprocess.run(["make", "-n", target, "MODULE=12", "OUT=x"], cwd=ROOT, capture_output=True, text=True)
                    self.assertEqual(said.returncode, 0, said.stderr)
                if "batch.shard" in line:
                    grade.options(line.split('"$SHARE"')[1].split())


@unittest.skipUnless(yaml, "python3-yaml is not installed")
class Run(unittest.TestCase):
    """A runner for poor people: a checkout, the scripts of the steps, files from one job to the
    other."""

    def checkout(self, place: Path) -> Path:
        place.mkdir()
        for entry in ROOT.iterdir():
            if not entry.name.startswith(".git"):
                (place / entry.name).symlink_to(entry)
        shutil.copytree(self.submissions, place / "submissions")
        return place

    def step(self, job: str, name: str, place: Path, **values: str) -> None:
        found = next(s for s in self.flow["jobs"][job]["steps"] if s.get("name") == name)
        known = {"inputs.module": "12"} | values
        environment = {k: re.sub(r"\$\{\{ (.*?) \}\}", lambda m: known[m[1]], v) for k, v in found.get("env", {}).items()}
        done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", found["run"]], cwd=place, capture_output=True, text=True,
                              env={"PATH": os.environ["PATH"], "HOME": str(self.base / "home")} | environment)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_two_submissions_in_four_shares(self):
        self.flow = yaml.load(RECIPE.read_text(), Loader=yaml.BaseLoader)
        suite = suites.load("12_attention")
        with tempfile.TemporaryDirectory(prefix="kindling-recipe-") as name:
            self.base, self.submissions = Path(name), Path(name) / "submissions"
            for student, files in (("ada", suite.reference_files), ("bob", suite.stub_files)):
                for file, contents in files.items():
                    path = self.submissions / student / file.split("/")[1]
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(contents)
            merged = self.checkout(self.base / "merge")
            for share in self.flow["jobs"]["share"]["strategy"]["matrix"]["share"]:
                place = self.checkout(self.base / f"share-{share}")
                self.step("share", "grade", place, **{"matrix.share": share, "strategy.job-total": "4"})
                upload = next(s["with"] for s in self.flow["jobs"]["share"]["steps"] if "upload" in s.get("uses", ""))
                for pattern in upload["path"].split():
                    for path in place.glob(pattern):
                        to = merged / path.relative_to(place)
                        to.parent.mkdir(parents=True, exist_ok=True)
                        shutil.copy(path, to)
            (merged / "policy.toml").write_text('[default]\ntitle = "Attention by the runner"\n')
            self.step("merge", "grade book and feedback", merged)
            with open(merged / "grades/reports/12_attention/gradebook.csv", newline="") as file:
                self.assertEqual({r["student_id"]: r["score"] for r in csv.DictReader(file)}, {"ada": "100", "bob": "0"})
            self.assertIn("Attention by the runner", (merged / "grades/reports/12_attention/overview.html").read_text())


if __name__ == "__main__":
    unittest.main()
