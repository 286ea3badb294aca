/* run_examples.c - what a run draws its batches from: windows of the text, of both its parts.
 *
 * Invariant: of the part that is held out no window is trained on.
 */
#include "training_run.h"

int run_check_length(const Run *r)
{
    long context = r->recipe.context, kept = r->corpus->n_tokens - r->corpus->n_training;
    if (r->corpus->n_training > context && kept > context)
        return 0;
    char or_less[48] = "";
    if (kept / 4 > 0)
        snprintf(or_less, sizeof or_less, ", or --context %ld", kept / 4);
    kindling_set_error("train: --text: got %ld %s, %ld of them held out, expected more than "
                       "%ld (--context) in both parts. hint: a longer text%s",
                       r->corpus->n_tokens,
                       r->corpus->vocabulary->characters != NULL ? "characters" : "tokens", kept, context,
                       or_less);
    return -1;
}

static Dataset *examples(const Run *r, long from, long n)
{
    const Corpus *c = r->corpus;
    long T = r->recipe.context;
    if (c->ids != NULL)
        return token_dataset_new(c->ids, from, n, T, c->vocabulary->size);
    const int *tokens = c->tokens + from;
    return r->answers != NULL ? answers_dataset_new(tokens, r->answers + from, n, T)
                              : text_dataset_new(tokens, n, T);
}

int run_examples(Run *r)
{
    const Corpus *c = r->corpus;
    if (*r->recipe.answers != '\0') {
        r->answers = answers_of(c, r->recipe.answers);
        if (r->answers == NULL)
            return -1;
    }
    r->training = examples(r, 0, c->n_training);
    if (r->training != NULL)
        r->held_out = examples(r, c->n_training, c->n_tokens - c->n_training);
    return r->held_out != NULL ? 0 : -1;
}
