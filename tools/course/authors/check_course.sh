# check_course.sh [12 ...] - is every module whole, or each of these?
#
# Stubs compile without a warning and earn 0 points, the reference earns 100, a stub among model answers
# costs its own exercises, both define the same symbols; every exercise has a test, hints and a section in
# the lesson; tests compile without their expectations; the measurement builds; known mistakes fit the reference,
# other solutions and plain answers earn 100; lessons have their sections, are short, and their links resolve; no code of the engine
# stands in a starting file, and no recipe (ladder.py).
. tools/course/common.sh
ENGINE='' COLOUR=''
command -v python3 >/dev/null || stop "check-course needs python3"
problems=$(mktemp) || exit 1
trap 'rm -f "$problems"' EXIT
wrong() { printf '%s\n' "  $name: $*" | tee -a "$problems"; }
# Of a slip in a file only the first trouble is told: the others follow from it.
troubled() { [ "$(wc -l < "$problems")" -gt "$before" ]; }

SECTIONS='What you will build|The problem|The idea|The mathematics|The exercises|Putting it together|Measure it|Common errors|Questions'

points_of() { # program folder [make] -> points earned, optional ones too
    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 ASAN_OPTIONS=detect_leaks=0 \
        "$1" --folder "$2" --number "$number" --make "$3" --results "$in/results" --all >"$in/report" 2>&1
    awk -F'\t' '$3 == "pass" { s += $2 + $6 } END { print s + 0 }' "$in/results"
}

symbols() { nm "$1" | awk 'NF == 3 && $2 ~ /[TWDBRC]/ { print $3 }' | LC_ALL=C sort; }

check_stubs() {
    start=$in/start/$name
    mkdir -p "$start"
    for f in $(students_files "$folder"); do
        cp "$folder/$f" "$start/"
        untouched "$folder/$f" || wrong "$f is not untouched: an exercise of the tests has no todo in it"
    done
    troubled && return
    if ! build course-program "$start" PROGRAM="$in/stubs" 2>"$in/log"; then
        wrong "the stubs do not build:"
        cat "$in/log"
        return
    fi
    [ -s "$in/log" ] && wrong "the stubs warn:" && cat "$in/log"
    points=$(points_of "$in/stubs" "$start")
    [ "$points" = 0 ] || wrong "the stubs earn $points points: $(awk -F'\t' '$3 == "pass" { print $1 }' "$in/results" | tr '\n' ' ')"
    awk -F'\t' '$3 == "fail" { print $1 }' "$in/results" | while read -r t; do
        wrong "the stubs fail $t in place of \"not written yet\""
    done
}

check_reference() {
    reference=$in/reference/$name
    mkdir -p "$reference"
    for f in $(students_files "$folder"); do
        if [ "$f" = answers.txt ]; then
            source=tests/course/$name/answers.txt
            [ -f "$source" ] || { wrong "$source is missing: the right answers to the questions of $folder/answers.txt"; continue; }
            cp "$source" "$reference/$f"
        else
            python3 -B tools/course/authors/answers.py answer "$name" "$f" > "$reference/$f"
            [ -s "$reference/$f" ] || { wrong "$f has no reference: no file of the engine has all its functions, each with the mark EXERCISE"; rm "$reference/$f"; }
        fi
    done
    if grep -qsE '"answers\.txt"|^QUESTION\(' tests/course/"$name"/*.c; then
        [ -f "$folder/answers.txt" ] || wrong "$folder/answers.txt is missing: tests ask for answers, and students have no file to write them into"
    fi
    ! troubled || return 1
    if ! build course-program "$reference" PROGRAM="$in/model" 2>"$in/log"; then
        wrong "the reference does not build with the tests:"
        cat "$in/log"
        return 1
    fi
    points=$(points_of "$in/model" "$reference")
    sum() { "$in/model" --list | awk -F'\t' "{ s += $1 } END { print s + 0 }"; }
    [ "$(sum '$2')" = 100 ] || wrong "the points add up to $(sum '$2')"
    total=$(sum '$2 + $5') # optional ones stand beside the 100
    [ "$points" = "$total" ] || { wrong "the reference earns $points of $total:"; grep -A 12 FAIL "$in/report"; }
    for f in "$reference"/*.c; do
        f=${f##*/}
        stub=$BUILD/student/$in/start/$name/${f%.c}.o
        model=$BUILD/student/$reference/${f%.c}.o
        [ -f "$stub" ] && [ -f "$model" ] || continue
        symbols "$stub" > "$in/a"
        symbols "$model" > "$in/b"
        cmp -s "$in/a" "$in/b" || wrong "$f: stub and reference define different symbols: $(diff "$in/a" "$in/b" | grep '^[<>]' | tr '\n' ' ')"
    done
    return 0
}

