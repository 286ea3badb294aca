#!/bin/sh
# Does ThreadSanitizer work with this compiler, on this machine? Two small programs are asked: one
# in order, of which nothing may be said, and one with a race, which must be seen. 1, and a sentence: no.
CC=${1:-cc}
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
cat > "$tmp/race.c" <<'END'
#include <pthread.h>
static double number[2];
static void *add(void *own)
{
    *(double *)own += 1;
    return 0;
}
int main(int argc, char **argv)
{
    pthread_t thread[2];
    (void)argv;
    for (int i = 0; i < 2; i++)
        pthread_create(&thread[i], 0, add, &number[argc > 1 ? 0 : i]);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], 0);
    return 0;
}
END
say() {
    echo "make test-threads needs $1 (Debian: apt-get install gcc clang), or TSAN_CC=clang. skipped"
    exit 1
}
export TSAN_OPTIONS=exitcode=66
$CC -g -fsanitize=thread -pthread "$tmp/race.c" -o "$tmp/race" 2>/dev/null || say "a compiler with ThreadSanitizer"
"$tmp/race" 2>/dev/null || say "a ThreadSanitizer that runs on this machine"
! "$tmp/race" race 2>/dev/null || say "a ThreadSanitizer that sees a race"
