/* schedule.c - 08.1: the learning rate in every step. */
#include "optim.h"
#include "want.h"

/* ---- 08.1 schedule_cosine -------------------------------------------------------------------- */

static Tensor *cosine_rates(long n, long total, long warmup, double lr, double lr_min)
{
    Tensor *rates = blank(SHAPE(n));
    check_called("schedule_cosine(step, total, warmup, lr, lr_min) from step 0 on");
    for (long i = 0; i < n; i++)
        rates->data[i] = (real)schedule_cosine(i, total, warmup, lr, lr_min);
    return rates;
}

TEST(cosine_by_hand, .points = 1, .exercise = "08.1 schedule_cosine", .file = "schedule.c")
{
    given("total", "6"), given("warmup", "2"), given("lr", "1"), given("lr_min", "0.2");

    Tensor *want = EXPECT(cosine_want(7, 6, 2, 1, 0.2));
    Tensor *rates = cosine_rates(7, 6, 2, 1, 0.2);
    check_tensor(rates, want, "0.5, 1 (warm-up), then 1 to 0.2 along half a cosine: 0.6 half-way");
}

TEST(cosine_on_the_whole_way, .points = 5, .exercise = "08.1 schedule_cosine", .file = "schedule.c")
{
    long warmup = draw_long("warmup", 2, 6), total = draw_long("total", 14, 24);
    double lr = draw_double("lr", 0.5, 0.9), lr_min = draw_double("lr_min", 0.1, 0.3);

    Tensor *want = EXPECT(cosine_want(total + 4, total, warmup, lr, lr_min));
    Tensor *rates = cosine_rates(total + 4, total, warmup, lr, lr_min);
    check_tensor(rates, want, "warm-up, then lr_min + (lr - lr_min) (1 + cos(pi p)) / 2");
}

TEST(without_a_warm_up, .points = 2, .exercise = "08.1 schedule_cosine", .file = "schedule.c")
{
    long total = draw_long("total", 5, 9);
    double lr = draw_double("lr", 0.5, 0.9), lr_min = draw_double("lr_min", 0.1, 0.3);
    given("warmup", "0");

    Tensor *want = EXPECT(cosine_want(total + 2, total, 0, lr, lr_min));
    Tensor *rates = cosine_rates(total + 2, total, 0, lr, lr_min);
    check_tensor(rates, want, "the cosine starts with the whole lr in step 0");
}
