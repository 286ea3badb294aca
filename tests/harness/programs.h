/* programs.h - who is asked for a verdict: the tests' own program, or one with model answers in it. */
#ifndef PROGRAMS_H
#define PROGRAMS_H

#include "verdict.h"

/* own: this program. make: the beginning of a command that makes one with other files, or NULL. */
void programs_start(const char *own, const char *make);
bool can_link(void);
bool made(const char *target); /* where that can be */
/* With only this file of the student's, or with all but it; "": it cannot be linked. */
const char *linked_program(bool alone, const char *file);
/* The verdict of one test; what it printed comes in *printed. */
Verdict ask_own(const CheckTest *t, const char **program, FILE **printed);
Verdict ask_program(const char *program, const CheckTest *t, FILE **printed);

#endif
