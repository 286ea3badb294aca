# stamps.sh FOLDER LIST FILE... - is what is compiled of a student's still what it was? Called by course.mk before make looks.
#
# Files come from sticks, archives and clouds with dates of their own, so dates tell nothing. FOLDER/FILE.sum holds a file's
# checksum, LIST the files that are linked: each is written only when what it says has changed, and so is newer than
# what was made of it before.
folder=$1 list=$2
shift 2

keep() { # path, text
    held=
    [ ! -f "$1" ] || read -r held < "$1"
    [ "$held" != "$2" ] || return 0
    mkdir -p "${1%/*}" && printf '%s\n' "$2" > "$1.$$" && mv "$1.$$" "$1"
}

keep "$list" "$*"
[ $# -eq 0 ] || cksum -- "$@" | while read -r sum size file; do
    keep "$folder/$file.sum" "$sum $size"
done
