# calls.sh FILE.c OBJECT - does a student's file call what it is asked to write, or what a graded file may not?
#
# The first stands in the module's calls.txt, the second in library.txt: of the C library, a graded program
# has that and no more. Said in the form of a compiler's error, so that it counts as one. Names that begin
# with _ are the compiler's own.
file=$1 object=$2
folder=${file%/*}
calls=modules/${folder##*/}/calls.txt
wanted=$(${NM:-nm} -u "$object" 2>/dev/null | awk '{ print $NF }' | grep '^[a-z]') || exit 0
forbidden() {
    [ ! -f "$calls" ] || awk -v file="${file##*/}:" '/^#/ { next } $1 ~ /:$/ && $1 != file { next }
        { for (i = 1; i <= NF; i++) print $i }' "$calls"
}
declared() { # by the engine's headers, the module's or the course's, outside of comments: what a bracket follows, and what is extern
    find -L $(sed -n 's/^ROOMS := //p' Makefile) tests/course/"${folder##*/}" modules -name '*.h' -exec cat {} + |
        awk '{ text = ""; n = split($0, part, "/[*]")
               for (i = 1; i <= n; i++) {
                   if (i > 1) comment = 1
                   if (!comment) text = text part[i]
                   else if (end = index(part[i], "*/")) { comment = 0; text = text " " substr(part[i], end + 2) }
               }
               if (text ~ /^extern /) data = 1
               if (data) gsub(/[A-Za-z0-9_]+/, "&(", text)
               if (text ~ /;/) data = 0
               for (; match(text, /[A-Za-z_][A-Za-z0-9_]*[(]/); text = substr(text, RSTART + RLENGTH))
                   print substr(text, RSTART, RLENGTH - 1) }'
}
of_nobody() { # a function of the C library: no header declares it, no file of the folder has it
    ! printf '%s\n' "$library" "$headers" | grep -qxF "$1" &&
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
status=0
for name in $(printf '%s\n' "$wanted" | grep -Fx -e "$(forbidden)"); do
    echo "$(place_of_call "$name"): error: it calls $name, which does what this module asks you to write ($calls)" >&2
    status=1
done
for name in $wanted; do
    of_nobody "$name" || continue
    if is_declared "$name"; then
        why="which it declares, but which does not exist: no file of this folder, no header of the engine and not tools/course/library.txt has it"
    else
        why="which no graded file can: tools/course/library.txt lists what C has for you"
    fi
    echo "$(place_of_call "$name"): error: it calls $name, $why" >&2
    status=1
done
exit $status
