#!/bin/sh
# setup.sh - install what is missing, through the system's package manager, when we may.
#
#   sh tools/setup.sh test|all|site|web|grading|python|mpi|musl
#
# site is for who makes the pages, web for who makes and tests the course in a tab; grading for who grades
# submissions, on Linux; python for who calls the library from there; mpi for `make test-mpi`, two libraries of MPI
# side by side; musl for `make demo CC=musl-gcc`. None of them is part of all.
# "When we may": as root, or with a sudo that asks for no password. Otherwise the exact command to
# type is printed. KINDLING_NO_INSTALL=1 never installs. Exit status 1: something that is needed is
# missing. What is only nice to have (all: Graphviz) never fails.
what=${1:-all}
CC=${CC:-cc}

has_header() { # name: can it be included, with what cmocka.h needs before it?
    printf '#include <stdarg.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <setjmp.h>\n#include <%s>\nint x;\n' "$1" |
        $CC -fsyntax-only -x c - >/dev/null 2>&1
}

missing= optional=
need() { # list, then apt, dnf, pacman, brew, apk names of one package
    case $manager in
    apt-get) name=$2 ;; dnf) name=$3 ;; pacman) name=$4 ;; brew) name=$5 ;; apk) name=$6 ;; *) name=$2 ;;
    esac
    if [ "$1" = needed ]; then missing="$missing $name"; else optional="$optional $name"; fi
}

manager= quick= # options that give a dead network up after seconds
for candidate in apt-get dnf pacman brew apk; do
    if command -v $candidate >/dev/null 2>&1; then manager=$candidate; break; fi
done

case $what in test | all)
    has_header cmocka.h || need needed libcmocka-dev libcmocka-devel cmocka cmocka cmocka-dev ;;
esac
case $what in all)
    command -v dot >/dev/null 2>&1 || need nice graphviz graphviz graphviz graphviz graphviz ;;
esac
case $what in all)
    has_header cblas.h || has_header openblas/cblas.h ||
        need nice libopenblas-openmp-dev openblas-devel openblas openblas openblas-dev ;;
esac
case $what in site)
    command -v python3 >/dev/null 2>&1 || need needed python3 python3 python python3 python3
    command -v pandoc >/dev/null 2>&1 || need needed pandoc pandoc pandoc-cli pandoc pandoc-cli
    command -v dot >/dev/null 2>&1 || need nice graphviz graphviz graphviz graphviz graphviz
    # Formulas are set by KaTeX where Debian has it, and else by the browser.
    [ "$manager" != apt-get ] || [ -d /usr/share/nodejs/katex ] || need nice 'katex fonts-katex' - - - - ;;
esac
case $what in web)
    command -v node >/dev/null 2>&1 || need needed nodejs nodejs nodejs node nodejs
    command -v npm >/dev/null 2>&1 || need needed npm npm npm node npm
    command -v python3 >/dev/null 2>&1 || need needed python3 python3 python python3 python3
    command -v pandoc >/dev/null 2>&1 || need needed pandoc pandoc pandoc-cli pandoc pandoc-cli
    [ "$manager" != apt-get ] || [ -d /usr/share/nodejs/katex ] || need nice 'katex fonts-katex' - - - -
    command -v chromium >/dev/null 2>&1 || need nice chromium chromium chromium chromium chromium ;;
esac
case $what in mpi) # Debian has both side by side
    if [ "$manager" = apt-get ]; then
        command -v mpicc.openmpi >/dev/null 2>&1 || need nice 'openmpi-bin libopenmpi-dev' - - - -
        command -v mpicc.mpich >/dev/null 2>&1 || need nice 'mpich libmpich-dev' - - - -
    fi ;;
esac
case $what in musl)
    [ "$manager" != apt-get ] || command -v musl-gcc >/dev/null 2>&1 || need nice musl-tools - - - - ;;
esac
case $what in python)
    command -v python3 >/dev/null 2>&1 || need needed python3 python3 python python3 python3
    python3 -c 'import numpy' 2>/dev/null || /usr/bin/python3 -c 'import numpy' 2>/dev/null ||
        need nice python3-numpy python3-numpy python-numpy numpy py3-numpy ;;
esac
case $what in grading)
    if [ "$(uname)" != Linux ]; then
        echo "submissions are graded in boxes that only Linux has: use a Linux machine, or one inside this one"
        exit 1
    fi
    command -v ${CC%% *} >/dev/null 2>&1 || need needed gcc gcc gcc - gcc
    command -v make >/dev/null 2>&1 || need needed make make make - make
    command -v bwrap >/dev/null 2>&1 || need needed bubblewrap bubblewrap bubblewrap - bubblewrap
    has_header seccomp.h || need needed libseccomp-dev libseccomp-devel libseccomp - libseccomp-dev
    command -v objcopy >/dev/null 2>&1 || need needed binutils binutils binutils - binutils
    command -v python3 >/dev/null 2>&1 || need needed python3 python3 python - python3
    command -v git >/dev/null 2>&1 || need nice git git git - git # the student edition is what git knows
    printf 'int main(void) { return 0; }\n' | $CC -static -x c - -o /dev/null 2>/dev/null ||
        need needed libc6-dev glibc-static glibc - musl-dev
    [ "$manager" != apt-get ] || command -v sim_c >/dev/null 2>&1 || need nice similarity-tester - - - - ;;
esac
[ -n "$missing$optional" ] || exit 0

as_root=
if [ "$manager" != brew ] && [ "$(id -u)" != 0 ]; then
    if command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then as_root='sudo -n'; else as_root=no; fi
fi
case $manager in
apt-get) install='apt-get install -y --no-install-recommends' quick='-o Acquire::Retries=0 -o Acquire::http::Timeout=3 -o Acquire::https::Timeout=3' ;;
dnf) install='dnf install -y' quick='--setopt=timeout=3 --setopt=retries=1' ;;
pacman) install='pacman -S --noconfirm --needed' ;;
brew) install='brew install' ;;
apk) install='apk add' ;;
esac

if [ -n "$manager" ] && [ "$as_root" != no ] && [ -z "${KINDLING_NO_INSTALL:-}" ]; then
    echo "missing:$missing$optional. Installing with $manager; with KINDLING_NO_INSTALL=1 before the command nothing is ever installed ..."
    log=$(mktemp)
    as_root="$as_root env DEBIAN_FRONTEND=noninteractive RES_OPTIONS=timeout:1"
    [ "$manager" = apt-get ] && $as_root apt-get $quick update -qq >"$log" 2>&1
    if $as_root $install $quick $missing $optional >>"$log" 2>&1; then
        rm -f "$log"
        exit 0
    fi
    echo "that did not work; the last lines were:"
    tail -n 3 "$log"
    rm -f "$log"
fi
sudo= by=
if [ "$(id -u)" != 0 ] && [ "$manager" != brew ]; then
    if command -v sudo >/dev/null 2>&1; then sudo='sudo '; else by=', as root'; fi
fi
if [ -n "$missing" ]; then
    echo "needed and missing:$missing. Please type$by:"
    echo "    $sudo${install:-<your package manager>}$missing"
    case $what in test)
        [ "$(id -u)" = 0 ] || echo "Who may not install: a cmocka in a folder of your own is found by CPATH and LIBRARY_PATH; the course also runs in a browser tab" ;;
    esac
    exit 1
fi
echo "missing, but not needed:$optional. To have it, type:"
echo "    $sudo${install:-<your package manager>}$optional"
exit 0
