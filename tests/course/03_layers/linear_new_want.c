/* linear_new_want.c - the parameters of a new layer, and their first numbers. */
#include "want.h"

static void calls_are_understood(void)
{
    MISTAKE_MESSAGE("init_kaiming_uniform: weight is",
                    "init_kaiming_uniform fills matrices; the bias is filled by init_uniform, "
                    "within the same bound");
    MISTAKE_MESSAGE("l->weight is NULL",
                    "l->weight was not set: module_parameter returns the tensor");
    MISTAKE_MESSAGE("->bias is NULL", "with bias = true there is a bias: l->bias is set");
}

static const char *const unregistered =
    "no parameter is registered: module_parameter makes a tensor and registers it; one of your own "
    "no optimizer will ever find";

static const char *const bias_unasked =
    "a bias was made although none was asked for: if (bias) { ... }";

/* A text with the two widths in it, which stays. */
static const char *with_widths(const char *format, long in, long out)
{
    static char text[16][100];
    static int next;
    char *t = text[next++ % 16];
    snprintf(t, sizeof text[0], format, in, out);
    return t;
}

const char *registered_want(long in, long out, bool bias)
{
    const char *weight = with_widths("weight (%ld, %ld)", in, out);
    const char *both = with_widths("weight (%1$ld, %2$ld), bias (%2$ld)", in, out);
    calls_are_understood();
    MISTAKE_MESSAGE("is \"\"", unregistered);
    MISTAKE_MESSAGE(with_widths("weight (%2$ld, %1$ld)", in, out),
                    "the weight is transposed: rows of x multiply it from the left, so (in, out)");
    if (!bias) {
        MISTAKE_MESSAGE(both, bias_unasked);
        MISTAKE_NUMBER(1, bias_unasked);
        return weight;
    }
    MISTAKE_MESSAGE(with_widths("is \"weight (%ld, %ld)\"", in, out),
                    "only the weight is registered: with bias = true a bias is made as well, by "
                    "module_parameter");
    MISTAKE_MESSAGE(with_widths("is \"bias (%2$ld)\"", in, out),
                    "only the bias is registered: module_parameter makes the weight, too");
    MISTAKE_MESSAGE(with_widths("is \"bias (%2$ld), weight (%1$ld, %2$ld)\"", in, out),
                    "the weight is registered first");
    MISTAKE_MESSAGE(with_widths("bias (%ld)", in, out),
                    "the bias has a number for each output, not for each input");
    MISTAKE_MESSAGE("bias (1, ", "the bias has one axis: (out); adding repeats it for every row");
    MISTAKE_MESSAGE("is \"w (", "the parameters are called \"weight\" and \"bias\"");
    MISTAKE_MESSAGE("is \"W (", "the parameters are called \"weight\" and \"bias\"");
    return both;
}

Tensor *weight_want(long in, long out, Rng stream)
{
    double bound = 1 / sqrt((double)in);
    calls_are_understood();
    MISTAKE(blank(SHAPE(in, out)), "the weights are all 0, and all outputs would stay equal: "
                                   "either init_kaiming_uniform was not called for them, or it "
                                   "gives zeros");
    MISTAKE(plain_normal(SHAPE(in, out), sqrt(2 / (double)(in + out)), stream),
            "this is the start of 03.2; a Linear takes that of 03.1");
    MISTAKE(plain_uniform(SHAPE(in, out), -bound, bound, after_draws(stream, out)),
            "the bias was drawn before the weight: weight first");
    return plain_uniform(SHAPE(in, out), -bound, bound, stream);
}

Tensor *bias_want(long in, long out, Rng stream)
{
    double bound = 1 / sqrt((double)in), other = 1 / sqrt((double)out);
    Rng later = after_draws(stream, in * out);
    calls_are_understood();
    if (in == 0) {
        MISTAKE(plain_scaled(blank(SHAPE(out)), NAN),
                "1 / sqrt(0) is infinite: without inputs the bound is 0");
        return blank(SHAPE(out));
    }
    MISTAKE(blank(SHAPE(out)),
            "the bias starts as 0: here, as in torch, it is drawn like the weight");
    MISTAKE(plain_uniform(SHAPE(out), -other, other, later),
            "the bias was bounded by its own size: the bound is 1 / sqrt(in), that of the weight");
    MISTAKE(plain_uniform(SHAPE(out), -bound, bound, stream),
            "the bias got the first numbers of the rng: weight first, and both from the same rng, "
            "not from a copy of it");
    MISTAKE(plain_uniform(SHAPE(out), 0, bound, later), "only one side: between -bound and bound");
    MISTAKE(plain_uniform(SHAPE(out), -1, 1, later),
            "the bias is between -1 and 1: its bound is 1 / sqrt(in), that of the weight");
    MISTAKE(plain_uniform(SHAPE(out), -bound * bound, bound * bound, later),
            "the square root is missing: the bound of the bias is 1 / sqrt(in)");
    return plain_uniform(SHAPE(out), -bound, bound, later);
}
