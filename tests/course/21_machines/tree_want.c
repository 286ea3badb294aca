/* tree_want.c - sums of a column in many orders, one of which is right. */
#include "want.h"

enum { ROOM = 32 };

typedef struct {
    real x[ROOM]; /* what stands in this place of the arrays */
    long S;       /* how many of them */
    long place, places;
} Column;

static real tree(const real *x, long S)
{
    long left = 1;
    if (S == 1)
        return x[0];
    while (2 * left < S)
        left *= 2;
    return tree(x, left) + tree(x + left, S - left);
}

static real right(Column c)
{
    return tree(c.x, c.S);
}

static real in_order(Column c)
{
    real sum = c.x[0];
    for (long i = 1; i < c.S; i++)
        sum += c.x[i];
    return sum;
}

static real from_the_end(Column c)
{
    real sum = c.x[c.S - 1];
    for (long i = c.S - 2; i >= 0; i--)
        sum = c.x[i] + sum;
    return sum;
}

/* 0 + 4, 1 + 5, ... */
static real far_first(Column c)
{
    long reach = 1;
    while (2 * reach < c.S)
        reach *= 2;
    for (; c.S > 1 && reach > 0; reach /= 2)
        for (long i = 0; i < reach; i++)
            if (i + reach < c.S)
                c.x[i] += c.x[i + reach];
    return c.x[0];
}

/* 0 + 7, 1 + 6, ... */
static real from_both_ends(Column c)
{
    for (long m = c.S; m > 1; m = (m + 1) / 2)
        for (long i = 0; i < m / 2; i++)
            c.x[i] += c.x[m - 1 - i];
    return c.x[0];
}

static real halves(const real *x, long S, bool larger_left)
{
    long left = larger_left ? (S + 1) / 2 : S / 2;
    return S == 1 ? x[0] : halves(x, left, larger_left) + halves(x + left, S - left, larger_left);
}

static real in_the_middle(Column c)
{
    return halves(c.x, c.S, false);
}

static real larger_half_first(Column c)
{
    return halves(c.x, c.S, true);
}

static long power_below(long S)
{
    long p = 1;
    while (2 * p <= S)
        p *= 2;
    return p;
}

static real rest_left_out(Column c)
{
    return tree(c.x, power_below(c.S));
}

/* What stands behind the last power of two is added to the first arrays before the tree begins. */
static real folded(Column c)
{
    long p = power_below(c.S);
    for (long i = p; i < c.S; i++)
        c.x[i - p] += c.x[i];
    return tree(c.x, p);
}

static real without_last_round(Column c)
{
    long p = 1;
    while (2 * p < c.S)
        p *= 2;
    return tree(c.x, p);
}

static real first_round_only(Column c)
{
    return c.S > 1 ? c.x[0] + c.x[1] : c.x[0];
}

static real assigned(Column c)
{
    long i = 0;
    for (long reach = 1; reach < c.S; reach *= 2)
        i = reach; /* the last that is written over leaf[0] */
    while (i > 0 && i < c.S) {
        long reach = 1, last = 0;
        while (i % (2 * reach) == 0 && i + reach < c.S) {
            last = reach;
            reach *= 2;
        }
        if (last == 0)
            break;
        i += last;
    }
    return c.x[i];
}

static real mean(Column c)
{
    return tree(c.x, c.S) / (real)c.S;
}

static real untouched(Column c)
{
    return c.x[0];
}

/* As a ring does it: each part of the array begins with another rank. */
static real ring(Column c)
{
    long first = c.place * c.S / c.places;
    real sum = c.x[first];
    for (long i = 1; i < c.S; i++)
        sum += c.x[(first + i) % c.S];
    return sum;
}

static real wide(Column c)
{
    long double sum = 0;
    for (long i = 0; i < c.S; i++)
        sum += (long double)c.x[i];
    return (real)sum;
}

static real in_double(Column c)
{
    double sum = 0;
    for (long i = 0; i < c.S; i++)
        sum += (double)c.x[i];
    return (real)sum;
}

static real in_float(Column c)
{
    for (long reach = 1; reach < c.S; reach *= 2)
        for (long i = 0; i + reach < c.S; i += 2 * reach)
            c.x[i] = (real)((float)c.x[i] + (float)c.x[i + reach]);
    return c.x[0];
}

static real sorted(Column c)
{
    for (long i = 0; i < c.S; i++)
        for (long j = i + 1; j < c.S; j++)
            if (fabs((double)c.x[j]) < fabs((double)c.x[i])) {
                real x = c.x[i];
                c.x[i] = c.x[j];
                c.x[j] = x;
            }
    return in_order(c);
}

