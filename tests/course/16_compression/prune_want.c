/* prune_want.c - masks and cuts by looking at every number, right and with each of the mistakes people make. */
#include "want.h"

/* ---- 16.1 ----------------------------------------------------------------------------------------------- */

/* Names of the parameters of the layers below m with from least to most axes. */
static const char *names(const Module *m, int least, int most, char *text, size_t size)
{
    text[0] = '\0';
    for (int layer_at = 0; layer_at < m->n_children; layer_at++) {
        const Module *layer = m->children[layer_at].module;
        for (int k = 0; k < layer->n_parameters; k++) {
            int axes = layer->parameter[k].tensor->ndim;
            if (axes < least || axes > most)
                continue;
            size_t length = strlen(text);
            snprintf(text + length, size - length, "%s%d.%s", length > 0 ? ", " : "", layer_at,
                     layer->parameter[k].name);
        }
    }
    return text;
}

static const char *quoted(const char *words, char *text, size_t size)
{
    snprintf(text, size, "is \"%s\"", words);
    return text;
}

const char *candidates_want(const Module *m)
{
    static char right[400], wrong[4][400], text[4][410];
    MISTAKE_MESSAGE(
        quoted(names(m, 0, 9, wrong[0], 400), text[0], 410),
        "biases and the scales of norms are in the list: they are few, and each counts");
    MISTAKE_MESSAGE(quoted(names(m, 2, 2, wrong[1], 400), text[1], 410),
                    "filters of convolutions are missing: they have 4 axes, and at least 2 are "
                    "asked for");
    MISTAKE_MESSAGE(quoted(names(m, 0, 1, wrong[2], 400), text[2], 410),
                    "the other way round: these are the parameters with one axis");
    MISTAKE_MESSAGE(quoted(names(m, 3, 9, wrong[3], 400), text[3], 410),
                    "matrices are missing: 2 axes are enough");
    MISTAKE_MESSAGE("is \"\"", "the list is empty: parameters_add(list, name, tensor)");
    return names(m, 2, 9, right, 400);
}

/* ---- 16.2 ----------------------------------------------------------------------------------------------- */

typedef enum {
    RIGHT,
    FIRST_ONLY,
    LAST_ONLY,
    SIGNED,
    SQUARED,
    NEXT_ONE,
    ROUNDED_DOWN,
    ROUNDED_UP,
    NO_TIES,
    ALL_TIES,
    TIES_ARE_COUNT,
    TIES_LEFT,
    LARGEST_GO,
    KEPT_FRACTION,
    FROM_THE_SUM,
    TO_EVEN,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [FIRST_ONLY] = "the threshold is that of the first tensor alone: one cut for the whole list",
    [LAST_ONLY] = "the threshold is that of the last tensor alone: one cut for the whole list",
    [SIGNED] = "w was sorted, not |w|: a weight of -3 is large",
    [SQUARED] = "squares were compared: the threshold is a magnitude",
    [NEXT_ONE] = "the threshold is the first magnitude that stays: the last that goes stands in "
                 "front of it, at count - 1",
    [ROUNDED_DOWN] = "fraction n was cut to a whole number: round it to the nearest",
    [ROUNDED_UP] = "fraction n was rounded up: round it to the nearest",
    [NO_TIES] = "ties is 0: then the weight at the threshold itself would stay, and too few go",
    [ALL_TIES] = "ties counts all that are equal to the threshold, also those that are to stay",
    [TIES_ARE_COUNT] = "ties is how many go together: only those equal to the threshold count",
    [TIES_LEFT] = "ties counts the equal ones that stay: it is how many of them go",
    [LARGEST_GO] = "the largest magnitudes go: the smallest are to",
    [KEPT_FRACTION] = "fraction was taken for what stays: it is what goes",
    [TO_EVEN] = "a half was rounded to the even number, as rint does: a half goes upward",
    [FROM_THE_SUM] = "the threshold is fraction times the largest magnitude: it is that of the "
                     "weight at place round(fraction n)",
};

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static Tensor *slipped_cut(const ParameterList *list, double fraction, Slip slip)
{
    double *x = ROOM_FOR(parameters_numel(list), double);
    long n = 0;
    for (long i = 0; i < list->count; i++)
        for (long j = 0; j < tensor_numel(list->tensor[i]); j++) {
            double w = (double)list->tensor[i]->data[j];
            bool here = slip == FIRST_ONLY  ? i == 0
                        : slip == LAST_ONLY ? i == list->count - 1
                                            : true;
            if (here)
                x[n++] = slip == SIGNED ? w : slip == SQUARED ? w * w : fabs(w);
        }
    qsort(x, (size_t)n, sizeof *x, ascending);
    double exact = (slip == KEPT_FRACTION ? 1 - fraction : fraction) * (double)n;
    long count = (long)(slip == ROUNDED_DOWN ? exact
                        : slip == ROUNDED_UP ? ceil(exact)
                        : slip == TO_EVEN    ? rint(exact)
                                             : floor(exact + 0.5));
    if (count == 0)
        return blank(SHAPE(2));
    long place = slip == NEXT_ONE ? (count < n ? count : n - 1) : count - 1;
    double t = slip == LARGEST_GO     ? x[n - count]
               : slip == FROM_THE_SUM ? fraction * x[n - 1]
                                      : x[place];
    long ties = 0, equal = 0;
    for (long i = 0; i < n; i++) {
        ties += i < count && x[i] == t;
        equal += x[i] == t;
    }
    if (slip == LARGEST_GO) {
        ties = 0;
        for (long i = n - count; i < n; i++)
            ties += x[i] == t;
    }
    long said_ties = slip == NO_TIES          ? 0
                     : slip == ALL_TIES       ? equal
                     : slip == TIES_ARE_COUNT ? count
                     : slip == TIES_LEFT      ? equal - ties
                                              : ties;
    return values(SHAPE(2), VALUES((real)t, (real)said_ties));
}

