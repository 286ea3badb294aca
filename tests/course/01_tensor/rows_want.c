/* rows_want.c - products and positions, number by number. */
#include "want.h"

/* ---- 01.11 mul_row ----------------------------------------------------------------------------------- */

static double first_of(double a, double b)
{
    (void)b;
    return a;
}

static double second_of(double a, double b)
{
    (void)a;
    return b;
}

static double square_of_a(double a, double b)
{
    (void)b;
    return a * a;
}

static double square_of_b(double a, double b)
{
    (void)a;
    return b * b;
}

static long count(const Tensor *t)
{
    long n = 1;
    for (int d = 0; d < t->ndim; d++)
        n *= t->shape[d];
    return n;
}

/* The number at 0 of its row in place of each. */
static Tensor *first_of_rows(const Tensor *a)
{
    Tensor *t = copy_of(a);
    long n = a->shape[a->ndim - 1], all = count(a);
    for (long i = 0; i < all; i++)
        t->data[i] = t->data[i / n * n];
    return t;
}

/* All products of a row, added up, in each of its places. */
static Tensor *dot_products(const Tensor *product)
{
    Tensor *t = copy_of(product);
    long n = t->shape[t->ndim - 1], all = count(t);
    for (long i = 0; i < all; i += n) {
        double sum = 0;
        for (long j = 0; j < n; j++)
            sum += (double)product->data[i + j];
        for (long j = 0; j < n; j++)
            t->data[i + j] = (real)sum;
    }
    return t;
}

static Tensor *last_missing(const Tensor *product)
{
    Tensor *t = copy_of(product);
    long n = t->shape[t->ndim - 1], all = count(t);
    for (long i = n - 1; i < all; i += n)
        t->data[i] = (real)NAN;
    return t;
}

Tensor *product_want(const Tensor *a, const Tensor *b)
{
    Tensor *want = plain_pair(a, b, times);
    MISTAKE(plain_pair(a, b, plus), "added: this row function multiplies");
    MISTAKE(dot_products(want), "summed up: that is a dot product; number by number");
    MISTAKE(plain_pair(a, b, square_of_a), "a was multiplied by itself: b is in[1]");
    MISTAKE(plain_pair(a, b, square_of_b), "b was multiplied by itself: a is in[0]");
    MISTAKE(plain_pair(a, b, first_of), "this is a: b is in[1]");
    MISTAKE(plain_pair(a, b, second_of), "this is b: a is in[0]");
    MISTAKE(plain_pair(a, first_of_rows(b), times), "b[0] was used for every element: b[i]");
    MISTAKE(plain_pair(first_of_rows(a), b, times), "a[0] was used for every element: a[i]");
    MISTAKE(last_missing(want), "the last element is missing: i < n");
    return want;
}

/* ---- 01.13 first_largest ---------------------------------------------------------------------------------- */

typedef enum {
    RIGHT,
    LAST_OF_EQUAL,
    SMALLEST,
    LARGER_THAN_BEFORE,
    ONE_TOO_FEW,
    ONE_TOO_MANY,
    AGAINST_ZERO,
    NAN_IS_NOTHING, /* the plain > and nothing else */
    NAN_IS_LEFT,    /* NaN is found, and any number takes its place again */
    NAN_NEVER_WINS, /* NaN is skipped, even at 0 */
    LAST_NAN
} Slip;

static bool is_better(Slip slip, double x, double best, double before)
{
    switch (slip) {
    case LAST_OF_EQUAL:
        return !isnan(best) && (isnan(x) || x >= best);
    case SMALLEST:
        return !isnan(best) && (isnan(x) || x < best);
    case LARGER_THAN_BEFORE:
        return !isnan(best) && (isnan(x) || x > before);
    case NAN_IS_NOTHING:
        return x > best;
    case NAN_IS_LEFT:
        return isnan(x) || isnan(best) || x > best;
    case NAN_NEVER_WINS:
        return !isnan(x) && (isnan(best) || x > best);
    case LAST_NAN:
        return isnan(x) || x > best;
    default:
        return !isnan(best) && (isnan(x) || x > best);
    }
}

/* The position in a column: n numbers, stride apart. */
static long largest_with(Slip slip, long n, const real *x, long stride)
{
    long best = 0;
    double top = slip == AGAINST_ZERO ? 0 : (double)x[0];
    for (long j = slip == AGAINST_ZERO ? 0 : 1;
         j < n - (slip == ONE_TOO_FEW) + (slip == ONE_TOO_MANY); j++) {
        double number = (double)x[j * stride];
        if (!is_better(slip, number, top, j > 0 ? (double)x[(j - 1) * stride] : 0))
            continue;
        best = j;
        top = number;
    }
    return best;
}

/* For each column along the axis of a, which has one axis or two. */
static Tensor *places(Slip slip, bool values_too, const Tensor *a, int axis)
{
    long n = a->shape[axis], columns = a->ndim == 2 ? a->shape[1 - axis] : 1;
    long apart = a->ndim == 2 ? a->stride[1 - axis] : 0;
    Tensor *out = blank(SHAPE(columns));
    for (long c = 0; c < columns; c++) {
        const real *x = a->data + c * apart;
        long place = largest_with(slip, n, x, a->stride[axis]);
        out->data[c] = values_too ? x[place * a->stride[axis]] : (real)place;
    }
    return out;
}

/* The columns as if their elements were neighbours in memory. */
static Tensor *places_of_neighbours(const Tensor *a, int axis)
{
    Tensor *close = view_of(a, SHAPE_OF(a), a->stride, 0);
    close->stride[axis] = 1;
    return places(RIGHT, false, close, axis);
}

Tensor *largest_want(const Tensor *a, int axis)
{
    static const struct {
        Slip slip;
        const char *sentence;
    } known[] = {
        {LAST_OF_EQUAL, "the last of two equal ones: > keeps the first, >= takes the last"},
        {SMALLEST, "these are the positions of the smallest"},
        {LARGER_THAN_BEFORE, "compared with the element before, not with the best so far"},
        {ONE_TOO_FEW, "the last element was never looked at: j < n"},
        {AGAINST_ZERO,
         "compared with 0, and all may be negative: begin with element 0 as the best"},
        {NAN_IS_NOTHING, "NaN was passed over: a comparison with it is false, x != x finds it"},
        {NAN_NEVER_WINS, "NaN was passed over: a comparison with it is false, x != x finds it"},
        {NAN_IS_LEFT, "a later number took the place of NaN: once the best is NaN, stop"},
        {LAST_NAN, "the last of several NaN: once the best is NaN, stop"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        MISTAKE(places(known[i].slip, false, a, axis), known[i].sentence);
    if (a->stride[axis] == 1 &&
        a->ndim == 2) /* behind the last one stands the next row, or a guard */
        MISTAKE(places(ONE_TOO_MANY, false, a, axis),
                "the number behind the last one was compared too: j < n");
    if (a->stride[axis] != 1)
        MISTAKE(places_of_neighbours(a, axis),
                "stride was ignored: element j is x[j * stride], whichever axis is asked for");
    MISTAKE(places(RIGHT, true, a, axis),
            "this is the largest element; what is asked for is its position");
    return places(RIGHT, false, a, axis);
}
