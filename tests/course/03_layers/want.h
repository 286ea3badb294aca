/* want.h - what is right in module 03: the functions of the *_want.c. */
#ifndef WANT_H
#define WANT_H

#include "by_hand.h"

/* What a stream gives, row by row. It is handed over by value: the caller's stands still. */
Tensor *plain_uniform(int ndim, const long *shape, double low, double high, Rng stream);
Rng after_draws(Rng stream, long n);

/* init_want.c */
Tensor *uniform_want(long in, long out, Rng stream);

/* start_want.c: behind one layer (b) and all (a), of each bend, for n pairs of widths */
Tensor *lengths_want(long n, const long *a, const long *b, long bends);

/* linear_new_want.c: stream is where it was before the call */
const char *registered_want(long in, long out, bool bias);
Tensor *weight_want(long in, long out, Rng stream);
Tensor *bias_want(long in, long out, Rng stream);

/* linear_want.c: b may be NULL */
Tensor *linear_want(const Tensor *x, const Tensor *w, const Tensor *b);

/* dropout_want.c */
Tensor *dropped_want(const Tensor *x, double p, Rng stream);
Tensor *kept_want(const Tensor *x); /* not in training */
double zeros_want(double p), twice_dropped_want(double p);

/* module_want.c: before the call */
Tensor *flags_want(const Tree *t, int top, bool to);

/* mlp_want.c */
const char *mlp_layers_want(int n_widths, const char *activation);
const char *mlp_widths_want(int n_widths, const long *widths, const char *activation);
long mlp_draws_want(int n_widths, const long *widths);

/* parameters_want.c: the numbers of the parameters below m, or their paths */
const char *numbers_want(const Module *m);
const char *paths_want(const Module *m);

/* answers_want.c */
double mlp_parameters_want(void);
double linear_multiplications_want(void);
double largest_start_want(void);
double survivor_want(void);
double faded_want(void);

#endif
