# mutants.sh [12] - every known mistake must lose points, and the message must name it, and nothing else.
#
# The mistakes of a module are the rows of tests/course/<module>/mistakes.txt, edits of the model answers;
# mistakes.py says what a row is and refuses one that is not right. Each is built in a folder of its own
# under build/mutants, so that several can run at once and the tree stays as it is; matrix.py reads the
# reports.
. tools/course/common.sh

# One mutant, as mistakes.py has laid it out. Its status: failed (lost points), survived or broken (does not
# compile).
try_one() { # module mutant
    name=$1 place=build/mutants/$1/$2
    program=$place/program
    if ! COLOUR='' ENGINE='' build course-program "$place/$name" PROGRAM="$program" >"$place/log" 2>&1; then
        echo broken
    elif OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 ASAN_OPTIONS=detect_leaks=0 \
        "$program" --folder "$place/$name" --number 0 --all >"$place/report" 2>&1; then
        echo survived
    else
        echo failed
    fi >"$place/status"
    rm -f "$program"
}

if [ "$1" = --one ]; then
    try_one "$2" "$3"
    exit 0
fi

command -v python3 >/dev/null || stop "mutants needs python3"
status=0
for table in tests/course/${1:+$(printf '%02d' "$(printf '%s' "${1%%_*}" | sed 's/^0//')")}*/mistakes.txt; do
    [ -f "$table" ] || stop "no mutants for ${1:-any module}"
    name=${table%/*} name=${name##*/}
    rows=$(python3 tools/course/mistakes.py apply "$name") || exit 1
    build course-program "modules/$name" || exit 1 # the engine and the tests, once
    printf '%s\n' "$rows" | awk -F'\t' '$1 == "ready" { print $2 }' |
        CONFIG=$CONFIG CC=$CC COMPILER=$COMPILER MAKE=$MAKE xargs -P "$(jobs_here)" -I '{}' sh tools/course/mutants.sh --one "$name" '{}'
    python3 tools/course/matrix.py "$name" || status=1
done
exit $status
