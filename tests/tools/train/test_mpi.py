"""test_mpi.py - ranks by real MPI libraries: bytes arrive, weights are those of pipes and of one
rank, and no job outlives a rank.

usage: MAKE=make PROGRAMS=build/release test_mpi.py        make test-mpi

Each library is tried that has its mpicc and its launcher here; the others are skipped. One folder
of objects serves all of them, so the test also holds the rule that a changed MPI= makes the right
objects again.
"""
import hashlib
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
os.chdir(ROOT)
MAKE = os.environ.get("MAKE", "make").split()
PROGRAMS = os.environ.get("PROGRAMS", "build/release")
LONG = 600  # seconds until a job counts as hanging
AS_ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
RUN = ["--text", "README.md", "--layers", "1", "--heads", "2", "--channels", "16", "--context", "16", "--batch", "9", "--dropout", "0.1",
       "--eval-every", "10", "--eval-batches", "2", "--final-batches", "2", "--sample", "0", "--quiet", "--overwrite", "--threads", "1", "--shares", "8"]


def environment():
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("OMPI_", "PMI", "SLURM_", "MAKEFLAGS", "MFLAGS", "MAKELEVEL"))}
    return {**clean, **AS_ROOT}


def build(mpi, folder):
    """train and mpi-exchange by this mpicc, copied away: the next build writes to the same
    place."""
    targets = [f"{PROGRAMS}/train"] + ([f"{PROGRAMS}/mpi-exchange"] if mpi != "none" else [])
    subprocess.run([*MAKE, f"MPI={mpi}", *targets], check=True, stdout=subprocess.DEVNULL, env=environment())
    for target in targets:
        shutil.copy(target, folder)


def tearDownModule():
    """What lies there afterwards is the program that plain make wants."""
    subprocess.run([*MAKE, f"{PROGRAMS}/train"], check=True, stdout=subprocess.DEVNULL, env=environment())


def run(command):
    return subprocess.run(command, capture_output=True, text=True, timeout=LONG, env=environment(), stdin=subprocess.DEVNULL)


def digest(folder):
    return hashlib.md5((folder / "last.safetensors").read_bytes()).hexdigest()


