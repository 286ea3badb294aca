"""test_many_machines.py - recipes/parallel.sh and recipes/slurm.sh, where GNU parallel and Slurm are installed: the same bytes as one process.

Slurm is set up here for the time of the test: one node, its daemons as whoever runs this, in a folder that goes away.
"""
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools/grading"))

from kindling_grading.build import suite as suites  # noqa: E402

PATH = os.environ["PATH"] + ":/usr/sbin:/sbin"
SLURM = [shutil.which(name, path=PATH) for name in ("munged", "slurmctld", "slurmd", "sbatch", "squeue")]
SECONDS = 600

SLURM_CONF = """ClusterName=kindling
SlurmctldHost={host}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={place}/munge/socket
CredType=cred/munge
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
StateSaveLocation={place}/state
SlurmdSpoolDir={place}/spool
SlurmctldPidFile={place}/ctld.pid
SlurmdPidFile={place}/d.pid
SlurmctldLogFile={place}/ctld.log
SlurmdLogFile={place}/d.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
JobCompType=jobcomp/none
AccountingStorageType=accounting_storage/none
NodeName={host} CPUs={cpus} RealMemory=4000 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


class ManyMachines(unittest.TestCase):
    """Three students of module 05: one process, and shares."""

    @classmethod
    def setUpClass(cls):
        if not shutil.which("parallel") and not all(SLURM):
            raise unittest.SkipTest("neither GNU parallel nor Slurm is installed")
        folder = tempfile.TemporaryDirectory(prefix="test-many-")
        cls.addClassCleanup(folder.cleanup)
        cls.place = Path(folder.name)
        cls.environment = os.environ | {"PATH": PATH, "KINDLING_COURSE_KEY": str(cls.place / "key")}
        suite = suites.load("05_dataloader")
        half = {name: suite.stub_files[name] if "rng_below" in name else text for name, text in suite.reference_files.items()}
        for student, files in (("ada", suite.reference_files), ("bob", suite.stub_files), ("cyd", half)):
            for name, text in files.items():
                path = cls.place / "in" / student / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(text)
        done = cls.said(sys.executable, "-B", "tools/grading", "batch.grade", *cls.words("one"))
        assert done.returncode == 0, done.stdout + done.stderr

    @classmethod
    def words(cls, out):
        return ["--module", "05", "--submissions", str(cls.place / "in"), "--out", str(cls.place / out), "--epoch", "x"]

    @classmethod
    def said(cls, *command, **more):
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=cls.environment | more, timeout=SECONDS)

    def results(self, out):
        return {path.parent.name: path.read_bytes() for path in (self.place / out / "05_dataloader").glob("*/grade.json")}

    def test_results_of_one_process(self):
        self.assertEqual(sorted(self.results("one")), ["ada", "bob", "cyd"])

    @unittest.skipUnless(shutil.which("parallel"), "GNU parallel is not installed")
    def test_gnu_parallel(self):
        done = self.said("sh", "tools/grading/recipes/parallel.sh", *self.words("parallel"), SHARES="2", LOG=str(self.place / "parallel.log"))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(self.results("parallel"), self.results("one"))

    @unittest.skipUnless(all(SLURM), "Slurm is not installed")
    def test_slurm(self):
        munged, slurmctld, slurmd, sbatch, squeue = SLURM
        place = self.place / "slurm"
        for name in ("munge", "state", "spool"):
            (place / name).mkdir(parents=True, mode=0o755)
        place.chmod(0o755)
        self.place.chmod(0o755)
        (place / "munge/key").write_bytes(os.urandom(128))
        (place / "munge/key").chmod(0o400)
        ports = []
        for _ in range(2):
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                ports.append(free.getsockname()[1])
        user = subprocess.run(["id", "-un"], capture_output=True, text=True).stdout.strip()
        conf = place / "slurm.conf"
        conf.write_text(SLURM_CONF.format(host=socket.gethostname().split(".")[0], user=user, place=place, ports=ports, cpus=os.cpu_count()))
        slurm = {"SLURM_CONF": str(conf)}
        for command in ([munged, "-F", "--force", f"--key-file={place}/munge/key", f"--socket={place}/munge/socket", f"--pid-file={place}/munge/pid",
                         f"--log-file={place}/munge/log", f"--seed-file={place}/munge/seed"], [slurmctld, "-D", "-f", str(conf)], [slurmd, "-D", "-f", str(conf)]):
            daemon = subprocess.Popen(command, env=self.environment | slurm, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.addCleanup(daemon.wait)
            self.addCleanup(daemon.kill)
            time.sleep(1)
        done = self.said(sbatch, "--array=0-1", "--mem=500", f"--output={place}/%a.log", "--parsable", "tools/grading/recipes/slurm.sh", *self.words("slurm"), **slurm)
        logs = "".join(p.read_text(errors="replace")[-2000:] for p in place.glob("*.log"))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr + logs)
        until = time.monotonic() + SECONDS
        while self.said(squeue, "--noheader", "--jobs", done.stdout.strip(), **slurm).stdout.strip() and time.monotonic() < until:
            time.sleep(1)
        logs = "".join(p.read_text(errors="replace")[-2000:] for p in place.glob("*.log"))
        self.assertEqual(self.results("slurm"), self.results("one"), logs)


if __name__ == "__main__":
    unittest.main()
