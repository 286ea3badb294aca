# mutants.sh [12] - every known mistake must lose points, and the message must name it, and nothing else.
#
# The mistakes of a module are the rows of tests/course/<module>/mistakes.txt, edits of the model answers;
# mistakes.py says what a row is and refuses one that is not right. All of them are one program (variants.py); matrix.py runs
# it and reads the reports.
#
# SEED=7: on other inputs than those of students at home; a sentence that is right by chance shows.
#
# mutants.sh 2017, or "milestones" for all: the same with a milestone, from which a row takes a part away;
# a gate has to fail (knockouts.py). Each is built in a folder of its own under build/mutants, as milestones are, and
# attention goes step by step. Other right solutions (check_course.sh) are built so, too: they must not even warn.
. tools/course/common.sh

# One mutant, as mistakes.py has laid it out. Its status: failed (lost points, a gate), survived or broken
# (does not compile).
try_one() { # module mutant
    name=$1 place=build/mutants/$1/$2
    program=$place/program
    case $name in
    [0-9][0-9][0-9][0-9]_*) target=course-milestone run="env NOTEBOOK_SECONDS=3600 NOTEBOOK_OUT=$place/shown $program-milestone" ;;
    *) target=course-program run="$program --folder $place/$name --number 0 --all --results $place/results --names $BUILD/course/$name.names" ;;
    esac
    if ! COLOUR='' ENGINE='' build $target "$place/$name" PROGRAM="$program" >"$place/log" 2>&1; then
        echo broken
    elif OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 ASAN_OPTIONS=detect_leaks=0 $run >"$place/report" 2>&1; then
        echo survived
    else
        echo failed
    fi >"$place/status"
    rm -f "$program" "$program-milestone"
}

if [ "$1" = --one ]; then
    try_one "$2" "$3"
    exit 0
fi

# Every row of a table, as many at a time as there are cores.
try_all() { # module, rows on stdin
    awk -F'\t' '$1 == "ready" { print $2 }' |
        CONFIG=$CONFIG CC=$CC COMPILER=$COMPILER MAKE=$MAKE xargs -P "$(jobs_here)" -I '{}' sh tools/course/authors/mutants.sh --one "$1" '{}'
}

# The milestone without a change comes first: it builds the engine. With ROWS it is as it was.
try_milestone() { # module
    [ "$CONFIG" = double ] && CONFIG=release
    place=build/mutants/$1/whole
    mkdir -p "$place/$1"
    COLOUR='' ENGINE='' build course-milestone "$place/$1" PROGRAM="$place/program" || exit 1
    if [ -n "$ROWS" ]; then rm -r "$place"; else rows="ready	whole
$rows"; fi
    printf '%s\n' "$rows" | try_all "$1"
    python3 tools/course/authors/knockouts.py "$1"
}

try_module() {
    build course-reference "modules/$1" || exit 1 # the engine and the tests, once
    names=$BUILD/course/$1${SEED:+-$SEED}.names
    if [ -n "$ROWS" ] && [ -z "$SEED" ]; then
        build course-names "modules/$1"
    elif [ -n "$ROWS" ]; then
        CONFIG=$CONFIG MAKE=$MAKE python3 tools/course/authors/names.py "$1" "$names"
    fi || exit 1
    CONFIG=$CONFIG MAKE=$MAKE python3 tools/course/authors/matrix.py "$1" "$names"
}

command -v python3 >/dev/null || stop "mutants needs python3"
case $1 in
milestones) of='[12][0-9][0-9][0-9]_' ;;
*) of=${1:+$(printf '%02d' "$(printf '%s' "${1%%_*}" | sed 's/^0//')")_} ;; # 19 is not 1998
esac
status=0
for table in tests/course/$of*/mistakes.txt; do
    [ -f "$table" ] || stop "no mutants for ${1:-any module}"
    name=${table%/*} name=${name##*/}
    case $name in
    [0-9][0-9][0-9][0-9]_*)
        rows=$(python3 tools/course/authors/mistakes.py apply "$name") || exit 1
        (try_milestone "$name") || status=1
        ;;
    *) try_module "$name" || status=1 ;;
    esac
done
exit $status
