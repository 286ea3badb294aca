#!/bin/sh
# Run programs of libFuzzer, each for SECONDS_EACH seconds, and say what came of it, a line each:
#     safetensors      1203344 inputs    812 edges   2104 features    0 findings
# What is in tests/fuzz/corpus/<target> is where it begins; what it learns stays in build/fuzz/corpus/<target>.
# 1: something was found; the input lies in build/fuzz/findings/.
export LC_ALL=C
mkdir -p build/fuzz/findings
status=0
for program in "$@"; do
    target=${program##*/}
    learnt=build/fuzz/corpus/$target
    log=build/fuzz/$target.log
    words=tests/fuzz/words/$target.txt
    mkdir -p "$learnt"
    ASAN_OPTIONS=allow_user_segv_handler=0:detect_stack_use_after_return=0:allocator_may_return_null=1 \
        "$program" -max_total_time="${SECONDS_EACH:-60}" -timeout=10 -rss_limit_mb=1500 -malloc_limit_mb=512 \
        -max_len="${MAX_LEN:-4096}" -print_final_stats=1 ${SEED:+-seed="$SEED"} \
        $([ -f "$words" ] && echo "-dict=$words") \
        -artifact_prefix="build/fuzz/findings/$target-" "$learnt" "tests/fuzz/corpus/$target" > "$log" 2>&1
    found=$?
    inputs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    last=$(grep -a -E '^#[0-9]+.*cov: ' "$log" | tail -1)
    edges=$(echo "$last" | sed 's/.*cov: \([0-9]*\).*/\1/')
    features=$(echo "$last" | sed 's/.*ft: \([0-9]*\).*/\1/')
    printf '%-16s %9s inputs %6s edges %6s features    %s\n' "$target" "${inputs:-?}" "${edges:-?}" "${features:-?}" \
        "$([ $found -eq 0 ] && echo '0 findings' || echo "FOUND: $log")"
    [ $found -eq 0 ] || status=1
done
exit $status
