/* schedule.c - 08.1 to 08.3: the learning rate in every step, against plain formulas. */
#include "check.h"

static const double pi = 3.14159265358979323846;

/* Rates of the steps first, first + 1, ... of a run, n of them. */
static Tensor *linear_rates(long first, long n, long total, long warmup, double lr, double lr_min)
{
    Tensor *rates = tensor_zeros(SHAPE(n));
    for (long i = 0; i < n; i++)
        rates->data[i] = (real)schedule_linear(first + i, total, warmup, lr, lr_min);
    return rates;
}

static Tensor *cosine_rates(long first, long n, long total, long warmup, double lr, double lr_min)
{
    Tensor *rates = tensor_zeros(SHAPE(n));
    for (long i = 0; i < n; i++)
        rates->data[i] = (real)schedule_cosine(first + i, total, warmup, lr, lr_min);
    return rates;
}

/* ---- 08.1 schedule_warm_up ---------------------------------------------------------------------------- */

typedef enum { W_RIGHT, W_FROM_ZERO, W_AHEAD, W_INTEGER, W_NO_LR, W_PLUS_ONE, W_NONE, W_DOWN } Up;

static double one_warm_up(Up way, long step, long warmup, double lr)
{
    double s = (double)step, w = (double)warmup;
    switch (way) {
    case W_FROM_ZERO:
        return lr * s / w;
    case W_AHEAD:
        return lr * (s + 2) / w;
    case W_INTEGER:
        return lr * (double)((step + 1) / warmup);
    case W_NO_LR:
        return (s + 1) / w;
    case W_PLUS_ONE:
        return lr * (s + 1) / (w + 1);
    case W_NONE:
        return lr;
    case W_DOWN:
        return lr * (w - s) / w;
    default:
        return lr * (s + 1) / w;
    }
}

static Tensor *plain_warm_up(Up way, long warmup, double lr)
{
    Tensor *rates = blank(SHAPE(warmup));
    for (long i = 0; i < warmup; i++)
        rates->data[i] = (real)one_warm_up(way, i, warmup, lr);
    return rates;
}

static inline void register_warm_up(long warmup, double lr)
{
    MISTAKE(plain_warm_up(W_FROM_ZERO, warmup, lr),
            "the first step got a rate of 0 and did not move: it is number 0, and gets 1 / warmup");
    MISTAKE(plain_warm_up(W_AHEAD, warmup, lr),
            "one step ahead: step 0 gets 1 / warmup, and the last of the warm-up exactly lr");
    MISTAKE(
        plain_warm_up(W_INTEGER, warmup, lr),
        "step and warmup were divided as whole numbers, which gives 0: make one a double first");
    MISTAKE(plain_warm_up(W_NO_LR, warmup, lr), "lr is missing: this is only the share of it");
    MISTAKE(plain_warm_up(W_PLUS_ONE, warmup, lr),
            "divided by warmup + 1: then the warm-up ends below lr");
    MISTAKE(plain_warm_up(W_NONE, warmup, lr), "no warm-up: every step got the whole lr");
    MISTAKE(plain_warm_up(W_DOWN, warmup, lr),
            "this falls: a warm-up rises from lr / warmup to lr");
}

TEST(warm_up_by_hand, .points = 3, .exercise = "08.1 schedule_warm_up", .file = "warm_up.c",
     .hints = HINTS("Four steps of warm-up are four stairs of the same height.",
                    "Step 0 stands on the first stair: (step + 1) of warmup.",
                    "return lr * (double)(step + 1) / (double)warmup;"))
{
    given("warmup", "4"), given("lr", "0.8");
    long warmup = 4;
    double lr = 0.8;
    EXPECT(Tensor *want = values(SHAPE(4), VALUES((real)0.2, (real)0.4, (real)0.6, (real)0.8)));
    EXPECT(register_warm_up(warmup, lr););
    check_called("schedule_linear(step, 100, warmup, lr, 0) in 4 steps from step 0 on");
    Tensor *rates = linear_rates(0, 4, 100, warmup, lr, 0);
    check_tensor(rates, want, "steps 0 to 3 of a warm-up of 4: a quarter of lr more in each");
}

