/* batch_want.c - the losses of a batch in plain loops, right and with each of the mistakes people make. */
#include "want.h"

typedef enum {
    RIGHT,
    FIRST_ROW,
    FIRST_TARGET,
    IGNORED_TOO,
    IGNORED_NOT_WRITTEN,
    BATCH_MAXIMUM,
    NO_MAXIMUM,
    QUOTIENT, /* -log(e^x / sum), without the maximum */
    NO_SMOOTHING,
    SWAPPED,
    ON_TOP,
    NO_EVEN,
    EVEN_BY_V,
    EVEN_TIMES_V,
    OVER_OTHERS,
    EVEN_ALWAYS,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [FIRST_ROW] = "every target is held against the first row of logits: row r starts at b->logits "
                  "+ r * b->n",
    [FIRST_TARGET] = "every row is held against the first target: row r has b->targets[r]",
    [IGNORED_TOO] = "a target equal to ignore_index was used as a class: that row costs 0",
    [IGNORED_NOT_WRITTEN] = "the losses of ignored rows were not written: they are 0",
    [BATCH_MAXIMUM] = "one maximum for the whole batch: where rows are alike it is harmless, here "
                      "the lower rows vanish; each row has its own",
    [NO_MAXIMUM] =
        "the largest logit did not come off before the exponential: e^3000 overflows, e^-3000 is 0",
    [QUOTIENT] = "log of softmax without the maximum: e^3000 overflows, e^-3000 vanishes, and both "
                 "quotients are NaN",
    [NO_SMOOTHING] = "smoothing was left out",
    [SWAPPED] = "the two weights are swapped: 1 - smoothing belongs to the target",
    [ON_TOP] = "smoothing was added on top: the target keeps only 1 - smoothing",
    [NO_EVEN] = "the even part is missing: smoothing times row_even_loss",
    [EVEN_BY_V] = "the even loss is an average already: it was divided by V once more",
    [EVEN_TIMES_V] = "the even loss counts V times: smoothing is spread over all V classes, each "
                     "gets smoothing / V",
    [OVER_OTHERS] = "smoothing was spread over V - 1 classes: the uniform distribution has all V",
    [EVEN_ALWAYS] = "0 * infinity is NaN: leave the even loss out when smoothing is 0",
};

/* ---- one row ------------------------------------------------------------------------------------ */

static double largest_of(const Tensor *logits, long first, long last)
{
    double largest = -INFINITY;
    for (long r = first; r <= last; r++)
        for (long j = 0; j < logits->shape[1]; j++)
            largest = fmax(largest, at(logits, AT(r, j)));
    return largest;
}

/* log sum e^(x - shift), with exponentials that overflow and vanish as the engine's do. */
static double log_sum(const Tensor *logits, long row, double shift)
{
    real sum = 0;
    for (long j = 0; j < logits->shape[1]; j++)
        sum += (real)exp(at(logits, AT(row, j)) - shift);
    return log((double)sum);
}

static double target_loss(const Tensor *logits, long row, int target, Slip slip)
{
    double shift = largest_of(logits, row, row), x = at(logits, AT(row, target));
    if (slip == BATCH_MAXIMUM)
        shift = largest_of(logits, 0, logits->shape[0] - 1);
    if (slip == NO_MAXIMUM)
        shift = 0;
    if (slip == QUOTIENT)
        return -log((double)(real)exp(x) / exp(log_sum(logits, row, 0)));
    return log_sum(logits, row, shift) - (x - shift);
}

static double even_loss(const Tensor *logits, long row)
{
    double V = (double)logits->shape[1], sum = 0;
    for (long j = 0; j < logits->shape[1]; j++)
        sum += target_loss(logits, row, (int)j, RIGHT);
    return sum / V;
}

/* What the target's loss counts in a row's loss, and what the even loss does. */
static double own_part(double s, double V, Slip slip)
{
    return slip == NO_SMOOTHING || slip == ON_TOP ? 1
           : slip == SWAPPED                      ? s
           : slip == OVER_OTHERS                  ? 1 - s - s / (V - 1)
                                                  : 1 - s;
}

static double even_part(double s, double V, Slip slip)
{
    return slip == NO_SMOOTHING || slip == NO_EVEN ? 0
           : slip == SWAPPED                       ? 1 - s
           : slip == EVEN_BY_V                     ? s / V
           : slip == EVEN_TIMES_V                  ? s * V
           : slip == OVER_OTHERS                   ? s * V / (V - 1)
                                                   : s;
}

/* ---- all rows ------------------------------------------------------------------------------------- */

