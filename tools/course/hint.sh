# hint.sh 12 - one hint more each time for TEST=name (a test or an exercise; else the first open one).
. tools/course/common.sh
find_module "$1"
remember_start
[ -d "tests/course/$name" ] || stop "module $number has no tests"
build course-hints "$folder" || exit 1 # needs the tests only: your files need not compile
program=$BUILD/course/$name-hints
results=.kindling/results/$name.tsv
if [ -z "$TEST" ] && [ -f "$results" ]; then
    TEST=$(awk -F'\t' '$3 != "pass" { print $1; exit }' "$results")
    [ -n "$TEST" ] || changed_since_run "$folder" "$results" || { say "every test of module $number has passed; a hint for one: make hint-$number TEST=its name"; exit 1; }
fi
[ -n "$TEST" ] || TEST=$("$program" --list | cut -f 1 | head -n 1)
# The test that is meant: by its name or that of its exercise.
TEST=$("$program" --test "$TEST" --list | cut -f 1 | head -n 1)
[ -n "$TEST" ] || stop "no test or exercise of module $number is called that; make $number lists them"

exercise=$("$program" --list | awk -F'\t' -v test="$TEST" '$1 == test { print $3 }')

# Tests of one exercise share its hints, and how many of them have been seen.
count=.kindling/hints/$name/$TEST
grep -qx "$TEST" "tests/course/$name/hints.txt" || count=.kindling/hints/$name/${exercise#* }
all=$(hints_of "$TEST" "$exercise" | wc -l)
seen=$(cat "$count" 2>/dev/null || echo 0)
seen=$((seen + 1))
[ "$seen" -gt "$all" ] && seen=$all
{ mkdir -p "${count%/*}" && echo "$seen" > "$count"; } 2>/dev/null ||
    say "cannot write .kindling/hints: the next hint will be this one again"
say "$TEST ($exercise)"
hints_of "$TEST" "$exercise" | awk -v seen="$seen" -v all="$((all))" 'NR <= seen { print "  hint " NR " of " all ": " $0 }'
if [ "$seen" -lt "$all" ]; then
    say "  (once more for the next one)"
else
    say "  (that was the last hint)"
fi
exit 0
