/* want.h - what is right in module 11: the functions of the *_want.c. */
#ifndef WANT_H
#define WANT_H

#include "check.h"

/* lookup_want.c */
Tensor *rows_want(const Tensor *table, const IntTensor *ids);
Tensor *scatter_want(const Tensor *dtable, const Tensor *dy, const IntTensor *ids);

/* gradient_want.c */
Tensor *gradient_want(const Tensor *table, const Tensor *dy, const IntTensor *ids);
Tensor *gradient_of_two_want(const Tensor *table, const Tensor *dy, const IntTensor *first,
                             const IntTensor *second);
Tensor *more_gradient_want(const Tensor *table, const Tensor *dy, const IntTensor *ids);

/* positions_want.c */
Tensor *waves_want(long T, long C);
Tensor *lesson_want(void); /* T = 3, C = 4 */
double nearness_want(long distance, long C);
Tensor *sum_want(const Tensor *table, const Tensor *x);
Tensor *table_gradient_want(const Tensor *table, const Tensor *dy);

/* codes_want.c: what codes.c says of each table */
typedef struct {
    long T, C;
    double apart;
} CodeSize;
Tensor *codes_want(const CodeSize *sizes, long n);

/* answers_want.c */
double table_bytes_want(void);
double one_hot_multiplications_want(void);
double gradient_of_row_5_want(void);
double nonzero_gradients_want(void);
double slowest_turn_want(void);

#endif
