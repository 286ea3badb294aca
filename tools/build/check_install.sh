#!/bin/sh
# check_install.sh - does an installed Kindling work, and does it export the public API and no more?
#
#   sh tools/build/check_install.sh CC CONFIG      (called by `make check-install`)
#
# Installs into a folder of its own, compiles the program that README.md shows, links it once with the
# shared and once with the static library, runs both, and compares the library's exported names
# with the names in the installed headers, and the version in headers, libraries, pkg-config and file names.
set -eu
CC=$1 config=$2
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
make --no-print-directory CONFIG="$config" CC="$CC" install DESTDIR="$root" PREFIX=/usr >/dev/null
lib=$root/usr/lib include=$root/usr/include/kindling

sh tools/build/readme_block.sh 1 > "$root/mean.c"
flags=$(sed -n 's/^Cflags: -I[^ ]* *//p' "$lib/pkgconfig/kindling.pc")
libs=$(sed -n 's/^Libs.private: *//p' "$lib/pkgconfig/kindling.pc")
$CC -std=c11 -Wall -Wextra -Werror $flags -I"$include/attention" "$root/mean.c" -L"$lib" -lkindling -o "$root/shared"
LD_LIBRARY_PATH=$lib "$root/shared" > "$root/shared.out"
$CC -std=c11 $flags -I"$include/attention" "$root/mean.c" "$lib/libkindling.a" $libs -o "$root/static"
"$root/static" > "$root/static.out"
cmp "$root/shared.out" "$root/static.out"
awk 'END { exit !($1 == "step" && $4 < 1e-4) }' "$root/shared.out" ||
    { echo "README's program did not learn:"; cat "$root/shared.out"; exit 1; }

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
$CC -std=c11 -Wall -Wextra -Werror $flags -I"$include/attention" "$root/version.c" -L"$lib" -lkindling -o "$root/version"
version=$(LD_LIBRARY_PATH=$lib "$root/version") || { echo "library $version, and another in the header"; exit 1; }
[ "$(sed -n 's/^Version: //p' "$lib/pkgconfig/kindling.pc")" = "$version" ] || { echo "kindling.pc is not of $version"; exit 1; }
soname=libkindling.so.${version%.*}
readelf -d "$lib/libkindling.so" | grep -q "SONAME.*\[$soname\]" || { echo "the soname is not $soname"; exit 1; }
[ "$(readlink "$lib/libkindling.so")/$(readlink "$lib/$soname")" = "$soname/libkindling.so.$version" ] ||
    { echo "the links to libkindling.so.$version are wrong"; exit 1; }

# A program that has functions of the same names as the engine's, and an operation of its own. Next to a shared
# library some other part of it may even have names that are public.
cat > "$root/stranger.c" <<'END'
#include <stdlib.h>
void copy_kernel(void) { abort(); }
void softmax_kernel(void) { abort(); }
void matmul_kernel(void) { abort(); }
void broadcast_shape(void) { abort(); }
void strides_row_major(void) { abort(); }
END
compile="$CC -std=c11 -Wall -Wextra -Werror $flags -I$include/attention tests/system/neighbour.c"
$compile "$root/stranger.c" -L"$lib" -lkindling -o "$root/shared" # (sh -e looks away where && follows)
LD_LIBRARY_PATH=$lib "$root/shared" "$root/y.npy"
$compile "$lib/libkindling.a" $libs -o "$root/static"
"$root/static" "$root/y.npy"

nm -D --defined-only "$lib/libkindling.so" | awk '$2 ~ /[TDBR]/ { print $3 }' | sort > "$root/exported"
cat "$include"/*/*.h | tr -c 'A-Za-z0-9_' '\n' | sort -u > "$root/words"
extra=$(grep -vxFf "$root/words" "$root/exported" || true)
if [ -n "$extra" ]; then echo "exported, but not in a header: $extra"; exit 1; fi
nm -g --defined-only "$lib/libkindling.a" | awk 'NF == 3 { print $3 }' | sort | cmp -s - "$root/exported" ||
    { echo "the archive and the shared library do not have the same names"; exit 1; }
sed -n 's/^#define \([a-z_0-9]*\)(.*/\1/p' "$include/attention/call_site.h" | sort > "$root/noted"
hidden=$(grep -vxFf "$root/exported" "$root/noted" || true)
if [ -n "$hidden" ]; then echo "declared in an installed header, but not in the library: $hidden"; exit 1; fi
silent=$(grep -vxFf "$root/noted" "$root/exported" | grep -vxE 'kindling_((set_)?call_site|fail|fail_null|set_error)' || true)
if [ -n "$silent" ]; then echo "calls of these do not note where they stand: $silent"; exit 1; fi
echo "version $version installed, linked both ways, $(wc -l < "$root/exported") names exported, all of them public"
