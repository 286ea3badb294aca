/* want.h - what is right in module 05: the functions of the *_want.c. */
#ifndef WANT_H
#define WANT_H

#include "plain_data.h"

/* windows_want.c */
Tensor *ids_want(const IntTensor *text, long n, const long *start, long T);
Tensor *labels_want(const IntTensor *text, long n, const long *start, long T);

/* chance_want.c: of what rng gives next; it is not moved on */
long below_want(const Rng *rng, long n);
long draws_want(const Rng *rng, long n); /* for one number below n */
Tensor *shuffled_want(const Rng *rng, long n, const long *items);
long shuffling_draws_want(const Rng *rng, long n);
long plain_below(uint64_t *state, long n);
void plain_shuffle(uint64_t *state, long n, long *items);

/* epochs_want.c: of a loader as it stands before the call */
Tensor *order_want(const DataLoader *l);
Tensor *examples_want(const DataLoader *l);
const char *more_want(const DataLoader *l);
Tensor *moved_want(const DataLoader *l); /* its epoch and position after loader_next */
Tensor *next_order_want(const DataLoader *l);
Tensor *place_want(const DataLoader *l, long batches);
Tensor *sought_order_want(const DataLoader *l, long batches);

/* pack_want.c */
long total_want(long n, const long *length); /* tokens */
double fewest_rows_want(long n, const long *length, long T);
long fewest_cuts_want(long n, const long *length, long T);

/* answers_want.c */
double batches_per_epoch_want(void);
double last_batch_want(void);
double resumed_position_want(void);
double windows_want(void);
double percent_never_seen_want(void);

#endif
