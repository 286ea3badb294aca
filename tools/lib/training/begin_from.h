/* begin_from.h - a run that begins with the weights of another. */
#ifndef BEGIN_FROM_H
#define BEGIN_FROM_H

#include "training_run.h"

/* The settings of r's model become those of g, whose tokens are given; then the command line once
 * more, on which only dropout, and a shorter context, may differ. 0; -1 and kindling_error(): a
 * setting that is another one, or a model that no recipe says (a Llama's whose angles are slowed down
 * for longer contexts). */
int recipe_begin_from(Recipe *r, const Gpt *g, int argc, char *const argv[]);
/* The numbers of g in the run's model: of a table of positions that is longer, the first rows. Of
 * rows and columns for tokens that no tokenizer knows, none. */
void run_begin_from(Run *r, Gpt *g);

#endif
