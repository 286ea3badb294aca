# reset.sh 12 - put the starting files of a module back. The student's are saved first, always, under
# .kindling/backup/<time>/, and make undo-12 brings them back.
#
# The starting files come from .kindling/start (copied when the module was first used, or shipped),
# or from the newest version in git's history in which every exercise is still open.
. tools/course/common.sh
find_module "$1"

# Finds the starting version of one file, writes it to a temporary file; fails if there is none.
start_of() { # file, where to
    if [ -f ".kindling/start/$name/$1" ]; then
        cp ".kindling/start/$name/$1" "$2"
        return
    fi
    git rev-parse --git-dir >/dev/null 2>&1 || return 1
    for commit in $(git log --format=%H -- "$folder/$1" 2>/dev/null); do
        git show "$commit:./$folder/$1" > "$2" 2>/dev/null && untouched "$2" && return 0
    done
    return 1
}

# Everything is found before anything is changed.
new=$(mktemp -d) || exit 1
trap 'rm -rf "$new"' EXIT
files=$( { students_files "$folder"; ls ".kindling/start/$name" 2>/dev/null; } | sort -u)
for f in $files; do
    if ! start_of "$f" "$new/$f"; then
        if untouched "$folder/$f"; then
            cp "$folder/$f" "$new/$f"
        else
            stop "no starting copy of $folder/$f: nothing was changed.
Unpack the course again somewhere else and copy the file from there."
        fi
    fi
done

same=yes
for f in $files; do
    cmp -s "$new/$f" "$folder/$f" || same=
done
if [ -n "$same" ]; then
    say "nothing to reset: modules/$name is as it was at the beginning"
    exit
fi

writable $files
backup=.kindling/backup/$(new_stamp .kindling/backup)
mkdir -p "$backup/$name" 2>/dev/null || stop "cannot write $backup: nothing was changed"
for f in $(students_files "$folder"); do
    cp "$folder/$f" "$backup/$name/$f" || stop "cannot save $folder/$f: nothing was changed"
done
for f in $files; do
    cp "$new/$f" "$folder/$f" || stop "cannot write $folder/$f; your files are in $backup/$name"
done
for kind in tsv sums; do # what make progress says
    mv ".kindling/results/$name.$kind" "$backup/" 2>/dev/null
done
say "modules/$name is as it was at the beginning. Your files are in $backup/$name; make undo-$number brings them back."
