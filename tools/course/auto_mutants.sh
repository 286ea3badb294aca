# auto_mutants.sh - small changes to the reference of MODULE's exercises; the tests must notice.
. tools/course/common.sh
command -v python3 >/dev/null || stop "auto-mutants needs python3"
status=0
for m in ${MODULE:-$(ls modules | sed -n 's/^\([0-9][0-9]\)_.*/\1/p')}; do
    find_module "$m"
    [ -d "tests/course/$name" ] || continue
    build course-reference "$folder" || exit 1
    $MAKE -s --no-print-directory CONFIG="$CONFIG" FOLDER="$folder" course-commands > "$BUILD/course/$name.commands" || exit 1
    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 \
        python3 tools/course/auto_mutants.py "$folder" "$BUILD/course/$name.commands" || status=1
done
exit $status
