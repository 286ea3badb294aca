# hint.sh 12 - one hint more each time for TEST=name (a test or an exercise; else the first open one).
. tools/course/common.sh
find_module "$1"
remember_start
[ -d "tests/$name" ] || stop "module $number has no tests"
build course-hints "$folder" || exit 1 # needs the tests only: your files need not compile
program=$BUILD/course/$name-hints
results=.kindling/results/$name.tsv
if [ -z "$TEST" ] && [ -f "$results" ]; then
    TEST=$(awk -F'\t' '$3 != "pass" { print $1; exit }' "$results")
fi
[ -n "$TEST" ] || TEST=$("$program" --list | cut -f 1 | head -n 1)
# The test that is meant: by its name or that of its exercise.
TEST=$("$program" --list | awk -F'\t' -v text="$TEST" '
    $1 == text { found = $1; exit }
    found == "" && (index($1, text) || index($3, text)) { found = $1 }
    END { print found }')
[ -n "$TEST" ] || stop "no test or exercise of module $number is called that; make $number lists them"

mkdir -p ".kindling/hints/$name"
count=.kindling/hints/$name/$TEST
seen=$(cat "$count" 2>/dev/null || echo 0)
seen=$((seen + 1))
all=$("$program" --list | awk -F'\t' -v test="$TEST" '$1 == test { print $5 }')
[ "$seen" -gt "$all" ] && seen=$all
echo "$seen" > "$count"
"$program" --hint "$TEST" "$seen"
[ "$seen" -lt "$all" ] && say "  (once more for the next one)"
exit 0
