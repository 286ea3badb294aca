#!/bin/sh
# install.sh - puts what was built where other programs find it, and takes it away again.
#
#   sh tools/build/install.sh install | uninstall      (called by make, which says the rest in the environment)
#
# PREFIX may be relative to this folder, or begin with ~/ . DESTDIR goes in front, for who makes packages. What the flags
# of pkg-config cannot carry through a shell is refused before anything is written.
set -eu
die() {
    echo "make install: $*" >&2
    exit 1
}

case $PREFIX in
'') die "PREFIX is empty. hint: PREFIX=/usr/local" ;;
'~') PREFIX=$HOME ;;
'~/'*) PREFIX=$HOME/${PREFIX#'~/'} ;;
/*) ;;
*) PREFIX=$(pwd)/$PREFIX ;;
esac
case $PREFIX in
*[[:space:]\&\;\|\<\>\(\)\$\`\'\"\\*?[\]#!{}]*)
    die "PREFIX=$PREFIX has a space or a sign that shells read: cc \$(pkg-config --cflags kindling) could not work. hint: a plain path" ;;
esac
root=${DESTDIR}$PREFIX
lib=$root/lib
pc=$lib/pkgconfig/kindling.pc

# ---- Python --------------------------------------------------------------------------------------------

# Where the python3 of this prefix (a venv's, or the machine's) looks for packages, if that is below it; else as it
# would call the folder there.
python=python3
[ ! -x "$PREFIX/bin/python3" ] || python=$PREFIX/bin/python3
packages() {
    "$python" - "$PREFIX" <<'END'
import site, sys
prefix = sys.argv[1].rstrip("/")
found = [p for p in site.getsitepackages() if p.startswith(prefix + "/") and not p.startswith(prefix + "/local/")]
print(found[0] if found else "%s/lib/python%d.%d/site-packages" % (prefix, *sys.version_info[:2]))
END
}
install_python() {
    where=$(packages) || return 0
    install -d "$DESTDIR$where/kindling"
    install -m 644 tools/python/kindling/*.py "$DESTDIR$where/kindling/"
    install -m 755 "$BINDING" "$DESTDIR$where/kindling/libkindling-python.so"
    if "$python" -c 'import sys; sys.exit(sys.argv[1] not in sys.path)' "$where"; then
        echo "Python: import kindling, by $python"
    else
        echo "Python: PYTHONPATH=$where $python"
    fi
}

# ---- there, and away again --------------------------------------------------------------------------------

# Text for the right side of sed's s|..|..|
escaped() { printf '%s' "$1" | sed 's/[\\&|]/\\&/g'; }

install_all() {
    install -d "$lib/pkgconfig"
    install -m 644 "$B/libkindling.a" "$lib/"
    install -m 755 "$B/libkindling.so" "$lib/libkindling.so.$VERSION"
    ln -sf "libkindling.so.$VERSION" "$lib/$SONAME"
    ln -sf "$SONAME" "$lib/libkindling.so"
    for h in $PUBLIC; do
        install -d "$root/include/kindling/${h%/*}"
        install -m 644 "$h" "$root/include/kindling/$h"
    done
    install -m 644 attention/kindling.h "$CALL_SITE" "$root/include/kindling/attention/"
    # Where no loader looks, a program has to know where its library is; elsewhere the loader is told that there is a new one.
    case $PREFIX in /usr | /usr/local) rpath= ;; *) rpath='-Wl,-rpath,${libdir}' ;; esac
    sed -e "s|@PREFIX@|$(escaped "$PREFIX")|" -e "s|@VERSION@|$VERSION|" -e "s|@LIBS@|$(escaped "$LIBS")|" \
        -e "s|@CFLAGS@|$DEFINES|" -e "s|@RPATH@|$rpath|" tools/build/kindling.pc.in > "$pc"
    [ -n "$DESTDIR" ] || PATH="$PATH:/usr/sbin:/sbin" ldconfig 2>/dev/null || true
    [ -z "${BINDING:-}" ] || install_python
    echo "installed into $root. Without pkg-config: cc program.c $DEFINES -I$PREFIX/include/kindling/attention -L$PREFIX/lib" \
        "${rpath:+-Wl,-rpath,$PREFIX/lib} -lkindling"
}

# Of several versions, what belongs to this one: headers, archive and Python are the newest's, as kindling.pc says.
uninstall_all() {
    there=$(sed -n 's/^Version: //p' "$pc" 2>/dev/null) || true
    rm -f "$lib/libkindling.so.$VERSION"
    for link in "$lib/$SONAME" "$lib/libkindling.so"; do
        [ -e "$link" ] || rm -f "$link" # it led to that file
    done
    if [ -n "$there" ] && [ "$there" != "$VERSION" ]; then
        echo "libkindling.so.$VERSION is gone; headers, archive and kindling.pc are those of $there, and stay"
        return
    fi
    rm -rf "$root/include/kindling" "$pc" "$lib/libkindling.a"
    for library in "$root"/lib/python3*/*-packages/kindling/libkindling-python.so; do
        [ ! -e "$library" ] || rm -rf "${library%/*}"
    done
}

"$1_all"
