#!/bin/sh
# Find out, by compiling three-line programs, which libraries this machine has.
# Prints make variables. CC, BLAS (auto, none, openblas, blis, mkl, cblas), THREADS (auto, none)
# and MPI (auto, none, 1, a compiler such as mpicc.mpich) are read from the environment, and RUN, which runs a program for another machine. PROBE_MISSING is what may be
# installed later, so that make asks again; PROBE_ERROR, what nothing works without.
CC=${CC:-cc}
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

links() { # flags... : does $tmp/probe.c compile and link with them?
    $CC "$tmp/probe.c" -o "$tmp/probe" "$@" >/dev/null 2>&1
}
compiles() { # flags... : and does it run?
    links "$@" && $RUN "$tmp/probe" >/dev/null 2>&1
}

if ! printf 'int main(void){return 0;}\n' > "$tmp/probe.c" || ! compiles; then
    echo "PROBE_MISSING := compiler"
    echo "PROBE_ERROR := $CC cannot compile and run a program. Install gcc or clang (apt-get install gcc), or name yours: make CC=clang"
    exit 0
fi

cppflags= cflags= ldlibs= blas=none threads=none
# A float is computed as a float, everywhere: i386 needs SSE2 for that, gcc for s390x has to be told.
printf '#include <float.h>\n_Static_assert(FLT_EVAL_METHOD == 0, "");\nint main(void){return 0;}\n' > "$tmp/probe.c"
for as_float in '' '-msse2 -mfpmath=sse' -fexcess-precision=fast; do
    if compiles -std=c11 $as_float; then break; fi
done
# Where a long has 32 bits, a file's number may have more: readdir and stat would fail on it.
printf '_Static_assert(sizeof(long) == 4, "");\nint main(void){return 0;}\n' > "$tmp/probe.c"
large=
if links -std=c11 -c; then large=yes cppflags=-D_FILE_OFFSET_BITS=64; fi
# clang 14 says of each loop whose maximum may be NaN that it stays as it is written.
printf '#ifndef __clang__\n#error\n#endif\nint main(void){return 0;}\n' > "$tmp/probe.c"
if links -c; then cflags=-Wno-pass-failed; fi
# gcc 12.2 for arm64 breaks off where it would make a vector of these.
printf '#include <math.h>\ndouble most(const float *a, int n)\n{\n    double m = 0;\n    for (int i = 0; i < n; i++)\n        m = fmax(m, fabs((double)a[i]));\n    return m;\n}\n' > "$tmp/probe.c"
if ! links -O3 -fno-math-errno -fno-trapping-math -c; then cflags="$cflags -fno-builtin-fmax -fno-builtin-fmin"; fi
# gcc leaves fused multiply-adds out of chains where it deems them slow (AMD, newer Intel): then two loops that make
# the same products differ in their last bits, and a cached key is no longer equal to one made anew.
printf 'int main(void){return 0;}\n' > "$tmp/probe.c"
if links -Werror --param=avoid-fma-max-bits=0; then cflags="$cflags --param=avoid-fma-max-bits=0"; fi
# gcc 12 hands on a constant of 32 bytes {8, 8, 0, 0} as {8, 8, 8, 8}, where it moves so much at once (AVX-512).
if links -Werror -mmove-max=128 -mstore-max=128; then cflags="$cflags -mmove-max=128 -mstore-max=128"; fi
printf 'int main(void){return 0;}\n' > "$tmp/probe.c" # OpenMP's pragmas for vectors need no library
if compiles -fopenmp-simd; then cflags="$cflags -fopenmp-simd"; fi
if [ "${THREADS:-auto}" != none ]; then
    printf '#include <pthread.h>\n#include <stdatomic.h>\nstatic atomic_int ran;\nstatic void *run(void *p)\n{\n    atomic_fetch_add(&ran, 1);\n    return p;\n}\nint main(void)\n{\n    pthread_t t;\n    return pthread_create(&t, 0, run, 0) || pthread_join(t, 0) || atomic_load(&ran) != 1;\n}\n' > "$tmp/probe.c"
    if compiles -pthread; then threads=yes cppflags="$cppflags -DHAVE_THREADS"; fi
fi

cat > "$tmp/probe.c" <<'END'
#include CBLAS_HEADER
int main(void)
{
    float a = 2, b = 3, c = 0;
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, 1, 1, 1, 1, &a, 1, &b, 1, 0, &c, 1);
    return c != 6;
}
END
try_blas() { # name, header, flags...
    [ $blas = none ] || return
    [ "${BLAS:-auto}" = auto ] || [ "$BLAS" = "$1" ] || return
    name=$1 header=$2
    shift 2
    if compiles "-DCBLAS_HEADER=<$header>" "$@"; then
        blas=$name
        cppflags="$cppflags -DHAVE_CBLAS='<$header>' -DBLAS_NAME='\"$name\"'"
        ldlibs="$ldlibs $*"
    fi
}
if [ "${BLAS:-auto}" != none ]; then
    try_blas openblas cblas.h -lopenblas
    try_blas openblas openblas/cblas.h -lopenblas
    try_blas mkl mkl_cblas.h -lmkl_rt
    try_blas blis blis/cblas.h -lblis
    try_blas accelerate Accelerate/Accelerate.h -framework Accelerate
    try_blas cblas cblas.h -lcblas
    try_blas cblas cblas.h -lblas