Tensor *cut_want(const ParameterList *list, double fraction)
{
    Tensor *want = slipped_cut(list, fraction, RIGHT);
    for (Slip slip = 1; slip < SLIPS; slip++) {
        Tensor *wrong = slipped_cut(list, fraction, slip);
        if (wrong->data[0] != want->data[0] || wrong->data[1] != want->data[1])
            MISTAKE(wrong, said[slip]);
    }
    if (fraction == 0) {
        double least = INFINITY;
        for (long i = 0; i < list->count; i++)
            for (long j = 0; j < tensor_numel(list->tensor[i]); j++)
                least = fmin(least, fabs((double)list->tensor[i]->data[j]));
        MISTAKE(values(SHAPE(2), VALUES((real)least, 1)),
                "one goes where none was asked for: of none the cut is {0, 0}");
        MISTAKE(values(SHAPE(2), VALUES((real)least, 0)),
                "the threshold of nothing is {0, 0}, not the least magnitude");
    }
    return want;
}

bool fraction_is_checked(void)
{
    MISTAKE_MESSAGE("as if nothing were wrong", "the given check is gone: prune_cut_check");
    return true;
}

/* ---- 16.3 ----------------------------------------------------------------------------------------------- */

typedef enum {
    M_RIGHT,
    INVERTED,
    STRICT,
    ALL_EQUAL,
    SIGNED_W,
    LAST_TIES,
    WEIGHTS,
    TIES_FOR_ALL,
    IN_FLOAT,
    M_SLIPS
} MaskSlip;

static const char *const mask_said[M_SLIPS] = {
    [INVERTED] = "1 and 0 have changed places: 1 stays, 0 goes",
    [STRICT] = "weights at the threshold all stay: as many as ties says go, too",
    [ALL_EQUAL] = "weights at the threshold all go: only as many as ties says do",
    [SIGNED_W] = "w was compared, not |w|: a weight of -3 is large",
    [LAST_TIES] = "of equal magnitudes the last ones went: the first are to",
    [WEIGHTS] = "these are the pruned weights: the mask is 0 and 1",
    [IN_FLOAT] = "magnitudes were compared as floats, in which near ones are equal: in double",
    [TIES_FOR_ALL] = "every weight that goes took a tie: only those at the threshold do",
};