TEST(warm_up_rises_to_lr, .points = 3, .exercise = "08.1 schedule_warm_up", .file = "warm_up.c",
     .hints = HINTS("The last step of the warm-up, number warmup - 1, has the whole rate.",
                    "warmup may be 1: then there is one step, with the rate lr.",
                    "return lr * (double)(step + 1) / (double)warmup;"))
{
    long warmup = draw_long("warmup", 5, 12);
    double lr = draw_double("lr", 0.1, 0.9);
    EXPECT(Tensor *want = plain_warm_up(W_RIGHT, warmup, lr));
    EXPECT(register_warm_up(warmup, lr););
    check_called("schedule_linear(step, 100, warmup, lr, 0.05) in warmup steps from step 0 on");
    Tensor *rates = linear_rates(0, warmup, 100, warmup, lr, 0.05);
    check_tensor(rates, want, "lr (step + 1) / warmup, whatever comes afterwards");
    double only = CALL(schedule_step(0, 10, 0.5, 1, lr));
    check_number(only, lr, CHECK_TOLERANCE, "a warm-up of one step has the whole rate in it");
}

/* ---- 08.2 schedule_progress --------------------------------------------------------------------------- */

typedef enum {
    P_RIGHT,
    P_WARMUP_COUNTED,
    P_OVER_TOTAL,
    P_INTEGER,
    P_NO_END,
    P_ENDS_EARLY,
    P_WRAPS,
    P_STEP_OVER_REST,
    P_AHEAD,
    P_BACKWARDS
} Far;

static double one_progress(Far way, long step, long total, long warmup)
{
    double since = (double)(step - warmup), rest = (double)(total - warmup);
    if (way == P_NO_END)
        return since / rest;
    if (step >= total && way == P_WRAPS)
        return 0;
    if (step >= total)
        return way == P_BACKWARDS ? 0 : 1;
    switch (way) {
    case P_WARMUP_COUNTED:
        return (double)step / (double)total;
    case P_OVER_TOTAL:
        return since / (double)total;
    case P_INTEGER:
        return (double)((step - warmup) / (total - warmup));
    case P_ENDS_EARLY:
        return since / (rest - 1);
    case P_STEP_OVER_REST:
        return (double)step / rest;
    case P_AHEAD:
        return (since + 1) / rest;
    case P_BACKWARDS:
        return 1 - since / rest;
    default:
        return since / rest;
    }
}

/* On a line from lr to lr_min. */
static Tensor *plain_linear(Far way, long first, long n, long total, long warmup, double lr,
                            double lr_min)
{
    Tensor *rates = blank(SHAPE(n));
    for (long i = 0; i < n; i++)
        rates->data[i] = (real)(lr + (lr_min - lr) * one_progress(way, first + i, total, warmup));
    return rates;
}

static inline void register_progress(long first, long n, long total, long warmup, double lr,
                                     double lr_min)
{
    MISTAKE(plain_linear(P_NO_END, first, n, total, warmup, lr, lr_min),
            "it goes on beyond the end: from step total on progress stays at 1");
    MISTAKE(plain_linear(P_WRAPS, first, n, total, warmup, lr, lr_min),
            "behind the end it starts again: from step total on progress stays at 1");
    MISTAKE(plain_linear(P_INTEGER, first, n, total, warmup, lr, lr_min),
            "divided as whole numbers, which gives 0 until the end: make one a double first");
    MISTAKE(plain_linear(P_ENDS_EARLY, first, n, total, warmup, lr, lr_min),
            "divided by total - warmup - 1: the end is reached in step total, not before");
    MISTAKE(plain_linear(P_AHEAD, first, n, total, warmup, lr, lr_min),
            "one step ahead: in step warmup progress is 0");
    MISTAKE(plain_linear(P_BACKWARDS, first, n, total, warmup, lr, lr_min),
            "this is what is left to go: progress runs from 0 to 1");
    if (warmup == 0)
        return;
    MISTAKE(plain_linear(P_WARMUP_COUNTED, first, n, total, warmup, lr, lr_min),
            "the warm-up was counted, too: progress is 0 in step warmup, so the rate jumps");
    MISTAKE(plain_linear(P_OVER_TOTAL, first, n, total, warmup, lr, lr_min),
            "divided by total: only total - warmup steps are not warm-up");
    MISTAKE(plain_linear(P_STEP_OVER_REST, first, n, total, warmup, lr, lr_min),
            "the steps of the warm-up must be taken off above, too: step - warmup");
}

