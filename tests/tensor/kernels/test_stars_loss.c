/* test_stars_loss.c - a loss for classes that have an order: values by hand, order, honesty. */
#include <math.h>
#include "cross_entropy.h"
#include "test.h"

static void test_by_hand(void **state)
{
    (void)state;
    real x[] = {0, (real)log(3)};
    assert_close(stars_loss(2, x, 0, 1), log(4) + 9.0 / 16, 1e-6);
    assert_close(stars_loss(2, x, 1, 1), log(4.0 / 3) + 1.0 / 16, 1e-6);
    assert_close(stars_loss(1, x, 0, 5), 0, 1e-6);
}

static void test_further_costs_more(void **state)
{
    (void)state;
    for (int j = 1; j < 5; j++) {
        real near[5] = {0}, far[5] = {0};
        near[j - 1] = far[j] = 40;
        double more = stars_loss(5, far, 0, 2) - stars_loss(5, near, 0, 2);
        assert_close(more, j == 1 ? 42 : 2, 1e-4);
    }
}

static void test_large_logits(void **state)
{
    (void)state;
    real x[] = {10000, 0, -10000};
    assert_close(stars_loss(3, x, 2, 1), 20002, 1e-2);
    assert_close(stars_loss(3, x, 0, 1), 0, 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {UNIT_TEST(test_by_hand), UNIT_TEST(test_further_costs_more),
                                       UNIT_TEST(test_large_logits)};
    return run_tests("tensor/kernels/stars_loss", tests);
}
