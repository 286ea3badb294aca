/* cup_check.h - cup.h, what its functions look at first, and a table as bytes. For their own
 * files. */
#ifndef KINDLING_CUP_CHECK_H
#define KINDLING_CUP_CHECK_H

#include "attention_shared.h"
#include "cup.h"

/* ---- cup_check.c (20): what a caller can do wrong. Each fails, and returns if all is well ---- */

void artefact_check(const char *operation, const Tensor *t); /* contiguous, and finite */
void entry_check(const Entry *e, int id);
void cup_nats_check(CupModel m, const int *ids, long n);
void cup_bytes_check(long bytes);
void cup_seconds_check(CupModel m, const int *ids, long prompt, long n);
void cup_race_check(CupModel a, CupModel b, const int *ids, long prompt, long n, long rounds);

/* What takes memory and stands nowhere in the bytes has at most so many numbers: a table of sines,
 * and a cache. */
#define ARTEFACT_MOST_NUMBERS (1 << 24)

/* ---- artefact.c (20): floats as bytes, least byte first -------------------------------------- */

void artefact_put_float(unsigned char *out, float x); /* 4 bytes */
float artefact_get_float(const unsigned char *in);

/* ---- table_pack.c (20): what follows each token, as few bytes -------------------------------- */

/* A table (V, V), contiguous: row i has the logits of what follows token i. Writes it to out, which
 * has room for 4 V V + 64 bytes, in a form of its own; how many bytes. What table_unpack makes of
 * them costs at most 1 % more bits. Fails: not (V, V), or a number that is not finite. */
size_t table_pack(unsigned char *out, const Tensor *table);
void table_check(const Tensor *table);
/* Reads it into `table`, whose shape is right. False, and the table is as it was: bytes that
 * table_pack does not write for this shape. */
bool table_unpack(Tensor *table, const unsigned char *in, size_t bytes);
/* Bits a token of a text in which `table` says what follows, and every token comes as often, when
 * `seen` (V, V) predicts it. */
double table_bits(const Tensor *table, const Tensor *seen);

#endif
