"""test_setup.py - a machine on which something is missing: what is said, and what to type.

setup.sh runs with a PATH of its own, in which there is a package manager that only writes down its
words, and no compiler. Why a box does not start is asked with the sentences of bubblewrap.

    python3 tests/tools/grading/test_setup.py
"""
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools/grading"))

from kindling_grading.box import selftest  # noqa: E402

PLAIN = "sh uname id mktemp tail rm cat env"
# What grading needs on a bare system, by the names that each manager knows.
PACKAGES = {
    "apt-get": "gcc make bubblewrap libseccomp-dev binutils python3 libc6-dev",
    "dnf": "gcc make bubblewrap libseccomp-devel binutils python3 glibc-static",
    "pacman": "gcc make bubblewrap libseccomp binutils python glibc",
    "apk": "gcc make bubblewrap libseccomp-dev binutils python3 musl-dev",
}


class Setup(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="kindling-setup-")))
        for name in PLAIN.split():
            # no links: somebody could write through one
            self.program(name, f'exec {shutil.which(name)} "$@"')

    def program(self, name: str, script: str) -> None:
        (self.folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (self.folder / name).chmod(0o755)

    def run_it(self, **environment: str) -> subprocess.CompletedProcess:
        return subprocess.run(["/bin/sh", ROOT / "tools/setup.sh", "grading"], cwd=self.folder, capture_output=True, text=True,
                              env={"PATH": str(self.folder), "CC": "no-such-compiler"} | environment)

    def test_what_is_needed_is_named_for_every_manager(self):
        for manager, packages in PACKAGES.items():
            self.program(manager, "exit 9")
            done = self.run_it(KINDLING_NO_INSTALL="1")
            (self.folder / manager).unlink()
            first, _, second = done.stdout.partition("\n")
            self.assertEqual((done.returncode, done.stderr), (1, ""), manager)
            self.assertEqual(first, f"needed and missing: {packages}. Please type:")
            self.assertIn(manager, second)
            self.assertTrue(second.strip().endswith(packages), second)

    def test_without_sudo_it_is_not_what_to_type(self):
        self.program("apt-get", "exit 9")
        self.program("id", "echo 1000")
        done = self.run_it(KINDLING_NO_INSTALL="1")
        self.assertIn(". Please type, as root:\n    apt-get install", done.stdout)

    def test_root_installs_all_of_it_at_once(self):
        self.program("id", "echo 0")
        self.program("apt-get", f'echo "$@" >> {self.folder}/said')
        done = self.run_it()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        said = (self.folder / "said").read_text().splitlines()
        self.assertRegex(said[0], r"Timeout=3 update -qq$")  # a dead network is given up
        self.assertTrue(said[1].startswith("install -y --no-install-recommends "), said)
        self.assertTrue(said[1].endswith(f" {PACKAGES['apt-get']} git similarity-tester"), said)

    def test_an_installation_that_fails_is_told(self):
        self.program("id", "echo 0")
        self.program("apt-get", "echo no network; exit 100")
        done = self.run_it()
        self.assertEqual(done.returncode, 1)
        self.assertIn("that did not work; the last lines were:\nno network\n", done.stdout)
        self.assertIn("apt-get install", done.stdout)

    def test_other_systems(self):
        self.program("uname", "echo Darwin")
        done = self.run_it()
        self.assertEqual(done.returncode, 1)
        self.assertIn("use a Linux machine", done.stdout)


class WhyNoBox(unittest.TestCase):
    SAID = "the box did not start: bwrap: "

    def why(self, words: str, chroot: bool = False) -> str:
        with mock.patch.object(selftest, "inside_a_chroot", lambda: chroot):
            return selftest.why_not_started(self.SAID + words)

    def test_each_cause_has_its_sentence(self):
        for words, chroot, said in (
                ("Unknown option --disable-userns", False, "older than 0.8"),
                ("Can't read /proc/sys/kernel/overflowuid: No such file or directory", False, "mount -t proc proc /proc"),
                ("No permissions to create new namespace, likely because. See <https://x>.", True, "inside of a chroot")):
            found = self.why(words, chroot)
            self.assertIn(said, found)
            self.assertNotIn("See <", found)
            self.assertNotIn("..", found)

    def test_words_about_proc_are_not_its_absence(self):
        said = self.why("Creating new namespace failed: nesting depth or /proc/sys/user/max_*_namespaces exceeded (ENOSPC)")
        self.assertNotIn("mount -t proc", said)

    def test_this_is_no_chroot(self):
        self.assertFalse(selftest.inside_a_chroot())

    def test_a_chroot_is_known_by_its_mounts(self):
        """Whatever is mounted below, a chroot's own / is part of somebody else's."""
        line = "{} 1 8:1 /{} {} rw,relatime - ext4 /dev/sda1 rw\n"
        proc, inside, outside = line.format(40, "", "/proc"), line.format(41, "dir", "/home"), line.format(28, "", "/")
        for mounts, chroot in ((outside + proc, False), (proc + outside, False), (proc + inside, True), ("", True)):
            with mock.patch.object(Path, "read_text", lambda _, mounts=mounts: mounts):
                self.assertEqual(selftest.inside_a_chroot(), chroot, mounts)


if __name__ == "__main__":
    unittest.main()
