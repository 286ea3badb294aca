/* test_one_pass.c - numbers that come once: values, and how many exponentials they cost. */
#include <math.h>
#include "one_pass.h"
#include "test.h"

typedef struct {
    double from, step;
    long asked, exponentials;
} Stairs;

static double next_stair(void *context)
{
    Stairs *s = context;
    return s->from + s->step * (double)s->asked++;
}

static double counted(void *context, double x)
{
    ((Stairs *)context)->exponentials++;
    return exp(x);
}

static double sum_of(Stairs *s, long n)
{
    return stream_logsumexp((Stream){s, next_stair, counted}, n);
}

/* A geometric sum: largest + log((1 - r^n) / (1 - r)), r = e^-|step|. */
static void test_stairs(void **state)
{
    (void)state;
    const double step[] = {0.5, 3, 40, -0.5, -40};
    for (int k = 0; k < 5; k++) {
        Stairs s = {.from = 1000, .step = step[k]};
        double r = exp(-fabs(step[k])), largest = fmax(1000, 1000 + step[k] * 299);
        assert_close(sum_of(&s, 300), largest + log((1 - pow(r, 300)) / (1 - r)), 1e-9);
        assert_int_equal(s.asked, 300);
        assert_true(s.exponentials <= 300 + 300 * 40 / 600);
    }
}

static void test_what_is_no_number(void **state)
{
    (void)state;
    Stairs low = {.from = -INFINITY}, high = {.from = INFINITY}, none = {.from = NAN};
    assert_true(sum_of(&low, 5) == -INFINITY && sum_of(&low, 0) == -INFINITY);
    assert_true(sum_of(&high, 5) == INFINITY);
    assert_true(isnan(sum_of(&none, 5)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_stairs),
        UNIT_TEST(test_what_is_no_number),
    };
    return run_tests("tensor/kernels/one_pass", tests);
}
