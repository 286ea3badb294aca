/* pack_want.c - how many tokens there are, and what no packing can do without. */
#include "want.h"

long total_want(long n, const long *length)
{
    return total_of(n, length);
}

double fewest_rows_want(long n, const long *length, long T)
{
    return ceil((double)total_of(n, length) / (double)T);
}

/* A document of k tokens needs as many rows as they would fill: one cut less than that. */
long fewest_cuts_want(long n, const long *length, long T)
{
    long cuts = 0;
    for (long i = 0; i < n; i++)
        cuts += length[i] > 0 ? (length[i] - 1) / T : 0;
    return cuts;
}
