/* kv_want.c - 22.6: every number of heads, of groups and of tokens is asked for. */
#include "want.h"

static bool holds(const KvBudget *b, long heads, long groups, long context)
{
    double numbers = 0; /* of keys, and as many of values */
    for (long layer = 0; layer < b->layers; layer++)
        numbers += (double)b->batch * (double)context * (double)(groups * (b->embed_dim / heads));
    return !((numbers + numbers) * (double)b->number_bytes > b->bytes);
}

Tensor *fits_want(const KvBudget *budgets, long n)
{
    Tensor *t = blank(SHAPE(3, n));
    for (long i = 0; i < n; i++) {
        const KvBudget *b = budgets + i;
        long best[3] = {0}, kept = 0;
        for (long heads = 1; heads <= b->embed_dim; heads++) {
            long width = b->embed_dim / heads;
            bool fine = width * heads == b->embed_dim && width % 2 == 0 &&
                        width >= b->least_width && width <= b->most_width;
            for (long groups = 1; fine && groups <= heads; groups++)
                if (heads % groups == 0 && groups * width >= kept &&
                    holds(b, heads, groups, b->least_context)) {
                    kept = groups * width;
                    best[0] = heads;
                    best[1] = groups;
                }
        }
        for (long T = b->least_context; kept > 0 && T <= b->most_context; T++)
            if (holds(b, best[0], best[1], T))
                best[2] = T;
        for (int k = 0; k < 3; k++)
            t->data[k * n + i] = (real)best[k];
    }
    return t;
}