static Tensor *slipped_mask(const Tensor *w, double threshold, long ties, MaskSlip slip)
{
    Tensor *mask = blank(w->ndim, w->shape);
    long n = tensor_numel(w), equal = 0, seen = 0, taken = 0;
    for (long i = 0; i < n; i++)
        equal += fabs((double)w->data[i]) == threshold;
    for (long i = 0; i < n; i++) {
        double x = slip == SIGNED_W ? (double)w->data[i] : fabs((double)w->data[i]);
        double at_it = slip == IN_FLOAT ? (double)(float)threshold : threshold;
        x = slip == IN_FLOAT ? (double)(float)x : x;
        bool tie = x == at_it, below = x < at_it, goes = below;
        if (slip == ALL_EQUAL)
            goes = below || tie;
        else if (slip == LAST_TIES)
            goes = below || (tie && seen >= equal - ties);
        else if (slip != STRICT)
            goes = below || (tie && taken < ties);
        seen += tie;
        taken += slip == TIES_FOR_ALL ? goes : goes && tie;
        mask->data[i] = (slip == INVERTED) == goes;
        if (slip == WEIGHTS)
            mask->data[i] = goes ? 0 : w->data[i];
    }
    return mask;
}

static bool same(const Tensor *a, const Tensor *b)
{
    for (long i = 0; i < tensor_numel(a); i++)
        if (a->data[i] != b->data[i])
            return false;
    return true;
}

Tensor *mask_want(const Tensor *w, double threshold, long ties)
{
    Tensor *want = slipped_mask(w, threshold, ties, M_RIGHT);
    for (MaskSlip slip = 1; slip < M_SLIPS; slip++) {
        Tensor *wrong = slipped_mask(w, threshold, ties, slip);
        if (!same(wrong, want))
            MISTAKE(wrong, mask_said[slip]);
    }
    return want;
}

long ties_left_want(const Tensor *w, double threshold, long ties)
{
    long taken = 0;
    for (long i = 0; i < tensor_numel(w); i++)
        taken += fabs((double)w->data[i]) == threshold && taken < ties;
    if (taken > 0)
        MISTAKE_NUMBER((double)ties, "ties were taken and not counted off: the next tensor would "
                                     "give up as many again");
    return ties - taken;
}

/* ---- 16.4 ----------------------------------------------------------------------------------------------- */

Tensor *applied_want(const Tensor *w, const Tensor *mask, bool first)
{
    Tensor *want = copy_of(w), *products = copy_of(w), *inverted = copy_of(w);
    for (long i = 0; i < tensor_numel(w); i++) {
        want->data[i] = mask->data[i] == 0 ? 0 : w->data[i];
        inverted->data[i] = mask->data[i] == 0 ? w->data[i] : 0;
        products->data[i] = w->data[i] * mask->data[i];
    }
    MISTAKE(products, "infinity and NaN times 0 are NaN: set the number to 0");
    MISTAKE(inverted, "the other way round: 0 in the mask goes, 1 stays");
    MISTAKE(copy_of(mask), "the mask was copied: the weights that stay are kept as they are");
    MISTAKE(copy_of(w), first ? "nothing has changed: the weights themselves become 0, not their "
                                "gradients or masks"
                              : "the second tensor has not changed: every tensor of the list, p->n "
                                "of them");
    return want;
}

Tensor *untouched_want(const Tensor *gradient, const Tensor *mask)
{
    Tensor *masked = copy_of(gradient);
    for (long i = 0; i < tensor_numel(mask); i++)
        masked->data[i] = mask->data[i] == 0 ? 0 : gradient->data[i];
    MISTAKE(masked, "the gradient was set to 0 as well: only weights are");
    return copy_of(gradient);
}

Tensor *later_want(const Tensor *w, const Tensor *mask)
{
    Tensor *masked = copy_of(w);
    for (long i = 0; i < tensor_numel(mask); i++)
        masked->data[i] = mask->data[i] == 0 ? 0 : w->data[i];
    MISTAKE(masked, "a tensor was pruned that came into the list later: p->n says how many there "
                    "were, and have masks");
    return copy_of(w);
}

