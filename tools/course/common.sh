# common.sh - what the course's scripts share. They run in the top folder, started by make, with CC,
# MAKE, CONFIG, ENGINE and TEST in the environment.

# Where make puts the objects of this configuration and compiler; a script may change CONFIG.
BUILD=build/$CONFIG$COMPILER
# What is made here is made with jobs of our own.
case $MAKEFLAGS in
*-j*) MAKEFLAGS=$(printf '%s' "$MAKEFLAGS" | sed 's/ *-j[0-9]*//; s/ *--jobserver-[a-z]*=[^ ]*//') ;;
esac

in_colour() { [ -t 1 ] && [ -z "$NO_COLOR" ] && [ "$TERM" != dumb ]; }
say() { printf '%s\n' "$*"; }
stop() { printf '%s\n' "$*" >&2; exit 2; } # 1 is a failed test's

case $ENGINE in
'' | mine) ;;
*) stop "ENGINE=$ENGINE is unknown: ENGINE=mine is all of your files" ;;
esac

# "12", "3", "12_attention" -> folder="modules/12_attention", name="12_attention", number="12"
find_module() {
    number=${1%%_*}
    case $number in [0-9]) number=0$number ;; esac
    set -- modules/"$number"_*
    [ -d "$1" ] || stop "there is no module $number; make progress lists them"
    folder=$1 name=${1#modules/}
    for f in modules/[0-9]*/*' '*.c; do
        [ ! -e "$f" ] || stop "$f: make cannot work with a space in a file's name; rename it"
    done
}

# The files a student writes: every .c but measure.c, and the answers.
students_files() { # folder
    for f in "$1"/*.c "$1"/answers.txt; do
        case $f in */measure.c) continue ;; esac
        [ -f "$f" ] && printf '%s\n' "${f##*/}"
    done
}

# Stops at a file in UTF-16, which no compiler reads (a mark in front, or every second byte 0): asked when one has failed.
all_text() {
    for f in $(students_files "$folder" | grep '\.c$'); do # (answers.txt is told by its tests)
        case $(od -An -tx1 -N4 "$folder/$f" | tr -d ' \n') in
        fffe* | feff* | 00??00?? | ??00??00)
            stop "$folder/$f is UTF-16, which cannot be read here: save it as UTF-8 (in PowerShell: Out-File -Encoding utf8)" ;;
        esac
    done
}

tested_files() { # module
    sed -n 's/.*\.file = "\([^"]*\)".*/\1/p' tests/course/"$1"/*.c | sort -u
}

has_line() { # text line
    case "
$1
" in
    *"
$2
"*) ;;
    *) return 1 ;;
    esac
}

# Stops if a file that the tests ask about is gone: the engine's own would be linked in its place.
all_there() {
    for m in $([ "$ENGINE" = mine ] && ls modules || echo "$name"); do
        for f in $({ tested_files "$m"; ls ".kindling/start/$m"; } 2>/dev/null | sort -u); do
            [ -f "modules/$m/$f" ] && continue
            [ -f ".kindling/start/$m/$f" ] || stop "modules/$m/$f is missing"
            stop "modules/$m/$f is missing; its starting copy: cp .kindling/start/$m/$f modules/$m/"
        done
    done
}

# Stops, before anything is changed, if one of the module's files cannot be written.
writable() { # files
    for f; do
        [ -w "$folder/$f" ] || { [ ! -e "$folder/$f" ] && [ -w "$folder" ]; } ||
            stop "cannot write $folder/$f: nothing was changed"
    done
}

# The hints of a test, one a line: those under its name in hints.txt, or those under its exercise.
hints_of() { # test exercise
    awk -v test="$1" -v exercise="$2" '
        /^- / { hint[block, ++n[block]] = substr($0, 3); next }
        /^  / { sub(/^ */, " "); hint[block, n[block]] = hint[block, n[block]] $0; next }
        NF && !/^#/ { block = $0 }
        END { block = n[test] ? test : exercise; for (i = 1; i <= n[block]; i++) print hint[block, i] }' "tests/course/$name/hints.txt"
}

