#!/bin/sh
# doctor.sh - say what this machine has, what each thing is for, and how to get what is missing.
blas=$1 threads=$2 cmocka=$3 CC=$4 mpi=$5

line() { # name, found (empty: no), what for, how to get it
    if [ -n "$2" ]; then
        printf '  yes  %-14s %-39s %s\n' "$1" "$3" "$2"
    else
        printf '  no   %-14s %-39s get it: %s\n' "$1" "$3" "$4"
    fi
}
first_line() {
    command -v "$1" >/dev/null 2>&1 && "$@" 2>&1 | head -n 1
}

echo 'needed:'
line 'C compiler' "$(first_line $CC --version)" 'builds everything' 'apt-get install gcc'
line 'GNU make' "$(first_line make --version)" 'drives everything' 'apt-get install make'
echo 'for the tests:'
line cmocka "${cmocka:+found}" 'every test program' 'apt-get install libcmocka-dev'
echo 'nice to have:'
[ "$blas" = none ] && blas=
[ "$threads" = none ] && threads=
line BLAS "$blas" 'matrix products without AVX2 or NEON' 'apt-get install libopenblas-openmp-dev'
line oneDNN "$(ldconfig -p 2>/dev/null | sed -n 's/^[[:space:]]*\(libdnnl\.so\.[23]\) .*/\1/p' | head -n 1)" \
    'only for KINDLING_GEMM=onednn' 'apt-get install libdnnl-dev'
line threads "${threads:+found}" 'loops on several processors' 'POSIX threads come with the C library (THREADS=none was asked for?)'
line MPI "${mpi:+$mpi}" 'train on many machines (mpirun)' 'apt-get install libopenmpi-dev openmpi-bin'
line Graphviz "$(first_line dot -V)" 'graphs as pictures; else DOT text' 'apt-get install graphviz'
line clang-format "$(first_line clang-format --version)" 'make format' 'apt-get install clang-format'
line valgrind "$(first_line valgrind --version)" 'make valgrind' 'apt-get install valgrind'

# The same rule as in tensor/product/gemm.c.
case $(uname -sm) in
Darwin*) kernel= ;;
*aarch64 | *arm64) kernel=NEON ;;
*) kernel=$(sed -n '/^flags/{s/.* avx512f .*/AVX-512/p;s/.* avx2 .*/AVX2/p;q;}' /proc/cpuinfo 2>/dev/null | head -n 1) ;;
esac
if [ -n "$kernel" ]; then
    echo "matrix products: our own, for $kernel (KINDLING_GEMM=builtin|blas|onednn overrides)"
elif [ -n "$blas" ]; then
    echo "matrix products: $blas (KINDLING_GEMM=builtin|blas|onednn overrides)"
else
    echo 'matrix products: our own, without wide vectors; a BLAS would be faster'
fi
# Which OpenBLAS the loader finds: the link may lead through /etc/alternatives.
found=$(ldconfig -p 2>/dev/null | sed -n 's/.*libopenblas\.so\.0 .*=> //p' | head -n 1)
case $(readlink -f "${found:-/}") in
*pthread*)
    echo 'note: this OpenBLAS brings threads of its own (pthread). Where they run beside other threads'
    echo '      both wait for each other, and everything is up to ten times slower. Kindling keeps it to'
    echo '      one thread and shares the work itself, so it does not suffer. A program that also calls'
    echo '      BLAS directly does: OPENBLAS_NUM_THREADS=1, or apt-get install libopenblas0-openmp and'
    echo '      update-alternatives --config libopenblas.so.0-x86_64-linux-gnu'
    ;;
esac
