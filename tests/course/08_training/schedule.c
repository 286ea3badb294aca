/* schedule.c - 08.1 to 08.3: the learning rate in every step. */
#include "optim.h"
#include "want.h"

/* ---- 08.1 schedule_warm_up ---------------------------------------------------------------------------- */

static Tensor *warm_up_rates(long warmup, double lr)
{
    Tensor *rates = blank(SHAPE(warmup));
    check_called("schedule_warm_up(step, warmup, lr) in the steps 0 to warmup - 1");
    for (long i = 0; i < warmup; i++)
        rates->data[i] = (real)schedule_warm_up(i, warmup, lr);
    return rates;
}

TEST(warm_up_by_hand, .points = 1, .exercise = "08.1 schedule_warm_up", .file = "warm_up.c")
{
    given("warmup", "4"), given("lr", "0.8");

    Tensor *want = EXPECT(warm_up_want(4, 0.8));
    Tensor *rates = warm_up_rates(4, 0.8);
    check_tensor(rates, want, "0.2, 0.4, 0.6, 0.8: a quarter of lr more in each step");
}

TEST(warm_up_rises_to_lr, .points = 3, .exercise = "08.1 schedule_warm_up", .file = "warm_up.c")
{
    long warmup = draw_long("warmup", 5, 12);
    double lr = draw_double("lr", 0.1, 0.9);

    Tensor *want = EXPECT(warm_up_want(warmup, lr));
    Tensor *rates = warm_up_rates(warmup, lr);
    check_tensor(rates, want, "lr (step + 1) / warmup");
    double only_rate = CALL(schedule_warm_up(0, 1, lr));
    check_number(only_rate, lr, CHECK_TOLERANCE, "a warm-up of one step has the whole rate in it");
}

/* ---- 08.2 schedule_progress --------------------------------------------------------------------------- */

static Tensor *progress_from(long first, long n, long total, long warmup)
{
    Tensor *progress = blank(SHAPE(n));
    check_called("schedule_progress(step, total, warmup) from step warmup on");
    for (long i = 0; i < n; i++)
        progress->data[i] = (real)schedule_progress(first + i, total, warmup);
    return progress;
}

TEST(progress_by_hand, .points = 1, .exercise = "08.2 schedule_progress", .file = "warm_up.c")
{
    given("total", "6"), given("warmup", "2");

    Tensor *want = EXPECT(progress_want(2, 6, 6, 2));
    Tensor *progress = progress_from(2, 6, 6, 2);
    check_tensor(progress, want, "0, 0.25, 0.5, 0.75 in the steps 2 to 5, and 1 from step 6 on");
}

TEST(progress_on_the_whole_way, .points = 3, .exercise = "08.2 schedule_progress",
     .file = "warm_up.c")
{
    long warmup = draw_long("warmup", 3, 6), total = draw_long("total", 14, 24);

    Tensor *want = EXPECT(progress_want(warmup, total, total, warmup));
    Tensor *progress = progress_from(warmup, total, total, warmup);
    check_tensor(progress, want, "0 in step warmup, 1 in step total and after it");
}

TEST(no_time_left_after_the_warm_up, .points = 1, .exercise = "08.2 schedule_progress",
     .file = "warm_up.c")
{
    long warmup = draw_long("warmup", 3, 6), steps = draw_long("steps", 4, 12);
    given("total", "%ld", warmup);

    Tensor *want = EXPECT(progress_want(warmup, steps, warmup, warmup));
    Tensor *progress = progress_from(warmup, steps, warmup, warmup);
    check_tensor(progress, want, "when total = warmup, the way ends with the warm-up: 1");
    long too_short = warmup - 2;
    Tensor *want_1 = EXPECT(progress_want(warmup, steps, too_short, warmup));
    Tensor *behind = progress_from(warmup, steps, too_short, warmup);
    check_tensor(behind, want_1, "and so it is when total is too short for the warm-up");
    Tensor *want_way = EXPECT(progress_want(warmup, steps, warmup + steps, warmup));
    Tensor *way = progress_from(warmup, steps, warmup + steps, warmup);
    check_tensor(way, want_way, "with time left, the way goes from 0 up to there");
}

/* ---- 08.3 schedule_cosine -------------------------------------------------------------------- */

static Tensor *cosine_rates(long n, long total, long warmup, double lr, double lr_min)
{
    Tensor *rates = blank(SHAPE(n));
    check_called("schedule_cosine(step, total, warmup, lr, lr_min) from step 0 on");
    for (long i = 0; i < n; i++)
        rates->data[i] = (real)schedule_cosine(i, total, warmup, lr, lr_min);
    return rates;
}

TEST(cosine_by_hand, .points = 1, .exercise = "08.3 schedule_cosine", .file = "schedule.c")
{
    given("total", "6"), given("warmup", "2"), given("lr", "1"), given("lr_min", "0.2");

    Tensor *want = EXPECT(cosine_want(7, 6, 2, 1, 0.2));
    Tensor *rates = cosine_rates(7, 6, 2, 1, 0.2);
    check_tensor(rates, want, "0.5, 1 (warm-up), then 1 to 0.2 along half a cosine: 0.6 half-way");
}

TEST(cosine_on_the_whole_way, .points = 3, .exercise = "08.3 schedule_cosine", .file = "schedule.c")
{
    long warmup = draw_long("warmup", 2, 6), total = draw_long("total", 14, 24);
    double lr = draw_double("lr", 0.5, 0.9), lr_min = draw_double("lr_min", 0.1, 0.3);

    Tensor *want = EXPECT(cosine_want(total + 4, total, warmup, lr, lr_min));
    Tensor *rates = cosine_rates(total + 4, total, warmup, lr, lr_min);
    check_tensor(rates, want, "warm-up, then lr_min + (lr - lr_min) (1 + cos(pi p)) / 2");
}

TEST(without_a_warm_up, .points = 1, .exercise = "08.3 schedule_cosine", .file = "schedule.c")
{
    long total = draw_long("total", 5, 9);
    double lr = draw_double("lr", 0.5, 0.9), lr_min = draw_double("lr_min", 0.1, 0.3);
    given("warmup", "0");

    Tensor *want = EXPECT(cosine_want(total + 2, total, 0, lr, lr_min));
    Tensor *rates = cosine_rates(total + 2, total, 0, lr, lr_min);
    check_tensor(rates, want, "the cosine starts with the whole lr in step 0");
}
