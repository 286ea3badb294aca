/* want.h - what is right in module 11, and what known mistakes give: the functions of the *_want.c. */
#ifndef WANT_H
#define WANT_H

#include "check.h"

/* lookup_want.c */
Tensor *rows_want(const Tensor *table, const IntTensor *ids);
long rows_written_want(long id); /* with this id, which is none */
void shapes_are_checked(void);   /* of out and the table */
Tensor *scatter_want(const Tensor *dtable, const Tensor *dy, const IntTensor *ids);
Tensor *refused_want(const Tensor *dtable, const Tensor *dy, const IntTensor *ids);

/* gradient_want.c */
Tensor *vectors_want(const Tensor *table, const IntTensor *ids);
void table_is_checked(void); /* its shape, and how many axes ids have */
long inputs_want(void);      /* of the closure */
long ids_kept_want(const IntTensor *ids);
Tensor *gradient_want(const Tensor *table, const Tensor *dy, const IntTensor *ids);
Tensor *gradient_of_two_want(const Tensor *table, const Tensor *dy, const IntTensor *first,
                             const IntTensor *second);
Tensor *more_gradient_want(const Tensor *table, const Tensor *dy, const IntTensor *ids);

/* tables_want.c: one parameter, rows for tokens or positions, and the first numbers in it */
long parameters_want(const char *rows_are, long rows, long C);
double mean_want(void);
double deviation_want(long V);            /* a hundredfold, of tokens */
double small_deviation_want(void);        /* ten thousandfold, of positions */
double difference_want(double deviation); /* from the next table of the same rng, at least */
long learned_want(void);

/* positions_want.c */
Tensor *waves_want(long T, long C);
Tensor *lesson_want(void); /* T = 3, C = 4 */
double nearness_want(long distance, long C);
Tensor *sum_want(const Tensor *table, const Tensor *x);
void length_is_checked(void);
long recorded_want(void);
Tensor *table_gradient_want(const Tensor *table, const Tensor *dy);

/* answers_want.c */
double table_bytes_want(void);
double one_hot_multiplications_want(void);
double gradient_of_row_5_want(void);
double nonzero_gradients_want(void);
double slowest_turn_want(void);

#endif
