/* sums_want.c - products whose sums are begun, carried on, or rounded in another way than they should be. */
#include "want.h"

typedef enum {
    FROM_LEFT_TO_RIGHT,
    C_AT_THE_END,
    ON_FROM_THE_FIRST_OF_A_ROW,
    ON_ALONG_A_ROW,
    ON_THROUGH_ALL,
    FLOAT_SUM,
    FLOAT_SUM_ADDED
} Way;

/* The sum so far, or what a float keeps of it. */
static double kept(double sum, Way way)
{
    return way == FLOAT_SUM || way == FLOAT_SUM_ADDED ? (double)(float)sum : sum;
}

static Tensor *made(const Tensor *a, const Tensor *b, const Tensor *c, Way way)
{
    Tensor *result = copy_of(c);
    long c_row = c->shape[1];
    double sum = 0;
    for (long i = 0; i < a->shape[0]; i++)
        for (long j = 0; j < b->shape[1]; j++) {
            double before = at(c, AT(i, j));
            if (j == 0 && (way == ON_FROM_THE_FIRST_OF_A_ROW || way == ON_ALONG_A_ROW))
                sum = way == ON_ALONG_A_ROW ? 0 : before;
            if (way == FROM_LEFT_TO_RIGHT || way == FLOAT_SUM)
                sum = kept(before, way);
            if (way == C_AT_THE_END || way == FLOAT_SUM_ADDED)
                sum = 0;
            for (long p = 0; p < a->shape[1]; p++)
                sum = kept(sum + at(a, AT(i, p)) * at(b, AT(p, j)), way);
            bool replaces =
                way == FROM_LEFT_TO_RIGHT || way == FLOAT_SUM || way == ON_FROM_THE_FIRST_OF_A_ROW;
            result->data[i * c_row + j] = (real)(replaces ? sum : before + sum);
        }
    return result;
}

void sums_gone_wrong(const Tensor *a, const Tensor *b, const Tensor *c)
{
    static const struct {
        Way way;
        const char *said;
    } ways[] = {
        {ON_FROM_THE_FIRST_OF_A_ROW,
         "the sum was begun once for a row and goes on from column to column: each number of C has "
         "a sum of its own, which begins with what stands there"},
        {ON_ALONG_A_ROW,
         "the sum was not begun again for each column: the products of those before are in it"},
        {ON_THROUGH_ALL, "the sum was never begun again: the products of all numbers of C before "
                         "this one are in it"},
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        MISTAKE(made(a, b, c, ways[i].way), ways[i].said);
    if (!IS_DOUBLE)
        return;
    for (Way way = FLOAT_SUM; way <= FLOAT_SUM_ADDED; way++)
        MISTAKE(made(a, b, c, way),
                "the sums were kept in a float: a number of C is a real, and so is its sum");
}

/* p from the last tile to the first, and inside of a tile as it should be. */
static Tensor *tiles_backwards(const Tensor *a, const Tensor *b, const Tensor *c, long tile)
{
    Tensor *result = copy_of(c);
    long k = a->shape[1];
    for (long i = 0; i < a->shape[0]; i++)
        for (long j = 0; j < b->shape[1]; j++) {
            double sum = at(c, AT(i, j));
            for (long from = (k - 1) / tile * tile; from >= 0; from -= tile)
                for (long p = from; p < k && p < from + tile; p++)
                    sum += at(a, AT(i, p)) * at(b, AT(p, j));
            result->data[i * c->shape[1] + j] = (real)sum;
        }
    return result;
}

/* Where the result is NaN: with all products, or without those of a 0 in A. */
static Tensor *nan_places(const Tensor *a, const Tensor *b, const Tensor *c, bool all)
{
    Tensor *flags = blank(c->ndim, c->shape);
    for (long i = 0; i < a->shape[0]; i++)
        for (long j = 0; j < b->shape[1]; j++) {
            double sum = at(c, AT(i, j));
            for (long p = 0; p < a->shape[1]; p++)
                if (all || at(a, AT(i, p)) != 0)
                    sum += at(a, AT(i, p)) * at(b, AT(p, j));
            flags->data[i * c->shape[1] + j] = isnan(sum);
        }
    return flags;
}

Tensor *nan_places_want(const Tensor *a, const Tensor *b, const Tensor *c)
{
    MISTAKE(nan_places(a, b, c, false),
            "products with a 0 were left out: 0 times NaN, and 0 times infinity, are NaN");
    return nan_places(a, b, c, true);
}

Tensor *left_to_right_want(const Tensor *a, const Tensor *b, const Tensor *c, long tile)
{
    if (tile > 1)
        MISTAKE(tiles_backwards(a, b, c, tile),
                "the order of the sums is another: tiles of products come from the first to the "
                "last");
    MISTAKE(made(a, b, c, C_AT_THE_END),
            "the order of the sums is another: each begins with what stands in C, and goes on with "
            "p = 0, 1, 2. If the products are summed up first, or p runs backwards, other bits are "
            "lost on the way");
    return made(a, b, c, FROM_LEFT_TO_RIGHT);
}
