/* entry.c - an entry reads a text token by token, each of them once.
 *
 * Invariant: ids holds the tokens that the model looks at, and the cache the first of them.
 */
#include <string.h>
#include "cup_check.h"
#include "todo.h"

/* ---- 20.4 ---------------------------------------------------------------------------------------- */

void entry_restart(Entry *e)
{
    /* TODO: a new text begins. Nothing of the last one may be left: neither its tokens nor what is remembered of them.
     *
     * HINT: two lines. */
    (void)e;
    todo("20.4 entry_restart");
}

/* ---- 20.5 ---------------------------------------------------------------------------------------- */

void entry_next(Entry *e, int id, real *logits)
{
    entry_check(e, id); /* given: it is a token */

    /* TODO: read one token more, and write the logits of what follows.
     *
     * APPROACH
     *   1. It is the last of e->ids now.
     *   2. Are these more than e->model->options.context? Then the first (context + 1) / 2 of them go, the others move to
     *      the front, and the cache forgets everything: kv_cache_truncate(e->cache, 0).
     *   3. gpt_prefill of the tokens that the cache has not read: it has kv_cache_tokens(e->cache, 0) of e->ids.
     *
     * EXAMPLE
     *   context 4, and the text is 7 1 5 3, all read. entry_next(e, 2, ...): the model reads 5 3 2 from position 0
     *
     * HINT: memmove, not memcpy: the places overlap. */
    (void)id, (void)logits;
    todo("20.5 entry_next");
}

/* ---- 20.6 ---------------------------------------------------------------------------------------- */

size_t entry_bytes(const Entry *e)
{
    /* TODO: what the entry holds while it runs: every parameter (parameters_of, parameters_numel, and parameters_free: the
     * list is yours) as reals, the cache (kv_cache_bytes), and room for context + 1 ids.
     *
     * HINT: the artefact is not among it. It may be gone by now. */
    (void)e;
    todo("20.6 entry_bytes");
}
