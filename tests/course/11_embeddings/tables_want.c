/* tables_want.c - tables that are learned: their parameter, and the numbers they start with. */
#include "want.h"

long parameters_want(const char *rows_are, long rows, long C)
{
    MISTAKE_SHAPE(SHAPE(C, rows),
                  *rows_are == 't'
                      ? "the table is transposed: rows are tokens, so (vocabulary, channels)"
                      : "the table is transposed: rows are positions, so (max_T, C)");
    MISTAKE_MESSAGE(" is NULL", "the table was not put into the module: others look for it there");
    MISTAKE_MESSAGE("has numbers of its own",
                    "the module has a parameter, and another table: module_parameter gives the "
                    "tensor to keep");
    MISTAKE_NUMBER(0, "the table is not registered: module_parameter does that, and an optimizer "
                      "finds nothing else");
    return 1;
}

double mean_want(void)
{
    MISTAKE_NUMBER(1, "mean and standard deviation are swapped: init_normal(t, mean, std, rng)");
    MISTAKE_NUMBER(0.5, "these numbers are uniform in [0, 1): the start is normal, around 0");
    return 0;
}

double deviation_want(long V)
{
    MISTAKE_NUMBER(0, "every number is the same: the table was never filled. "
                      "init_normal(e->weight, 0, 1, rng)");
    MISTAKE_NUMBER(2, "0.02 is the start of positions and of GPT-2's weights; an embedding starts "
                      "with 1, as in PyTorch");
    MISTAKE_NUMBER(100 / sqrt(3), "these numbers are uniform in [-1, 1]: the start is normal");
    MISTAKE_NUMBER(100 / sqrt(3.0 * (double)V),
                   "this is the start of a linear layer's weights: a lookup sums nothing up, so "
                   "nothing is divided by the number of rows");
    return 100;
}

double small_deviation_want(void)
{
    MISTAKE_NUMBER(10000, "a standard deviation of 1 is that of the tokens; positions start with "
                          "0.02");
    MISTAKE_NUMBER(0, "the table was never filled: equal rows tell no positions apart");
    MISTAKE_NUMBER(10000 / sqrt(2), "these are sines and cosines: learned positions start with "
                                    "small random numbers");
    MISTAKE_NUMBER(10000 * sqrt(0.02), "0.02 is the standard deviation, not the variance");
    MISTAKE_NUMBER(200 / sqrt(3),
                   "these numbers are uniform in [-0.02, 0.02]: the start is normal");
    MISTAKE_NUMBER(4, "0.02 is the standard deviation already: it need not be squared");
    return 200;
}

double difference_want(double deviation)
{
    MISTAKE_NUMBER(0, "the next table is the same: its numbers do not come from the caller's rng, "
                      "but from one that begins anew");
    return deviation;
}

long learned_want(void)
{
    MISTAKE_NUMBER(0, "learned was not set: p->learned = true");
    return 1;
}
