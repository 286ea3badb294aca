/* want.h - what is right in module 16: the functions of the *_want.c. */
#ifndef WANT_H
#define WANT_H

#include "check.h"
#include "compress_check.h"
#include "draws.h"

enum { NAN_AS_SHOWN = -77 }; /* no check takes a NaN for another one */

/* prune_want.c */
Tensor *cut_want(const ParameterList *list, double fraction);
Tensor *mask_want(const Tensor *w, double threshold, long ties);
long ties_left_want(const Tensor *w, double threshold, long ties);
Tensor *applied_want(const Tensor *w, const Tensor *mask);
long zeros_want(const Tensor *mask);

/* shrink_want.c */
Tensor *largest_want(const Tensor *norm, long keep, long room);
Tensor *kept_columns_want(const Tensor *w, long keep, const long *which);
Tensor *kept_bias_want(const Tensor *b, long keep, const long *which);
Tensor *kept_rows_want(const Tensor *w, long keep, const long *which);
Tensor *zeroed_network_want(const Tensor *x, const Tensor *w, const Tensor *b, const Tensor *next,
                            const Tensor *next_bias, long keep, const long *which);

/* sparse_want.c */
Tensor *csr_want(const Tensor *w);
Tensor *matvec_want(const Tensor *w, const Tensor *x);

/* svd_want.c */
Tensor *rotation_want(double alpha, double beta, double gamma);
double small_turn_want(double alpha, double beta);
Tensor *sweep_want(const Tensor *columns, const Tensor *v);
Tensor *turns_want(const Tensor *columns, const Tensor *v);
long turned_want(const Tensor *columns, const Tensor *v);
Tensor *sorted_want(const Tensor *columns, const Tensor *v);

/* rank_want.c */
long limit_want(long in, long out);
Tensor *product_want(const Tensor *w, long rank);
double squares_want(const Tensor *w, long rank); /* of each of the two weights, in all */
long thin_count_want(long in, long out, long rank, bool bias);

/* lora_want.c */
Tensor *lora_want(const Tensor *x, const Tensor *w, const Tensor *a, const Tensor *b, double scale);
double lora_products_want(long rows, long in, long out, long rank); /* operations of the products */
double lora_work_want(long rows, long in, long out, long rank);     /* and what is let pass */

/* distill_want.c */
double soft_want(const Tensor *student, const Tensor *teacher, double T);
Tensor *soft_gradient_want(const Tensor *student, const Tensor *teacher, double T);

/* plan_want.c */
double made_error_want(const Tensor *x, long n, Tensor *const w[], Tensor *const made[],
                       Tensor *const bias[]);

/* answers_want.c */
double csr_percent_want(void);
double csr_short_percent_want(void);
double bytes_of_four_want(void);
double largest_rank_want(void);
double work_left_want(void);
double soft_logit_want(void);

#endif
