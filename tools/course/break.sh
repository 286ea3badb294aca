# break.sh 12 - a known mistake among the model answers, in a training run beside the right one: CASE=3.
# Without CASE the list. The cases are in tools/break/<module>.txt; a student edition has them as objects.
. tools/course/common.sh
find_module "$1"
cases=tools/break/$name.txt
[ -f "$cases" ] || stop "module $number has nothing to break"
[ "$CONFIG" = double ] && CONFIG=release BUILD=build/release$COMPILER

of_case() { # field
    awk -v want="$CASE" -v field="$1:" '$1 == "case:" { here = $2 } here == want && $1 == field { sub("^[a-z]*: *", ""); print }' "$cases"
}

if [ -z "$CASE" ]; then
    say "What happens to a model that is trained with a mistake in it? Type one of"
    say
    awk -v n="$number" '$1 == "case:" { c = $2 } $1 == "what:" { sub("^what: *", ""); printf "  make break-%s CASE=%s   %s\n", n, c, $0 }' "$cases"
    exit
fi
task=$(of_case task)
[ -n "$task" ] || stop "there is no case $CASE; make break-$number lists them"

# The model answers, with the mistake's files in their place.
linked() { # case, or none: the right one
    place=build/break/$name/$1/$name
    rm -rf "$place"
    mkdir -p "$place"
    if [ "$1" != none ] && [ -f "tests/course/$name/mistakes.txt" ]; then
        python3 tools/course/authors/mistakes.py files "$name" "$(of_case row)" "$place" || exit 2
    fi
    CASE=$1 ENGINE='' build course-break "$place" CASE="$1" 2>/dev/null || stop "case $1 cannot be built: make break-$number CASE=$1 needs the engine as it was given"
}
say_if_first
linked none
linked "$CASE"
say "Case $CASE: $(of_case what)."
case $task in
words) say "The task: a word never seen, spelt backwards (make demo). Every letter sees the whole word." ;;
bars) say "The task: a short bar anywhere in a noisy image; does it lie -, |, \\ or /? Two convolutions, two pools, batch norm." ;;
echo) say "The task: five random letters, then the same backwards; each letter sees those before it (causal)." ;;
tokens) say "The task: prose of this project (notebooks-c/prose.txt), cut into tokens that are learnt from it, then foretold token by token (causal)." ;;
cached) say "The task: five random letters, then the same backwards; trained as ever, then written with a cache and without." ;;
thin) say "The task: points of eight kinds. A network is trained, seven of ten weights go, it is trained on; of another half the channels leave; a small one learns from a teacher alone." ;;
report) say "The task: a report of one training step of a small GPT; flops and bytes from its graph, times from a clock that is played." ;;
codes) say "The task: five random letters, then the same backwards; trained as ever, then written by codes of the weights, with a cache." ;;
shares) say "The task: points of four kinds, a third of them without a label; 30 rows a batch, in the order of their kinds, in 8 shares." ;;
ladder) say "The task: points of four kinds; one product with 12 or 300 numbers, a fused bias and GELU of 40, one product more." ;;
contest) say "The task: five random letters, then the same backwards; trained as ever, then an entry of the cup, three times as fast as its baseline; and 200 races of equals on a machine that drifts." ;;
race) say "The task: 400 races of two programs, 10 runs each, on a machine that drifts; half of them are a program against itself." ;;
esac
right=$("$BUILD/course/$name-break-none" "$task") || exit 2
# shellcheck disable=SC2086 -- a number for each question
"$BUILD/course/$name-break-$CASE" "$task" $right || exit 2
say
say "$(of_case moral)" | fold -s -w 100
