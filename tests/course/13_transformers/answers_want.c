/* answers_want.c - the right answers to the questions, and wrong ones that people give. */
#include "want.h"

static const double C = 768, V = 50257, T = 1024, L = 12, N = 124439808;

double block_parameters_want(void)
{
    MISTAKE_NUMBER(12 * C * C, "the biases and the two norms are missing: 13 C more");
    MISTAKE_NUMBER(12 * C * C + 9 * C, "the two norms are missing: a gamma and a beta of C each");
    MISTAKE_NUMBER(12 * C * C + 4 * C,
                   "the biases are missing: 3 C + C in attention, 4 C + C in the MLP");
    MISTAKE_NUMBER(8 * C * C + 5 * C, "that is the MLP alone");
    MISTAKE_NUMBER(4 * C * C + 4 * C, "that is attention alone");
    MISTAKE_NUMBER(N / 12, "the embeddings and the last norm belong to no block");
    MISTAKE_NUMBER(12 * (12 * C * C + 13 * C), "that is all 12 blocks");
    return 12 * C * C + 13 * C;
}

double gpt_parameters_want(long channels, long layers, long vocabulary, long context)
{
    const double c = (double)channels, n = (double)layers, v = (double)vocabulary * c;
    const double places = (double)context * c, block = 12 * c * c + 13 * c;
    const double right = v + places + n * block + 2 * c;
    MISTAKE_NUMBER(right - places, "the positions are missing: a row for each of T places");
    MISTAKE_NUMBER(right - v, "the tokens are missing: a row for each of V");
    MISTAKE_NUMBER(right + v, "the head is tied: it is the token table, and counts once");
    MISTAKE_NUMBER(right - 2 * c, "the last norm is missing: a gamma and a beta of C each");
    MISTAKE_NUMBER(right - (n - 1) * block, "that is one block; there are L");
    MISTAKE_NUMBER(right - n * 13 * c, "biases and norms of the blocks are missing: 13 C each");
    MISTAKE_NUMBER(n * block, "the embeddings and the last norm are missing");
    MISTAKE_NUMBER(4 * right, "that is in bytes; parameters are asked for");
    return right;
}

double token_flops_want(void)
{
    MISTAKE_NUMBER(2 * N, "attention's two products are missing: 4 T C in each of 12 layers");
    MISTAKE_NUMBER(2 * N + 4 * T * C, "that is one layer's attention: there are 12");
    MISTAKE_NUMBER(N + 4 * L * T * C, "each parameter is multiplied and added: 2 operations");
    MISTAKE_NUMBER(T * (2 * N + 4 * L * T * C), "that is 1024 tokens; one is asked for");
    MISTAKE_NUMBER(3 * (2 * N + 4 * L * T * C),
                   "that is a training step, forward and backward; forward is asked for");
    return 2 * N + 4 * L * T * C;
}

double logits_bytes_want(void)
{
    double n = 8 * T * V;
    MISTAKE_NUMBER(n, "that is how many there are; each takes 4 bytes");
    MISTAKE_NUMBER(4 * T * V, "that is one sequence; there are 8");
    MISTAKE_NUMBER(8 * n, "either 8 bytes, a double, or their gradient as well; a float takes 4");
    MISTAKE_NUMBER(4 * 8 * V, "every one of 1024 places has logits of its own");
    MISTAKE_NUMBER(2 * n, "2 bytes is half precision; a float takes 4");
    return 4 * n;
}

double equal_length_want(void)
{
    MISTAKE_NUMBER(
        3072,
        "3 C: there the two products alone cost as much; the projections cost something, too");
    MISTAKE_NUMBER(1, "in tokens: T = C, with C = 1024");
    MISTAKE_NUMBER(2048, "2 C: that is for an MLP from C to 4 C; here it costs 12 C C");
    MISTAKE_NUMBER(4096, "4 C: 12 C C - 8 C C is 4 C C; divide by 4 C");
    return 1024; /* C */
}

double mlp_share_want(void)
{
    MISTAKE_NUMBER(2.0 / 3, "that is without attention's two products, 4 T C");
    MISTAKE_NUMBER(7.0 / 19, "that is attention's share");
    MISTAKE_NUMBER(1200.0 / 19, "as a fraction, please: 0.5 for 50 %");
    MISTAKE_NUMBER(12.0 / 7,
                   "that is the MLP for each operation of attention: divide by all of them");
    return 12.0 / 19;
}

double start_loss_want(void)
{
    MISTAKE_NUMBER(log2(V), "that is in bits: the loss takes the natural logarithm");
    MISTAKE_NUMBER(log10(V), "that is the logarithm to base 10: the loss takes the natural one");
    MISTAKE_NUMBER(1 / V, "that is the probability of a token; the loss is minus its logarithm");
    MISTAKE_NUMBER(-log(V), "a loss is minus the logarithm of a probability: positive");
    MISTAKE_NUMBER(0, "0 is the loss of who is certain and right");
    return log(V);
}

double stream_growth_want(void)
{
    MISTAKE_NUMBER(sqrt(12), "the root of 12: 12 layers have 24 branches");
    MISTAKE_NUMBER(24, "24 branches: variances add up, and a spread is the root of one");
    MISTAKE_NUMBER(12, "12 layers have 24 branches, and a spread is the root of a variance");
    return sqrt(24);
}
