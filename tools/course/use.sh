# use.sh 12 - one of the engine's programs (TOOL=trace, demo, graph, train) with the student's files of
# a module inside. use.sh mine demo [option...]: of all modules.
. tools/course/common.sh
if [ "$1" = mine ]; then
    TOOL=$2 ARGS=
    shift 2
    set -- "$(ls modules | sed -n '/^[0-9]/{p;q;}')" "$@"
fi
find_module "$1"
shift
TOOL=${TOOL:-trace}
[ -f "tools/$TOOL/$TOOL.c" ] || stop "there is no program tools/$TOOL"
[ "$CONFIG" = double ] && CONFIG=release BUILD=build/release$COMPILER
all_there
say_if_first
build course-tool "$folder" TOOL="$TOOL" || exit 1
# shellcheck disable=SC2086 -- ARGS is several words
exec "$BUILD/course/$name${ENGINE:+-$ENGINE}-$TOOL" "$@" $ARGS