fi
if [ "${BLAS:-auto}" != auto ] && [ "$BLAS" != none ] && [ $blas = none ]; then
    echo "PROBE_ERROR := BLAS=$BLAS was asked for but does not compile here; try BLAS=auto"
fi

# Libraries that are loaded only when asked for (oneDNN) need dlopen, which is in libc or in libdl.
printf '#include <dlfcn.h>\nint main(void){return dlopen(0, RTLD_NOW) == 0;}\n' > "$tmp/probe.c"
if compiles; then
    cppflags="$cppflags -DHAVE_DLOPEN"
elif compiles -ldl; then
    cppflags="$cppflags -DHAVE_DLOPEN" ldlibs="$ldlibs -ldl"
fi

printf '#include <stdarg.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <setjmp.h>\n#include <cmocka.h>\nint main(void){return 0;}\n' > "$tmp/probe.c"
cmocka=
if compiles -lcmocka; then cmocka=-lcmocka; fi

printf 'int main(void){return 0;}\n' > "$tmp/probe.c"
pattern=
if compiles -Werror -ftrivial-auto-var-init=pattern; then pattern=-ftrivial-auto-var-init=pattern; fi
# What GNU's linker has and others, Apple's, have not: other functions in place of malloc, a name in a library.
printf 'int main(void){return 0;}\n' > "$tmp/probe.c"
shared= soname= wrap=
if links -Wl,--wrap=malloc; then wrap=yes cppflags="$cppflags -DHAVE_WRAP"; fi
if links -shared -fPIC -Wl,-Bsymbolic; then shared=-Wl,-Bsymbolic; fi
if links -shared -fPIC -Wl,-soname,libprobe.so.1; then soname=-Wl,-soname,; fi

# MPI, by the compiler that knows where it is: Open MPI's says --showme, MPICH's and its kin -compile-info.
mpi= mpi_cppflags= mpi_ldlibs=
words() { # those of a command line that tell where headers (-I) or libraries (-L, -l, -Wl) are
    pattern=$1
    shift
    "$@" 2>/dev/null | tr ' ' '\n' | grep -E "$pattern" | tr '\n' ' '
}
try_mpi() { # an mpicc
    command -v "$1" >/dev/null 2>&1 || return
    if "$1" --showme:compile >/dev/null 2>&1; then compile=--showme:compile link=--showme:link
    else compile=-compile-info link=-link-info; fi
    mpi_cppflags=$(words '^-I' "$1" $compile | sed 's/-I/-isystem /g') mpi_ldlibs=$(words '^-(L|l|Wl,-rpath)' "$1" $link)
    printf '#include <mpi.h>\nint main(void){return MPI_SUCCESS;}\n' > "$tmp/probe.c"
    # A library for another C library links here, and does not start.
    if compiles $mpi_cppflags $mpi_ldlibs; then mpi=$1; fi
}
case ${MPI:-auto} in
none) ;;
auto | 1) if [ -z "$RUN" ]; then try_mpi mpicc; fi ;;
*) try_mpi "$MPI" ;;
esac
if [ -z "$mpi" ] && [ "${MPI:-auto}" != auto ] && [ "$MPI" != none ]; then
    echo "PROBE_ERROR := MPI=$MPI was asked for but there is no mpicc that works with $CC; try apt-get install libopenmpi-dev, or MPI=auto"
fi

missing=
[ -n "$cmocka" ] || missing="$missing cmocka"
[ $blas != none ] || [ "${BLAS:-auto}" = none ] || missing="$missing BLAS"
[ $threads != none ] || [ "${THREADS:-auto}" = none ] || missing="$missing threads"

echo "PROBE_SCRIPT := $(cksum < tools/build/probe.sh)"
echo "PROBE_MISSING :=$missing"
echo "PROBE_CPPFLAGS := $cppflags"
echo "PROBE_CFLAGS := $as_float $cflags"
echo "PROBE_LDLIBS := $ldlibs"
echo "PROBE_BLAS := $blas"
echo "PROBE_THREADS := $threads"
echo "PROBE_MPI := $mpi"
echo "PROBE_MPI_CPPFLAGS := $mpi_cppflags"
echo "PROBE_MPI_LDLIBS := $mpi_ldlibs"
echo "PROBE_CMOCKA := $cmocka"
echo "PROBE_PATTERN := $pattern"
echo "PROBE_WRAP := $wrap"
echo "PROBE_LARGE := $large"
echo "PROBE_SHARED := $shared"
echo "PROBE_SONAME := $soname"
