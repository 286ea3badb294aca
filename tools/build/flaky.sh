# flaky.sh N SECONDS FOLDER - every test that opens a port, waits or measures, N times beside four busy loops: all must pass.
#
# The list is made by grep: test programs in FOLDER and tests in Python whose source has one of these words. Busy loops
# disturb everybody on a machine, so they end after SECONDS, and what was not run by then is said.
n=$1 seconds=$2 folder=$3
words='sleep|alarm[(]|timeout|clock_|monotonic|process_time|waitpid|kill[(]|socket|http|port[(=]|small_course'
programs=$(grep -rlE "$words" --include='test_*.c' tests | sed "s|^tests/\(.*\)\.c$|$folder/tests/\1|" | sort)
scripts=$(grep -rlE "$words" --include='test_*.py' tests/tools/grading tests/tools/notebook tests/tools/site | sort)
[ -z "$LIST" ] || { printf '%s\n' $programs $scripts; exit; }
end=$(($(date +%s) + seconds)) failed= ran=0 left=0
busy=
trap 'kill $busy 2>/dev/null' EXIT
for i in 1 2 3 4; do
    (while [ "$(date +%s)" -lt "$end" ]; do i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done; done) & busy="$busy $!"
done
for test in $programs $scripts; do
    case $test in *.py) how=python3 ;; *) how= ;; esac
    [ -z "$how" ] && [ ! -x "$test" ] && continue
    round=0
    while [ $round -lt "$n" ]; do
        [ "$(date +%s)" -lt "$end" ] || { left=$((left + n - round)) && break; }
        round=$((round + 1)) ran=$((ran + 1))
        $how "$test" >"$folder/flaky.log" 2>&1 || { failed="$failed $test" && grep -E 'FAIL|ERROR|error:' "$folder/flaky.log"; }
    done
done
echo "$ran runs beside four busy loops, $left not run within $seconds s"
[ -z "$failed" ] || { echo "FAILED:$failed"; exit 1; }
