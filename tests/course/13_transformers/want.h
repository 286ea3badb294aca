/* want.h - what is right in module 13: the functions of the *_want.c. */
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
long row_reads_want(long n); /* at most; 0 where nobody counts */

/* block_want.c */
Tensor *block_want(const Block *b, const Tensor *x, const Tensor *mask);

/* gpt_want.c */
Tensor *gpt_want(const Gpt *g, const IntTensor *ids, const Tensor *padding);
Tensor *plain_gpt(const Gpt *g, const IntTensor *ids, const Tensor *padding);

/* init_want.c */
double untrained_loss_want(long V);

/* fit_want.c: (3, n), layers, channels, heads for each budget */
Tensor *fit_want(const GptBudget *budgets, long n);

/* temperature_want.c, tail_want.c: at most 1024 probabilities */
void plain_temperature(double *p, const Tensor *logits, double temperature);
void plain_top_k(double *p, long V, long k);      /* 0: all */
void plain_top_p(double *p, long V, double mass); /* 0 or 1: all */
Tensor *temperature_want(const Tensor *logits, double temperature);
Tensor *top_k_want(const Tensor *p, long k);
long top_k_count_want(long V, long k);
Tensor *top_p_want(const Tensor *p, double mass);
long top_p_count_want(const Tensor *p, double mass);

/* sample_want.c */
Tensor *tokens_want(const Tensor *logits, long count, SampleOptions o, Rng rng);
int plain_token(const Tensor *logits, SampleOptions o, uint64_t *state);

/* generate_want.c */
Tensor *text_want(const Gpt *g, const int *ids, long room, long n, long count, SampleOptions o,
                  Rng rng);

/* answers_want.c */
double block_parameters_want(void);
double gpt_parameters_want(long channels, long layers, long vocabulary, long context);
double token_flops_want(void);
double logits_bytes_want(void);
double equal_length_want(void);
double mlp_share_want(void);
double start_loss_want(void);
double stream_growth_want(void);

#endif
