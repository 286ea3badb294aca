"""What the PyTorch sides share: one process per measurement, the clock, and the memory.

Nothing here imports torch before the process of a measurement has started and its thread counts are
set, because OpenMP and the BLAS read them when they are loaded. As a program it says which torch
this is.
"""
import argparse
import ctypes
import json
import os
import statistics
import sys
import time


def arguments(description, default_cases, more=()):
    """The options all scripts have, and `more`: pairs of a flag and its settings."""
    p = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--threads", type=int, nargs="+", default=[1])
    p.add_argument("--cases", nargs="+", default=default_cases, metavar="CASE")
    p.add_argument("--seconds", type=float, default=2.0, help="timed seconds of a measurement, at least")
    for flag, settings in more:
        p.add_argument(flag, **settings)
    return p.parse_args()


def each_in_its_own_process(a, measure_case):
    """measure_case(case, a, meter) for all cases and thread counts; 0 if each of them worked."""
    failed = 0
    for case in a.cases:
        for threads in a.threads:
            sys.stdout.flush()
            child = os.fork()
            if child == 0:
                os.environ.update(dict.fromkeys(["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"],
                                                str(threads)))
                status = 1
                try:
                    measure_case(case, a, Meter(threads, a.seconds))
                    sys.stdout.flush()
                    status = 0
                except Absent as what:
                    print(json.dumps({"case": case, "absent": str(what)}), flush=True)
                    status = 0
                except Exception as problem:  # one line is enough: the next case goes on
                    print(f"{case}: {problem}", file=sys.stderr)
                finally:
                    os._exit(status)
            failed |= os.waitpid(child, 0)[1]
    return 1 if failed else 0


def status_kb(field):
    with open("/proc/self/status") as lines:
        for line in lines:
            if line.startswith(field + ":"):
                return int(line.split()[1])
    return 0


class Absent(Exception):
    """This torch cannot do that: said in the JSON, and no failure."""


def openblas_with_threads():
    """The OpenBLAS in this process that brings threads of its own, or None. Beside those of OpenMP,
    which torch has, both wait for each other, and everything is up to 50 times slower."""
    try:
        with open("/proc/self/maps") as maps:
            loaded = {line.split(None, 5)[5].strip() for line in maps if "libopenblas" in line}
    except OSError:
        return None
    for path in sorted(loaded):
        try:
            if ctypes.CDLL(path).openblas_get_parallel() == 1:  # 0: no threads, 2: OpenMP's
                return path
        except (OSError, AttributeError):  # NumPy's own, all of whose names end in 64_
            pass
    return None


def crippled():
    """That OpenBLAS, if torch's products are by it."""
    import torch
    return None if torch.backends.mkl.is_available() else openblas_with_threads()


class Meter:
    """Times steps, and knows how much memory the process had before the work began."""

    def __init__(self, threads, seconds):
        import torch
        if threads > 1 and crippled():
            raise Absent(f"{crippled()} has threads of its own, against which OpenMP's wait: no fair peer")
        torch.set_num_threads(threads)
        torch.manual_seed(1337)
        self.seconds, self.torch = seconds, torch
        self.import_kb = status_kb("VmRSS")

    def start_memory(self):
        """After a first backward: torch loads parts of itself only there."""
        torch = self.torch
        (torch.ones(1, requires_grad=True) * 2).backward(torch.ones(1))
        try:
            with open("/proc/self/clear_refs", "w") as f:
                f.write("5")  # the peak starts again from here
        except OSError:
            pass
        self.base_kb = status_kb("VmRSS")

    def time(self, step):
        """Medians over steps; step() may return the seconds of its forward half."""
        begin, n = time.perf_counter(), 0
        while n < 3 or time.perf_counter() - begin < 0.25 * self.seconds:
            step()
            n += 1
        self.wall, self.cpu, self.forward = [], [], []
        begin = time.perf_counter()
        while len(self.wall) < 7 or time.perf_counter() - begin < self.seconds:
            c, w = time.process_time(), time.perf_counter()
            half = step()
            self.wall.append(1e3 * (time.perf_counter() - w))
            self.cpu.append(1e3 * (time.process_time() - c))
            self.forward.append(1e3 * half if half is not None else 0.0)
        self.median_ms = statistics.median(self.wall)

    def report(self, case, tokens=None, gflop=None, **more):
        """One line of JSON."""
        peak, ms = status_kb("VmHWM"), self.median_ms
        line = {"case": case, "threads": self.torch.get_num_threads(), "median_ms": round(ms, 6),
                "min_ms": round(min(self.wall), 6), "cpu_ms": round(statistics.median(self.cpu), 6),
                "tokens_per_s": round(tokens / ms * 1e3, 1) if tokens else None,
                "peak_rss_mb": round((peak - self.base_kb) / 1024, 1),
                "import_rss_mb": round(self.import_kb / 1024, 1), "process_peak_mb": round(peak / 1024, 1)}
        if gflop:
            line.update(gflops=round(gflop / ms * 1e3, 2), matmul_gflop=round(gflop, 4))
        line.update(more, steps=len(self.wall), torch=self.torch.__version__, load1=round(os.getloadavg()[0], 2))
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    import torch
    print(json.dumps({"torch": torch.__version__, "crippled": crippled() or ""}))
