/* parent.h - one test in a process of its own: what its end means is decided here. */
#ifndef PARENT_H
#define PARENT_H

#include "verdict.h"

#define SECONDS 10
#define SECONDS_LATER (SANITIZED ? 2 : 1) /* once one test has run out of time */

extern uint64_t run_seed;
extern int run_seconds; /* a test may take */

void *shared_memory(size_t bytes,
                    int fd); /* fd: a file that has so many, or -1: of this program only */
/* Fills the verdict. What the test prints goes to a descriptor. */
void run_apart(const CheckTest *t, int printed);
/* Runs a program, its output to a descriptor; its exit status. */
int run_program(char *const *argv, int printed);

#endif
