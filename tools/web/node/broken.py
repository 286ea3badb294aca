#!/usr/bin/env python3
"""broken.py FOLDER - the files of make break-12, as mistakes.py makes them:
FOLDER/12_attention/3/mask.c for case 3."""
import pathlib
import re
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "course" / "authors"))
import mistakes


def main():
    folder = pathlib.Path(sys.argv[1])
    shutil.rmtree(folder, ignore_errors=True)
    for table in sorted(pathlib.Path("tools/break").glob("[0-9]*.txt")):
        for case, row in re.findall(r"^case: *(\S+)\nrow: *(\S+)$", table.read_text(), re.M):
            place = folder / table.stem / case
            place.mkdir(parents=True)
            mistakes.files(table.stem, row, str(place))


if __name__ == "__main__":
    main()