TEST(progress_by_hand, .points = 4, .exercise = "08.2 schedule_progress", .file = "warm_up.c",
     .hints = HINTS("schedule_linear shows progress: with lr = 1 and lr_min = 0 the rate is "
                    "1 - progress.",
                    "Two cases: step >= total, and before that.",
                    "return step >= total ? 1 : (double)(step - warmup) / (double)(total - "
                    "warmup);"))
{
    given("total", "6"), given("warmup", "2"), given("lr", "1"), given("lr_min", "0");
    long total = 6, warmup = 2;
    double lr = 1, lr_min = 0;
    EXPECT(Tensor *want = values(SHAPE(6), VALUES(1, (real)0.75, (real)0.5, (real)0.25, 0, 0)));
    EXPECT(register_progress(2, 6, total, warmup, lr, lr_min););
    check_called("schedule_linear(step, total, warmup, lr, lr_min) in 6 steps from step 2 on");
    Tensor *rates = linear_rates(2, 6, total, warmup, lr, lr_min);
    check_tensor(rates, want, "1 - progress in the steps 2 to 7: four equal parts, then the end");
}

TEST(progress_on_the_whole_way, .points = 2, .exercise = "08.2 schedule_progress",
     .file = "warm_up.c",
     .hints = HINTS("In step warmup progress is 0, in step total it is 1.",
                    "Between them lie total - warmup steps.",
                    "(double)(step - warmup) / (double)(total - warmup)"))
{
    long warmup = draw_long("warmup", 2, 6), total = draw_long("total", 14, 24);
    double lr = draw_double("lr", 0.5, 0.9), lr_min = draw_double("lr_min", 0.1, 0.3);
    EXPECT(Tensor *want = plain_linear(P_RIGHT, warmup, total, total, warmup, lr, lr_min));
    EXPECT(register_progress(warmup, total, total, warmup, lr, lr_min););
    check_called(
        "schedule_linear(step, total, warmup, lr, lr_min) in total steps from step warmup on");
    Tensor *rates = linear_rates(warmup, total, total, warmup, lr, lr_min);
    check_tensor(rates, want, "a line from lr in step warmup to lr_min in step total, and on");
}

TEST(no_time_left_after_the_warm_up, .points = 2, .exercise = "08.2 schedule_progress",
     .file = "warm_up.c",
     .hints = HINTS("A run may be all warm-up: total = warmup. What would be divided by what?",
                    "0 / 0 is NaN, and one NaN as a rate makes every weight NaN.",
                    "Ask for step >= total before you divide."))
{
    long warmup = draw_long("warmup", 3, 6);
    EXPECT(Tensor *want = values(SHAPE(3), VALUES((real)0.1, (real)0.1, (real)0.1)));
    MISTAKE(values(SHAPE(3), VALUES(1, 1, 1)), "progress is 0 here: from step total on it is 1");
    check_called("schedule_linear(step, warmup, warmup, 1, 0.1) in 3 steps from step warmup on");
    Tensor *rates = linear_rates(warmup, 3, warmup, warmup, 1, 0.1);
    check_tensor(rates, want, "when total = warmup, the way has ended with the warm-up: lr_min");
}