jobs_here() { getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1; }

# Before anything is said or built. CMOCKA: make has found it.
needs_cmocka() { [ -n "$CMOCKA" ] || sh tools/setup.sh test >&2 || exit 2; }

# tensor/memory/fail.c is no module's: every edition compiles it.
say_if_first() {
    [ -f "$BUILD/tensor/memory/fail.o" ] || say "building the engine, once: half a minute on one core, less on more (CONFIG=$CONFIG) ..."
}

# What the points of a run are about: a checksum of each of the student's files and of the module's tests. A file
# that was put back, copied or unpacked has any date.
sums_of() { # folder
    (cd "$1" && students_files . | LC_ALL=C sort | xargs cksum)
    cat tests/course/"${1##*/}"/*.[ch] 2>/dev/null | cksum
}

# True if the module's last run was about other files, or nobody knows: results stand beside their sums.
changed_since_run() { # folder results
    [ "$(sums_of "$1")" != "$(cat "${2%.tsv}.sums" 2>/dev/null)" ]
}

say_if_clock_is_behind() { # a file that was just made
    [ -z "$(find Makefile tensor/tensor.h -newer "$1")" ] ||
        say "the clock of this machine is behind the dates of the course's files, so all of them are compiled every time.
Set it, or type: find . -exec touch {} +"
}

# A command when nobody else builds in this tree: two at once would link what the other is writing. Where there is no
# flock(1), as on a Mac, nobody waits.
in_turn() { # command...
    if [ -n "$KINDLING_TURN" ] || ! command -v flock >/dev/null 2>&1 || ! mkdir -p "$BUILD" 2>/dev/null || ! [ -w "$BUILD" ]; then
        KINDLING_TURN=1 "$@"
        return
    fi
    (
        flock -n 9 || { say "another make is at work in this folder; it comes first ..." >&2 && flock 9; }
        KINDLING_TURN=1 "$@" 9>&-
    ) 9>"$BUILD/turn"
}

# Build a target of course.mk for a folder; on failure the compiler's words, or the linker's made
# readable, and nothing else. Warnings of a build that succeeds are shown.
build() { # target folder [make variables...]
    build_target=$1 build_folder=$2
    shift 2
    case $build_target in course-program | course-hints) [ -n "$CMOCKA" ] || sh tools/setup.sh test >&2 || return 1 ;; esac
    log=$(mktemp) || exit 1
    trap 'rm -f "$log"; trap - INT; kill -INT $$' INT
    say_if_clock_is_behind "$log" >&2
    if in_turn $MAKE --no-print-directory -k -j"$(jobs_here)" CONFIG="$CONFIG" ENGINE="$ENGINE" FOLDER="$build_folder" \
        COLOUR="$COLOUR" "$build_target" "$@" >"$log" 2>&1; then
        # Warnings about the student's files are worth reading, others are not theirs to mend.
        awk -v folder="$build_folder/" '
            /^In file included from |^[^ ]*\.[ch]:/ { keep = index($0, folder) || index($0, "modules/") }
            keep && !/^[0-9]+ warnings? generated/' "$log" >&2
        rm -f "$log"
        return 0
    fi
    [ "$build_folder" != "$folder" ] || (all_text) || { rm -f "$log"; exit 2; }
    sh tools/course/build_errors.sh "$build_folder" <"$log" >&2
    rm -f "$log"
    return 1
}

# How the tests' program has made what it wants for a test that failed: itself with model answers (tests/harness/results.c), the
# table of known mistakes (names.c); with a student's files of all modules it has not. Its jobs are its own: an outer make's are
# not handed on by a program.
make_of() { # folder
    [ -n "$ENGINE" ] || printf '%s' "$MAKE --no-print-directory -s -j$(jobs_here) CONFIG=$CONFIG ENGINE= FOLDER=$1 COLOUR="
}

# Is it one of the files that a module has, and not one that a student has added? Its tests ask about it.
of_the_course() { # file
    [ "$1" != answers.txt ] || return 0
    [ "$asked_about" = "$name" ] || asked_about=$name tested=$(tested_files "$name")
    has_line "$tested" "$1"
}

# What counts here and not when it is graded: a file of their own in the folder, a changed one of the
# course's (an edition lists those).
say_what_is_not_graded() {
    for f in "$folder"/*.[ch]; do
        [ -f "$f" ] && [ "${f##*/}" != measure.c ] || continue
        of_the_course "${f##*/}" && continue
        say "note: $f will not be graded: put what it defines into the files that use it, as static functions"
    done
    [ -f .kindling/given.sha256 ] || return 0
    { LC_ALL=C sha256sum -c .kindling/given.sha256 || LC_ALL=C shasum -a 256 -c .kindling/given.sha256; } 2>/dev/null |
        sed -n 's/: FAILED.*//p' | sort -u | while read -r f; do
        say "note: $f was changed; it is graded as it was given"
    done
}

