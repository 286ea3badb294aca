#!/bin/sh
# usage.sh - how the library that was just made is used.  usage.sh LIBRARY
case $1 in
build/release/python/*) set -- "$1" '' ;;
*) set -- "$1" "KINDLING_LIBRARY=$1 " ;; # which the package does not look for by itself
esac
cat <<END
made $1. Now, from this folder:

    $2PYTHONPATH=tools/python python3 tools/python/examples/xor.py
    $2PYTHONPATH=tools/python python3 tools/python/examples/graph.py
    $2PYTHONPATH=tools/python python3 tools/python/examples/gpt.py build/train/best.safetensors "Once"

From elsewhere: PYTHONPATH=$(pwd)/tools/python. With CONFIG=double, or a library elsewhere: KINDLING_LIBRARY=$(pwd)/$1.
END
python=
for p in python3 /usr/bin/python3; do
    if [ -z "$python" ] && $p -c 'import numpy' 2>/dev/null; then python=$p; fi
done
case $python in
python3) ;;
'') echo "This python3 has no NumPy: numbers go in and out as lists and array.array. To have it: sh tools/setup.sh python" ;;
*) echo "NumPy belongs to $python here: type that in place of python3, or go without." ;;
esac
