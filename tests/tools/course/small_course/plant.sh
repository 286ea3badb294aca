# plant.sh tree built - the tree of this folder's small module: the engine by links, its objects by copy.
set -e
tree=$1 built=$2 top=$PWD here=tests/tools/course/small_course
mkdir -p "$tree/modules" "$tree/tensor" "$tree/tests/course" "$tree/tools" "$tree/build/${built##*/}"
for f in Makefile autograd nn attention tensor/* tests/harness tools/* modules/todo.h; do
    [ "$f" = tools/course ] || ln -s "$top/$f" "$tree/$f"
done
if [ -d .kindling/reference ]; then # a student edition
    mkdir "$tree/.kindling"
    ln -s "$top/.kindling/reference" "$tree/.kindling/"
fi
cp -r tools/course "$tree/tools/"
cp -r $here "$tree/small_course"
mkdir "$tree/small_course/engine" # a student's right files, with the mark
cp $here/reference/small.h "$tree/small_course/engine/"
for f in $here/reference/*.c; do
    awk '/^[a-zA-Z].*\)$/ && !/^static/ { print "EXERCISE" } { print }' "$f" > "$tree/small_course/engine/${f##*/}"
done
cp "$tree"/small_course/engine/* "$tree/tensor/"
cp -r $here/tests "$tree/tests/course/90_small"
cp -p build/probe*.mk "$tree/build/"
[ ! -f "$built/flags" ] || cp -p "$built/flags" "$tree/build/${built##*/}/"
for room in $(sed -n 's/^ROOMS := //p' Makefile) tools; do
    [ ! -d "$built/$room" ] || cp -a "$built/$room" "$tree/build/${built##*/}/"
done