/* ---- 08.3 schedule_cosine -------------------------------------------------------------------- */

typedef enum {
    C_RIGHT,
    C_NO_WARM_UP,
    C_WARM_UP_LONGER,
    C_NO_PI,
    C_TWO_PI,
    C_QUARTER,
    C_NO_HALF,
    C_UPSIDE_DOWN,
    C_TO_ZERO,
    C_ON_TOP,
    C_LINEAR,
    C_DEGREES
} Bend;

static double one_cosine(Bend way, long step, long total, long warmup, double lr, double lr_min)
{
    bool warm = step < warmup || (way == C_WARM_UP_LONGER && step == warmup);
    if (warm && way != C_NO_WARM_UP)
        return lr * (double)(step + 1) / (double)warmup;
    double p = step >= total ? 1 : (double)(step - warmup) / (double)(total - warmup);
    double share = (1 + cos(pi * p)) / 2, gap = lr - lr_min;
    switch (way) {
    case C_NO_PI:
        return lr_min + gap * (1 + cos(p)) / 2;
    case C_TWO_PI:
        return lr_min + gap * (1 + cos(2 * pi * p)) / 2;
    case C_QUARTER:
        return lr_min + gap * cos(pi * p / 2);
    case C_NO_HALF:
        return lr_min + gap * 2 * share;
    case C_UPSIDE_DOWN:
        return lr_min + gap * (1 - share);
    case C_TO_ZERO:
        return lr * share;
    case C_ON_TOP:
        return lr_min + lr * share;
    case C_LINEAR:
        return lr_min + gap * (1 - p);
    case C_DEGREES:
        return lr_min + gap * (1 + cos(180 * p)) / 2;
    default:
        return lr_min + gap * share;
    }
}

static Tensor *plain_cosine(Bend way, long n, long total, long warmup, double lr, double lr_min)
{
    Tensor *rates = blank(SHAPE(n));
    for (long i = 0; i < n; i++)
        rates->data[i] = (real)one_cosine(way, i, total, warmup, lr, lr_min);
    return rates;
}

static inline void register_cosine(long n, long total, long warmup, double lr, double lr_min)
{
    MISTAKE(plain_cosine(C_NO_PI, n, total, warmup, lr, lr_min),
            "pi is missing: half a turn of the cosine is cos(pi p)");
    MISTAKE(plain_cosine(C_TWO_PI, n, total, warmup, lr, lr_min),
            "a whole turn, so the rate rises again: half a turn is cos(pi p)");
    MISTAKE(plain_cosine(C_QUARTER, n, total, warmup, lr, lr_min),
            "a quarter of a turn: cos(pi p) from 1 to -1, then (1 + cos) / 2");
    MISTAKE(plain_cosine(C_NO_HALF, n, total, warmup, lr, lr_min),
            "the half is missing: 1 + cos runs from 2 to 0");
    MISTAKE(plain_cosine(C_UPSIDE_DOWN, n, total, warmup, lr, lr_min),
            "upside down: it falls from lr to lr_min");
    MISTAKE(plain_cosine(C_LINEAR, n, total, warmup, lr, lr_min), "that is schedule_linear");
    MISTAKE(plain_cosine(C_DEGREES, n, total, warmup, lr, lr_min),
            "in degrees: cos takes radians, half a turn is pi");
    if (lr_min != 0) {
        MISTAKE(plain_cosine(C_TO_ZERO, n, total, warmup, lr, lr_min),
                "it falls to 0: it should end at lr_min");
        MISTAKE(plain_cosine(C_ON_TOP, n, total, warmup, lr, lr_min),
                "it starts at lr + lr_min: the cosine has lr - lr_min to go");
    }
    if (warmup > 0) {
        MISTAKE(plain_cosine(C_NO_WARM_UP, n, total, warmup, lr, lr_min),
                "there is no warm-up: while step < warmup the rate is schedule_warm_up(...)");
        MISTAKE(plain_cosine(C_WARM_UP_LONGER, n, total, warmup, lr, lr_min),
                "the warm-up is a step too long: step warmup is the first of the cosine");
    }
}

