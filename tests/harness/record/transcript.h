/* transcript.h - what a recorder writes on descriptor 3. */
#ifndef TRANSCRIPT_H
#define TRANSCRIPT_H

#include "../round.h"

void transcript_begin(int test);
void transcript_end(void);
void transcript_round(int round, uint64_t seed); /* a round starts */
void transcript_kept(void);                      /* and has done everything that it owes */

/* label: the text of the value in the test. Only the trusted side knows one, and a tolerance. */
void put_tensor(const char *label, double tolerance, const Tensor *t);
void put_number(const char *label, double tolerance, double x);
void put_ids(const char *label, const IntTensor *t);
void put_long(const char *label, long n);
void put_shape(const char *label, int ndim, const long *shape);
void put_text(const char *label, const char *text);
void put_limit(const char *label, int side, double x); /* -1 at most x, 1 at least, 0: is x */
/* is, todo, failed, answer; m: the message of a fail() that had to come */
void put_word(const char *kind, const char *text);
void put_refusal(size_t bytes); /* for memory_refused */

#endif
