/* cup.h - the Kindling cup: a language model in few bytes, that is fast, and as good as it was.
 *
 * A GPT that was trained in float is given. What is handed in is an artefact, a block of bytes, and
 * the code that reads it and says what follows a text. The judge asks three things of it: is it as
 * good (bits per byte of a text that nobody has seen), how large is it (bytes of the artefact,
 * bytes while it runs), and how long does a token take. The first is a gate, the others are a
 * score. By hand in module 20. Source: the rules of MLPerf Inference and MLPerf Tiny, made small:
 * one gate of quality, an open and a closed division.
 */
#ifndef KINDLING_CUP_H
#define KINDLING_CUP_H

#include "../attention.h"

#pragma GCC visibility push(default)

/* ---- artefact_pack.c, artefact_unpack.c, artefact.c (20): a model as bytes ------------------- */

/* A tensor in an artefact. A matrix (two axes, R rows and C columns): the letter 'Q', then a float
 * scale for each column, then R C codes, row by row, x = scale * code: those of quant_symmetric in
 * 8 bits, of each column alone. Anything else: the letter 'F', then its numbers as floats. Floats
 * lie least byte first, on every machine. */
size_t artefact_tensor_bytes(const Tensor *t); /* how many bytes that is */
/* Writes t, contiguous, to out, which has room for it; how many bytes. A number that is not finite
 * fails. */
size_t artefact_pack(unsigned char *out, const Tensor *t);
/* Reads a tensor of t's shape into t, contiguous: how many bytes it took. -1, and t is as it was,
 * where letter, length or a scale are not that. */
long artefact_unpack(Tensor *t, const unsigned char *in, size_t bytes);

/* The artefact of a GPT: 44 bytes that say what model it is, then its parameters, in the order of
 * parameters_of. Norms of another eps than 1e-5 fail. Owned: free it by owned_free. */
unsigned char *artefact_of(Gpt *g, size_t *bytes);
/* The GPT of an artefact. Owned: free it by module_free. NULL and kindling_error(): the bytes are
 * none, or say of a model that it is larger than they are; a table of sines, which is in no byte,
 * has at most 2^24 numbers. */
Gpt *artefact_model(const unsigned char *artefact, size_t bytes);

/* ---- entry.c, entry_open.c (20): what reads it ----------------------------------------------- */

/* A model that reads a text token by token. */
typedef struct {
    Gpt *model;
    KvCache *cache; /* of one row, as long as the context */
    int *ids;       /* the tokens from which the next one is foretold, room for context + 1 */
    long n;         /* how many */
} Entry;
/* It belongs to the innermost scope, its model does not. Owned: free it by entry_close. NULL and
 * kindling_error(): no artefact, a model that is not causal, or one whose cache (keys and values of
 * a whole context) would have more than 2^24 numbers. */
Entry *entry_open(const void *artefact, size_t bytes);
void entry_close(Entry *e); /* ends the model */
/* A new text begins: nothing of the last one is left. */
void entry_restart(Entry *e);
/* Reads one token more, 0 <= id < V, and writes the V logits of what follows: those of gpt_forward
 * of all tokens that are left, bit for bit. When the text is longer than the context, the first
 * half of the context (rounded up) is forgotten: the rule of generate_start. */
void entry_next(Entry *e, int id, real *logits);
/* What it holds while it runs, in bytes: all that has to be there between two tokens. */
size_t entry_bytes(const Entry *e);

/* ---- judge.c, entry_open.c (20): what is asked of it ----------------------------------------- */

/* Anything that foretells a text token by token. */
typedef struct {
    void *context;
    void (*restart)(void *context);
    void (*next)(void *context, int id, real *logits);
    long vocabulary;
} CupModel;
CupModel cup_model(Entry *e); /* entry_open.c */
/* The sum of -log p(ids[i] | ids[0] .. ids[i-1]) for i = 1 .. n - 1, in nats: a new text of n >= 2
 * tokens. In double; a logit that is NaN makes it NaN. */
double cup_nats(CupModel m, const int *ids, long n);
double cup_bits_per_byte(double nats, long bytes); /* of a text of so many bytes, at least 1 */
/* Seconds that each token took: a new text; `prompt` tokens are read without a look at the clock;
 * then for each of the others, up to n, the clock is read just before and just after it. seconds: n
 * - prompt of them. 0 <= prompt < n. */
void cup_seconds(CupModel m, Clock clock, const int *ids, long prompt, long n, double *seconds);
/* `rounds` rounds of cup_seconds, in each of them a and b, one behind the other, so that a slow
 * minute hurts both. of_a, of_b (rounds, n - prompt), round by round. */
void cup_race(CupModel a, CupModel b, Clock clock, const int *ids, long prompt, long n, long rounds,
              double *of_a, double *of_b);

/* ---- score.c (20): what comes of it ---------------------------------------------------------- */

/* What was found out about an entry, or about the baseline. */
typedef struct {
    double bits;     /* per byte of held-out text */
    double seconds;  /* 90 of 100 tokens took no longer */
    double artefact; /* bytes */
    double memory;   /* bytes while it runs */
} CupFigures;
/* Is it as good: at most 1 % more bits than the baseline? What is NaN is not. */
bool cup_passes(double baseline, double entry);
/* How many times as good it is in seconds, artefact and memory: as good in all three, as that; a
 * factor in one and its inverse in another are nothing. 0 where it does not pass. */
double cup_score(CupFigures baseline, CupFigures entry);
typedef enum { CUP_SLOWER = -1, CUP_TIE = 0, CUP_FASTER = 1 } CupVerdict;
/* Is a faster than b? The median says it, where luck alone deals the ranks of their seconds as
 * unevenly, to either side, in fewer than 1 of 100 cases. Else, or with equal medians: nobody can
 * say. */
CupVerdict cup_compare(const double *a, long n, const double *b, long m);

#pragma GCC visibility pop

#endif