# A copy of the untouched files, for make reset: taken the first time a module is used, of every
# file in which all the exercises are still open.
remember_start() {
    [ ! -d .kindling/reference ] || return 0 # an edition brings them along
    start=.kindling/start/$name
    for f in $(ls "$start" 2>/dev/null); do # a newer version may not ask for it any more
        of_the_course "$f" || rm -f "$start/$f"
    done
    kept=$(cd "$start" 2>/dev/null && cksum -- * 2>/dev/null)
    others=$(cd "$folder" && students_files . | xargs cksum | grep -vxF -e "$kept") || return 0
    # A newer version of the course may have come with git: then the file is as git has it.
    edited=$(git diff --name-only --relative HEAD -- "$folder" 2>/dev/null) || edited=$(printf "$folder/%s\n" $(students_files "$folder"))
    printf '%s\n' "$others" | while read -r _ _ f; do
        [ -f "$start/$f" ] && has_line "$edited" "$folder/$f" && continue
        of_the_course "$f" && untouched "$folder/$f" || continue
        mkdir -p "$start"
        { cp "$folder/$f" "$start/$f.new" && mv "$start/$f.new" "$start/$f"; } || rm -f "$start/$f.new" # half a file is none
    done
}

# The first course command remembers all modules: which one the student edits first is not known.
remember_all() {
    asked=$1
    for m in modules/[0-9][0-9]_*; do
        [ -d ".kindling/start/${m#modules/}" ] && continue
        find_module "${m#modules/}"
        remember_start
    done
    find_module "$asked"
    remember_start
}

# A name for what is put aside now: the time, and a number if there are two within a second.
new_stamp() { # folder
    stamp=$(date +%Y%m%d-%H%M%S) n=
    while [ -e "$1/$stamp$n" ]; do n=$((n + 1)); done
    echo "$stamp$n"
}

# True if a file has every exercise that the tests ask of it still open.
untouched() { # file
    case $1 in
    *answers.txt) ! LC_ALL=C tr -d '\r\357\273\277' < "$1" | grep -q '^[a-z_0-9]* *= *[^? ]' ;; # (Windows' line ends, and a mark)
    *)
        wanted=$(cat tests/course/"$name"/*.c 2>/dev/null | tr '\n' ' ' |
            grep -o "\.exercise = *\"[^\"]*\", *\.file = *\"${1##*/}\"" | sed 's/[^"]*"//; s/".*//' | sort -u)
        here=$(printf '%s\n' "$wanted" | while read -r id function; do
            [ -z "$function" ] || grep -q "todo(\"$id $function\")" "$1" || echo no
        done)
        [ -z "$here" ]
        ;;
    esac
}
