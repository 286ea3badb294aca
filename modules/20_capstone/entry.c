/* entry.c - an entry reads a text token by token, each of them once.
 *
 * Invariant: ids holds the tokens that the model looks at, and the cache the first of them.
 */
#include <string.h>
#include "cup_check.h"
#include "todo.h"

/* ---- 20.3 ---------------------------------------------------------------------------------------- */

void entry_restart(Entry *e)
{
    /* TODO: a new text begins: nothing of the last one may be left.
     *
     * CONTRACT  from now on it says what an entry says that has read nothing. e->cache stays
     *           the same one.
     * EXAMPLE   7 1 5 were read, then restart and 2: the logits are those of a text that begins with 2
     * YOU HAVE  kv_cache_truncate
     * THINK     what does an entry know of a text, and where does it stand? */
    (void)e;
    todo("20.3 entry_next");
}

/* ---- 20.3 ---------------------------------------------------------------------------------------- */

void entry_next(Entry *e, int id, real *logits)
{
    entry_check(e, id); /* given: it is a token */

    /* TODO: read one token more, and write the logits of what follows.
     *
     * CONTRACT  the token is the last of e->ids then. Are these more than
     *           e->model->options.context, the first (context + 1) / 2 of them go, and the others
     *           move to the front. No token is read anew whose keys and values are still right.
     * EXAMPLE   context 4, and the text is 7 1 5 3, all read. entry_next(e, 2, ...): e->ids are 5 3 2, e->n is 3
     * HOLDS     the logits are those of the whole of e->ids, read at once, however much of them
     *           the cache had read when the call began.
     * YOU HAVE  kv_cache.h, and what you wrote before
     * THINK     a token has moved to the front: is what is remembered of it still right? How many
     *           tokens does the model read then, how many in most calls, how many if somebody
     *           has made the cache forget? */
    (void)id, (void)logits;
    todo("20.3 entry_next");
}

/* ---- 20.3 ---------------------------------------------------------------------------------------- */

size_t entry_bytes(const Entry *e)
{
    /* TODO: what the entry holds while it runs, in bytes.
     *
     * CONTRACT  all that has to be there between two tokens, room that is not used yet included.
     *           The artefact may be gone by now.
     * EXAMPLE   10 parameters in float, a cache of 1536 bytes, context 4: 1596
     * YOU HAVE  parameters_of, parameters_numel, parameters_free (the list is yours); kv_cache.h
     * THINK     which members of an entry are needed for the next token, and what do they hold? */
    (void)e;
    todo("20.3 entry_next");
}
