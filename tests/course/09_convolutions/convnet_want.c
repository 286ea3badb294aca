/* convnet_want.c - 09.11: what was asked for, and not less; what is allowed, and not more. */
#include "want.h"

Tensor *convnet_want(const ConvnetGoal *goals, long n)
{
    Tensor *t = blank(SHAPE(5, n)); /* row 4: no layer breaks a rule */
    for (long i = 0; i < n; i++) {
        t->data[i] = (real)goals[i].field;
        t->data[n + i] = (real)goals[i].map;
        t->data[2 * n + i] = (real)goals[i].parameters;
        t->data[3 * n + i] = (real)goals[i].operations;
    }
    return t;
}
