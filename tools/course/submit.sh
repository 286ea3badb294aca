# submit.sh 12 - the student's files of a module as one tarball: the same files give the same bytes.
. tools/course/common.sh
find_module "$1"
all_there
sum() { # of stdin
    { sha256sum 2>/dev/null || shasum -a 256 2>/dev/null || openssl dgst -sha256 -r; } | cut -d ' ' -f 1
}
files=$(students_files "$folder" | LC_ALL=C sort)
tree=$(mktemp -d) || exit 1
trap 'rm -rf "$tree"' EXIT
mkdir "$tree/$name"
for f in $files; do
    [ -L "$folder/$f" ] && stop "$folder/$f is a link; submit needs the file itself"
    cp "$folder/$f" "$tree/$name/$f" 2>/dev/null || stop "cannot read $folder/$f"
    printf '%s  %s\n' "$(sum < "$folder/$f")" "$f" >> "$tree/$name/SHA256SUMS"
done
# Who reads it later sees which edition it was written for, and by which tests; sha256sum -c passes over such lines.
edition=$(cat .kindling/edition 2>/dev/null || sed -n 's/^#define KINDLING_VERSION "\(.*\)"/\1/p' tensor/tensor.h 2>/dev/null)
tests=$(grep "  tests/course/$name/[^/]*\.[ch]\$" .kindling/given.sha256 2>/dev/null | sum)
[ ! -f .kindling/given.sha256 ] || edition="$edition tests $tests"
say "# kindling $edition" >> "$tree/$name/SHA256SUMS"
chmod 755 "$tree/$name"
chmod 644 "$tree/$name"/*
tarball=build/submit/$name.tar.gz
# Names in order, and nothing in it that depends on the day, the user or the machine.
TZ=UTC0 find "$tree/$name" -exec touch -t 200001010000.00 {} +
list=$(cd "$tree" && find "$name" -type f | LC_ALL=C sort)
if tar --version 2>/dev/null | grep -q GNU; then
    owner='--owner=0 --group=0 --numeric-owner --format=ustar'
else
    owner='--uid 0 --gid 0 --numeric-owner --format ustar'
fi
(cd "$tree" && TZ=UTC0 tar -cf - $owner $list) | gzip -n -9 > "$tree/packed"
tar -tzf "$tree/packed" >/dev/null && mkdir -p build/submit && cp "$tree/packed" "$tarball" || stop "could not write $tarball"
for f in $files; do
    say "  $folder/$f"
done
say "$tarball"
say "sha256 $(sum < "$tarball")"
say_what_is_not_graded
results=.kindling/results/$name.tsv
if [ -f "$results" ] && ! changed_since_run "$folder" "$results"; then
    awk -F'\t' '
        { total += $2; optional += $6 }
        $3 == "pass" { points += $2; beside += $6 }
        $3 != "pass" && !$6 && !open[$4]++ { n++ }
        END {
            printf "last run: %d of %d%s%s\n", points, total, n ? "; " n " exercise" (n > 1 ? "s" : "") " still open" : "",
                optional ? "; optional: " beside " of " optional : ""
        }' "$results"
elif say_if_first && ENGINE='' build course-program "$folder" 2>/dev/null; then
    say "not run since the last change: make $number tells the points"
else
    say "does not compile: make $number tells why"
fi
