# calls.sh FILE.c OBJECT - does a student's file call what it is asked to write, what comes later, or what no graded file may?
# Does it keep much in variables, which no test counts, or run where no function of it was called?
#
# The banner above a prototype says with which module it comes, /* ---- gemm_steps.c (17): ... */, and a file calls what
# comes with its own module or before. Exceptions stand in the module's calls.txt, what there is of the C library in
# library.txt. Said in the form of a compiler's error, so that it counts as one. Names that begin with _ are the compiler's
# own. A file with the mark is a copy of the engine's, which may call all of it.
file=$1 object=$2
folder=${file%/*}
module=${folder##*/}
calls=modules/$module/calls.txt
# The same in kindling_grading/build/objects.py. clones.h lets the compiler choose functions, CONFIG=asan begin early.
of_object() {
    bytes=0 early=
    while read -r section type _ _ size _ flags _; do
        case $section,$flags in
        .preinit_array* | .init_array* | .fini_array* | .ctors* | .dtors* | .init,* | .fini,*) early=1 ;;
        .data.rel.ro*) ;; # constants
        *,*WA*) bytes=$((bytes + 0x$size)) ;;
        esac
    done <<END
$(readelf -SW "$object" 2>/dev/null | sed -n 's/^ *\[ *[1-9][0-9]*\] //p')
END
    [ $bytes -le 2048 ] || echo "$file: error: its variables outside of functions, and static ones, take $bytes bytes, expected at most 2048. try this: scope_alloc or malloc, where what a call needs is counted; a table that is const is no variable"
    symbols=$(${NM:-nm} -P "$object" 2>/dev/null)
    case $symbols in
    *.resolver* | *__asan_init*) ;;
    *) [ -z "$early" ] && ! printf '%s\n' "$symbols" | grep -q ' i ' || echo "$file: error: it has code that runs before the tests, or after them (a constructor, a destructor, an ifunc): only what is called may run" ;;
    esac
}
of_object=$(of_object)
[ -z "$of_object" ] || { printf '%s\n' "$of_object" >&2; exit 1; }
wanted=$(${NM:-nm} -u "$object" 2>/dev/null | awk '{ print $NF }' | grep '^[a-z]') || exit 0
# Of the engine's headers, the module's and the course's, outside of comments: what a bracket follows, and what is extern;
# a prototype with its banner's number, - where the engine's has none, 00 in the others.
declared() {
    find -L $(sed -n 's/^ROOMS := //p' Makefile) tests/course/"$module" modules -name '*.h' -exec awk '
        FNR == 1 { number = none = FILENAME ~ /^(modules|tests)\// ? "00" : "-"; comment = data = 0 }
        /^\/[*] ---- .* -+ [*]\/$/ {
            files = $0
            sub(/: .*/, "", files)
            number = match(files, /[(][0-9][0-9][)]/) ? substr(files, RSTART + 1, 2) : none
        }
        { text = ""; n = split($0, part, "/[*]")
          for (i = 1; i <= n; i++) {
              if (i > 1) comment = 1
              if (!comment) text = text part[i]
              else if (end = index(part[i], "*/")) { comment = 0; text = text " " substr(part[i], end + 2) }
          }
          if (text ~ /^extern [^"]/) data = 1
          head = data || (text ~ /^[A-Za-z_]/ && text !~ /^(static|typedef) /)
          ends = text ~ /;/
          if (data) gsub(/[A-Za-z0-9_]+/, "&(", text)
          sub(/^__attribute__[(][(].*[)][)] /, "", text)
          for (; match(text, /[A-Za-z_][A-Za-z0-9_]*[(]/); text = substr(text, RSTART + RLENGTH)) {
              print substr(text, RSTART, RLENGTH - 1) (head ? " " number : "")
              head = data
          }
          if (ends) data = 0 }' {} +
}
# name, tab, why: what calls.txt forbids, and what the numbers do, unless calls.txt has it with a + in front.
refused() {
    { [ ! -f "$calls" ] || sed 's/^/calls /' "$calls"; printf '%s\n' "$headers" | sed 's/^/has /'; printf '%s\n' "$wanted" | sed 's/^/wants /'; } |
        awk -v file="${file##*/}:" -v number="${module%%_*}" -v calls="$calls" -v copy="$(grep -cw EXERCISE "$file")" '
        $1 == "calls" && $2 ~ /^#/ || $1 == "calls" && $2 ~ /:$/ && $2 != file { next }
        $1 == "calls" { for (i = 2; i <= NF; i++) said[$i] = 1 }
        $1 == "has" && NF == 3 { if (!($2 in from) || from[$2] == "-" || $3 != "-" && $3 < from[$2]) from[$2] = $3 }
        $1 == "wants" && $2 in said { print $2 "\twhich does what this module asks you to write (" calls ")"; next }
        $1 == "wants" && $2 in from && !copy && !("+" $2 in said) && number ~ /^[0-9][0-9]$/ {
            if (from[$2] == "-") print $2 "\twhich is the engine'\''s own: no number of a module stands above it in its header"
            else if (from[$2] > number) print $2 "\twhich comes with module " from[$2] " (the number above it in its header), later than this one"
        }'
}
in_no_file() { # of the folder
    ! cat "$folder"/*.c | tr -d '\r' | grep -q "^[A-Za-z_].*[ *]$1(.*[^;]\$"
}
place_of_call() { # file.c:line: a line of a function, no comment
    line=$(awk -v call="(^|[^A-Za-z0-9_])$1 *[(]" '/^[ \t]/ && !/^[ \t]*[*\/]/ && $0 ~ call { print NR; exit }' "$file")
    echo "$file${line:+:$line}"
}
is_declared() { # by the file itself
    tr -d '\r' <"$file" | grep -q "^[A-Za-z_].*[ *]$1(.*; *\$"
}
library=$(sed '/^#/d' tools/course/library.txt | tr -s ' ' '\n')
headers=$(declared)
words=$(refused | while IFS='	' read -r name why; do
    echo "$(place_of_call "$name"): error: it calls $name, $why"
done)
of_nobody=$(printf '%s\n' "$wanted" | grep -vxF -e "$library" -e "$(printf '%s\n' "$headers" | sed 's/ .*//')")
for name in $of_nobody; do # which no header declares
    in_no_file "$name" || continue
    if is_declared "$name"; then
        why="which it declares, but which does not exist: no file of this folder, no header of the engine and not tools/course/library.txt has it"
    else
        why="which no graded file can: tools/course/library.txt lists what C has for you"
    fi
    words="$words${words:+
}$(place_of_call "$name"): error: it calls $name, $why"
done
[ -z "$words" ] || { printf '%s\n' "$words" >&2; exit 1; }
