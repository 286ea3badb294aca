#!/bin/sh
# readme_block.sh N [FILE] - prints the N-th block of C code in README.md, or FILE, so that what is shown is what is compiled.
file=${2:-README.md}
awk -v n="$1" '/^```c$/ { on = ++block == n; found = found || on; next }
               /^```$/ { on = 0 }
               on
               END { exit !found }' "$file" ||
    { echo "$file has no block of C number $1" >&2; exit 1; }
