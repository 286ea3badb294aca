/* init_want.c - how far starting values spread, and what they spread like by mistake. In units of 0.02. */
#include "want.h"

double matrix_std_want(void)
{
    MISTAKE_NUMBER(50,
                   "std 1: GPT-2 starts from 0.02, or the softmax of the logits is nearly one-hot");
    MISTAKE_NUMBER(sqrt(0.02) / 0.02,
                   "the variance is 0.02: init_normal takes the standard deviation");
    MISTAKE_NUMBER(0, "all weights are alike: then all channels stay alike for ever");
    return 1;
}

double table_std_want(void)
{
    MISTAKE_NUMBER(50, "the token table was left as it was made, N(0, 1): it is a matrix, too");
    return 1;
}

double branch_std_want(const Gpt *g, const char *which)
{
    double L = (double)g->options.num_layers;
    bool out = strcmp(which, "out") == 0;
    MISTAKE_NUMBER(1, out ? "attn->out starts like every other matrix: it writes into the stream, "
                            "divide by sqrt(2 layers)"
                          : "down starts like every other matrix: it writes into the stream, "
                            "divide by sqrt(2 layers)");
    MISTAKE_NUMBER(1 / sqrt(L), "divided by sqrt(layers): each layer has two branches");
    MISTAKE_NUMBER(1 / (2 * L), "divided by 2 layers: variances add up, so it is the root");
    MISTAKE_NUMBER(
        1 / L, "divided by the number of layers: variances add up, so it is the root, of 2 layers");
    MISTAKE_NUMBER(sqrt(2 * L), "multiplied by sqrt(2 layers): more branches need smaller ones");
    return 1 / sqrt(2 * L);
}

long biases_want(long n)
{
    MISTAKE_NUMBER((double)n, "the biases were left as linear_new made them: fill them with 0");
    return 0;
}

long gammas_want(long n)
{
    (void)n;
    MISTAKE_NUMBER(5 * 32,
                   "the gammas were changed: a gamma is a weight with one axis, and stays 1");
    return 0;
}

long repeated_want(long n)
{
    MISTAKE_NUMBER(0, "the numbers came from another stream than g->init_rng");
    return n;
}

long kept_want(long n)
{
    MISTAKE_NUMBER((double)n, "a second call gave the same numbers: draw from g->init_rng itself, "
                              "not from a copy or a seed of your own");
    return 0;
}

long alike_want(long n)
{
    MISTAKE_NUMBER((double)n, "all matrices begin with the same numbers: one stream goes on "
                              "through all of them");
    return 0;
}

double untrained_loss_want(long V)
{
    return log((double)V);
}
