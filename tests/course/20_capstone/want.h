/* want.h - what is right in module 20, and what known mistakes give: the functions of the *_want.c. */
#ifndef WANT_H
#define WANT_H

#include "check.h"
#include "cup_check.h"

/* pack_want.c, unpack_want.c */
long tensor_bytes_want(const Tensor *t);
Tensor *packed_want(const Tensor *t); /* the bytes, and four behind them */
long packed_bytes_want(const Tensor *t);
Tensor *unpacked_want(const Tensor *t, const unsigned char *in);
long taken_want(const Tensor *t);
long refused_want(const Tensor *t);
Tensor *as_it_was_want(const Tensor *t, const unsigned char *in);

/* entry_want.c */
long forgotten_want(long n);
Tensor *foretold_want(const Entry *e, const int *text, long n);
long window_want(const Entry *e, long n);
Tensor *from_memory_want(const Entry *e, int id);
bool ids_are_checked(void);
long holding_want(const Entry *e);

/* judge_want.c */
typedef struct {
    long read;   /* tokens that were read before the text begins */
    double bias; /* of all logits */
} Before;
double nats_want(const Tensor *table, const int *ids, long n, Before before);
double wide_nats_want(const Tensor *logits, const int *ids, long n);
long reads_want(long n);
long one_restart_want(void);
long not_a_number_want(void);
long one_nan_want(void);
bool text_is_checked(void);
double bits_want(double nats, long bytes);
Tensor *seconds_want(const int *ids, long prompt, long n, double time);
long looks_want(long prompt, long n);
long all_read_want(long prompt, long n);
long order_want(long rounds);
Tensor *race_want(const int *ids, long prompt, long n, long rounds, double time);

/* score_want.c */
long passing_want(double baseline, double entry);
double score_want(CupFigures baseline, CupFigures entry);
typedef enum { APART, FEW, BETWEEN, ONE_SLOW, UNEQUAL, MIXED } Race; /* how two samples lie */
long verdict_want(const double *a, long n, const double *b, long m, Race how);

/* answers_want.c */
double artefact_bytes_want(void);
double float_bytes_want(void);
double running_bytes_want(void);
double score_by_hand_want(void);
double most_bits_want(void);
double bits_per_byte_want(void);
double fewest_runs_want(void);
double lucky_percent_want(void);

#endif
