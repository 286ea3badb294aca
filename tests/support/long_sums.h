/* long_sums.h - sums of many numbers, held against sums that a test makes for itself.
 *
 * A sum of n rows is right if it is off by no more than SUM_ERROR times the sum of |x|. The rows are a
 * million; KINDLING_LONG=1 in the environment makes them ten million.
 */
#ifndef LONG_SUMS_H
#define LONG_SUMS_H

#include "test.h"

#define SUM_ERROR (IS_DOUBLE ? 1e-9 : 1e-6) /* in double, a plain chain is as good as that */

static inline long many(void)
{
    const char *wanted = getenv("KINDLING_LONG");
    return wanted != NULL && *wanted != '\0' ? 10000000 : 1000000;
}

/* Numbers on which naive sums fail in different ways, by column: a tenth again and again, numbers
 * between 0 and 1, numbers of both signs, large ones before small ones. */
static inline double hard_number(long row, long column)
{
    uint64_t mixed = ((uint64_t)row * 4 + (uint64_t)column + 1) * 0x9e3779b97f4a7c15u;
    mixed ^= mixed >> 29;
    double some = (double)((mixed * 0xbf58476d1ce4e5b9u) >> 40) / (1 << 24);
    switch (column % 4) {
    case 0:
        return 0.1;
    case 1:
        return some;
    case 2:
        return 2 * some - 1;
    default:
        return row < 1000 ? 1000 + some : some / 1000;
    }
}

static inline Tensor *hard_rows(long rows, long columns)
{
    Tensor *t = tensor_new(SHAPE(rows, columns));
    for (long i = 0; i < rows; i++)
        for (long j = 0; j < columns; j++)
            t->data[i * columns + j] = (real)hard_number(i, j);
    return t;
}

/* The sum of numbers, and of their sizes, in long double. */
typedef struct {
    long double sum, size;
} Exact;

static inline void exact_add(Exact *e, long double x)
{
    e->sum += x;
    e->size += x < 0 ? -x : x;
}

#define assert_sum(got, exact, factor)                                                             \
    check_close((double)(got), (double)((exact).sum * (factor)),                                   \
                SUM_ERROR *(double)((exact).size * (factor)), #got, __FILE__, __LINE__)

/* The same numbers with rows of zeros behind them. */
static inline Tensor *with_zero_rows(const Tensor *t, long more)
{
    Tensor *longer = tensor_zeros(SHAPE(t->shape[0] + more, t->shape[1]));
    memcpy(longer->data, t->data, (size_t)tensor_numel(t) * sizeof(real));
    return longer;
}

#endif