static Tensor *losses_with(const Tensor *logits, const IntTensor *targets, int ignore, double s,
                           Slip slip)
{
    long N = logits->shape[0];
    double own = own_part(s, (double)logits->shape[1], slip);
    double even = even_part(s, (double)logits->shape[1], slip);
    Tensor *losses = blank(SHAPE(N));
    for (long r = 0; r < N; r++) {
        long row = slip == FIRST_ROW ? 0 : r;
        double loss = slip == IGNORED_NOT_WRITTEN ? NAN : 0;
        if (targets->data[r] != ignore || slip == IGNORED_TOO) {
            loss =
                own * target_loss(logits, row, targets->data[slip == FIRST_TARGET ? 0 : r], slip);
            if (even != 0 || slip == EVEN_ALWAYS)
                loss += even * even_loss(logits, row);
        }
        losses->data[r] = (real)loss;
    }
    return losses;
}

static bool is_class(const Tensor *logits, int target)
{
    return target >= 0 && target < logits->shape[1];
}

/* Can the mistake be made with these targets? */
static bool shows(Slip slip, const Tensor *logits, const IntTensor *targets, int ignore, double s)
{
    if (slip == FIRST_TARGET)
        return logits->shape[0] > 0 && is_class(logits, targets->data[0]);
    if (slip == IGNORED_TOO)
        return is_class(logits, ignore);
    return slip < NO_SMOOTHING || slip == EVEN_ALWAYS || (s != 0 && logits->shape[1] > 1);
}

static long count(const IntTensor *targets, int ignore)
{
    long counted = 0;
    for (long r = 0; r < targets->shape[0]; r++)
        counted += targets->data[r] != ignore;
    return counted;
}

static double probability(double loss)
{
    return exp(-loss);
}

static Tensor *plain_lse(const Tensor *logits)
{
    Tensor *lse = blank(SHAPE(logits->shape[0]));
    for (long r = 0; r < logits->shape[0]; r++) {
        double shift = largest_of(logits, r, r);
        lse->data[r] = (real)(shift + log_sum(logits, r, shift));
    }
    return lse;
}

Tensor *losses_want(const Tensor *logits, const IntTensor *targets, int ignore, double s)
{
    static const char *const divided =
        "the losses were divided by a number of rows: the mean is taken by the caller";
    Tensor *want = losses_with(logits, targets, ignore, s, RIGHT);
    if (logits->shape[1] == 1) /* whatever people do, it is 0 or 1 */
        return want;
    for (Slip slip = 1; slip < SLIPS; slip++)
        if (shows(slip, logits, targets, ignore, s))
            MISTAKE(losses_with(logits, targets, ignore, s, slip), said[slip]);
    MISTAKE(plain_scaled(want, 1 / (double)logits->shape[0]), divided);
    if (count(targets, ignore) > 0)
        MISTAKE(plain_scaled(want, 1 / (double)count(targets, ignore)), divided);
    MISTAKE(plain_scaled(want, 1 / log(2)), "logarithms of base 2: the loss is in nats");
    MISTAKE(plain_map(want, probability), "these are probabilities: the loss is -log of them");
    MISTAKE(plain_lse(logits),
            "this is lse: either losses and lse have changed places, or the logit "
            "of the target does not come off it");
    return want;
}

Tensor *lse_want(const Tensor *logits, const IntTensor *targets, int ignore)
{
    Tensor *want = plain_lse(logits), *shift = copy_of(want), *rest = copy_of(want);
    Tensor *zeros = copy_of(want), *unset = copy_of(want);
    for (long r = 0; r < logits->shape[0]; r++) {
        shift->data[r] = (real)largest_of(logits, r, r);
        rest->data[r] = (real)log_sum(logits, r, largest_of(logits, r, r));
        if (targets->data[r] == ignore) {
            zeros->data[r] = 0;
            unset->data[r] = (real)NAN;
        }
    }
    MISTAKE(rest, "lse is log_sum alone: lse = shift + log_sum");
    MISTAKE(shift, "lse is the shift alone: lse = shift + log_sum");
    MISTAKE(zeros, "lse of ignored rows is 0: lse is written for every row");
    MISTAKE(unset, "lse of ignored rows was not written: it is written for every row");
    return want;
}

long counted_want(const IntTensor *targets, int ignore)
{
    long N = targets->shape[0], counted = count(targets, ignore);
    MISTAKE_NUMBER((double)N, "the ignored rows were counted, too: a mean over too many rows");
    MISTAKE_NUMBER((double)(N - counted), "the ignored rows were counted, not the others");
    MISTAKE_NUMBER(0, "no row was counted");
    return counted;
}

Tensor *mean_want(const Tensor *logits, const IntTensor *targets, int ignore)
{
    Tensor *losses = losses_with(logits, targets, ignore, 0, RIGHT), *mean = blank(SCALAR);
    for (long r = 0; r < logits->shape[0]; r++)
        mean->data[0] += losses->data[r] / (real)count(targets, ignore);
    return mean;
}
