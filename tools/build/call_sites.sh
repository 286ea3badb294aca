#!/bin/sh
# Print tensor/call_site.h: one macro per public function that can fail because of its caller.
# Run from the top level: sh tools/build/call_sites.sh > tensor/call_site.h
# A test compares the file with this output, so a new function cannot be forgotten.
cat <<'END'
/* call_site.h - where a mistake was made: each call notes its file and line before it happens.
 *
 * A macro is not expanded inside itself, so tensor_add(a, b) becomes (note, tensor_add(a, b)), and
 * fail() can say "train.c:41: tensor_add: ...". The engine itself is compiled without this file:
 * the line that is told is always the user's. Written by tools/build/call_sites.sh.
 */
#ifndef KINDLING_CALL_SITE_H
#define KINDLING_CALL_SITE_H

static inline void kindling_note_call_site(const char *file, int line)
{
    kindling_call_site = (CallSite){file, line};
}
#define KINDLING_HERE kindling_note_call_site(__FILE__, __LINE__)

END
cat tensor/tensor.h autograd/autograd.h nn/nn.h attention/attention.h |
    sed -n 's/^[A-Za-z][A-Za-z0-9_ ]*[ *]\([a-z][a-z0-9_]*\)(.*/\1/p' |
    grep -E '^(tensor|int_tensor|scope_close|gradcheck|grad_add|graph_scope|init|module|parameters|linear|embedding_(new|lookup)|layer_norm_(new|apply)|dropout|[a-z_]+_new|optimizer|clip|schedule|loader|dataset|trainer|checkpoint|mask|attention|scaled|self_attention|split|merge|mha|sinusoidal|positions|block|gpt|sample|composed)' |
    grep -vE '(_shape_text|_numel|_same_shape|_is_contiguous|_named|_free|_count|_batches)$' |
    LC_ALL=C sort -u |
    while read -r name; do
        echo "#define $name(...) (KINDLING_HERE, $name(__VA_ARGS__))"
    done
printf '\n#endif\n'
