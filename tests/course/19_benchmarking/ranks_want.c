/* ranks_want.c - ranks and their sums, dealt in every way. */
#include "want.h"

typedef enum {
    RIGHT,
    FROM_0,
    FIRST_PLACE,
    LAST_PLACE,
    DENSE,
    BY_ORDER,
    DESCENDING,
    NOT_ITSELF,
    DOUBLED,
    ARGSORT,
    SHARES,
    NEARLY,
    RANKINGS
} Ranking;

static const char *const said_of_ranks[RANKINGS] = {
    [FROM_0] = "places count from 0: the least is number 1",
    [FIRST_PLACE] = "equal numbers all have the first of their places: the mean of these places",
    [LAST_PLACE] = "equal numbers all have the last of their places: the mean of these places",
    [DENSE] = "behind equal numbers no place was left out: they take as many places as they are",
    [BY_ORDER] = "of equal numbers the one that came first has the better place: they share the "
                 "mean of their places",
    [DESCENDING] = "the largest is number 1: the least is",
    [NOT_ITSELF] =
        "half a place too few: a number is among those that are equal to it, so (equal + 1) / 2",
    [DOUBLED] = "that is twice the rank: halves are in order here",
    [ARGSORT] =
        "rank[k] says where number k of the sorted sample stood: rank[i] is the place of x[i]",
    [SHARES] = "divided by n: a place, not a share",
    [NEARLY] = "numbers that are near were taken for equal ones: equal is ==",
};

/* The mid-rank where equal is what differs by less. */
static double rank_of_near(const double *x, long n, long i, double less)
{
    double smaller = 0, equal = 0;
    for (long j = 0; j < n; j++) {
        smaller += x[j] < x[i] - less;
        equal += fabs(x[j] - x[i]) <= less;
    }
    return smaller + (equal + 1) / 2;
}

static double rank_by(const double *x, long n, long i, Ranking ranking)
{
    double smaller = 0, equal = 0, before = 0, kinds = 0;
    for (long j = 0; j < n; j++) {
        bool seen = false;
        for (long k = 0; k < j; k++)
            seen = seen || x[k] == x[j];
        smaller += x[j] < x[i];
        equal += x[j] == x[i];
        before += x[j] == x[i] && j < i;
        kinds += x[j] < x[i] && !seen;
    }
    double mid = smaller + (equal + 1) / 2;
    switch (ranking) {
    case FROM_0:
        return mid - 1;
    case FIRST_PLACE:
        return smaller + 1;
    case LAST_PLACE:
        return smaller + equal;
    case DENSE:
        return kinds + 1;
    case BY_ORDER:
        return smaller + before + 1;
    case DESCENDING:
        return (double)n + 1 - mid;
    case NOT_ITSELF:
        return smaller + equal / 2;
    case DOUBLED:
        return 2 * mid;
    case SHARES:
        return mid / (double)n;
    case ARGSORT: /* who is number i + 1 */
        for (long j = 0; j < n; j++)
            if (rank_by(x, n, j, BY_ORDER) == (double)(i + 1))
                return (double)(j + 1);
        return 0;
    case NEARLY:
        return rank_of_near(x, n, i, IS_DOUBLE ? 1e-9 : 1e-5);
    default:
        return mid;
    }
}

static Tensor *ranks_by(const Tensor *t, Ranking ranking)
{
    double x[64];
    Tensor *rank = blank(SHAPE(t->shape[0]));
    for (long i = 0; i < t->shape[0]; i++)
        x[i] = (double)t->data[i];
    for (long i = 0; i < t->shape[0]; i++)
        rank->data[i] = (real)rank_by(x, t->shape[0], i, ranking);
    return rank;
}

Tensor *ranks_want(const Tensor *x)
{
    for (Ranking ranking = 1; ranking < RANKINGS; ranking++)
        MISTAKE(ranks_by(x, ranking), said_of_ranks[ranking]);
    return ranks_by(x, RIGHT);
}

/* ---- 19.6 ------------------------------------------------------------------------------------------ */

enum { MOST_RANKS = 40, MOST_SUM = MOST_RANKS * (MOST_RANKS + 1) * 2 };

typedef struct {
    long n, m, own;                /* the sum of a's ranks, in halves */
    double ways[MOST_SUM + 1];     /* to have that sum with n ranks */
    double in_float[MOST_SUM + 1]; /* the same, counted in float */
    double any[MOST_SUM + 1];      /* with any number of ranks */
    double repeated[MOST_SUM + 1]; /* with n ranks, each as often as one likes */
} Dealt;

static double ways[MOST_RANKS + 1][MOST_SUM + 1];

static double kept(double ways_there_are, bool in_float)
{
    return in_float ? (double)(float)ways_there_are : ways_there_are;
}

static void deal_ranks(const long *rank, long count, bool again, bool in_float)
{
    long most = 2 * count * (count + 1);
    memset(ways, 0, sizeof ways);
    ways[0][0] = 1;
    for (long i = 0; i < count; i++)
        for (long step = 0; step < count; step++) {
            long k = again ? step + 1 : count - step;
            for (long s = most; s >= rank[i]; s--)
                ways[k][s] = kept(ways[k][s] + ways[k - 1][s - rank[i]], in_float);
        }
}

