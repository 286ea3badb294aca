#!/bin/sh
# milestones.sh - runs the milestones one after the other, on one core, and tells which gates held.
# usage: milestones.sh program...   ends with 1 if one of them did not hold.
failed=
for program; do
    name=$(basename "$program")
    log=build/notebooks/$name.log
    mkdir -p build/notebooks
    begun=$(date +%s)
    if "$program" > "$log" 2>&1; then verdict=passed; else verdict=FAILED; failed="$failed $name"; fi
    printf '\n%-20s %s in %d s, all it said: %s\n' "$name" "$verdict" $(($(date +%s) - begun)) "$log"
    grep -E '^gate |^line |^\[[0-9]+\] [a-z ]+(mistake|gate|crashed|stopped|status)' "$log" | sed 's/^/  /'
done
test -z "$failed" || { printf '\nmilestones not reached:%s\n' "$failed"; exit 1; }
printf '\nall %d milestones reached\n' $#
