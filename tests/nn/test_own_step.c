/* test_own_step.c - the step of 07.7 by hand, on flat ground, and down a valley across two axes. */
#include "optim.h"
#include "test.h"

static void test_by_hand(void **state)
{
    (void)state;
    real w[1] = {8}, g[1] = {2}, a[1] = {0}, b[1] = {0}; /* slope w / 4 */
    own_step(1, 1, w, g, a, b);
    assert_close((double)w[0], 6, 0);
    g[0] = w[0] / 4;
    own_step(2, 1, w, g, a, b); /* the way -2, the change -0.5: the rate is 4 */
    assert_close((double)w[0], 0, 1e-6);
    assert_close((double)a[0], 6, 0);
    assert_close((double)b[0], 1.5, 0);
}

static void test_flat_ground(void **state)
{
    (void)state;
    real w[2] = {3, -2}, g[2] = {0, 0}, a[2] = {0, 0}, b[2] = {0, 0};
    for (long t = 1; t < 4; t++)
        own_step(t, 2, w, g, a, b);
    assert_close((double)w[0], 3, 0);
    assert_close((double)w[1], -2, 0);
    own_step(1, 0, w, g, a, b); /* no weights */
}

/* loss (u^2 + v^2 / 1000) / 2 with u, v = (x + y, x - y) / sqrt 2 */
static void test_across_the_axes(void **state)
{
    (void)state;
    real w[2] = {21, -20}, g[2], a[2] = {0, 0}, b[2] = {0, 0};
    double loss = 1;
    long t = 0;
    while (loss > 1e-6 && t < 110) { /* what the best momentum takes */
        double sum = (double)w[0] + (double)w[1], difference = (double)w[0] - (double)w[1];
        loss = (sum * sum + difference * difference / 1000) / 4;
        g[0] = (real)((sum + difference / 1000) / 2);
        g[1] = (real)((sum - difference / 1000) / 2);
        own_step(++t, 2, w, g, a, b);
    }
    assert_true(t < 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {UNIT_TEST(test_by_hand), UNIT_TEST(test_flat_ground),
                                       UNIT_TEST(test_across_the_axes)};
    return run_tests("nn/own_step", tests);
}
