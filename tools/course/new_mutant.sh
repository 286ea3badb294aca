# new_mutant.sh module name "12.2 attention_scale" "words of the message" file 'sed script' ["what it is"]
#
# Writes tests/mutants/<module>/<name>.patch: the reference file (or tests/<module>/answers.txt)
# with the sed script applied, as a diff with a header. Run in the top folder.
[ $# -ge 6 ] || { echo 'usage: new_mutant.sh module name exercise words file "sed script" [what it is]' >&2; exit 1; }
module=$1 name=$2 exercise=$3 expect=$4 file=$5 script=$6 mistake=${7:-$(printf '%s' "$2" | tr _ ' ')}
[ -d "tests/$module" ] || { echo "there are no tests/$module" >&2; exit 1; }
[ -f "$file" ] || { echo "there is no file $file" >&2; exit 1; }
new=$(mktemp) || exit 1
trap 'rm -f "$new"' EXIT
sed -E "$script" "$file" > "$new" || exit 1
if cmp -s "$file" "$new"; then
    echo "$name: the sed script changes nothing in $file" >&2
    exit 1
fi
mkdir -p "tests/mutants/$module"
{
    echo "Mistake: $mistake"
    echo "Exercise: $exercise"
    echo "Expect: $expect"
    diff -u --label "a/$file" --label "b/$file" "$file" "$new"
} > "tests/mutants/$module/$name.patch"
exit 0 # diff has said 1: they differ
