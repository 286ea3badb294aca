# flaky.sh N SECONDS FOLDER - every test that opens a port, waits or measures, N times beside four busy loops: all must pass.
#
# C programs are found by words of their sources. Of a file in Python those tests run that wait themselves (waiting_tests.py), by
# the command by which make runs the file. ONLY=word: those with it in their path. LIST=1: which they are. Busy loops disturb
# everybody on a machine, so they end after SECONDS, and what was not run by then is said.
n=$1 seconds=$2 folder=$3
words='sleep|alarm[(]|timeout|clock_|monotonic|process_time|waitpid|kill[(]|socket|http|port[(=]|small_course'
waits='sleep\(|sleep [0-9.]|alarm\(|monotonic|process_time|perf_counter|waitpid|\bkill\(|pause|socket\(|create_connection|urlopen|HTTPServer'
programs=$(grep -rlE "$words" --include='test_*.c' tests | grep -F "$ONLY" | sed "s|^tests/\(.*\)\.c$|$folder/tests/\1|" | sort)
scripts=$(python3 -B tools/build/waiting_tests.py "$waits" $(find tests/tools -name 'test_*.py' | sort | grep -F "$ONLY")) || exit 2
[ -z "$LIST" ] || { printf '%s\n' $programs "$scripts"; exit; }
export MAKE="${MAKE:-make}" PROGRAMS="$folder" # as test-mpi has them; what names make is run even by make -n
commands=$("$MAKE" -ns --no-print-directory test-jupyter test-python 2>/dev/null | grep python3)

# What runs these tests of a file; those of the binding are called by their module.
command_of() { # file, names
    case $1 in
    tests/tools/python/*) stem=${1##*/} && printf '%s' "$(printf '%s' "$commands" | grep python/run)$(printf " ${stem%.py}.%s" $2)" ;;
    *) printf '%s %s' "$(printf '%s\n' "$commands" | grep -F "$1" || echo "python3 -B $1")" "$(echo $2)" ;;
    esac
}
end=$(($(date +%s) + seconds)) failed= ran=0 left=0
busy=
trap 'kill $busy 2>/dev/null' EXIT
for i in 1 2 3 4; do
    (while [ "$(date +%s)" -lt "$end" ]; do i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done; done) & busy="$busy $!"
done
for test in $programs $(printf '%s\n' "$scripts" | cut -d' ' -f1 | uniq); do
    case $test in
    *.py) run=$(command_of "$test" "$(printf '%s\n' "$scripts" | awk -v file="$test" '$1 == file { print $2 }')") ;;
    *) run=$test && [ -x "$test" ] || continue ;;
    esac
    round=0 began=$(date +%s)
    while [ $round -lt "$n" ]; do
        [ "$(date +%s)" -lt "$end" ] || { left=$((left + n - round)) && break; }
        round=$((round + 1)) ran=$((ran + 1))
        eval "$run" >"$folder/flaky.log" 2>&1 </dev/null || { failed="$failed $test" && grep -E 'FAIL|ERROR|[eE]rror:' "$folder/flaky.log"; }
    done
    echo "$test: $round in $(($(date +%s) - began)) s"
done
echo "$ran runs beside four busy loops, $left not run within $seconds s"
[ -z "$failed" ] || { echo "FAILED:$failed"; exit 1; }
