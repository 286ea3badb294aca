/* recompute_want.c - 14.10: the fewest flops of all choices that fit. */
#include "want.h"

double fewest_want(const Parts *p)
{
    double fewest = INFINITY;
    for (long choice = 0; choice < 1L << p->n; choice++) {
        double bytes = 0, comes_back = 0, flops = 0;
        for (long i = 0; i < p->n; i++) {
            bool made_again = (choice & 1L << i) != 0;
            bytes += p->part[i].result + (made_again ? 0 : p->part[i].inside);
            comes_back = fmax(comes_back, made_again ? p->part[i].inside : 0);
            flops += made_again ? p->part[i].flops : 0;
        }
        if (bytes + comes_back <= p->budget)
            fewest = fmin(fewest, flops);
    }
    return fewest;
}
