/* channels_want.c - norms and channels, right and with each of the mistakes people make. */
#include "want.h"

static bool same(const Tensor *a, const Tensor *b)
{
    for (long i = 0; i < tensor_numel(a); i++)
        if (!(fabs((double)a->data[i] - (double)b->data[i]) <= 1e-9))
            return false;
    return true;
}

/* ---- 16.6 ----------------------------------------------------------------------------------------------- */

typedef enum { RIGHT, ROWS, ABSOLUTE, NO_ROOT, MEAN, LARGEST, SUM, WITH_BIAS, SLIPS } Slip;

static const char *const said[SLIPS] = {
    [ROWS] = "these are the lengths of rows: an output is a column of W (in, out)",
    [ABSOLUTE] = "magnitudes were added: the length is the root of the sum of squares",
    [NO_ROOT] = "the root is missing",
    [MEAN] = "divided by in: the root of the sum, and not of the mean",
    [LARGEST] = "that is the largest magnitude of a column: all its numbers count",
    [SUM] = "the numbers were added as they are: squares first, or they cancel",
    [WITH_BIAS] = "the bias was counted: only the column of W",
};

static Tensor *slipped_norms(const Tensor *w, const Tensor *bias, Slip slip)
{
    long in = w->shape[0], out = w->shape[1];
    Tensor *t = blank(SHAPE(out));
    for (long j = 0; j < out; j++) {
        double squares = 0, sum = 0, absolute = 0, largest = 0;
        for (long i = 0; i < in; i++) {
            double x = (double)(slip == ROWS ? w->data[j * out + i] : w->data[i * out + j]);
            squares += x * x;
            sum += x;
            absolute += fabs(x);
            largest = fmax(largest, fabs(x));
        }
        if (slip == WITH_BIAS)
            squares += (double)bias->data[j] * (double)bias->data[j];
        t->data[j] = (real)(slip == ABSOLUTE  ? absolute
                            : slip == NO_ROOT ? squares
                            : slip == MEAN    ? sqrt(squares / (double)in)
                            : slip == LARGEST ? largest
                            : slip == SUM     ? sum
                                              : sqrt(squares));
    }
    return t;
}

Tensor *norms_want(const Tensor *w, const Tensor *bias)
{
    Tensor *want = slipped_norms(w, bias, RIGHT);
    for (Slip slip = 1; slip < SLIPS; slip++) {
        if ((slip == ROWS && w->shape[0] != w->shape[1]) || (slip == WITH_BIAS && bias == NULL))
            continue;
        Tensor *wrong = slipped_norms(w, bias, slip);
        if (!same(wrong, want))
            MISTAKE(wrong, said[slip]);
    }
    if (bias == NULL)
        MISTAKE_MESSAGE("pointer that is NULL",
                        "a layer without bias was asked for one: only the column of W counts");
    return want;
}

/* ---- 16.6 ----------------------------------------------------------------------------------------------- */

typedef enum {
    K_RIGHT,
    BY_NORM,
    SMALLEST,
    LATER,
    TOO_MANY,
    ONE_MORE,
    FIRST_ONES,
    PLACES,
    K_SLIPS
} KeepSlip;

static const char *const keep_said[K_SLIPS] = {
    [BY_NORM] = "they are in the order of their norms: ascending numbers are asked for",
    [SMALLEST] = "these are the channels of the smallest norms: the largest stay",
    [LATER] = "of equal norms the later ones stay: the first are to",
    [TOO_MANY] = "of equal norms all stay: exactly keep channels do",
    [ONE_MORE] = "one channel too many: fewer than keep beat those that stay, < and not <=",
    [FIRST_ONES] = "these are the first channels, whatever their norms are",
    [PLACES] = "written at its own place, which[j], and not behind the last one",
};

static long beaten(const Tensor *norm, long j, KeepSlip slip)
{
    long count = 0;
    for (long i = 0; i < norm->shape[0]; i++) {
        double a = (double)norm->data[i], b = (double)norm->data[j];
        if (slip == SMALLEST)
            a = -a, b = -b;
        bool tie = a == b && (slip == LATER ? i > j : slip != TOO_MANY && i < j);
        count += a > b || tie;
    }
    return count;
}

static Tensor *slipped_largest(const Tensor *norm, long keep, long room, KeepSlip slip)
{
    Tensor *t = blank(SHAPE(room));
    long n = norm->shape[0], next = 0;
    for (long k = 0; k < room; k++)
        t->data[k] = -1;
    for (long j = 0; j < n; j++) {
        long place = beaten(norm, j, slip);
        bool stays = slip == ONE_MORE     ? place <= keep
                     : slip == FIRST_ONES ? j < keep
                                          : place < keep;
        if (!stays)
            continue;
        long at_k = slip == BY_NORM ? place : slip == PLACES ? j : next;
        if (at_k < room)
            t->data[at_k] = (real)j;
        next++;
    }
    return t;
}

Tensor *largest_want(const Tensor *norm, long keep, long room)
{
    Tensor *want = slipped_largest(norm, keep, room, K_RIGHT);
    for (KeepSlip slip = 1; slip < K_SLIPS; slip++) {
        Tensor *wrong = slipped_largest(norm, keep, room, slip);
        if (!same(wrong, want))
            MISTAKE(wrong, keep_said[slip]);
    }
    return want;
}

bool keep_is_checked(void)
{
    MISTAKE_MESSAGE("as if nothing were wrong", "the given check is gone: channels_check");
    return true;
}

bool norms_are_checked(void)
{
    MISTAKE_MESSAGE("as if nothing were wrong", "the given check is gone: channels_norms_check");
    return true;
}

/* ---- 16.7 ----------------------------------------------------------------------------------------------- */

typedef enum {
    I_RIGHT,
    ONE_EACH,
    INTERLEAVED,
    FROM_0,
    NOT_TIMES,
    STEP_KEEP,
    ORDER,
    I_SLIPS
} InputSlip;

static const char *const input_said[I_SLIPS] = {
    [ONE_EACH] = "one input for each channel: behind a flatten a channel is places of them",
    [FROM_0] = "these are the inputs of the first channels: which says which channels",
    [NOT_TIMES] = "which[k] is a channel, and not an input: times places",
    [STEP_KEEP] = "the old layer has places inputs for each channel, not keep",
    [ORDER] = "the right inputs, ordered by place first: all places of a channel stand together",
};

static Tensor *slipped_inputs(const long *which, long keep, long places, InputSlip slip)
{
    Tensor *t = blank(SHAPE(keep * places + 1));
    for (long i = 0; i < keep * places + 1; i++)
        t->data[i] = -1;
    for (long k = 0; k < keep; k++)
        for (long p = 0; p < places; p++) {
            long c = which[k], at_i = k * places + p, input = c * places + p;
            if (slip == ONE_EACH) {
                t->data[k] = (real)c;
                continue;
            }
            if (slip == FROM_0)
                input = k * places + p;
            else if (slip == NOT_TIMES)
                input = c + p;
            else if (slip == STEP_KEEP)
                input = c * keep + p;
            else if (slip == ORDER)
                at_i = p * keep + k;
            t->data[at_i] = (real)input;
        }
    return t;
}

Tensor *inputs_want(const long *which, long keep, long places)
{
    Tensor *want = slipped_inputs(which, keep, places, I_RIGHT);
    for (InputSlip slip = 1; slip < I_SLIPS; slip++) {
        Tensor *wrong = slipped_inputs(which, keep, places, slip);
        if (!same(wrong, want))
            MISTAKE(wrong, input_said[slip]);
    }
    return want;
}
