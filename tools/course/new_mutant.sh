# new_mutant.sh module name "12.2 attention_scale" "words of the message" file 'sed script' ["what it is"]
#
# Writes tests/mutants/<module>/<name>.patch: the reference file (or tests/<module>/answers.txt)
# with the sed script applied, as a diff with a header. Run in the top folder.
module=$1 name=$2 exercise=$3 expect=$4 file=$5 script=$6 mistake=${7:-$(printf '%s' "$2" | tr _ ' ')}
mkdir -p "tests/mutants/$module"
new=$(mktemp) || exit 1
sed -E "$script" "$file" > "$new"
if cmp -s "$file" "$new"; then
    echo "$name: the sed script changes nothing in $file" >&2
    rm -f "$new"
    exit 1
fi
{
    echo "Mistake: $mistake"
    echo "Exercise: $exercise"
    echo "Expect: $expect"
    diff -u --label "a/$file" --label "b/$file" "$file" "$new"
} > "tests/mutants/$module/$name.patch"
rm -f "$new"
