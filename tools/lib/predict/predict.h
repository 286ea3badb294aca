/* predict.h - what you expect, typed in before anything is measured; beside it what came out; a verdict.
 *
 *     enum { BYTES, TIMES };
 *     predict(BYTES, "bytes of the weights at T = 2048", "bytes");
 *     ...measure...
 *     measured(BYTES, bytes);
 *     contract(bytes < 17e6, "12.7 attention_weights makes one tensor");
 *     return conclude();
 *
 * Whoever predicts wrong has learnt something; if a contract is broken, the numbers say nothing yet, and
 * the verdict says so first.
 */
#ifndef PREDICT_H
#define PREDICT_H

#include <stdbool.h>

/* Asks on a terminal; else reads a line of a file or a pipe, as long as there is one. which: 0, 1, ... */
void predict(int which, const char *question, const char *unit);
/* It lies near 0, where a factor says nothing: what differs by no more than this, in its unit, holds, too. */
void predicted_within(int which, double difference);
void measured(int which, double value);
bool predicted(int which, double *number); /* false: nothing was typed */
/* What these numbers rest on, of the code that was written: "06.8 matmul: a constant gets no gradient". */
void contract(bool kept, const char *rule);
/* Predictions beside measurements, and what follows. 0, or 1 if a contract is broken. */
int conclude(void);

/* "4,194,304", "4e6", "1/16", "2^24": false if it is no number, as "0,5" with its comma. */
bool number_of(const char *text, double *number);

#endif
