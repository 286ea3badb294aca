"""run.py [test_cup ...] - every tests/tools/grading/test_*.py, or these, in a process of its own,
and one closing line."""
import os
import re
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main() -> int:
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    passed = failed = skipped = 0
    chosen = [HERE / f"{name}.py" for name in sys.argv[1:]]
    for path in chosen or sorted(HERE.glob("test_*.py")):
        print(f"== {path.stem}", end="", flush=True)
        began = time.monotonic()
        done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, env=environment)
        print(f"  {time.monotonic() - began:.0f} s", flush=True)
        said = done.stderr + done.stdout
        ran = re.search(r"^Ran (\d+) tests?", said, re.M)
        bad = sum(int(n) for n in re.findall(r"(?:failures|errors|unexpected successes)=(\d+)", said))
        left_out = sum(int(n) for n in re.findall(r"\bskipped=(\d+)", said))
        count = int(ran[1]) - left_out if ran else 0
        bad = bad if ran and (bad or done.returncode == 0) else max(bad, 1)
        passed, failed, skipped = passed + max(0, count - bad), failed + bad, skipped + left_out
        if bad:
            print(said, flush=True)
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
