# mutants.sh [12] - every known mistake must lose points, and the message must name it.
#
# A mistake is a patch to a reference file with a header: Mistake, Exercise, Expect (words that the
# report has to contain; empty: any failure will do). Each is built in a folder of its own under
# build/mutants, so that several can run at once and the tree stays as it is.
. tools/course/common.sh

# One mutant: prints "killed", "unnamed" (lost points, but the words are missing), "survived" or
# "broken" (does not apply or does not compile), a tab, and its name.
try_one() { # module patch
    name=$1 mutant=$(basename "$2" .patch)
    in=build/mutants/$name/$mutant/$name
    program=build/mutants/$name/$mutant/program
    rm -rf "build/mutants/$name/$mutant"
    mkdir -p "$in"
    target=$(sed -n 's/^+++ b\///p' "$2" | head -n 1)
    cp "$target" "$in/" 2>/dev/null
    [ -f "tests/$name/answers.txt" ] && [ ! -f "$in/answers.txt" ] && cp "tests/$name/answers.txt" "$in/"
    if ! patch -s "$in/$(basename "$target")" < "$2" >/dev/null 2>&1 ||
        ! COLOUR='' ENGINE='' build course-program "$in" PROGRAM="$program" >"$in/log" 2>&1; then
        printf 'broken\t%s\n' "$mutant"
        return
    fi
    report=build/mutants/$name/$mutant/report
    if OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 ASAN_OPTIONS=detect_leaks=0 \
        "$program" --folder "$in" --number 0 --all >"$report" 2>&1; then
        printf 'survived\t%s\n' "$mutant"
        return
    fi
    expect=$(sed -n 's/^Expect: *//p' "$2" | head -n 1)
    words=$(tr '\n' ' ' < "$report" | tr -s ' ')
    case $words in
    *"$expect"*) printf 'killed\t%s\n' "$mutant" ;;
    *) printf 'unnamed\t%s\t%s\n' "$mutant" "$report" ;;
    esac
    rm -f "$program"
}

if [ "$1" = --one ]; then
    try_one "$2" "$3"
    exit
fi

status=0
for folder in tests/mutants/${1:+$(printf '%02d' "$(printf '%s' "${1%%_*}" | sed 's/^0//')")}*; do
    [ -d "$folder" ] || stop "no mutants for ${1:-any module}"
    name=${folder##*/}
    build course-program "modules/$name" || exit 1 # the engine and the tests, once
    list=$(for patch in "$folder"/*.patch; do printf '%s\n' "$patch"; done |
        CONFIG=$CONFIG CC=$CC COMPILER=$COMPILER MAKE=$MAKE xargs -P "$(jobs_here)" -I '{}' sh tools/course/mutants.sh --one "$name" '{}')
    printf '%s\n' "$list" | sort | awk -F'\t' -v name="$name" '
        $1 == "killed" { killed++ }
        $1 != "killed" { printf "  %-9s %s %s\n", $1, $2, $3 }
        END { printf "%s: %d of %d known mistakes are caught and named\n", name, killed, NR
              exit killed != NR }' || status=1
done
exit $status