# A starting file among model answers costs the points of its own exercises, all of them, and no others.
check_alone() {
    for f in $(cd "$in/start/$name" && ls ./*.c); do
        f=${f#./} alone=$in/alone/$f/$name
        mkdir -p "$alone"
        cp "$in/start/$name/$f" "$alone/"
        [ ! -f "$in/reference/$name/answers.txt" ] || cp "$in/reference/$name/answers.txt" "$alone/"
        if ! build course-program "$alone" PROGRAM="$in/alone/$f/program" 2>"$in/log"; then
            wrong "the starting $f does not build among model answers:"
            cat "$in/log"
            continue
        fi
        # With model answers in place of this file all are model answers.
        points_of "$in/alone/$f/program" "$alone" \
            "sh -c '[ \"\$1\" = course-program ] && [ \"\$2\" != ALONE=$f ] && ln -sf \"\$0\" \"\${3#PROGRAM=}\"' \"$PWD/$in/model\"" >/dev/null
        awk -F'\t' -v f="$f" '($5 == f) == ($3 == "pass") { print $1, $5 == f ? "passes with" : "fails because of" }' \
            "$in/results" | while read -r t how; do wrong "$t $how the untouched $f among model answers"; done
    done
}

check_exercises() {
    "$in/model" --list > "$in/list" || return
    sed -n 's/.*todo("\([^"]*\)").*/\1/p' "$folder"/*.c | sort -u > "$in/exercises"
    lesson=$folder/README.md
    while read -r exercise; do
        awk -F'\t' -v e="$exercise" '$3 == e { found = 1 } END { exit !found }' "$in/list" ||
            wrong "exercise $exercise has no test"
        ! grep -qs '[^ ]' "$lesson" || grep -q "^### .*$exercise" "$lesson" || wrong "the lesson has no section ### $exercise"
    done < "$in/exercises"
    check_hints
    awk -F'\t' '$4 != "answers.txt" { print $3 }' "$in/list" | sort -u | while read -r exercise; do
        grep -qx "$exercise" "$in/exercises" || wrong "tests name exercise $exercise; no stub does"
    done
    n=$(awk -F'\t' '$4 != "answers.txt" && !$5 { print $3 }' "$in/list" | sort -u | wc -l)
    [ "$n" -ge 1 ] && [ "$n" -le 17 ] || wrong "$n exercises; 1 to 17 are usual"
}

# Hints stand in hints.txt, for each exercise or test: none without hints, no hints for nobody.
check_hints() {
    hints=tests/course/$name/hints.txt
    [ -f "$hints" ] || { wrong "no $hints"; return; }
    while IFS='	' read -r t points exercise file optional; do
        [ -n "$(hints_of "$t" "$exercise")" ] || wrong "test $t has no hint"
    done < "$in/list"
    grep -v -e '^- .' -e '^  *[^ ]' -e '^#' -e '^$' "$hints" | while read -r line; do
        awk -F'\t' -v line="$line" '$1 == line || $3 == line { found = 1 } END { exit !found }' "$in/list" ||
            wrong "hints.txt: \"$line\" is no hint, no test and no exercise"
    done
    grep -v '^#' "$hints" | grep . | sed 1q | grep -q '^[- ]' && wrong "hints.txt begins with a hint for nobody"
}

# Do tests say what is right only where no recorder compiles it, and call things by their names?
check_form() {
    python3 tools/course/authors/form.py "$name" >"$in/log" || { wrong "its tests are not in form:"; cat "$in/log"; }
}

check_lesson() {
    lesson=$folder/README.md
    [ -f "$lesson" ] || { wrong "there is no lesson: $lesson"; return; }
    grep -q '[^ ]' "$lesson" || { wrong "the lesson is empty: $lesson"; return; }
    # What is folded is for those who ask for it.
    lines=$(awk '/^<details>/ { folded = 1 } !folded { n++ } /<\/details>/ { folded = 0 } END { print n + 0 }' "$lesson")
    optional=$(awk -F'\t' '$5 > 0 { print $3 }' "$in/list" 2>/dev/null | sort -u | wc -l)
    [ "$lines" -le $((420 + 20 * optional)) ] || wrong "the lesson has $lines lines" # 20 more for an exercise that nobody needs
    (IFS='|'; for section in $SECTIONS; do
        if ! grep -q "^## $section" "$lesson"; then
            wrong "the lesson has no section ## $section"
        elif ! awk -v section="## $section" '/^## / { on = index($0, section) == 1; next } on && /[^ ]/ && !/^#/ { said = 1 } END { exit !said }' "$lesson"; then
            wrong "the lesson's section ## $section says nothing"
        fi
    done)
    grep -o '](\([^)]*\))' "$lesson" | sed 's/^](//; s/)$//' | while read -r link; do
        case $link in http*|mailto*) wrong "a link to the world: $link"; continue ;; esac
        target=${link%%#*}
        [ -z "$target" ] || [ -e "$folder/$target" ] || wrong "a link leads nowhere: $link"
    done
    # 16,777,216<!-- = 2048 * 2048 * 4 -->: numbers that say how they come about are worked out again.
    grep -o '[0-9][0-9,._]*<!-- = [^>]* -->' "$lesson" | while read -r fact; do
        said=$(printf '%s' "${fact%%<*}" | tr -d ',_') formula=${fact#*= }
        formula=${formula% -->}
        awk "BEGIN { x = $formula; d = x - $said; if (d < 0) d = -d; exit !(d <= 1e-9 * x) }" </dev/null ||
            wrong "the lesson says $said where $formula is $(awk "BEGIN { printf \"%.10g\", $formula }" </dev/null)"
    done
    # A later module may be mentioned in a line that starts with Preview: or Next: only.
    grep -n -v -e '^Preview:' -e '^Next' "$lesson" | grep -o 'modules\{0,1\} [0-9][0-9]' | awk '{ print $2 }' |
        sort -u | while read -r other; do
        [ "$other" -gt "$number" ] && wrong "the lesson speaks of module $other, which comes later"
    done
}

check_recorder() {
    for f in tests/course/"$name"/*.c; do
        case $f in *_want.c) continue ;; esac
        $CC -std=c11 -D_POSIX_C_SOURCE=200809L -DCHECK_RECORD -Itests -Itests/harness $INCLUDE -Ibuild/include -fsyntax-only -Wall \
            -Wno-unused "$f" >"$in/log" 2>&1 || { wrong "$f needs an expectation to run:"; cat "$in/log"; }
    done
}

check_measure() {
    [ -f "$folder/measure.c" ] || return
    build course-measure "$folder" >"$in/log" 2>&1 || { wrong "the measurement does not build:"; cat "$in/log"; }
}

# An edit of the model answer may leave a row of the mistakes' table without its place.
check_mistakes() {
    [ -f "tests/course/$name/mistakes.txt" ] || return
    python3 tools/course/authors/mistakes.py check "$name" >"$in/log" 2>&1 || { wrong "known mistakes do not fit:"; cat "$in/log"; }
    [ -f "tools/break/$name.txt" ] || return 0
    mkdir -p "$in/break"
    for row in $(sed -n 's/^row: //p' "tools/break/$name.txt"); do
        python3 tools/course/authors/mistakes.py files "$name" "$row" "$in/break" 2>"$in/log" ||
            wrong "tools/break/$name.txt: $(cat "$in/log")"
    done
}

# Every other solution that students may see is right: all points.
check_others() {
    table=tests/course/$name/others.txt
    [ -f "$table" ] || { wrong "there is no $table"; return; }
    python3 tools/course/authors/others.py apply "$name" >"$in/others" || wrong "$table cannot be read"
    sed -n "s/^refused	\([^	]*\)	/\1: /p" "$in/others" | while read -r line; do wrong "$line"; done
    sed -n 's/^ready	//p' "$in/others" | CONFIG=$CONFIG CC=$CC COMPILER=$COMPILER MAKE=$MAKE \
        xargs -P "$(jobs_here)" -I '{}' sh tools/course/authors/mutants.sh --one "$name" '{}'
    sed -n 's/^ready	//p' "$in/others" | while read -r row; do
        place=build/mutants/$name/$row
        case $(cat "$place/status") in
        survived) # all points
            [ -s "$place/log" ] && wrong "the other solution $row warns:" && cat "$place/log"
            ;;
        broken) wrong "the other solution $row does not build:"; cat "$place/log" ;;
        *) wrong "the other solution $row loses points:"; grep -m 1 -A 12 FAIL "$place/report" ;;
        esac
    done
}

# The plain answers, in the shape that students write, are right, too.
check_plain() {
    [ -d "tests/course/$name/plain" ] || return 0
    plain=$in/plain/$name
    mkdir -p "$plain"
    cp "tests/course/$name/plain/"*.c "$plain/"
    [ ! -f "$reference/answers.txt" ] || cp "$reference/answers.txt" "$plain/"
    for f in "$reference"/*.c; do # what no row changes has no plain answer
        [ -f "$plain/${f##*/}" ] || cp "$f" "$plain/"
    done
    if ! build course-program "$plain" PROGRAM="$in/plain/program" 2>"$in/log"; then
        wrong "the plain answers do not build:"
        cat "$in/log"
        return
    fi
    [ -s "$in/log" ] && wrong "the plain answers warn:" && cat "$in/log"
    points=$(points_of "$in/plain/program" "$plain")
    [ "$points" = "$total" ] || { wrong "the plain answers earn $points of $total:"; grep -A 12 FAIL "$in/report"; }
}

# Starting files say what must be true; how stands in three hints for each exercise.
check_ladder() {
    PYTHONDONTWRITEBYTECODE=1 python3 tools/course/authors/ladder.py "$name" >"$in/log" || { wrong "its starting files and hints are not in form:"; cat "$in/log"; }
}

# Starting files hold the functions to write and nothing else.
check_starting_files() {
    python3 tools/course/authors/starting_files.py "$name" >"$in/log" 2>&1 || { wrong "engine code in a starting file:"; cat "$in/log"; }
}

chosen() { # modules, or none: all
    [ $# != 0 ] || ls -d modules/[0-9_]*
    for m; do ls -d modules/"$(printf '%02d' "$(printf '%s' "${m%%_*}" | sed 's/^0//')")"_*; done
}

for folder in $(chosen "$@"); do
    [ -d "$folder" ] || continue
    name=${folder##*/} number=${name%%_*}
    in=build/check-course/$name
    rm -rf "$in"
    mkdir -p "$in"
    if [ ! -d "tests/course/$name" ]; then
        wrong "no tests"
        continue
    fi
    before=$(wc -l < "$problems")
    check_stubs
    if ! troubled && check_reference; then
        check_alone
        check_exercises
        check_starting_files
        check_ladder
        check_mistakes
        check_others
        check_plain
        check_recorder
        check_measure
    fi
    check_lesson
    check_form
    say "  $name: looked at"
done
for table in tests/course/[12][0-9][0-9][0-9]_*/mistakes.txt; do # of the milestones
    [ -z "$1" ] && [ -f "$table" ] || continue
    name=${table%/*} name=${name##*/}
    python3 tools/course/authors/mistakes.py check "$name" >build/check-course/log 2>&1 || { wrong "known mistakes do not fit:"; cat build/check-course/log; }
done
if [ -s "$problems" ]; then
    say "problems: $(wc -l < "$problems")"
    exit 1
fi
say "the course is whole"
