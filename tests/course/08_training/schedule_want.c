/* schedule_want.c - rates and progress in plain formulas. */
#include "want.h"

static const double pi = 3.14159265358979323846;

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

static Tensor *warm_up(Up way, long warmup, double lr)
{
    Tensor *rates = blank(SHAPE(warmup));
    for (long i = 0; i < warmup; i++)
        rates->data[i] = (real)one_warm_up(way, i, warmup, lr);
    return rates;
}

Tensor *warm_up_want(long warmup, double lr)
{
    static const struct {
        Up way;
        const char *sentence;
    } mistakes[] = {
        {W_FROM_ZERO,
         "the first step got a rate of 0 and did not move: it is number 0, and gets lr / "
         "warmup"},
        {W_AHEAD,
         "one step ahead: step 0 gets lr / warmup, and the last of the warm-up exactly lr"},
        {W_INTEGER,
         "step and warmup were divided as whole numbers, which gives 0: make one a double first"},
        {W_NO_LR, "lr is missing: this is only the share of it"},
        {W_PLUS_ONE, "divided by warmup + 1: then the warm-up ends below lr"},
        {W_NONE, "no warm-up: every step got the whole lr"},
        {W_DOWN, "this falls: a warm-up rises from lr / warmup to lr"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
        MISTAKE(warm_up(mistakes[i].way, warmup, lr), mistakes[i].sentence);
    return warm_up(W_RIGHT, warmup, lr);
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
    if (step >= total)
        return way == P_WRAPS || way == P_BACKWARDS ? 0 : 1;
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

static Tensor *progress(Far way, long first, long n, long total, long warmup)
{
    Tensor *shares = blank(SHAPE(n));
    for (long i = 0; i < n; i++)
        shares->data[i] = (real)one_progress(way, first + i, total, warmup);
    return shares;
}

/* When total = warmup, the first step's share is 0 / 0; what follows it may be cut to 1. */
static void zero_by_zero_mistakes(long n)
{
    static const char *const sentence =
        "divided by total - warmup, which is 0 here: ask for step >= total before you divide";
    Tensor *uncut = blank(SHAPE(n)), *cut = blank(SHAPE(n));
    for (long i = 0; i < n; i++) {
        uncut->data[i] = (real)(i == 0 ? NAN : INFINITY);
        cut->data[i] = i == 0 ? (real)NAN : 1;
    }
    MISTAKE(uncut, sentence);
    MISTAKE(cut, sentence);
    MISTAKE(blank(SHAPE(n)), "this is 0: from step total on, progress is 1");
}

Tensor *progress_want(long first, long n, long total, long warmup)
{
    Tensor *want = progress(P_RIGHT, first, n, total, warmup);
    if (total == warmup) {
        zero_by_zero_mistakes(n);
        return want;
    }
    static const struct {
        Far way;
        const char *sentence;
    } mistakes[] = {
        {P_NO_END, "it goes on beyond the end: from step total on progress stays at 1"},
        {P_WRAPS, "behind the end it starts again: from step total on progress stays at 1"},
        {P_INTEGER,
         "divided as whole numbers, which gives 0 until the end: make one a double first"},
        {P_ENDS_EARLY,
         "divided by total - warmup - 1: the end is reached in step total, not before"},
        {P_AHEAD, "one step ahead: in step warmup progress is 0"},
        {P_BACKWARDS, "this is what is left to go: progress runs from 0 to 1"},
        {P_WARMUP_COUNTED,
         "the warm-up was counted, too: progress is 0 in step warmup, so the rate jumps"},
        {P_OVER_TOTAL, "divided by total: only total - warmup steps are not warm-up"},
        {P_STEP_OVER_REST, "the steps of the warm-up must be taken off above, too: step - warmup"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
        MISTAKE(progress(mistakes[i].way, first, n, total, warmup), mistakes[i].sentence);
    return want;
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
        return lr / (double)warmup * (double)(step + 1);
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

static Tensor *cosine(Bend way, long n, long total, long warmup, double lr, double lr_min)
{
    Tensor *rates = blank(SHAPE(n));
    for (long i = 0; i < n; i++)
        rates->data[i] = (real)one_cosine(way, i, total, warmup, lr, lr_min);
    return rates;
}

Tensor *cosine_want(long n, long total, long warmup, double lr, double lr_min)
{
    static const struct {
        Bend way;
        const char *sentence;
    } mistakes[] = {
        {C_NO_PI, "pi is missing: half a turn of the cosine is cos(pi p)"},
        {C_TWO_PI, "a whole turn, so the rate rises again: half a turn is cos(pi p)"},
        {C_QUARTER, "a quarter of a turn: cos(pi p) from 1 to -1, then (1 + cos) / 2"},
        {C_NO_HALF, "the half is missing: 1 + cos runs from 2 to 0"},
        {C_UPSIDE_DOWN, "upside down: it falls from lr to lr_min"},
        {C_LINEAR, "that is schedule_linear"},
        {C_DEGREES, "in degrees: cos takes radians, half a turn is pi"},
        {C_TO_ZERO, "it falls to 0: it should end at lr_min"},
        {C_ON_TOP, "it starts at lr + lr_min: the cosine has lr - lr_min to go"},
        {C_NO_WARM_UP, "there is no warm-up: while step < warmup the rate is schedule_warm_up"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
        MISTAKE(cosine(mistakes[i].way, n, total, warmup, lr, lr_min), mistakes[i].sentence);
    MISTAKE(cosine(C_WARM_UP_LONGER, n, total, warmup, lr, lr_min),
            warmup > 0 ? "the warm-up is a step too long: step warmup is the first of the cosine"
                       : "infinite in step 0: a warm-up of 0 steps was divided by 0; warm up while "
                         "step < warmup, not <=");
    return cosine(C_RIGHT, n, total, warmup, lr, lr_min);
}