static real last_place_left_out(Column c)
{
    return c.place == c.places - 1 ? c.x[0] : tree(c.x, c.S);
}

static real first_place_left_out(Column c)
{
    return c.place == 0 ? c.x[0] : tree(c.x, c.S);
}

static real twice(Column c)
{
    c.x[0] += c.x[0];
    return tree(c.x, c.S);
}

static const struct {
    real (*sum)(Column);
    const char *said;
} orders[] = {
    {in_order, "added from left to right, ((0 + 1) + 2) + 3: two ranks that add their halves first "
               "have other bits"},
    {from_the_end, "added from the last array to the first"},
    {far_first, "far arrays were added first, 0 + 4, 1 + 5, ...: neighbours come first, so that a "
                "rank can begin with its own"},
    {from_both_ends, "the first array was added to the last, the second to the last but one: "
                     "neighbours come first"},
    {in_the_middle, "an odd number was split in the middle, the smaller half in front: the left "
                    "part is the largest power of two"},
    {larger_half_first,
     "split in the middle, the larger half in front: the left part is the largest power of two"},
    {rest_left_out, "what stands behind the largest power of two was left out: an array without a "
                    "neighbour waits for a later round"},
    {folded, "what stands behind the largest power of two was added to the first arrays before the "
             "tree began: it comes in last"},
    {without_last_round, "the last round is missing: as long as reach is smaller than leaves"},
    {first_round_only,
     "only leaf[1] was added to leaf[0]: reach doubles, and there are more rounds"},
    {assigned, "the right array was copied over the left one: it is to be added"},
    {mean,
     "that is a mean over the shares: tree_sum adds, and global_mean divides once, by the targets"},
    {untouched, "leaf[0] is as it was: the sum belongs into it"},
    {ring, "each part of the arrays begins with another array, as in a ring: then the order "
           "depends on n"},
    {wide, "the sum was kept in a wider type and rounded once: more exact, but on two ranks there "
           "would be other bits"},
    {in_double, "the sum was kept in double, from left to right"},
    {in_float, "added in float: the numbers are of type real, which is double here"},
    {sorted, "small numbers were added first: more exact, but ranks would have to know all "
             "numbers; the order is fixed"},
    {last_place_left_out, "the last number of the arrays was not added: j < n"},
    {first_place_left_out, "the first number of the arrays was not added: they begin with 0"},
    {twice, "leaf[0] is in the sum twice: it holds its own numbers from the start"},
};

static Tensor *summed(const Tensor *leaves, long count, long step, real (*sum)(Column))
{
    long n = leaves->shape[1];
    Tensor *t = blank(SHAPE(n));
    for (long j = 0; j < n; j++) {
        Column c = {.S = count, .place = j, .places = n};
        for (long i = 0; i < count; i++)
            c.x[i] = leaves->data[i * step * n + j];
        t->data[j] = sum(c);
    }
    return t;
}

Tensor *tree_want(const Tensor *leaves, long count, long step)
{
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        MISTAKE(summed(leaves, count, step, orders[i].sum), orders[i].said);
    if (step > 1)
        MISTAKE(summed(leaves, count, 1, right),
                "the arrays were taken for neighbours in memory: leaf[i] says where array i is");
    return summed(leaves, count, step, right);
}

/* A rank adds its own leaves, then the ranks theirs: known for orders that are wrong in the same way both times. */
Tensor *tree_of_ranks_want(const Tensor *leaves, long ranks)
{
    long own = 8 / ranks, n = leaves->shape[1];
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        Tensor *top = blank(SHAPE(ranks, n));
        for (long r = 0; r < ranks; r++) {
            Tensor rows = *leaves;
            rows.data += r * own * n;
            Tensor *sum = summed(&rows, own, 1, orders[i].sum);
            for (long j = 0; j < n; j++)
                top->data[r * n + j] = sum->data[j];
        }
        MISTAKE(summed(top, ranks, 1, orders[i].sum), orders[i].said);
    }
    return summed(leaves, 8, 1, right);
}

Tensor *tree_in_pieces_want(const Tensor *leaves)
{
    return tree_want(leaves, 8, 1);
}

bool leaves_are_checked(void)
{
    MISTAKE_MESSAGE("as if nothing were wrong",
                    "the given check is gone: of no array there is no first one");
    return true;
}
