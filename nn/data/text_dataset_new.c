/* text_dataset_new.c - the dataset of all windows of a text.
 *
 * Invariant: a window never reaches past the text, so there are n_tokens - context of them.
 */
#include "data_parts.h"

static void destroy(Dataset *d)
{
    owned_free(d);
}

Dataset *text_dataset_new(const int *tokens, long n_tokens, long context)
{
    if (context < 1)
        fail("text_dataset_new: context is %ld, expected at least 1", context);
    if (n_tokens <= context)
        fail("text_dataset_new: %ld tokens are too few for a context of %ld, which needs %lu. "
             "hint: a longer text or a shorter context",
             n_tokens, context, (unsigned long)context + 1);
    TextDataset *t = owned_alloc(sizeof *t);
    t->dataset = (Dataset){.count = n_tokens - context, .fetch = fetch_windows, .destroy = destroy};
    t->tokens = tokens;
    t->context = context;
    return &t->dataset;
}
