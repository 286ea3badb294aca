/* want.h - what is right in module 20: the functions of the *_want.c. */
#ifndef WANT_H
#define WANT_H

#include "check.h"
#include "cup_check.h"

/* pack_want.c, unpack_want.c */
long bytes_want(const Tensor *t);
Tensor *packed_want(const Tensor *t); /* the bytes, and four behind them */
Tensor *unpacked_want(const Tensor *t, const unsigned char *in);

/* entry_want.c */
Tensor *foretold_want(const Entry *e, const int *text, long n);
long window_want(const Entry *e, long n);
Tensor *from_memory_want(const Entry *e, int id);
long holding_want(const Entry *e);

/* judge_want.c */
double nats_want(const Tensor *table, const int *ids, long n);
double wide_nats_want(const Tensor *logits, const int *ids, long n);
Tensor *seconds_want(const int *ids, long prompt, long n, double time);
Tensor *order_want(long rounds);
Tensor *race_want(const int *ids, long prompt, long n, long rounds, double time);

/* score_want.c */
Tensor *passing_want(const double *baseline, const double *entry, long n);
double score_want(CupFigures baseline, CupFigures entry);
long faster_want(const double *a, long n, const double *b, long m);

/* table_want.c: bits and bytes, (tables, 2); taken and changed, then the bits, (kinds, 2) */
Tensor *gate_want(long tables, Tensor *const table[], long percent);
Tensor *refused_want(long kinds, const Tensor *table);

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
