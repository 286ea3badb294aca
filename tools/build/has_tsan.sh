#!/bin/sh
# Can this compiler build a program of OpenMP that ThreadSanitizer understands? Two small programs are asked: one
# in order, of which nothing may be said, and one with a race, which must be seen. 1, and a sentence: no.
CC=${1:-clang}
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
cat > "$tmp/race.c" <<'END'
int main(int argc, char **argv)
{
    static double number[1000];
    (void)argv;
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 1000; i++)
        number[i] = i;
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 1000; i++)
        number[argc > 1 ? i % 2 : 999 - i] += 1;
    return 0;
}
END
say() {
    echo "make test-threads needs $1 (Debian: apt-get install clang libomp-dev), or TSAN_CC=clang-19. skipped"
    exit 1
}
export TSAN_OPTIONS=ignore_noninstrumented_modules=1:exitcode=66
$CC -g -fsanitize=thread -fopenmp "$tmp/race.c" -o "$tmp/race" 2>/dev/null || say "clang with ThreadSanitizer and libomp"
"$tmp/race" 2>/dev/null || say "libomp's archer, without which every loop is a race"
! "$tmp/race" race 2>/dev/null || say "a ThreadSanitizer that sees a race"
