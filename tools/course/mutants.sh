# mutants.sh [12] - every known mistake must lose points, and the message must name it.
#
# The mistakes of a module are the rows of tests/course/<module>/mistakes.txt, edits of the model answers;
# mistakes.py says what a row is and refuses one that is not right. Each is built in a folder of its own
# under build/mutants, so that several can run at once and the tree stays as it is.
. tools/course/common.sh

# One mutant, as mistakes.py has laid it out: prints "killed", "unnamed" (lost points, but the words are
# missing), "elsewhere" (no test of the file in which it is made fails), "survived" or "broken" (does not compile), a tab, and its name.
try_one() { # module mutant
    name=$1 mutant=$2 place=build/mutants/$1/$2
    program=$place/program report=$place/report
    if ! COLOUR='' ENGINE='' build course-program "$place/$name" PROGRAM="$program" >"$place/log" 2>&1; then
        printf 'broken\t%s\t%s\n' "$mutant" "$place/log"
        return
    fi
    if OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 ASAN_OPTIONS=detect_leaks=0 \
        "$program" --folder "$place/$name" --number 0 --all --results "$place/results" >"$report" 2>&1; then
        printf 'survived\t%s\n' "$mutant"
        return
    fi
    # What fails in other files follows from what fails in the mistake's own; so one of that has to.
    if ! awk -F'\t' -v own=" $(cd "$place/$name" && ls | tr '\n' ' ') $(cat "$place/caught" 2>/dev/null) " '
        $3 != "pass" && index(own, " " $5 " ") { found = 1 } END { exit !found }' "$place/results"; then
        printf 'elsewhere\t%s\t%s\n' "$mutant" "costs points in $(awk -F'\t' '$3 != "pass" { print $5 }' "$place/results" | sort -u | tr '\n' ' ')only"
        return
    fi
    words=$(tr '\n' ' ' < "$report" | tr -s ' ')
    case $words in
    *"$(cat "$place/expect")"*) printf 'killed\t%s\n' "$mutant" ;;
    *) printf 'unnamed\t%s\t%s\n' "$mutant" "$report" ;;
    esac
    rm -f "$program"
}

if [ "$1" = --one ]; then
    try_one "$2" "$3"
    exit
fi

command -v python3 >/dev/null || stop "mutants needs python3"
status=0
for table in tests/course/${1:+$(printf '%02d' "$(printf '%s' "${1%%_*}" | sed 's/^0//')")}*/mistakes.txt; do
    [ -f "$table" ] || stop "no mutants for ${1:-any module}"
    name=${table%/*} name=${name##*/}
    rows=$(python3 tools/course/mistakes.py apply "$name") || exit 1
    build course-program "modules/$name" || exit 1 # the engine and the tests, once
    ran=$(printf '%s\n' "$rows" | awk -F'\t' '$1 == "ready" { print $2 }' |
        CONFIG=$CONFIG CC=$CC COMPILER=$COMPILER MAKE=$MAKE xargs -P "$(jobs_here)" -I '{}' sh tools/course/mutants.sh --one "$name" '{}')
    printf '%s\n' "$rows" "$ran" | grep -v '^ready' | sort | awk -F'\t' -v name="$name" '
        NF == 0 { next }
        { count++ }
        $1 == "killed" { killed++ }
        $1 != "killed" { printf "  %-9s %s %s\n", $1, $2, $3 }
        END { printf "%s: %d of %d known mistakes are caught and named\n", name, killed, count
              exit killed != count || count == 0 }' || status=1
done
exit $status
