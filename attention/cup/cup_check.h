/* cup_check.h - cup.h, and what its functions look at first. For their own files. */
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

#endif
