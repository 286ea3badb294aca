/* want.h - what is right, from range_want.c. */
#ifndef WANT_H
#define WANT_H

#include "check.h"
#include "range.h"

double range_want(const Tensor *x);

#endif
