# touched.sh B TEST_SOURCE... - the programs of tests whose subject has changed since they ran last, to begin with: those whose own
# source, or the file that they mirror, is newer than their log; then those of a folder in which any file is.
# (tests/tensor/kernels/test_softmax.c mirrors tensor/kernels/softmax.c.)
B=$1
shift
first='' also=''
for source; do
    name=${source#tests/} && name=${name%.c}
    log=$B/tests/$name.log folder=${name%/*}
    [ -f "$log" ] || continue
    if [ "$source" -nt "$log" ] || [ "$folder/${name##*/test_}.c" -nt "$log" ]; then
        first="$first $B/tests/$name"
    elif [ -d "$folder" ] && [ -n "$(find -L "$folder" -maxdepth 1 -name '*.[ch]' -newer "$log" -print -quit)" ]; then
        also="$also $B/tests/$name"
    fi
done
echo "$first$also"
