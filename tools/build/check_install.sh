#!/bin/sh
# check_install.sh - does an installed Kindling work, and does it export the public API and no more?
#
#   sh tools/build/check_install.sh CC CXX CONFIG      (called by `make check-install`)
#
# Installs as packages are made (DESTDIR) into a folder where no linker looks, and does what a stranger does
# with the flags of kindling.pc: compiles the program that README.md shows, runs it with the shared and the
# static library, compiles C++, tries the headers of a library in another precision. Then the library's exported
# names are compared with those in the headers, and the version in headers, libraries, pkg-config and file names.
set -eu
CC=$1 CXX=$2 config=$3
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
die() {
    echo "check-install: $*"
    exit 1
}
skip() { echo "check-install: SKIPPED: $*"; }
there() { command -v "$1" >/dev/null 2>&1; }

prefix=$root/some/where
told=$(make --no-print-directory CONFIG="$config" CC="$CC" install DESTDIR="$root/stage" PREFIX="$prefix")
mkdir "$root/some" && mv "$root/stage$prefix" "$prefix"
lib=$prefix/lib include=$prefix/include/kindling
archive=$root/archive # the static library alone, as on a machine without the shared one
mkdir "$archive" && cp "$lib/libkindling.a" "$archive"

# What pkg-config says, or where there is none, what it would say.
kindling_pc() { # --cflags, --libs or --static --libs
    if there pkg-config; then
        PKG_CONFIG_PATH=$lib/pkgconfig pkg-config "$@" kindling
    else
        case $* in *--cflags*) of='Cflags' ;; *--static*) of='Libs|Libs.private' ;; *) of='Libs' ;; esac
        sed -nE "s/^($of): *//p" "$lib/pkgconfig/kindling.pc" |
            sed "s|\${includedir}|$include/attention|g; s|\${libdir}|$lib|g"
    fi
}
there pkg-config || skip "there is no pkg-config: kindling.pc is read with sed"
cflags="-std=c11 -Wall -Wextra -Werror $(kindling_pc --cflags)"
shared=$(kindling_pc --libs)
static=$(kindling_pc --static --libs | sed "s|-L$lib|-L$archive|g")
unset LD_LIBRARY_PATH

# ---- README's program, both ways ---------------------------------------------------------------------

sh tools/build/readme_block.sh 1 > "$root/mean.c"
$CC $cflags "$root/mean.c" $shared -o "$root/shared"
$CC $cflags "$root/mean.c" $static -o "$root/static"
"$root/shared" > "$root/shared.out"
"$root/static" > "$root/static.out"
cmp "$root/shared.out" "$root/static.out"
awk 'END { exit !($1 == "step" && $4 < 1e-4) }' "$root/shared.out" ||
    die "README's program did not learn: $(cat "$root/shared.out")"
if readelf -d "$root/static" | grep -q 'NEEDED.*libkindling'; then die "the static program needs the shared library"; fi

# As README says it, and with the flags that make install has told, word for word.
cc() { command $CC "$@"; }
says() {
    (cd "$root" && rm -f a.out && export PKG_CONFIG_PATH="$lib/pkgconfig" && eval "$1" > says.out)
    cmp "$root/shared.out" "$root/says.out"
}
line=$(sed -n 's/^`\(cc mean.c .* && .\/a.out\)`$/\1/p' README.md)
[ -n "$line" ] || die "README.md does not say how its program is compiled"
! there pkg-config || says "$line"
says "cc mean.c ${told##*cc program.c } && ./a.out"