def processes(word):
    """Those named train that have the word on their command line."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and (entry / "comm").read_text() == "train\n" and word.encode() in (entry / "cmdline").read_bytes():
                found.append(int(entry.name))
        except OSError:
            pass
    return sorted(found)


class WithoutMPI(unittest.TestCase):
    def test_builds_and_trains(self):
        with tempfile.TemporaryDirectory() as made:
            build("none", made)
            linked = run(["ldd", f"{made}/train"]).stdout
            self.assertNotIn("libmpi", linked)
            self.assertEqual(run([f"{made}/train", *RUN, "--steps", "2", "--ranks", "2", "--out", f"{made}/out"]).returncode, 0)

    @unittest.skipUnless(shutil.which("mpirun.openmpi"), "Open MPI is not installed")
    def test_mpirun_is_refused(self):
        with tempfile.TemporaryDirectory() as made:
            build("none", made)
            result = run([*OpenMPI.launcher, "-n", "2", f"{made}/train", *RUN, "--steps", "2", "--out", f"{made}/out"])
            self.assertNotEqual(result.returncode, 0)
            self.assertIn("built without MPI", result.stderr)


class Library:
    """A subclass says: mpicc, the launcher, what `train` is linked with, and what it is called."""

    @classmethod
    def setUpClass(cls):
        for program in (cls.mpicc, cls.launcher[0]):
            if shutil.which(program) is None:
                raise unittest.SkipTest(f"{program} is not installed")
        cls.made = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.made.name)
        build(cls.mpicc, cls.folder)

    @classmethod
    def tearDownClass(cls):
        cls.made.cleanup()

    def launch(self, ranks, program, *arguments):
        return [*self.launcher, "-n", str(ranks), str(self.folder / program), *arguments]

    def train(self, name, command, steps=20):
        out = self.folder / name
        result = run([*command, *RUN, "--steps", str(steps), "--out", str(out)])
        self.assertEqual(result.returncode, 0, result.stderr)
        return digest(out), result.stdout

    def test_the_program_is_that_of_this_library(self):
        linked = run(["ldd", str(self.folder / "train")]).stdout
        self.assertIn(self.library, linked)

    def test_bytes_arrive(self):
        for ranks in (2, 4):
            result = run(self.launch(ranks, "mpi-exchange", "bytes"))
            self.assertEqual((result.returncode, result.stdout), (0, "all bytes arrived\n"), result.stderr)

    def test_weights_are_those_of_pipes_and_of_one_rank(self):
        program = str(self.folder / "train")
        one, _ = self.train("one", [program])
        for ranks in (2, 4):
            pipes, _ = self.train(f"pipes{ranks}", [program, "--ranks", str(ranks)])
            mpi, said = self.train(f"mpi{ranks}", self.launch(ranks, "train"))
            sharded, _ = self.train(f"sharded{ranks}", self.launch(ranks, "train", "--shard-moments"))
            self.assertEqual((pipes, mpi, sharded), (one, one, one))
            self.assertIn(f"{ranks} of 1 thread each, by {self.name}", said)

    def test_a_rank_that_leaves_ends_the_job(self):
        result = run(self.launch(2, "mpi-exchange", "leaves"))
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("rank 1 has ended early; the job ends", result.stderr)

    def test_an_error_of_mpi_ends_the_job_in_words(self):
        result = run(self.launch(2, "mpi-exchange", "wrong"))
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("rank 0: MPI: ", result.stderr)
        self.assertIn("go on with --resume", result.stderr)

    def test_last_words_are_read_before_the_job_is_aborted(self):
        """MPICH's launcher loses what it has not read by then."""
        result = run(self.launch(2, "mpi-exchange", "busy"))
        self.assertNotIn(result.returncode, (0, 77))
        self.assertIn("rank 0: MPI: ", result.stderr)

    def test_a_killed_rank_ends_the_job(self):
        out = self.folder / "killed"
        command = [*self.launch(2, "train", *RUN), "--steps", "1000000000", "--log-every", "1", "--out", str(out)]
        job = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, env=environment())
        try:
            # it is training
            while not (out / "log.tsv").exists() or (out / "log.tsv").stat().st_size < 200:
                self.assertIsNone(job.poll())
                time.sleep(0.01)
            os.kill(processes(str(out))[-1], signal.SIGKILL)
            self.assertNotEqual(job.wait(LONG), 0)
            # a launcher may go while the signals that end the others are on their way
            end = time.monotonic() + 60
            while processes(str(out)) and time.monotonic() < end:
                time.sleep(0.05)
            self.assertEqual(processes(str(out)), [])
        finally:
            job.kill()
            job.wait()

    def test_a_bad_command_line_is_told_once(self):
        result = run(self.launch(2, "train", "--layers", "none"))
        self.assertNotEqual(result.returncode, 0)
        self.assertEqual((result.stdout + result.stderr).count("--layers: got"), 1, result.stderr)


class OpenMPI(Library, unittest.TestCase):
    mpicc, library, name = "mpicc.openmpi", "libmpi.so", "Open MPI v"
    launcher = ["mpirun.openmpi", "--oversubscribe"]


class MPICH(Library, unittest.TestCase):
    mpicc, library, name = "mpicc.mpich", "libmpich.so", "MPICH "
    launcher = ["mpiexec.hydra", "-launcher", "fork"]


@unittest.skipUnless(shutil.which("mpicc.mpich") and shutil.which("mpirun.openmpi"), "Open MPI and MPICH are not both installed")
class AnotherLauncher(unittest.TestCase):
    """A launcher of one MPI, a program of another: each process would be rank 0 of one."""

    def test_is_told(self):
        with tempfile.TemporaryDirectory() as made:
            build("mpicc.mpich", made)
            result = run([*OpenMPI.launcher, "-n", "2", f"{made}/train", *RUN, "--steps", "2", "--out", f"{made}/out"])
            self.assertNotEqual(result.returncode, 0)
            self.assertIn("got 1 process of MPI, expected the 2 that were started", result.stderr)


if __name__ == "__main__":
    unittest.main()
