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
unset MAKEFLAGS MFLAGS MAKELEVEL # the jobs of another make are none of ours
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
run_make() { make --no-print-directory CONFIG="$config" CC="$CC" "$@"; }
told=$(run_make install DESTDIR="$root/stage" PREFIX="$prefix")
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

# ---- Python -------------------------------------------------------------------------------------------

# From a prefix, and in a venv, which looks there by itself; from another folder, without the tree.
imported='import kindling as k; x = k.tensor([[1, 2]]); print((x @ x.T).item(), k.VERSION, k.PATH)'
if there python3; then
    unset PYTHONPATH KINDLING_LIBRARY
    (cd / && PYTHONPATH=$(echo "$prefix"/lib/python3*/*-packages) python3 -c "$imported") > "$root/python.out"
    [ "$(cut -d' ' -f1,2 "$root/python.out")" = "5.0 $version" ] || die "Python from a prefix: $(cat "$root/python.out")"
    grep -q "$prefix" "$root/python.out" || die "Python from a prefix takes $(cat "$root/python.out")"
    if python3 -m venv --without-pip "$root/venv" > /dev/null 2>&1; then
        run_make install PREFIX="$root/venv" > /dev/null
        (cd / && "$root/venv/bin/python3" -c "$imported") > "$root/python.out"
        grep -q "^5.0 $version $root/venv" "$root/python.out" || die "Python in a venv: $(cat "$root/python.out")"
        run_make uninstall PREFIX="$root/venv"
        left=$(find "$root/venv" -name '*kindling*')
        [ -z "$left" ] || die "make uninstall has left $left in a venv"
    else
        skip "python3 makes no venv here (Debian: apt-get install python3-venv)"
    fi
else
    skip "there is no python3: its package is not installed"
fi

# ---- prefixes, and other versions beside this one ------------------------------------------------------

mkdir "$root/home"
relative=build/check-install-$$
trap 'rm -rf "$root" "$relative"' EXIT
run_make install PREFIX="$relative" > /dev/null
HOME=$root/home run_make install PREFIX='~/there' > /dev/null
for where in "$(pwd)/$relative" "$root/home/there"; do
    [ "$(sed -n 's/^prefix=//p' "$where/lib/pkgconfig/kindling.pc")" = "$where" ] || die "PREFIX is not made absolute: $where"
done
for odd in 'a b' 'a&b' "a'b" 'a$$b'; do
    if run_make install PREFIX="$root/$odd" > "$root/odd.out" 2>&1; then die "PREFIX with the sign of '$odd' is taken"; fi
    grep -q 'hint: a plain path' "$root/odd.out" || die "$(cat "$root/odd.out")"
done
[ -z "$(find "$root" -maxdepth 1 -name 'a*b')" ] || die "something was written for a PREFIX that is refused"

touch "$root/home/there/lib/libkindling.so.0.1.4"
ln -s libkindling.so.0.1.4 "$root/home/there/lib/libkindling.so.0.1"
HOME=$root/home run_make uninstall PREFIX='~/there'
left=$(find "$root/home/there" -name '*kindling*' | sort | tr '\n' ' ')
[ "$left" = "$root/home/there/lib/libkindling.so.0.1 $root/home/there/lib/libkindling.so.0.1.4 " ] || die "uninstall leaves: $left"
sed -i 's/^Version: .*/Version: 9.9.9/' "$relative/lib/pkgconfig/kindling.pc"
run_make uninstall PREFIX="$relative" | grep -q 'are those of 9.9.9, and stay' || die "the headers of another version are not told"
[ -e "$relative/include/kindling/attention/kindling.h" ] || die "uninstall takes the headers of another version along"
[ ! -e "$relative/lib/libkindling.so.$version" ] || die "uninstall leaves the library"

# ---- names --------------------------------------------------------------------------------------------

nm -D --defined-only "$lib/libkindling.so" | awk '$2 ~ /[TWDBR]/ { print $3 }' | sort > "$root/exported"
find "$include" -name '*.h' -exec cat {} + | tr -c 'A-Za-z0-9_' '\n' | sort -u > "$root/words"
extra=$(grep -vxFf "$root/words" "$root/exported" || true)
[ -z "$extra" ] || die "exported, but not in a header: $extra"
nm -g --defined-only "$lib/libkindling.a" | awk 'NF == 3 { print $3 }' | sort | cmp -s - "$root/exported" ||
    die "the archive and the shared library do not have the same names"
weak=$(nm -g --defined-only "$lib/libkindling.a" | awk '$2 == "W" { print $3 }' | head -3 | tr '\n' ' ')
[ -z "$weak" ] || die "weak in the archive, so that a program's own function would be the library's: $weak"
sed -n 's/^#define \([a-z_0-9]*\)(.*/\1/p' "$include/attention/call_site.h" | sort > "$root/noted"
hidden=$(grep -vxFf "$root/exported" "$root/noted" || true)
[ -z "$hidden" ] || die "declared in an installed header, but not in the library: $hidden"
silent=$(grep -vxFf "$root/noted" "$root/exported" |
    grep -vxE "kindling_(call_site_of_$real|set_call_site|fail_at|fail_null|set_error)" || true)
[ -z "$silent" ] || die "calls of these do not note where they stand: $silent"
echo "version $version installed, linked both ways, $(wc -l < "$root/exported") names exported, all of them public"
