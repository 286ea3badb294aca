/* registry.h - the tests that TEST has entered before main began. */
#ifndef REGISTRY_H
#define REGISTRY_H

#include "check.h"

CheckTest *all_tests(void); /* the first; ->next is the next */
/* Is this one of the tests that fit the text best? In its name or exercise; NULL: all are. */
bool matches(const CheckTest *t, const char *text);

/* For --list: name, points, exercise, file, optional points. */
int print_list(const char *text);

#endif
