/* child.h - the process that runs one test. */
#ifndef CHILD_H
#define CHILD_H

#include "round.h"

#ifdef __wasm__ /* a page has no AddressSanitizer; what looks at stores there, asks the guards */
#define IN_A_PAGE 1
#else
#define IN_A_PAGE 0
#endif
#define SHOWS_THE_LINE (IN_A_PAGE ? "" : "; make with CONFIG=asan shows the line")

/* In a debugger: no time limit, signals are the debugger's, and the verdict is printed. */
_Noreturn void run_in_debugger(const CheckTest *test, uint64_t seed);
/* crash.c: from here on a crash, or more than so many seconds, ends the test with a verdict. */
void watch_over_test(int seconds);
_Noreturn void run_child(const CheckTest *test, uint64_t seed, uint64_t signature, int seconds);

#endif
