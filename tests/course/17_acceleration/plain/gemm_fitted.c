/* gemm_fitted.c - both walks written out, number by number: one of them has a block of A that stays, the other one of B. */
#include "gemm_steps.h"

static long smaller(long x, long y)
{
    return x < y ? x : y;
}

static long times_by(long size, long block)
{
    return (size + block - 1) / block;
}

/* A line of B, numbers j to end of row p, meets all rows of A that are here. */
static void meet_rows(Product x, long first, long last, long p, long j, long end)
{
    for (long i = first; i < last; i++) {
        real one = READ(x.a.data[i * x.a.row + p * x.a.col]);
        for (long s = j; s < end; s++)
            x.c[i * x.c_row + s] += one * READ(x.b.data[p * x.b.row + s * x.b.col]);
    }
}

static void keep_a(Product x, long block, long width)
{
    for (long first = 0; first < x.m; first += block)
        for (long p = 0; p < x.k; p += width)
            for (long j = 0; j < x.n; j += width)
                for (long r = p; r < smaller(p + width, x.k); r++)
                    meet_rows(x, first, smaller(first + block, x.m), r, j, smaller(j + width, x.n));
}

static void keep_b(Product x, long block, long width)
{
    for (long j = 0; j < x.n; j += block)
        for (long p = 0; p < x.k; p += width)
            for (long i = 0; i < x.m; i++)
                for (long r = p; r < smaller(p + width, x.k); r++)
                    meet_rows(x, i, i + 1, r, j, smaller(j + block, x.n));
}

void gemm_fitted(Product x, long lines, long width)
{
    gemm_fitted_check(lines, width);

    long high = lines - 2, wide = high - high % width;
    if (wide == 0)
        wide = 1;
    long with_a = x.m + x.n * times_by(x.m, high);
    long with_b = x.n + x.m * times_by(x.n, wide);
    if (with_a <= with_b)
        keep_a(x, high, width);
    else
        keep_b(x, wide, width);
}
