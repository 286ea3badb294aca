/* conv_want.c - convolution as its definition says it, right and with each of the mistakes people make. */
#include "want.h"

typedef enum {
    RIGHT,
    FLIPPED,
    NO_BIAS,
    BIAS_EACH, /* once for every term of the sum */
    ONE_BIAS,
    BIAS_BY_GROUP, /* counted inside of the group */
    FIRST_CHANNEL,
    LAST_TERM, /* = in place of += */
    ONE_IMAGE,
    GROUPS_IGNORED, /* every output sees the first channels */
    GROUP_MODULO,
    GROUP_UNSCALED, /* the first channel is the group's number */
    ONE_WEIGHT,     /* every group has the weights of group 0 */
    EDGE_REPEATED,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [FLIPPED] = "the kernel is flipped: that is the convolution of mathematics; here, as in every "
                "library of "
                "networks, i and j run the same way in the weight and in the image",
    [NO_BIAS] = "the bias is missing",
    [BIAS_EACH] =
        "the bias was added once for every term of the sum: once for each result is right",
    [ONE_BIAS] = "every output got bias[0]: output o has bias[o]",
    [BIAS_BY_GROUP] = "every group got the biases of group 0",
    [FIRST_CHANNEL] = "only the first channel of each group counts: the sum goes over c as well",
    [LAST_TERM] = "only the last term counts: a sum adds up, +=",
    [ONE_IMAGE] = "every result was made from image 0",
    [GROUPS_IGNORED] =
        "every output sees the channels of group 0: those of group g begin at g times "
        "Cin / groups",
    [GROUP_MODULO] =
        "output o was given to group o % groups: Cout / groups outputs in a row share one, "
        "so it is o / (Cout / groups)",
    [GROUP_UNSCALED] = "group g was read from channel g on: it begins at g times Cin / groups",
    [ONE_WEIGHT] = "every group got the weights of group 0: output o has weight[o]",
    [EDGE_REPEATED] = "the padding repeats the pixel at the edge: it is 0",
};

/* Does it need a bias, or groups, to be seen? */
static bool shows(const Tensor *x, const Tensor *weight, const Tensor *bias, long groups, Slip slip)
{
    if (slip == NO_BIAS || slip == ONE_BIAS || slip == BIAS_EACH)
        return bias != NULL;
    if (slip == BIAS_BY_GROUP)
        return bias != NULL && groups > 1;
    if (slip == GROUPS_IGNORED || slip == ONE_WEIGHT || slip == GROUP_MODULO)
        return groups > 1;
    if (slip == GROUP_UNSCALED)
        return groups > 1 && weight->shape[1] > 1;
    if (slip == FIRST_CHANNEL)
        return weight->shape[1] > 1;
    if (slip == ONE_IMAGE)
        return x->shape[0] > 1;
    return true;
}

static long clamp(long i, long n)
{
    return i < 0 ? 0 : i < n ? i : n - 1;
}

static long first_channel(long o, long in, long outputs, long groups, Slip slip)
{
    long group = slip == GROUP_MODULO ? o % groups : o / outputs;
    return slip == GROUPS_IGNORED ? 0 : slip == GROUP_UNSCALED ? group : group * in;
}

/* The sum of the window at row r and column s, for output o of image b. */
static double sum_with(const Tensor *x, const Tensor *weight, const Window *w, long groups,
                       const long at4[4], Slip slip, Place how)
{
    long b = slip == ONE_IMAGE ? 0 : at4[0], o = at4[1], outputs = weight->shape[0] / groups;
    long first = first_channel(o, weight->shape[1], outputs, groups, slip);
    double sum = 0;
    for (long c = 0; c < (slip == FIRST_CHANNEL ? 1 : weight->shape[1]); c++)
        for (long i = 0; i < w->kernel[0]; i++)
            for (long j = 0; j < w->kernel[1]; j++) {
                long row = plain_place(w, 0, at4[2], i, how),
                     column = plain_place(w, 1, at4[3], j, how);
                long wi = slip == FLIPPED ? w->kernel[0] - 1 - i : i;
                long wj = slip == FLIPPED ? w->kernel[1] - 1 - j : j;
                if (slip == EDGE_REPEATED) {
                    row = clamp(row, x->shape[2]);
                    column = clamp(column, x->shape[3]);
                }
                if (!inside(x, row, column))
                    continue;
                double term = at(weight, AT(slip == ONE_WEIGHT ? o % outputs : o, c, wi, wj)) *
                              pixel(x, b, first + c, row, column);
                sum = slip == LAST_TERM ? term : sum + term;
            }
    return sum;
}

