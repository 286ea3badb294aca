# measure.sh 12 - the module's measurement, in the release build, with the student's files.
. tools/course/common.sh
find_module "$1"
[ -f "$folder/measure.c" ] || stop "module $number has nothing to measure"
[ "$CONFIG" = double ] && CONFIG=release BUILD=build/release$COMPILER
all_there
say_if_first
build course-measure "$folder" || exit 1
exec "$BUILD/course/$name-measure"
