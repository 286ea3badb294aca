#!/bin/sh
# doctor.sh - say what this machine has, what each thing is for, and how to get what is missing.
blas=$1 omp=$2 cmocka=$3 CC=$4

line() { # name, found (empty: no), what for, how to get it
    if [ -n "$2" ]; then
        printf '  yes  %-18s %-34s %s\n' "$1" "$2" "$3"
    else
        printf '  no   %-18s %-34s %s\n' "$1" "get it: $4" "$3"
    fi
}
first_line() {
    command -v "$1" >/dev/null 2>&1 && "$@" 2>&1 | head -n 1 | cut -c1-34
}

echo 'needed:'
line 'C compiler' "$(first_line "$CC" --version)" 'builds everything' 'apt-get install gcc'
line 'GNU make' "$(first_line make --version)" 'drives everything' 'apt-get install make'
echo 'for the tests:'
line cmocka "${cmocka:+found}" 'every test program' 'apt-get install libcmocka-dev'
echo 'nice to have:'
[ "$blas" = none ] && blas=
[ "$omp" = none ] && omp=
line BLAS "$blas" 'fast matrix products; else our own' 'apt-get install libopenblas-openmp-dev'
line OpenMP "${omp:+found}" 'threads; else one' 'comes with gcc (apt-get install libomp-dev for clang)'
line Graphviz "$(first_line dot -V)" 'graphs as pictures; else DOT text' 'apt-get install graphviz'
line clang-format "$(first_line clang-format --version)" 'make format' 'apt-get install clang-format'
line valgrind "$(first_line valgrind --version)" 'make valgrind' 'apt-get install valgrind'
if ldconfig -p 2>/dev/null | grep -q openblas-pthread; then
    echo 'note: this OpenBLAS brings its own threads (pthread), which fight with OpenMP. Kindling keeps'
    echo '      BLAS to one thread per call and shares the work itself, so it does not suffer from that.'
fi