long zeros_want(const Tensor *mask)
{
    long zeros = 0;
    for (long i = 0; i < tensor_numel(mask); i++)
        zeros += mask->data[i] == 0;
    MISTAKE_NUMBER(0, "the optimizer has brought all of them back: the weights are to be 0, not "
                      "their gradients or masks");
    MISTAKE_NUMBER((double)(tensor_numel(mask) - zeros),
                   "the other way round: 0 in the mask goes, 1 stays");
    return zeros;
}

/* ---- 16.5 ----------------------------------------------------------------------------------------------- */

typedef enum {
    F_RIGHT,
    ALONG_OUTPUTS,
    STRIDED,
    F_SIGNED,
    SMALLEST,
    ONE,
    THREE,
    LATER,
    TOO_MANY,
    TOO_FEW,
    F_INVERTED,
    F_WEIGHTS,
    HALF_COLUMN,
    FOUR_SLIPS
} FourSlip;

static const char *const four_said[FOUR_SLIPS] = {
    [ALONG_OUTPUTS] = "the fours lie along the outputs, in a row of W: they are neighbours along "
                      "the inputs, which the product sums over",
    [STRIDED] = "a four was taken a quarter of the inputs apart: neighbours 0 1 2 3, then 4 5 6 7",
    [F_SIGNED] = "w was compared, not |w|: a weight of -3 is large",
    [SMALLEST] = "the two smallest stay: the largest are to",
    [ONE] = "one of four stays: two are to",
    [THREE] = "three of four stay: two are to",
    [LATER] = "of equal magnitudes the later ones stay: the first are to",
    [TOO_MANY] = "of equal magnitudes all stay: exactly two of each four do",
    [TOO_FEW] = "of equal magnitudes all go: exactly two of each four stay",
    [F_INVERTED] = "1 and 0 have changed places: 1 stays, 0 goes",
    [F_WEIGHTS] = "these are the pruned weights: the mask is 0 and 1",
    [HALF_COLUMN] = "the largest half of a column stays, wherever it is: each four has two of its "
                    "own",
};

static bool four_stays(const Tensor *w, long i, long j, FourSlip slip)
{
    long in = w->shape[0], out = w->shape[1], beaten = 0, most = 2;
    long n = slip == HALF_COLUMN ? in : 4;
    for (long k = 0; k < n; k++) {
        long row = i, column = j, own = i % 4;
        if (slip == ALONG_OUTPUTS)
            column = j / 4 * 4 + k, own = j % 4;
        else if (slip == STRIDED)
            row = i % (in / 4) + k * (in / 4), own = i / (in / 4);
        else if (slip == HALF_COLUMN)
            row = k, own = i;
        else
            row = i / 4 * 4 + k;
        double a = (double)w->data[row * out + column], b = (double)w->data[i * out + j];
        if (slip != F_SIGNED)
            a = fabs(a), b = fabs(b);
        if (slip == SMALLEST)
            a = -a, b = -b;
        bool wins = slip == LATER      ? k > own
                    : slip == TOO_MANY ? false
                    : slip == TOO_FEW  ? k != own
                                       : k < own;
        beaten += a > b || (a == b && wins);
    }
    if (slip == HALF_COLUMN)
        most = in / 2;
    return beaten < (slip == ONE ? 1 : slip == THREE ? 3 : most);
}

static Tensor *slipped_fours(const Tensor *w, FourSlip slip)
{
    Tensor *mask = blank(w->ndim, w->shape);
    for (long i = 0; i < w->shape[0]; i++)
        for (long j = 0; j < w->shape[1]; j++) {
            bool stays = four_stays(w, i, j, slip);
            long at_ij = i * w->shape[1] + j;
            mask->data[at_ij] = slip == F_WEIGHTS ? (stays ? w->data[at_ij] : 0)
                                                  : (real)(stays != (slip == F_INVERTED));
        }
    return mask;
}

Tensor *two_of_four_want(const Tensor *w)
{
    Tensor *want = slipped_fours(w, F_RIGHT);
    for (FourSlip slip = 1; slip < FOUR_SLIPS; slip++) {
        if (slip == ALONG_OUTPUTS && w->shape[1] % 4 != 0)
            continue;
        Tensor *wrong = slipped_fours(w, slip);
        if (!same(wrong, want))
            MISTAKE(wrong, four_said[slip]);
    }
    return want;
}
