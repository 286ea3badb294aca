/* answers.h - a loss on answers only: of a text of questions and answers, the lines that begin with
 * a mark.
 *
 *     Q: what is red?
 *     A: a rose        with the mark "A:" the loss counts " a rose" and the line break
 */
#ifndef ANSWERS_H
#define ANSWERS_H

#include "corpus.h"

/* For each token of the text: does it stand behind the mark of such a line, at least in part?
 * owned_free it. NULL and kindling_error(): a file of ids, an empty mark, or no line of one of its two parts, that
 * to train on and that held out, begins with it. */
bool *answers_of(const Corpus *c, const char *mark);
/* As text_dataset_new, but a label that does not count is -100, which gpt_loss leaves out, and only
 * windows with a label that counts are examples. Tokens and counts are borrowed. NULL and
 * kindling_error(): no window has one. Owned: free it by dataset_free. */
Dataset *answers_dataset_new(const int *tokens, const bool *counts, long n_tokens, long context);

/* How many labels of a batch count: targets of a Trainer. */
long answers_in(void *context, const Batch *batch);

#endif
