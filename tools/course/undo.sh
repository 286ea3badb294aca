# undo.sh 12 - bring back the files that the last reset of this module saved. What is there now is
# saved in turn, so that a second undo takes the first one back.
. tools/course/common.sh
find_module "$1"
last=
for b in .kindling/backup/*/"$name"; do
    [ -d "$b" ] && last=$b
done
[ -n "$last" ] || stop "nothing to undo: module $number was never reset"
writable $(students_files "$last")
# What is there now is whole in a second place before anything is written over.
saved=$last.now
rm -rf "$saved" && mkdir "$saved" || stop "cannot write $saved: nothing was changed"
for f in $(students_files "$folder"); do
    cp "$folder/$f" "$saved/$f" || { rm -rf "$saved"; stop "cannot save $folder/$f: nothing was changed"; }
done
for f in $(students_files "$last"); do
    cp "$last/$f" "$folder/$f" || stop "cannot write $folder/$f: it is in $last, what was there before is in $saved"
done
mv "$last" "$saved.old" && mv "$saved" "$last" || stop "your files of module $number are back; those that were there are in $saved"
saved=$saved.old
# The results of those files come along.
mkdir -p .kindling/results
for kind in tsv sums; do
    mv ".kindling/results/$name.$kind" "$saved/results" 2>/dev/null
    mv "${last%/*}/$name.$kind" ".kindling/results/$name.$kind" 2>/dev/null
    mv "$saved/results" "${last%/*}/$name.$kind" 2>/dev/null
done
rm -rf "$saved"
undone=${last%/*}/$name.undone
if [ -e "$undone" ]; then
    rm -f "$undone"
    say "the undo is taken back: modules/$name is as it was before it. Your files are in $last; make undo-$number brings them back."
else
    : > "$undone"
    say "your files of module $number are back (from $last). make undo-$number once more takes this back."
fi
