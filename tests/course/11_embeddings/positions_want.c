/* positions_want.c - waves, and rows added to tokens, number by number. */
#include "want.h"

Tensor *waves_want(long T, long C)
{
    Tensor *t = blank(SHAPE(T, C));
    for (long i = 0; i < T * C; i++) {
        long c = i % C;
        double angle = (double)(i / C) / pow(10000, 2 * (double)(c / 2) / (double)C);
        t->data[i] = (real)(c % 2 == 0 ? sin(angle) : cos(angle));
    }
    return t;
}

/* The table of the lesson; sin(1) = 0.8415 and so on, from a pocket calculator with 10 digits. */
Tensor *lesson_want(void)
{
    return values(SHAPE(3, 4), VALUES(0, 1, 0, 1, (real)0.8414709848, (real)0.5403023059,
                                      (real)0.0099998333, (real)0.9999500004, (real)0.9092974268,
                                      (real)-0.4161468365, (real)0.0199986667, (real)0.9998000067));
}

/* cos a cos b + sin a sin b = cos(a - b). */
double nearness_want(long distance, long C)
{
    double sum = 0;
    for (long i = 0; i < C / 2; i++)
        sum += cos((double)distance / pow(10000, 2 * (double)i / (double)C));
    return sum;
}

Tensor *sum_want(const Tensor *table, const Tensor *x)
{
    long T = x->shape[1], C = x->shape[2];
    Tensor *sum = copy_of(x);
    for (long i = 0; i < plain_numel(x); i++)
        sum->data[i] += (real)at(table, AT(i / C % T, i % C));
    return sum;
}

Tensor *table_gradient_want(const Tensor *table, const Tensor *dy)
{
    long T = dy->shape[1], C = dy->shape[2];
    Tensor *want = blank(table->ndim, table->shape), *rows = copy_of(dy);
    for (long i = 0; i < plain_numel(dy); i++)
        want->data[i % (T * C)] += rows->data[i];
    return want;
}
