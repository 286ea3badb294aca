# upgrade.sh FROM - what a student wrote in another edition, brought into this one: files, answers, results, hints, backups.
#
# Everything is looked at before anything is changed, and nothing that a student wrote here is written over. What stood in a
# file's place is kept below .kindling/upgrade, so that undo_upgrade.sh can take all of it back.
. tools/course/common.sh
from=$1
case $from in '~/'*) from=$HOME/${from#??} ;; esac
[ -n "$from" ] || stop "which folder is your older edition? make upgrade FROM=../kindling-..."
[ -d "$from" ] || stop "there is no folder $from"
[ -d "$from/modules" ] && [ -d "$from/tests/course" ] || stop "$from is no edition of the course: it has no modules with tests"
[ "$(cd "$from" && pwd -P)" != "$(pwd -P)" ] || stop "$from is this edition itself"
remember_all "$(ls modules | sed -n '/^[0-9]/{p;q;}')"
plan=$(mktemp -d) || exit 1
trap 'rm -rf "$plan"' EXIT
for list in bring refused changed homeless modules; do : > "$plan/$list"; done

# Is it as the course gave it? By its starting copy; where there is none, a file of the course with nothing written in it.
as_given() { # file, its starting copy
    cmp -s "$1" "$2" || { [ ! -f "$2" ] && of_the_course "${1##*/}" && untouched "$1"; }
}

# The student's answers in the questions of this edition; those that nobody asks for any more are told.
merged_answers() { # theirs, this edition's
    awk -v left="$plan/homeless" -v file="$name/answers.txt" '
        /^[a-z_0-9]+ *=/ { key = $0; sub(/ *=.*/, "", key); open = $0 ~ /= *\?/ }
        NR == FNR { if (/^[a-z_0-9]+ *= *[^? ]/) answer[key] = $0; next }
        /^[a-z_0-9]+ *=/ && open && key in answer { print answer[key]; delete answer[key]; next }
        { print }
        /^[a-z_0-9]+ *=/ { delete answer[key] }
        END { for (key in answer) print file ", " key >> left }' "$1" "$2"
}

# Without comments and white space: what another text says above a function changes nothing in it.
code_of() { # file
    awk '{ text = text $0 "\n" }
        END {
            while (at = index(text, "/*")) {
                printf "%s", substr(text, 1, at - 1)
                text = substr(text, at + 2)
                text = (at = index(text, "*/")) ? substr(text, at + 2) : ""
            }
            print text
        }' "$1" | tr -d ' \t\r\n'
}

# One file of theirs: bring it, or leave it and say why.
consider() { # file
    old=$from/$folder/$1 new=$folder/$1 start=.kindling/start/$name/$1
    as_given "$old" "$from/$start" && return
    echo "$name" >> "$plan/modules"
    if [ ! -f "$new" ] && { [ -f "$from/$start" ] || { of_the_course "$1" && [ "$1" != answers.txt ]; }; }; then
        echo "$name/$1" >> "$plan/homeless"
        return
    fi
    if [ -f "$from/$start" ] && [ -f "$start" ] && ! cmp -s "$from/$start" "$start"; then
        if [ "$1" = answers.txt ]; then
            mkdir -p "$plan/$name" && merged_answers "$old" "$start" > "$plan/$name/$1"
            old=$plan/$name/$1
        elif [ "$(code_of "$from/$start")" != "$(code_of "$start")" ]; then
            echo "$name/$1" >> "$plan/changed"
        fi
    fi
    cmp -s "$old" "$new" && return
    if [ -f "$new" ] && ! as_given "$new" "$start"; then
        echo "$new" >> "$plan/refused"
    else
        printf '%s\t%s\n' "$old" "$new" >> "$plan/bring"
    fi
}

for place in "$from"/modules/[0-9][0-9]_*; do
    name=${place##*/} folder=modules/$name
    if [ ! -d "$folder" ]; then
        [ ! -d "$from/.kindling/results" ] || [ ! -f "$from/.kindling/results/$name.tsv" ] || echo "$name" >> "$plan/homeless"
        continue
    fi
    { students_files "$place"; (cd "$place" && ls -- *.h 2>/dev/null); } > "$plan/files"
    while IFS= read -r file; do consider "$file"; done < "$plan/files"
done
if [ -s "$plan/refused" ]; then
    stop "nothing was changed: these files hold work of yours here, and other work in $from:
$(sed 's/^/  /' "$plan/refused")
make reset-NN saves what is here and puts the starting files in its place; then make upgrade brings the others"
fi
sort -u "$plan/modules" > "$plan/written"

# Beside the files: what nobody has here yet.
beside() { # path below .kindling
    [ ! -f "$from/.kindling/$1" ] || [ -e ".kindling/$1" ] || printf '%s\t%s\n' "$from/.kindling/$1" ".kindling/$1" >> "$plan/bring"
}
while read -r name; do
    [ -d "modules/$name" ] || continue
    [ -f ".kindling/results/$name.tsv" ] || for kind in tsv sums; do beside "results/$name.$kind"; done
done < "$plan/written"
(cd "$from/.kindling" 2>/dev/null && find hints backup -type f 2>/dev/null) | LC_ALL=C sort > "$plan/beside"
while IFS= read -r path; do beside "$path"; done < "$plan/beside"
if [ ! -s "$plan/bring" ]; then
    say "nothing to bring: what you wrote in $from is here already"
    exit
fi

while IFS='	' read -r old new; do
    [ ! -e "$new" ] || [ -w "$new" ] || stop "cannot write $new: nothing was changed"
    [ -r "$old" ] || stop "cannot read $old: nothing was changed"
done < "$plan/bring"
kept=.kindling/upgrade/$(new_stamp .kindling/upgrade)
mkdir -p "$kept/before" 2>/dev/null || stop "cannot write $kept: nothing was changed"
# Written down first: a disk that is full in the middle of it can be undone.
while IFS='	' read -r old new; do
    printf '%s\t%s\n' "$(cksum < "$old")" "$new" >> "$kept/brought" || stop "cannot write $kept: nothing was changed"
    [ ! -f "$new" ] || { mkdir -p "$kept/before/${new%/*}" && cp "$new" "$kept/before/$new"; } || stop "cannot write $kept: nothing was changed"
done < "$plan/bring"
while IFS='	' read -r old new; do
    mkdir -p "${new%/*}" && cp "$old" "$new" || stop "cannot write $new; make undo-upgrade takes back what was brought"
done < "$plan/bring"

sed -n 's|.*	modules/||p' "$plan/bring" | awk -F/ '
    { files[$1] = files[$1] " " $2; if (!seen[$1]++) order[++n] = $1 }
    END { for (i = 1; i <= n; i++) printf "  brought  %s:%s\n", order[i], files[order[i]] }'
for kind in results hints backup; do
    count=$(grep -c "	\.kindling/$kind/" "$plan/bring")
    [ "$count" -eq 0 ] || say "  brought  .kindling/$kind: $count file$([ "$count" -eq 1 ] || echo s)"
done
sed 's/^/  left     /; s/$/: this edition does not ask for it; it stays where it is/' "$plan/homeless"
sed 's|.*|  look at  modules/&: its starting file is another one here, .kindling/start/&|' "$plan/changed"
say "make undo-upgrade takes this back. Next: make progress; make NN tests what was brought by the tests that are here."