TEST(cosine_by_hand, .points = 3, .exercise = "08.3 schedule_cosine", .file = "schedule.c",
     .hints =
         HINTS("The rate falls slowly, then fast, then slowly again.",
               "The share of the way from lr_min up to lr is (1 + cos(pi p)) / 2.",
               "return lr_min + (lr - lr_min) * 0.5 * (1 + cos(PI * schedule_progress(step, total, "
               "warmup)));"))
{
    given("total", "6"), given("warmup", "2"), given("lr", "1"), given("lr_min", "0.2");
    long total = 6, warmup = 2;
    double lr = 1, lr_min = 0.2;
    EXPECT(Tensor *want =
               values(SHAPE(7), VALUES((real)0.5, 1, 1, (real)(0.6 + 0.4 * sqrt(0.5)), (real)0.6,
                                       (real)(0.6 - 0.4 * sqrt(0.5)), (real)0.2)));
    EXPECT(register_cosine(7, total, warmup, lr, lr_min););
    check_called("schedule_cosine(step, total, warmup, lr, lr_min) in 7 steps from step 0 on");
    Tensor *rates = cosine_rates(0, 7, total, warmup, lr, lr_min);
    check_tensor(rates, want, "0.5, 1 (warm-up), then 1 to 0.2 along half a cosine: 0.6 half-way");
}

TEST(cosine_on_the_whole_way, .points = 3, .exercise = "08.3 schedule_cosine", .file = "schedule.c",
     .hints = HINTS("Three parts: warm-up, cosine, and lr_min from step total on.",
                    "schedule_progress does the third part by itself: it stays at 1.",
                    "if (step < warmup) return schedule_warm_up(step, warmup, lr);"))
{
    long warmup = draw_long("warmup", 2, 6), total = draw_long("total", 14, 24);
    double lr = draw_double("lr", 0.5, 0.9), lr_min = draw_double("lr_min", 0.1, 0.3);
    EXPECT(Tensor *want = plain_cosine(C_RIGHT, total + 4, total, warmup, lr, lr_min));
    EXPECT(register_cosine(total + 4, total, warmup, lr, lr_min););
    check_called(
        "schedule_cosine(step, total, warmup, lr, lr_min) in total + 4 steps from step 0 on");
    Tensor *rates = cosine_rates(0, total + 4, total, warmup, lr, lr_min);
    check_tensor(rates, want, "warm-up, then lr_min + (lr - lr_min) (1 + cos(pi p)) / 2");
}

TEST(without_a_warm_up, .points = 2, .exercise = "08.3 schedule_cosine", .file = "schedule.c",
     .hints = HINTS("warmup = 0: no step is below it, so schedule_warm_up must never be called.",
                    "lr * 1 / 0 is infinite.", "if (step < warmup), not <="))
{
    long total = draw_long("total", 5, 9);
    double lr = draw_double("lr", 0.5, 0.9), lr_min = 0;
    EXPECT(Tensor *want = plain_cosine(C_RIGHT, total + 2, total, 0, lr, lr_min));
    EXPECT(register_cosine(total + 2, total, 0, lr, lr_min););
    MISTAKE(plain_cosine(C_WARM_UP_LONGER, total + 2, total, 0, lr, lr_min),
            "infinite in step 0: a warm-up of 0 steps was divided by 0; warm up while step < "
            "warmup, not <=");
    check_called("schedule_cosine(step, total, 0, lr, lr_min) in total + 2 steps from step 0 on");
    Tensor *rates = cosine_rates(0, total + 2, total, 0, lr, lr_min);
    check_tensor(rates, want, "the cosine starts with the whole lr in step 0");
}
