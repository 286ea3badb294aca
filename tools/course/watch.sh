# watch.sh 12 - build and test again on every save: inotifywait where there is one, else a look per
# second. Ctrl-C ends it.
. tools/course/common.sh
find_module "$1"
[ "$ENGINE" = mine ] && places=modules || places=$folder

state() { # a line that changes whenever a file does
    find "$places" -type f \( -name '*.c' -o -name '*.h' -o -name answers.txt \) -exec cksum {} + 2>/dev/null | sort | cksum
}

wait_for_change() {
    before=$1
    while [ "$(state)" = "$before" ]; do
        if command -v inotifywait >/dev/null 2>&1; then
            inotifywait -qq -r -t 5 -e close_write,moved_to,create "$places" || true
        else
            sleep 1
        fi
    done
}

[ -n "$WATCH_ROUNDS" ] || WATCH_ROUNDS=-1 # so many runs, for the tests of this script
while [ "$WATCH_ROUNDS" -ne 0 ]; do
    now=$(state)
    [ -t 1 ] && [ "$TERM" != dumb ] && printf '\033[H\033[2J'
    sh tools/course/run.sh "$number"
    say "watching $places; Ctrl-C ends"
    WATCH_ROUNDS=$((WATCH_ROUNDS - 1))
    [ "$WATCH_ROUNDS" -eq 0 ] || wait_for_change "$now"
done
