# debug.sh 12 - one test in gdb, stopped where the student's function of its exercise begins: TEST=mask_causal.
# ARGS are gdb's own: ARGS="-tui".
. tools/course/common.sh
find_module "$1"
[ -d "tests/course/$name" ] || stop "module $number has no tests"
[ -n "$TEST" ] || stop "which test? make debug-$number TEST=name; make $number lists them"
GDB=${GDB:-gdb}
command -v "$GDB" >/dev/null ||
    stop "$GDB is not installed. Type one of: sudo apt-get install gdb, sudo dnf install gdb, sudo pacman -S gdb"
all_there
needs_cmocka
say_if_first
program=$BUILD/course/$name${ENGINE:+-$ENGINE}-debug
build course-program "$folder" DEBUG=1 PROGRAM="$program" || exit 1
found=$("$program" --test "$TEST" --list | head -n 1)
[ -n "$found" ] || stop "no test or exercise of module $number is called $TEST; make $number lists them"
test=$(printf '%s' "$found" | cut -f 1) file=$(printf '%s' "$found" | cut -f 4)
function=$(printf '%s' "$found" | cut -f 3) function=${function#* }
[ "$file" != answers.txt ] || stop "$test is a question: there is no code to stop in"
say "$test, stopped in $function ($folder/$file). next: a line on, step: into a call, print x, continue, quit"
# One thread: a student steps through one, and gdb 13 loses a program that ends while others still run.
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
# shellcheck disable=SC2086 -- ARGS is several words
exec "$GDB" -q -iex 'set debuginfod enabled off' -ex "break $folder/$file:$function" -ex run $ARGS --args "$program" --folder "$folder" --debug "$test"
