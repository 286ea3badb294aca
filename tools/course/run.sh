# run.sh 12 - build with the student's files of a module and run its tests.
. tools/course/common.sh
find_module "$1"
if [ -z "$KINDLING_TURN" ]; then
    in_turn sh "$0" "$@"
    exit
fi
remember_all "$name"
[ -d "tests/course/$name" ] || stop "module $number has no tests"
all_there
in_colour && COLOUR=-fdiagnostics-color=always
needs_cmocka
say_if_first
sums=$(sums_of "$folder")
build course-program "$folder" || exit 1

flags=
[ -n "$ENGINE" ] && flags=" ENGINE=$ENGINE"
[ "$CONFIG" = double ] || flags="$flags CONFIG=$CONFIG"
results=
if [ -z "$TEST$ENGINE" ]; then # what make progress reads
    results=.kindling/results/$name.tsv
    mkdir -p .kindling/results 2>/dev/null && [ -w .kindling/results ] || {
        say "cannot write .kindling/results: make progress will not know of this run"
        results=
    }
fi
OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 UBSAN_OPTIONS=print_stacktrace=1 \
    ASAN_OPTIONS=detect_leaks=0:handle_segv=2:handle_sigbus=2:handle_sigfpe=2:detect_stack_use_after_return=0 \
    "$BUILD/course/$name${ENGINE:+-$ENGINE}" --folder "$folder" --number "$number" \
    --flags "$flags" --test "$TEST" --results "${results:+$results.new}" --make "$(make_of "$folder")" --names "$BUILD/course/$name.names"
status=$?
# A run that was stopped has not looked at every test, and says nothing.
[ -f "$results.new" ] && [ $status -le 1 ] && mv "$results.new" "$results" && say "$sums" >"${results%.tsv}.sums"
say_what_is_not_graded
exit $status
