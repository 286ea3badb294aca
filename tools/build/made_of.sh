# made_of.sh FILE FOLDER FIND... - the .d files below FOLDER that find is to look at, in one, if one of them is newer than it.
#
# The compiler writes a line for every header of every object, so that a header may go; once says as much. FILE is as old as
# the look for them: what another make writes meanwhile is newer, and seen next time.
file=$1 folder=$2
shift 2
[ ! -f "$file" ] || [ -n "$(find "$folder" -name '*.d' "$@" -newer "$file" -print -quit)" ] || exit 0
new=$file.$$
: >"$new.looked" && find "$folder" -name '*.d' "$@" -exec cat {} + | awk '!/:$/ || !said[$0]++' >"$new" &&
    touch -r "$new.looked" "$new" && mv "$new" "$file"
rm -f "$new" "$new.looked"
