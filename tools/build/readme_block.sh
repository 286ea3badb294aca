#!/bin/sh
# readme_block.sh N - prints the N-th block of C code in README.md, so that what is shown is what is compiled.
awk -v n="$1" '/^```c$/ { on = ++block == n; found = found || on; next }
               /^```$/ { on = 0 }
               on
               END { exit !found }' README.md ||
    { echo "README.md has no block of C number $1" >&2; exit 1; }
