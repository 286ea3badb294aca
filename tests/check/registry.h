/* registry.h - the tests that TEST has entered before main began. */
#ifndef REGISTRY_H
#define REGISTRY_H

#include "../check.h"

CheckTest *all_tests(void); /* the first; ->next is the next */
int count_hints(const CheckTest *t);
bool matches(const CheckTest *t, const char *text); /* in its name or exercise; NULL: all do */

/* For --list and --hint. */
int print_list(void);
int print_hint(const char *name, int number);

#endif