static double bias_with(const Tensor *weight, const Tensor *bias, long groups, long o, Slip slip)
{
    if (bias == NULL || slip == NO_BIAS)
        return 0;
    long terms = weight->shape[1] * weight->shape[2] * weight->shape[3];
    long which = slip == ONE_BIAS ? 0 : slip == BIAS_BY_GROUP ? o % (weight->shape[0] / groups) : o;
    return at(bias, AT(which)) * (slip == BIAS_EACH ? (double)terms : 1);
}

static Tensor *conv_with(const Tensor *x, const Tensor *weight, const Tensor *bias, Window w,
                         long groups, Slip slip, Place how)
{
    Tensor *y = blank(SHAPE(x->shape[0], weight->shape[0], plain_out(x->shape[2], &w, 0),
                            plain_out(x->shape[3], &w, 1)));
    for (long b = 0; b < y->shape[0]; b++)
        for (long o = 0; o < y->shape[1]; o++)
            for (long r = 0; r < y->shape[2]; r++)
                for (long s = 0; s < y->shape[3]; s++) {
                    long place[4] = {b, o, r, s};
                    *number_of(y, b, o, r, s) =
                        (real)(sum_with(x, weight, &w, groups, place, slip, how) +
                               bias_with(weight, bias, groups, o, slip));
                }
    return y;
}

Tensor *conv_want(const Tensor *x, const Tensor *weight, const Tensor *bias, Window w, long groups)
{
    w.kernel[0] = weight->shape[2];
    w.kernel[1] = weight->shape[3];
    w = plain_filled(w, false);
    for (Slip slip = 1; slip < SLIPS; slip++)
        if (shows(x, weight, bias, groups, slip))
            MISTAKE(conv_with(x, weight, bias, w, groups, slip, IN_PLACE), said[slip]);
    for (Place how = 1; how < PLACES; how++)
        if (place_shows(&w, how))
            MISTAKE(conv_with(x, weight, bias, w, groups, RIGHT, how), said_of_place[how]);
    if (bias == NULL)
        MISTAKE_MESSAGE("pointer that is NULL", "bias may be NULL: then nothing is added");
    return conv_with(x, weight, bias, w, groups, RIGHT, IN_PLACE);
}

/* ---- 09.5: what is recorded -------------------------------------------------------------------------------- */

long inputs_want(const Tensor *bias)
{
    MISTAKE_NUMBER(0, "the convolution was not recorded: closure_record comes last");
    if (bias != NULL)
        MISTAKE_NUMBER(2, "the bias is no input of the closure, so it never learns: 3 inputs");
    else
        MISTAKE_NUMBER(3, "three inputs were recorded where the bias is NULL: then there are 2");
    MISTAKE_NUMBER(1, "one input was recorded: x and weight both want a gradient");
    return bias != NULL ? 3 : 2;
}

long captured_groups_want(long groups)
{
    MISTAKE_NUMBER(0, "groups is not captured: CAPTURE(Conv2dCapture, window, groups)");
    MISTAKE_NUMBER(1, "groups was captured as 1: the way back needs the caller's");
    return groups;
}

long captured_kernel_want(const Tensor *weight)
{
    MISTAKE_NUMBER(
        0, "the window was captured as the caller wrote it: conv2d_shape returns it filled in");
    return weight->shape[2];
}
