/* table_want.c - 20.8: the bits that a table has itself, and the bytes that are allowed; what is no table is refused. */
#include "want.h"

static double own_bits(const Tensor *table)
{
    long n = table->shape[0];
    double bits = 0;
    for (long i = 0; i < n; i++) {
        double sum = 0, weighted = 0, first = at(table, AT(i, 0));
        for (long j = 0; j < n; j++) {
            double e = exp(at(table, AT(i, j)) - first);
            sum += e;
            weighted += e * (at(table, AT(i, j)) - first);
        }
        bits += (log(sum) - weighted / sum) / log(2) / (double)n;
    }
    return bits;
}

Tensor *gate_want(long tables, Tensor *const table[], long percent)
{
    Tensor *t = blank(SHAPE(tables, 2));
    for (long k = 0; k < tables; k++) {
        t->data[2 * k] = (real)own_bits(table[k]);
        t->data[2 * k + 1] = (real)(percent * 4 * plain_numel(table[k]) / 100);
    }
    return t;
}

Tensor *refused_want(long kinds, const Tensor *table)
{
    Tensor *t = blank(SHAPE(2 * kinds));
    t->data[2 * kinds - 2] = (real)own_bits(table);
    return t;
}
