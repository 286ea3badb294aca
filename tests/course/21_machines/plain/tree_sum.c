/* tree_sum.c - in each round neighbours lie twice as far apart. */
#include "share_check.h"

void tree_sum(real *const leaf[], long leaves, long n)
{
    tree_sum_check(leaves, n);

    long apart = 1;
    while (apart < leaves) {
        for (long i = 0; i < leaves; i += 2 * apart) {
            long partner = i + apart;
            if (partner >= leaves)
                continue;
            for (long k = 0; k < n; k++)
                leaf[i][k] = leaf[i][k] + leaf[partner][k];
        }
        apart = 2 * apart;
    }
}
