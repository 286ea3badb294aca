/* one_pass.c - 02.8: a sum of exponentials over numbers that come once, by its value and by what is counted. */
#include "check.h"
#include "one_pass.h"
#include "want.h"

typedef struct {
    const Tensor *row; /* what comes, and then NaN */
    long asked, exponentials;
} Counted;

static double next_number(void *context)
{
    Counted *c = context;
    return c->asked < c->row->shape[0] ? (double)c->row->data[c->asked++] : (c->asked++, NAN);
}

static double counted_exp(void *context, double x)
{
    ((Counted *)context)->exponentials++;
    return exp(x);
}

/* More numbers than a stack holds, so that nobody keeps them: a period of 997 in a drawn order. */
typedef struct {
    Counted counted;
    long first;
} Long;

static double next_of_many(void *context)
{
    Long *l = context;
    return (double)((l->first + 271 * l->counted.asked++) % 997) / 100;
}

static void check_many(void)
{
    Long l = {.first = draw_long("first", 0, 996)};
    long n = draw_long("many", 2200000, 2300000);
    double want = EXPECT(many_want(l.first, n));
    memory_mark();
    double came = CALL(stream_logsumexp((Stream){&l, next_of_many, counted_exp}, n));
    long bytes = memory_peak();
    check_number(came, want, 1e-9, "more numbers than you have room for");
    check_at_most(bytes, 64 * (double)sizeof(double), "room for 64 numbers");
}

/* The result, how often a number was asked for, and how many exponentials were: those within the budget count as it. */
static Tensor *stream_of(const Tensor *row, long budget)
{
    Counted c = {.row = row};
    Tensor *t = blank(SHAPE(3));
    t->data[0] = (real)stream_logsumexp((Stream){&c, next_number, counted_exp}, row->shape[0]);
    t->data[1] = (real)c.asked;
    t->data[2] = (real)(c.exponentials > budget ? c.exponentials : budget);
    return t;
}

static void check_stream(const Tensor *row, long budget, const char *rule)
{
    Tensor *want = EXPECT(stream_want(row, budget));
    check_called("stream_logsumexp(s, n)");
    Tensor *came = stream_of(row, budget);
    check_tensor(came, want, rule);
}

static Tensor *draw_far(const char *name, long n, double from, double step)
{
    Tensor *row = draw(name, SHAPE(n));
    for (long i = 0; i < n; i++)
        row->data[i] =
            (real)(from + step * (double)i + (step != 0 ? 0.1 : 3) * (double)row->data[i]);
    resealed(row);
    return row;
}

TEST(a_stream_of_numbers, .points = 6, .exercise = "02.8 stream_logsumexp", .file = "one_pass.c")
{
    const char *rule = "log of the sum of e^x; n, how often a number was asked for; how many "
                       "exponentials were, up to 2 n count as 2 n";
    check_many();
    long n = draw_long("n", 65, 150);
    Tensor *small = draw_far("small", n, 0, 0), *high = draw_far("high", n + 7, 50000, 0),
           *low = draw_far("low", n + 3, -50000, 0), *falling = draw_far("falling", n, 900, -20),
           *rising = draw_far("rising", n, -900, 20);
    Tensor *const each[] = {small, high, low, falling, rising};
    for (int i = 0; i < 5; i++)
        check_stream(each[i], 2 * each[i]->shape[0], rule);
    long at = draw_long("at", 1, n - 2);
    Tensor *masked = draw_far("masked", n, 0, 0);
    for (long i = 0; i < n; i++)
        if (i != at && (i < 3 || i % 2 == 0))
            masked->data[i] = -INFINITY;
    resealed(masked);
    check_stream(masked, 2 * n, "-infinity adds nothing, also where it comes first");
    Tensor *none = draw("none", SHAPE(0));
    Tensor *nothing = input("nothing", SHAPE(3), VALUES(-INFINITY, -INFINITY, -INFINITY));
    Tensor *all = input("all", SHAPE(4), VALUES(-INFINITY, 2, INFINITY, 5));
    check_stream(none, 0, "no numbers: nothing, of which the log is -infinity");
    check_stream(nothing, 6, "-infinity adds nothing");
    check_stream(all, 8, "infinity stays");
    Tensor *broken = draw_far("broken", n, 0, 0);
    broken->data[at] = NAN;
    resealed(broken);
    long want_nan = EXPECT(1);
    check_called("stream_logsumexp(s, n)");
    Tensor *came = stream_of(broken, 2 * n);
    long is_nan = isnan((double)came->data[0]) ? 1 : 0;
    check_long(is_nan, want_nan, "NaN stays, wherever it comes");
}

TEST(few_exponentials, .points = 3, .exercise = "02.8 stream_logsumexp", .file = "one_pass.c")
{
    check_many();
    long n = draw_long("n", 200, 300);
    Tensor *row = draw_far("row", n, draw_double("from", -3000, 3000), 0);
    check_stream(row, n * 21 / 20 + 20,
                 "log of the sum of e^x; n; exponentials, up to 1.05 n + 20 count as that");
}

TEST(rising_numbers, .points = 3, .exercise = "02.8 stream_logsumexp", .file = "one_pass.c")
{
    long n = draw_long("n", 700, 800);
    Tensor *slow = draw_far("slow", n, draw_double("from", -40, 40), 0.9);
    Tensor *fast = draw_far("fast", n + 5, draw_double("from", -40, 40), 7);
    check_stream(slow, n * 21 / 20 + 20,
                 "log of the sum of e^x; n; exponentials, up to 1.05 n + 20 count as that");
    check_stream(fast, (n + 5) * 21 / 20 + 20,
                 "log of the sum of e^x; n; exponentials, up to 1.05 n + 20 count as that");
}
