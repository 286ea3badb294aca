# progress.sh - every module: points at its last run, what is open, the one next command.
# JSON=1 prints the same for editors.
. tools/course/common.sh
next=
rows=$(for folder in modules/[0-9][0-9]_*; do
    name=${folder#modules/} number=${name%%_*}
    results=.kindling/results/$name.tsv
    [ -d "tests/course/$name" ] || continue
    if [ ! -f "$results" ]; then
        state=new # an optional module that nobody has begun is in nobody's way, and not in the sum
        sed -n '/^Difficulty /p' "$folder/README.md" 2>/dev/null | grep -q '· optional ·' && state=optional
        printf '%s\t%s\t0\t100\t%s\t\t\n' "$number" "$name" "$state" # every module has 100 points
        continue
    fi
    changed=
    changed_since_run "$folder" "$results" && changed=yes
    awk -F'\t' -v number="$number" -v name="$name" -v changed="$changed" '
        { total += $2 }
        $3 == "pass" { points += $2 }
        $3 != "pass" && open == "" && !$6 { open = $4; test = $1 } # optional exercises (their points: $6) are never open
        END {
            state = changed ? "changed" : points == total ? "done" : "open" # points of other files are none of these
            printf "%s\t%s\t%s\t%d\t%s\t%s\t%s\n", number, name, changed ? "?" : points + 0, total, state, changed ? "" : open, changed ? "" : test
        }' "$results"
done)

if [ -n "$JSON" ]; then
    printf '%s\n' "$rows" | awk -F'\t' '
        BEGIN { printf "{\"modules\": [" }
        {
            printf "%s\n  {\"number\": \"%s\", \"name\": \"%s\", \"points\": %s, \"of\": %d, \"state\": \"%s\", \"open\": \"%s\", \"test\": \"%s\"}", \
                (NR > 1 ? "," : ""), $1, $2, $3 == "?" ? "null" : $3, $4, $5, $6, $7
            if (next_ == "" && $5 != "done" && $5 != "optional") next_ = "make " $1
        }
        END { printf "\n], \"next\": \"%s\"}\n", next_ }'
    exit
fi
printf '%s\n' "$rows" | awk -F'\t' -v colour="$(in_colour && echo 1)" '
    function paint(code, text) { return colour ? "\033[" code "m" text "\033[0m" : text }
    {
        full = int(20 * $3 / ($4 ? $4 : 1))
        bar = ""
        for (i = 0; i < 20; i++) bar = bar (i < full ? "#" : ".")
        what = $5 == "new" ? "not begun" : $5 == "optional" ? "optional, not begun" : $5 == "done" ? "done" : $5 == "changed" ? "changed since the last run" : "open: " $6
        printf "  %-18s %s %3s/%-3d  %s\n", $2, paint($5 == "done" ? 32 : 33, bar), $3, $4, what
        if ($5 == "optional") next
        points += $3; total += $4
        if (next_ != "" && $5 == "changed") again = again " " $1
        if (next_ == "" && $5 != "done")
            next_ = $5 == "new" ? "read modules/" $2 "/README.md, then make " $1 : "make " $1
    }
    END {
        printf "\n%d of %d points%s.  ", points, total, again == "" ? "" : ", without what changed since its last run (make" again " counts it again)"
        print next_ == "" ? "All done." : "Next: " next_
    }'