static void deal(Dealt *d, const Tensor *a, const Tensor *b, Ranking ranking)
{
    double x[64];
    long rank[64], count = a->shape[0] + b->shape[0];
    d->n = a->shape[0], d->m = b->shape[0], d->own = 0;
    for (long i = 0; i < count; i++)
        x[i] = (double)(i < d->n ? a->data[i] : b->data[i - d->n]);
    for (long i = 0; i < count; i++) {
        rank[i] = (long)(2 * rank_by(x, count, i, ranking));
        d->own += i < d->n ? rank[i] : 0;
    }
    deal_ranks(rank, count, false, true);
    memcpy(d->in_float, ways[d->n], sizeof d->in_float);
    deal_ranks(rank, count, false, false);
    for (long s = 0; s <= MOST_SUM; s++) {
        d->ways[s] = ways[d->n][s];
        d->any[s] = 0;
        for (long k = 0; k <= count; k++)
            d->any[s] += ways[k][s];
    }
    deal_ranks(rank, count, true, false);
    for (long s = 0; s <= MOST_SUM; s++)
        d->repeated[s] = ways[d->n][s];
}

typedef struct {
    double below, above, own, far, further,
        all; /* at most, at least, exactly, at least as far, further */
} Tails;

static Tails tails_of(const double *of, long own, long middle)
{
    Tails t = {0, 0, 0, 0, 0, 0};
    for (long s = 0; s <= MOST_SUM; s++) {
        t.all += of[s];
        t.below += s <= own ? of[s] : 0;
        t.above += s >= own ? of[s] : 0;
        t.own += s == own ? of[s] : 0;
        t.far += labs(s - middle) >= labs(own - middle) ? of[s] : 0;
        t.further += labs(s - middle) > labs(own - middle) ? of[s] : 0;
    }
    return t;
}

static double normal_p(const Dealt *d, double correction)
{
    double n = (double)d->n, m = (double)d->m;
    double far = fabs(0.5 * (double)d->own - n * (n + m + 1) / 2) - correction;
    return far > 0 ? erfc(far / sqrt(n * m * (n + m + 1) / 6)) : 1;
}

double exact_want(const Tensor *a, const Tensor *b)
{
    static Dealt d;
    deal(&d, a, b, FIRST_PLACE);
    Tails first = tails_of(d.ways, d.own, d.n * (d.n + d.m + 1));
    MISTAKE_NUMBER(
        first.far / first.all,
        "equal numbers have the first of their places, so the sums are too small: mid-ranks");
    deal(&d, a, b, BY_ORDER);
    Tails order = tails_of(d.ways, d.own, d.n * (d.n + d.m + 1));
    MISTAKE_NUMBER(
        order.far / order.all,
        "of equal numbers those of a have the better places: they share them, by mid-ranks");
    deal(&d, a, b, RIGHT);
    long middle = d.n * (d.n + d.m + 1);
    Tails t = tails_of(d.ways, d.own, middle), any = tails_of(d.any, d.own, middle),
          repeated = tails_of(d.repeated, d.own, middle), of_u = tails_of(d.ways, d.own, d.n * d.m);
    Tails rounded = tails_of(d.in_float, d.own, middle);
    double one = fmin(t.below, t.above);
    if (rounded.far / rounded.all != t.far / t.all)
        MISTAKE_NUMBER(rounded.far / rounded.all,
                       "ways were counted in a float, which has no more than 16,777,216 whole "
                       "numbers: in double");
    MISTAKE_NUMBER(t.below / t.all, "one-sided: ways that are as far from the middle on the other "
                                    "side are not among those counted");
    MISTAKE_NUMBER(t.above / t.all, "one-sided: ways that are as far from the middle on the other "
                                    "side are not among those counted");
    MISTAKE_NUMBER(2 * one / t.all, "twice the smaller tail: it may be more than 1, and with ties "
                                    "the other side is not its mirror image");
    MISTAKE_NUMBER(fmin(1, 2 * one / t.all),
                   "twice the smaller tail: with ties the other side is not its mirror image");
    MISTAKE_NUMBER(
        t.further / t.all,
        "only sums that are further from the middle: those as far as ours, and ours itself, count");
    MISTAKE_NUMBER(t.own / t.all,
                   "the chance of just this sum: as far from the middle, or further");
    MISTAKE_NUMBER(1 - t.far / t.all,
                   "that is 1 - p: p is the share of the ways as uneven as ours");
    MISTAKE_NUMBER(any.far / any.all, "ways with any number of ranks were counted: n of them");
    MISTAKE_NUMBER(t.far / any.all,
                   "divided by the ways to choose any number of ranks: by those to choose n");
    MISTAKE_NUMBER(repeated.far / repeated.all,
                   "a rank was taken more than once: go from the largest k down");
    MISTAKE_NUMBER(
        of_u.far / of_u.all,
        "the middle does not belong to these ranks: of n ranks, in halves, it is n (n + m + 1)");
    MISTAKE_NUMBER(t.far, "that is how many ways there are: divided by all of them it is a share");
    MISTAKE_NUMBER(normal_p(&d, 0.5), "that is the normal approximation: exact is to count");
    MISTAKE_NUMBER(normal_p(&d, 0), "that is the normal approximation: exact is to count");
    MISTAKE_NUMBER(0,
                   "0: nothing was counted; at least the way that was dealt is as far as itself");
    return t.far / t.all;
}
