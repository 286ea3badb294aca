# undo_upgrade.sh - take back what the last make upgrade brought. What was written since stays: then nothing is changed.
. tools/course/common.sh
kept=
for place in .kindling/upgrade/*/; do
    [ -f "$place/brought" ] && kept=${place%/}
done
[ -n "$kept" ] || stop "nothing to undo: make upgrade has brought nothing here"
since=$(while IFS='	' read -r sum file; do
    case $file in modules/*) [ ! -f "$file" ] || [ "$(cksum < "$file")" = "$sum" ] || cmp -s "$file" "$kept/before/$file" || say "  $file" ;; esac
done < "$kept/brought")
[ -z "$since" ] || stop "nothing was changed: you have written in these files since they were brought
$since
make reset-NN saves a module's files and puts the starting ones in their place"
while IFS='	' read -r sum file; do
    if [ -f "$kept/before/$file" ]; then
        cp "$kept/before/$file" "$file" || stop "cannot write $file"
    else
        rm -f "$file" || stop "cannot remove $file"
    fi
done < "$kept/brought"
n=$(grep -c . "$kept/brought")
rm -rf "$kept"
say "the $n file$([ "$n" -eq 1 ] || echo s) that make upgrade brought are gone again; they still are where they came from."
