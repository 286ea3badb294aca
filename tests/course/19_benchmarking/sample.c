/* sample.c - 19.1: what one sample says. */
#include "draws.h"
#include "want.h"

/* sample_quantile for each p. */
static Tensor *quantiles(const Tensor *x, const Tensor *p)
{
    Tensor *t = blank(SHAPE(p->shape[0]));
    const double *numbers = doubles(x);
    for (long i = 0; i < p->shape[0]; i++)
        t->data[i] = (real)sample_quantile(numbers, x->shape[0], (double)p->data[i]);
    return t;
}

TEST(quantiles_of_four, .points = 1, .exercise = "19.1 sample_quantile", .file = "quantile.c")
{
    Tensor *x = input("x", SHAPE(4), VALUES(8, 1, 4, 2));
    Tensor *p = input("p", SHAPE(3), VALUES(0.5, 0.25, 0.9));

    Tensor *want = EXPECT(quantiles_want(x, p));
    check_called("sample_quantile(x, 4, p), of each p");
    Tensor *quantile = quantiles(x, p);
    check_tensor(quantile, want, "1 2 4 8 at the positions 1.5, 0.75 and 2.7: 3, 1.75, 6.8");
}

TEST(quantiles_of_a_sample, .points = 5, .exercise = "19.1 sample_quantile", .file = "quantile.c")
{
    long n = draw_long("n", 6, 12);
    Tensor *x = draw_times("x", n), *p = draw_between("p", SHAPE(4), 0.15, 0.85);

    Tensor *want = EXPECT(quantiles_want(x, p));
    check_called("sample_quantile(x, n, p), of each p");
    Tensor *quantile = quantiles(x, p);
    check_tensor(quantile, want, "position p (n - 1) of the sorted sample, on a straight line");
    const double *numbers = doubles(x);
    double share = draw_double("share", 0.2, 0.8);
    size_t before = scope_bytes(scope_current());
    CALL(sample_quantile(numbers, n, share));
    long left_behind = (long)(scope_bytes(scope_current()) - before);
    check_at_most(left_behind, 0, "what is asked for in between is given back");
}

TEST(ends_and_a_single_one, .points = 3, .exercise = "19.1 sample_quantile", .file = "quantile.c")
{
    Tensor *x = draw_times("x", draw_long("n", 4, 9)), *single = draw_times("single", 1);
    Tensor *ends = input("p", SHAPE(3), VALUES(0, 1, 0.5));

    Tensor *want = EXPECT(quantiles_want(x, ends));
    check_called("sample_quantile(x, n, p), of each p");
    Tensor *quantile = quantiles(x, ends);
    check_tensor(quantile, want, "p = 0 is the least, p = 1 the largest, p = 0.5 the median");
    Tensor *want_single = EXPECT(quantiles_want(single, ends));
    check_called("sample_quantile(single, 1, p), of each p");
    Tensor *of_one = quantiles(single, ends);
    check_tensor(of_one, want_single, "of one number every quantile is that number");
    double huge = draw_double("huge", 1.2e308, 1.7e308), far[] = {huge, -huge};
    given("far", "huge, -huge");
    double of_far = CALL(sample_quantile(far, 2, 0.75));
    check_number(of_far, huge / 2, CHECK_TOLERANCE, "numbers of any size: from -huge to huge");
}

TEST(quantiles_that_are_none, .points = 1, .exercise = "19.1 sample_quantile", .file = "quantile.c")
{
    Tensor *x = draw_times("x", draw_long("n", 4, 9)), *p = draw_between("p", SHAPE(2), 0.2, 0.8);

    Tensor *want = EXPECT(quantiles_want(x, p));
    check_called("sample_quantile(x, n, p), of each p");
    Tensor *quantile = quantiles(x, p);
    check_tensor(quantile, want, "p is a share, 0 to 1");
    const double *numbers = doubles(x);
    long n = x->shape[0];
    check_fails(sample_quantile(numbers, n, 90), "expected 0 to 1",
                "90 is no share: the given check says so");
}
