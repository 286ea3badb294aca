/* fit_want.c - 13.10: every depth and every width is asked for, part by part. */
#include "want.h"

/* Rows times columns of each matrix, and the biases and norms beside them. */
static double learned(long layers, long width, const GptBudget *b)
{
    double one = (double)width, block = 0;
    block += 3 * (one * one + one) + (one * one + one); /* q, k, v; out */
    block += (one * 4 * one + 4 * one) + (4 * one * one + one);
    block += 2 * (one + one);
    double rows = (double)b->vocabulary + (double)b->context;
    return rows * one + (double)layers * block + (one + one);
}

static bool is_within(long layers, long width, const GptBudget *b)
{
    double numbers = learned(layers, width, b);
    double kept = (double)layers * ((double)width + (double)width);
    double attention = (double)layers * (double)b->context * 4 * (double)width;
    return !(numbers > b->parameters || kept > b->cache || numbers * 2 + attention > b->flops);
}

Tensor *fit_want(const GptBudget *budgets, long n)
{
    Tensor *t = blank(SHAPE(3, n));
    for (long i = 0; i < n; i++) {
        const GptBudget *b = budgets + i;
        bool deeper = true;
        for (long layers = 1; deeper; layers++) {
            deeper = false;
            for (long heads = 1; heads * b->head_dim < 1500; heads++) {
                long width = heads * b->head_dim;
                if (width < layers * b->aspect || !is_within(layers, width, b))
                    continue;
                deeper = true;
                t->data[i] = (real)layers;
                t->data[n + i] = (real)width;
                t->data[2 * n + i] = (real)heads;
            }
        }
    }
    return t;
}
