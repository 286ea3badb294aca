/* gradcheck.h - is a backward function right? */
#ifndef KINDLING_GRADCHECK_H
#define KINDLING_GRADCHECK_H

#include "closure.h"

#pragma GCC visibility push(default)

/* ---- gradcheck.c (06): backward against central differences ---------------------------------- */

/* How far backward and the slopes are apart, at worst. */
typedef struct {
    bool ok;            /* worst_error is at most rtol; NaN is not */
    double worst_error; /* |numeric - analytic| / (atol/rtol + |numeric|), largest over elements */
    int input;          /* where: which input ... */
    long element;       /* ... and which element of it */
    double numeric, analytic;
    char message[256]; /* one sentence, also when ok */
} GradcheckResult;
/* A member that is 0 has its default. */
typedef struct {
    double eps;    /* step of the central difference; 0: 1e-5 in double, 1e-2 in float */
    double rtol;   /* 0: 1e-6 in double, 1e-2 in float */
    double atol;   /* 0: 1e-8 in double, 1e-3 in float */
    uint64_t seed; /* of the random upstream gradient, so that it is not uniform */
} GradcheckOptions;
/* Compares backward of f against central differences for every element of every input that requires
 * a gradient: leaves, and at least one, else it fails. f gets in and context; it must be
 * deterministic and is called twice for each element. options NULL: the defaults. The inputs are as
 * before afterwards, gradients, too. In float only gross mistakes show: make CONFIG=double. */
GradcheckResult gradcheck(Tensor *(*f)(Tensor *const in[], void *context), int n,
                          Tensor *const in[], void *context,
                          OR_NULL const GradcheckOptions *options);

#pragma GCC visibility pop
#endif
