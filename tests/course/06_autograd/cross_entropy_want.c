/* cross_entropy_want.c - probability minus truth, and what people make of it. */
#include "want.h"

typedef enum {
    RIGHT,
    NO_SCALE,
    TRUTH_UNSCALED,
    SOFTMAX_UNSCALED,
    NO_TRUTH,
    NO_SOFTMAX,
    WRONG_PLACE,
    EVERYWHERE,
    SIGN,
    TRUTH_ADDED,
    NO_LSE,
    OVERFLOW,
    LOGITS,
    LOG_SOFTMAX,
    BY_LSE,
    TARGET_ASSIGNED,
    NO_SMOOTHING,
    TOO_MUCH_TRUTH,
    TOO_LITTLE_TRUTH,
    NOT_AT_TARGET,
    NOT_SHARED,
    SMOOTHING_ADDED,
    SHARED_BY_THE_OTHERS,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [NO_SCALE] = "scale is missing: it is dy / N (or 06.3 sends ones for the seed)",
    [TRUTH_UNSCALED] = "scale is missing at the truth: scale * (softmax - truth)",
    [SOFTMAX_UNSCALED] = "scale is missing at the probabilities: scale * (softmax - truth)",
    [NO_TRUTH] = "the truth is missing: subtract it at the target",
    [NO_SOFTMAX] = "the probabilities are missing: e^(x - lse)",
    [WRONG_PLACE] = "the 1 was subtracted at the wrong place",
    [EVERYWHERE] = "the 1 was subtracted everywhere: the truth is 1 at the target only",
    [SIGN] = "the sign: probability minus truth, not truth minus probability",
    [TRUTH_ADDED] = "the truth was added: probability minus truth",
    [NO_LSE] = "e^x alone is no probability: softmax(x)_i is e^(x_i - lse)",
    [OVERFLOW] = "e^x / e^lse: both are infinite here, and infinity / infinity is NaN; "
                 "e^(x - lse) is the same without overflow",
    [LOGITS] = "the logits stand where the probabilities belong: e^(x - lse)",
    [LOG_SOFTMAX] = "x - lse is the logarithm of the probability: e^(x - lse)",
    [BY_LSE] = "e^x / lse: lse is a logarithm already, so subtract it in the exponent, e^(x - lse)",
    [TARGET_ASSIGNED] = "the truth replaced the probability at the target: subtract it there",
    [SHARED_BY_THE_OTHERS] = "s / (V - 1): all V classes share s, the target, too",
    [NO_SMOOTHING] = "label smoothing is missing",
    [TOO_MUCH_TRUTH] = "the truth sums to more than 1: what smoothing gives to all is taken from "
                       "the target, 1 - s",
    [TOO_LITTLE_TRUTH] = "the truth sums to less than 1: what is taken from the target goes to all "
                         "classes, s / V",
    [NOT_AT_TARGET] = "the target's own s / V is missing: all V classes get it, the target, too",
    [NOT_SHARED] = "every class got s: the V classes share it, s / V each",
    [SMOOTHING_ADDED] =
        "the share of smoothing was added: it is a part of the truth, and subtracted",
};

/* The truth at class i of V. */
static double truth_at(long i, long V, long target, double s, Slip slip)
{
    bool smooth = slip != NO_SMOOTHING, at_target = i == target;
    double even = smooth ? s / (double)V : 0, most = smooth ? 1 - s : 1;
    if (slip == TOO_MUCH_TRUTH)
        most = 1;
    if (slip == NOT_SHARED)
        even = s;
    if (slip == SHARED_BY_THE_OTHERS)
        even = s / (double)(V - 1);
    if (slip == SMOOTHING_ADDED)
        even = -even;
    if (slip == TOO_LITTLE_TRUTH || (slip == NOT_AT_TARGET && at_target))
        even = 0;
    if (slip == NO_TRUTH)
        most = 0;
    if (slip == EVERYWHERE || (slip == WRONG_PLACE ? i == V - 1 - target : at_target))
        return even + most;
    return even;
}

static double probability(double x, double lse, Slip slip)
{
    switch (slip) {
    case NO_SOFTMAX:
        return 0;
    case NO_LSE:
        return exp(x);
    case LOGITS:
        return x;
    case LOG_SOFTMAX:
        return x - lse;
    case BY_LSE:
        return exp(x) / lse;
    case OVERFLOW:
        return (double)((real)exp(x) / (real)exp(lse));
    default:
        return exp(x - lse);
    }
}

static double log_sum_exp(const real *x, long V)
{
    double largest = -INFINITY, sum = 0;
    for (long i = 0; i < V; i++)
        largest = fmax(largest, (double)x[i]);
    for (long i = 0; i < V; i++)
        sum += exp((double)x[i] - largest);
    return largest + log(sum);
}

/* Of every row whose target counts; s is the smoothing, scale dy / N. */
static Tensor *share(const Tensor *x, const IntTensor *targets, int ignore, double s, double scale,
                     Slip slip)
{
    Tensor *dx = blank(x->ndim, x->shape);
    long V = x->shape[x->ndim - 1], rows = shape_numel(x->ndim, x->shape) / V;
    double of_truth = slip == NO_SCALE || slip == TRUTH_UNSCALED ? 1 : scale;
    double of_softmax = slip == NO_SCALE || slip == SOFTMAX_UNSCALED ? 1 : scale;
    for (long r = 0; r < rows; r++) {
        if (targets->data[r] == ignore)
            continue;
        const real *row = x->data + r * V;
        double lse = log_sum_exp(row, V);
        for (long i = 0; i < V; i++) {
            double truth = of_truth * truth_at(i, V, targets->data[r], s, slip);
            double p = of_softmax * probability((double)row[i], lse, slip);
            double d = slip == SIGN ? truth - p : slip == TRUTH_ADDED ? p + truth : p - truth;
            if (slip == TARGET_ASSIGNED && i == targets->data[r])
                d = of_truth * (s - 1);
            dx->data[r * V + i] = (real)d;
        }
    }
    return dx;
}

Tensor *cross_entropy_share_want(const Tensor *x, const IntTensor *targets, int ignore,
                                 double smoothing, double dy)
{
    long V = x->shape[x->ndim - 1], rows = shape_numel(x->ndim, x->shape) / V, counted = 0;
    for (long r = 0; r < rows; r++)
        counted += targets->data[r] != ignore;
    double scale = counted > 0 ? dy / (double)counted : 0;
    for (Slip slip = 1; slip < SLIPS; slip++)
        if (smoothing > 0 || slip < NO_SMOOTHING)
            MISTAKE(share(x, targets, ignore, smoothing, scale, slip), said[slip]);
    arrives("->grad is NULL");
    return share(x, targets, ignore, smoothing, scale, RIGHT);
}
