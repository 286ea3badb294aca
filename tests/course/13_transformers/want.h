/* want.h - what is right in module 13, and what known mistakes give: the functions of the *_want.c. */
#ifndef WANT_H
#define WANT_H

#include "attention_shared.h"
#include "check.h"
#include "layer_norm.h"

/* plain_want.c: the parts of a model in plain loops, right */
Tensor *plain_linear(const Linear *l, const Tensor *x);
Tensor *plain_norm(const LayerNorm *n, const Tensor *x);
Tensor *plain_attention(const MultiHeadAttention *a, const Tensor *x,
                        const Tensor *mask); /* (T, T), (B, 1, 1, T) or NULL; and a->causal */
Tensor *plain_mlp(const Block *b, const Tensor *x);
Tensor *plain_block(const Block *b, const Tensor *x, const Tensor *mask);
Tensor *plain_sum(const Tensor *a, const Tensor *b);
double plain_gelu(double x); /* the form with tanh */

/* norm_want.c: gamma and beta may be NULL */
Tensor *row_want(const Tensor *x, const Tensor *gamma, const Tensor *beta, double eps);
double row_mean_want(const Tensor *x);
double row_rstd_want(const Tensor *x, double eps);

/* block_want.c */
Tensor *mlp_want(const Block *b, const Tensor *x);
Tensor *block_want(const Block *b, const Tensor *x, const Tensor *mask);
long undropped_want(long n);
long thinned_sums_want(void);
long never_dropped_want(long n);
long kinds_want(void);
long calm_want(long n);

/* gpt_want.c */
Tensor *gpt_want(const Gpt *g, const IntTensor *ids, const Tensor *padding);
Tensor *plain_gpt(const Gpt *g, const IntTensor *ids, const Tensor *padding);
long moved_by_dropout_want(void);
long dropped_together_want(void);
long dropped_late_want(void);
long graph_want(void);
long mode_want(void);
double loss_want(const Gpt *g, const IntTensor *ids, const IntTensor *targets);

/* init_want.c: standard deviations, and counts */
double matrix_std_want(void);
double table_std_want(void);
double branch_std_want(const Gpt *g, const char *which);
long biases_want(long n);
long gammas_want(long n);
long repeated_want(long n);
long kept_want(long n);
long alike_want(long n);
double untrained_loss_want(long V);

/* temperature_want.c, tail_want.c: at most 64 probabilities */
void plain_temperature(double *p, const Tensor *logits, double temperature);
void plain_order(long *order, const double *p, long V); /* ids, the most likely one first */
void plain_top_k(double *p, long V, long k);            /* 0: all */
void plain_top_p(double *p, long V, double mass);       /* 0 or 1: all */
Tensor *temperature_want(const Tensor *logits, double temperature);
Tensor *top_k_want(const Tensor *p, long k);
Tensor *equals_want(const Tensor *p, long k);
long top_k_count_want(long V, long k);
Tensor *top_p_want(const Tensor *p, double mass);
long top_p_count_want(const Tensor *p, double mass);
long tenths_want(void);

/* sample_want.c */
Tensor *tokens_want(const Tensor *logits, long count, SampleOptions o, Rng rng);
long numbers_drawn_want(long count, SampleOptions o);
long first_possible_want(void);
long last_possible_want(void);
int plain_token(const Tensor *logits, SampleOptions o, uint64_t *state); /* right */

/* generate_want.c */
Tensor *text_want(const Gpt *g, const int *ids, long room, long n, long count, SampleOptions o,
                  Rng rng);
long recorded_want(void);
long recording_again_want(void);
long stream_want(void);
long growth_want(void);
long peak_growth_want(long tokens);
long training_want(long was);
long dropout_numbers_want(void);

/* answers_want.c */
double block_parameters_want(void);
double embedding_parameters_want(void);
double token_flops_want(void);
double logits_bytes_want(void);
double equal_length_want(void);
double mlp_share_want(void);
double start_loss_want(void);
double branch_divisor_want(void);

#endif
