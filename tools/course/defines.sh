# defines.sh FILE.c OBJECT - does a student's file define all that its starting copy does?
#
# The engine has a weak one of each function, so the linker would miss none: it is asked here, in the linker's words,
# which build_errors.sh turns into a sentence. A file with the mark is a copy of the engine's.
file=$1 object=$2
name=${file%/*} name=${name##*/}
grep -qw EXERCISE "$file" && exit 0
defined_in() { # text of a C file on stdin: functions for everybody
    awk '/^[A-Za-z_]/ && !/^(static|typedef|extern|struct [A-Za-z_]* *$|enum|union)/ { head = ""; open = 1 }
        open { head = head " " $0 }
        /^{/ && open { sub(/\(.*/, "", head); sub(/.*[ *]/, "", head); print head }
        /^[{#]/ || /[;}=]/ { open = 0 }'
}
start=.kindling/start/$name/${file##*/}
wanted=$({ cat "$start" || git show "HEAD:./modules/$name/${file##*/}"; } 2>/dev/null | tr -d '\r' | defined_in)
if [ -n "$wanted" ]; then
    here=$(${NM:-nm} -g "$object" 2>/dev/null | awk '$2 == "T" || $2 == "i" { sub(/^_/, "", $3); print $3 }')
else # no starting copy: what the tests ask of it has to stand in some file
    wanted=$(cat tests/course/"$name"/*.c 2>/dev/null | tr '\n' ' ' | grep -o "\.exercise = \"[^\"]*\", *\.file = \"${file##*/}\"" | sed 's/[^"]*"[^ ]* //; s/".*//' | sort -u)
    here=$(cat "${file%/*}"/*.c | tr -d '\r' | sed -n 's/^[A-Za-z_][^;(]*[ *]\([A-Za-z_][A-Za-z0-9_]*\)(.*[^;]$/\1/p')
fi
missing=$(printf '%s\n' "$wanted" | grep -vxF -e "$here")
[ -z "$missing" ] || { printf "undefined reference to \`%s'\n" $missing >&2; exit 1; }
