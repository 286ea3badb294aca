/* writing.h - who wrote into the numbers of a tensor last, and when. */
#ifndef KINDLING_WRITING_H
#define KINDLING_WRITING_H

#include "../tensor.h"

#pragma GCC visibility push(default)

/* ---- writing.c (01): the clock of writings --------------------------------------------------- */

/* A backward function reads numbers of the forward pass. If they change in between, its gradient is
 * wrong and nothing shows it; so numbers remember their last writing, and the walk back compares
 * (PyTorch's version counter). */
struct Writing {
    long when;        /* by the clock below; 0: never, since they were made */
    const char *by;   /* "optimizer_step" */
    const char *file; /* the line of user code that called it; NULL: not known */
    int line;
};

/* Says that the numbers of t have changed, by a call of that name. Every call of the library that
 * writes into a tensor that was there before says so; a program that writes into t->data by itself
 * may. The name is not copied. */
void tensor_written(Tensor *t, const char *by);
/* How many writings there have been, by all threads: what is written from now on has a larger
 * `when`. */
long writing_clock(void);

#pragma GCC visibility pop
#endif
