/* deal.c - 21.4: shares for ranks of unequal speed, by how long the slowest takes. */
#include "draws.h"
#include "want.h"

enum { DEALS = 12, LONGEST = 300 };

/* Each of DEALS has its own rows and speeds; shares and ranks are as many in all of them. */
typedef struct {
    IntTensor *rows;
    Tensor *speed;
} Deals;

static double seconds_of(const long *rows, const double *speed, long ranks, const long *first)
{
    double slowest = 0;
    for (long r = 0; r < ranks; r++) {
        long own = 0;
        for (long i = first[r]; i < first[r + 1]; i++)
            own += rows[i];
        double takes = own == 0 ? 0 : (double)own / speed[r];
        slowest = takes > slowest ? takes : slowest;
    }
    return slowest;
}

/* What the slowest rank of deal number `at` takes; -1 unless every share is dealt once, in order. */
static double ask(const Deals *d, long at)
{
    long shares = d->rows->shape[1], ranks = d->speed->shape[1], rows[LONGEST];
    double speed[MOST];
    long *first = ROOM_FOR(ranks + 1, long);
    for (long i = 0; i < shares; i++)
        rows[i] = d->rows->data[at * shares + i];
    for (long r = 0; r < ranks; r++)
        speed[r] = (double)d->speed->data[at * ranks + r];
    deal_shares(rows, shares, speed, ranks, first);
    bool in_order = first[0] == 0 && first[ranks] == shares;
    for (long r = 0; r < ranks; r++)
        in_order = in_order && first[r] <= first[r + 1] && first[r] >= 0 && first[r] <= shares;
    return in_order ? seconds_of(rows, speed, ranks, first) : -1;
}

static void check_deals(Deals d, const char *rule)
{
    Tensor *best = EXPECT(best_deals_want(d.rows, d.speed));
    check_called("deal_shares(rows, shares, speed, ranks, first)");
    Tensor *slowest = blank(SHAPE(DEALS));
    for (long i = 0; i < DEALS; i++)
        slowest->data[i] = (real)ask(&d, i);
    check_tensor_within(slowest, best, 1e-5, rule);
}

static Deals draw_deals(long shares, long ranks, long fewest_rows, long most_rows)
{
    return (Deals){draw_ids("rows", SHAPE(DEALS, shares), fewest_rows, most_rows),
                   draw_between("speed", SHAPE(DEALS, ranks), 1, 4)};
}

TEST(many_shares, .points = 3, .exercise = "21.4 deal_shares", .file = "deal_shares.c")
{
    long shares = draw_long("shares", 260, LONGEST), ranks = draw_long("ranks", 3, 4);
    Deals d = draw_deals(shares, ranks, 3, 5);
    for (long i = 0; i < DEALS; i++) {
        long slow = (long)(draw_seed() % (uint64_t)ranks), fast = (slow + 1) % ranks;
        d.speed->data[i * ranks + slow] = 1;
        d.speed->data[i * ranks + fast] = 3;
    }
    resealed(d.speed);

    Tensor *bound = EXPECT(bound_want(d.rows, d.speed));
    check_called("deal_shares(rows, shares, speed, ranks, first)");
    Tensor *slowest = blank(SHAPE(DEALS));
    for (long i = 0; i < DEALS; i++) {
        double all = 0, together = 0, takes = ask(&d, i);
        for (long j = 0; j < shares; j++)
            all += d.rows->data[i * shares + j];
        for (long r = 0; r < ranks; r++)
            together += (double)d.speed->data[i * ranks + r];
        bool enough = takes >= 0 && takes <= 1.15 * all / together;
        slowest->data[i] = (real)(enough ? all / together : takes);
    }
    check_tensor_within(slowest, bound, 1e-5,
                        "the seconds of all rows at the speed of all ranks, and up to 1.15 times "
                        "as many count as these; -1: not every share once, in order");
}

TEST(few_shares_of_equal_size, .points = 3, .exercise = "21.4 deal_shares",
     .file = "deal_shares.c")
{
    long shares = draw_long("shares", 7, 12), ranks = draw_long("ranks", 3, 4);
    Deals d = draw_deals(shares, ranks, 2, 9);
    for (long i = 0; i < DEALS * shares; i++)
        d.rows->data[i] = d.rows->data[i / shares * shares];
    resealed_ids(d.rows);
    check_deals(d, "the seconds of the slowest rank, and no deal has fewer; -1: not every share "
                   "once, in order");
}

TEST(shares_of_any_size, .points = 2, .exercise = "21.4 deal_shares", .file = "deal_shares.c")
{
    long shares = draw_long("shares", 9, 13), ranks = draw_long("ranks", 4, 5);
    check_deals(draw_deals(shares, ranks, 1, 20),
                "sizes count, and no deal of whole shares, in order, has a shorter slowest rank");
}

TEST(ranks_that_stand_still, .points = 2, .exercise = "21.4 deal_shares", .file = "deal_shares.c")
{
    long shares = draw_long("shares", 2, 4), ranks = shares + draw_long("more ranks", 1, 2);
    long none[] = {0, 0};
    double still[] = {0, 0};
    long *first = ROOM_FOR(3, long);
    Deals d = draw_deals(shares, ranks, 0, 5);
    for (long i = 0; i < DEALS; i++) {
        long works = (long)(draw_seed() % (uint64_t)ranks);
        for (long r = 0; r < ranks; r++)
            if (r != works && draw_seed() % 2 == 0)
                d.speed->data[i * ranks + r] = 0;
    }
    d.speed->data[0] = d.speed->data[2 * ranks - 1] = 0;
    d.speed->data[1] = d.speed->data[ranks] = 1;
    for (long j = 0; j < shares; j++)
        d.rows->data[j] = j == 0 ? 0 : j;
    resealed(d.speed);
    resealed_ids(d.rows);
    check_deals(d, "a rank of speed 0 has no rows, and shares without rows take no time");
    check_fails(deal_shares(none, 2, still, 2, first), "no rank does any rows",
                "somebody has to work: the given check says so");
}
