# run_test.sh PROGRAM NAME CONFIG [a program that runs it] - one test program; what it says goes to PROGRAM.log, and is shown
# whole when it has ended, for others run beside it. How it ended is in PROGRAM.log's last line, which tests_said.sh reads.
#
# Beside others a thread that waits leaves its core to them. make's own jobs are none of the program's.
program=$1 name=$2 config=$3
shift 3
unset MAKEFLAGS MFLAGS MAKELEVEL
export OMP_WAIT_POLICY="${OMP_WAIT_POLICY:-passive}" ASAN_OPTIONS=allow_user_segv_handler=0:detect_stack_use_after_return=0
began=$(date +%s)
"$@" "$program" >"$program.new" 2>&1
status=$?
printf 'ended with %d after %d s: %s\n' $status $(($(date +%s) - began)) "$name" >>"$program.new"
mv "$program.new" "$program.log"
echo "== $name ($config)"
sed '$d' "$program.log"
[ $status = 0 ] || echo "FAILED: $name ended with $status"
