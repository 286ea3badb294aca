/* round.h - one round of a test, shared by the student's program and the recorder. */
#ifndef ROUND_H
#define ROUND_H

#include "verdict.h"

#define ROUNDS 3 /* each with a seed of its own */

void rounds_start(void); /* once, before the first */
void run_round(const CheckTest *test, uint64_t seed);
uint64_t round_seed(uint64_t seed, const char *name, int round); /* another one for each */
const char *failure_message(void); /* of the fail() that was expected; "" if none came */

/* Of the program that runs the rounds: fail() was called where nobody expected it. */
_Noreturn void stopped_by_fail(const char *message);

#endif
