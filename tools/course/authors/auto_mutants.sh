# auto_mutants.sh - small changes to the reference of MODULE's exercises; the tests must notice. auto_mutants.sh unnamed: and
# which of them has no name? auto_mutants.sh hear_strangers: both, of answers by people who had not seen the tests.
. tools/course/common.sh
command -v python3 >/dev/null || stop "auto-mutants needs python3"
status=0
for m in ${MODULE:-$(ls modules | sed -n 's/^\([0-9][0-9]\)_.*/\1/p')}; do
    find_module "$m"
    [ -d "tests/course/$name" ] || continue
    [ "$1" != hear_strangers ] || [ -f "tests/course/$name/strangers.txt" ] || continue
    build course-reference "$folder" || exit 1
    CONFIG=$CONFIG MAKE=$MAKE python3 "tools/course/authors/${1:-auto_mutants}.py" "$name" || status=1
done
exit $status
