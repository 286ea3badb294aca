/* closure_want.c - who is recorded, and what is remembered. */
#include "want.h"

Tensor *result_want(const Tensor *out)
{
    return copy_of(out);
}

Tensor *inputs_want(const Tensor *a, const Tensor *b)
{
    real one = a->data[0], two = b->data[0];
    return values(SHAPE(2), VALUES(one, two));
}

/* Only f(k, k, k), the fourth, is not recorded and requires no gradient. */
Tensor *recording_want(const int order[6])
{
    Tensor *t = blank(SHAPE(2, 6));
    for (int i = 0; i < 12; i++)
        t->data[i] = order[i % 6] != 3;
    return t;
}

Tensor *while_off_want(void)
{
    return values(SHAPE(3), VALUES(0, 0, 1));
}
