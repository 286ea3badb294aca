# others.sh 12 - other right solutions of a module, beside one's own, once its last run has earned all points.
# TEST=12.2 or TEST=scale: only those of that exercise. An edition has them where its instructor says so.
. tools/course/common.sh
find_module "$1"
shown=.kindling/others/$name.txt
if [ -f "tests/course/$name/others.txt" ]; then
    command -v python3 >/dev/null || stop "others needs python3"
    shown=build/others/$name.txt
    mkdir -p build/others
    python3 tools/course/authors/others.py show "$name" >"$shown" || exit 2
elif [ ! -d "tests/course/$name" ]; then
    stop "module $number has no tests"
elif [ -f tools/course/authors/others.py ]; then
    stop "module $number has no other solutions"
fi
closed() { say "$*"; exit 1; } # an answer, if not the wished one
[ -f "$shown" ] || closed "your instructor has not opened the other solutions of module $number yet"

results=.kindling/results/$name.tsv
[ -s "$results" ] || closed "the other solutions of module $number open with 100 points, and it was not run yet: make $number"
missing=$(awk -F'\t' '$3 != "pass" { missing += $2 } END { print missing + 0 }' "$results")
[ "$missing" = 0 ] || closed "the other solutions of module $number open with 100 points, $missing are missing: make $number"

awk -v folder="$folder" -v number="$number" -v test="$TEST" -v colour="$(in_colour && echo 1)" '
    function paint(code, text) { return colour ? "\033[" code "m" text "\033[0m" : text }
    function folded(text, n, i, word, line) {
        n = split(text, word, " ")
        line = " "
        for (i = 1; i <= n; i++) {
            if (length(line) + 1 + length(word[i]) > 98) {
                print line
                line = " "
            }
            line = line " " word[i]
        }
        print line
    }
    # Where the student has defined a function.
    function place(file, f, path, line, at) {
        path = folder "/" file
        for (at = 1; (getline line < path) > 0; at++)
            if (line ~ "^[A-Za-z_].*[ *]" f "\\(" && line !~ /;/)
                break
        close(path)
        return line ~ "[ *]" f "\\(" && line !~ /;/ ? path ":" at : ""
    }
    { value = $0; sub(/^[a-z]*: /, "", value) }
    /^exercise: / {
        exercise = value
        known = known (index(known, exercise) ? "" : (known ? ", " : "") exercise)
        wanted = test == "" || $2 "" == test "" || index($3, test)
    }
    !wanted { next }
    /^title: / {
        if (!n++)
            print "Other right solutions of module " number ". Yours is as right: compare what each gains, and what it costs."
        head = exercise ": " value
        line = head
        gsub(/./, "-", line)
        print "\n" paint(1, head) "\n" line
    }
    /^why: / { folded(value); print "" }
    /^yours: / && (yours = place($2, $3)) { print paint(36, "  yours: " yours) }
    /^    / || /^$/ { print }
    END {
        if (!n)
            print "no other solution is about " test "; they are about " known >"/dev/stderr"
        exit n ? 0 : 2
    }' "$shown"