# Without any shared library at all, where what the engine stands on is there as archives.
echo 'int main(void) { return 0; }' > "$root/empty.c"
if $CC -static "$root/empty.c" ${static#*-lkindling} -o "$root/empty" 2>/dev/null; then
    $CC $cflags -static "$root/mean.c" $static -o "$root/alone" 2> "$root/warnings" || die "$(cat "$root/warnings")"
    "$root/alone" > "$root/alone.out" # (the linker warns of dlopen)
    cmp "$root/shared.out" "$root/alone.out"
else
    skip "this machine has no archives for cc -static:${static#*-lkindling}"
fi

# ---- versions and precision ------------------------------------------------------------------------

cat > "$root/version.c" <<'END'
#include <kindling.h>
#include <string.h>
int main(void)
{
    int major = 0, minor = 0, patch = 0;
    printf("%s\n", kindling_version());
    sscanf(KINDLING_VERSION, "%d.%d.%d", &major, &minor, &patch);
    return strcmp(kindling_version(), KINDLING_VERSION) != 0 ||
           KINDLING_VERSION_NUMBER != 10000 * major + 100 * minor + patch;
}
END
$CC $cflags "$root/version.c" $shared -o "$root/version"
version=$("$root/version") || die "library $version, and another in the header"
[ "$(sed -n 's/^Version: //p' "$lib/pkgconfig/kindling.pc")" = "$version" ] || die "kindling.pc is not of $version"
soname=libkindling.so.${version%.*}
readelf -d "$lib/libkindling.so" | grep -q "SONAME.*\[$soname\]" || die "the soname is not $soname"
[ "$(readlink "$lib/libkindling.so")/$(readlink "$lib/$soname")" = "$soname/libkindling.so.$version" ] ||
    die "the links to libkindling.so.$version are wrong"

# Headers of float and a library of double, or the other way round, must not become a program.
case $cflags in *-DKINDLING_DOUBLE*) other=-UKINDLING_DOUBLE real=double ;; *) other=-DKINDLING_DOUBLE real=float ;; esac
for libs in "$shared" "$static"; do
    if $CC $cflags $other "$root/version.c" $libs -o "$root/mixed" 2> "$root/mixed.out"; then
        die "headers of another precision than $real link with the library"
    fi
    grep -q 'undefined reference to .*kindling_call_site_of_' "$root/mixed.out" || die "$(cat "$root/mixed.out")"
done

# ---- programs of their own ---------------------------------------------------------------------------

# Any header can come first, and is C by itself.
for header in $(cd "$include" && find . -name '*.h' ! -name call_site.h); do
    echo "#include \"$header\"" | $CC $cflags -I"$include" -x c -fsyntax-only - || die "$header cannot be included alone"
done

# One that has functions of the same names as the engine's, and an operation of its own. Next to a shared
# library some other part of it may even have names that are public.
cat > "$root/stranger.c" <<'END'
#include <stdlib.h>
void copy_kernel(void) { abort(); }
void softmax_kernel(void) { abort(); }
void matmul_kernel(void) { abort(); }
void broadcast_shape(void) { abort(); }
void strides_row_major(void) { abort(); }
END
$CC $cflags tests/system/neighbour.c "$root/stranger.c" $shared -o "$root/shared" # (no &&: sh -e looks away there)
"$root/shared" "$root/y.npy"
$CC $cflags tests/system/neighbour.c $static -o "$root/static"
"$root/static" "$root/y.npy"

if there "$CXX"; then
    $CXX -std=c++11 -Wall -Wextra -Wpedantic -Werror $(kindling_pc --cflags) tests/system/neighbour.cpp $shared -o "$root/cpp"
    "$root/cpp"
else
    skip "there is no $CXX: nobody has compiled C++"
fi

# ---- names --------------------------------------------------------------------------------------------

nm -D --defined-only "$lib/libkindling.so" | awk '$2 ~ /[TDBR]/ { print $3 }' | sort > "$root/exported"
find "$include" -name '*.h' -exec cat {} + | tr -c 'A-Za-z0-9_' '\n' | sort -u > "$root/words"
extra=$(grep -vxFf "$root/words" "$root/exported" || true)
[ -z "$extra" ] || die "exported, but not in a header: $extra"
nm -g --defined-only "$lib/libkindling.a" | awk 'NF == 3 { print $3 }' | sort | cmp -s - "$root/exported" ||
    die "the archive and the shared library do not have the same names"
sed -n 's/^#define \([a-z_0-9]*\)(.*/\1/p' "$include/attention/call_site.h" | sort > "$root/noted"
hidden=$(grep -vxFf "$root/exported" "$root/noted" || true)
[ -z "$hidden" ] || die "declared in an installed header, but not in the library: $hidden"
silent=$(grep -vxFf "$root/noted" "$root/exported" |
    grep -vxE "kindling_(call_site_of_$real|set_call_site|fail_at|fail_null|set_error)" || true)
[ -z "$silent" ] || die "calls of these do not note where they stand: $silent"
echo "version $version installed, linked both ways, $(wc -l < "$root/exported") names exported, all of them public"
