/* gpt_fit.c - the number of layers, then that of heads, by halving what is between; costs are added up part by part. */
#include "attention_shared.h"

static double count_block(double width)
{
    double attention = 4 * width * width + 4 * width;
    double mlp = 8 * width * width + 5 * width;
    double norms = 4 * width;
    return attention + mlp + norms;
}

static int too_much(GptBudget b, long layers, long heads)
{
    double width = (double)(heads * b.head_dim);
    double table = (double)b.vocabulary * width;
    double places = (double)b.context * width;
    double all = table + places + (double)layers * count_block(width) + 2 * width;
    double kept = 2 * (double)layers * width;
    double work = 2 * all + (double)layers * 4 * (double)b.context * width;
    return all > b.parameters || kept > b.cache || work > b.flops;
}

static long fewest_heads(GptBudget b, long layers)
{
    long heads = layers * b.aspect / b.head_dim;
    while (heads * b.head_dim < layers * b.aspect)
        heads++;
    return heads;
}

GptOptions gpt_fit(GptBudget b)
{
    gpt_fit_check(b);

    long layers = 0, beyond = 100000;
    while (beyond - layers > 1) {
        long middle = (layers + beyond) / 2;
        if (too_much(b, middle, fewest_heads(b, middle)))
            beyond = middle;
        else
            layers = middle;
    }
    GptOptions o = {0};
    if (layers == 0)
        return o;
    long heads = fewest_heads(b, layers), most = heads + 100000000;
    while (most - heads > 1) {
        long middle = (heads + most) / 2;
        if (too_much(b, layers, middle))
            most = middle;
        else
            heads = middle;
    }
    o.vocabulary = b.vocabulary;
    o.context = b.context;
    o.num_layers = layers;
    o.num_heads = heads;
    o.embed_dim = heads * b.head_dim;
    o.causal = true;
    o.tied = true;
    return o;
}
