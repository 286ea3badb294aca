/* test_digits.c - drawn digits: numbers from 0 to 1, new ones every time, that look like what they are. */
#include "notebook.h"
#include "test.h"

enum { SIDE = 8, PIXELS = SIDE * SIDE };

static void test_from_0_to_1_and_never_twice_the_same(void **state)
{
    (void)state;
    Rng rng = rng_seed(1), again = rng_seed(1);
    real first[PIXELS], second[PIXELS], repeated[PIXELS];
    for (int digit = 0; digit < 10; digit++) {
        digit_draw(digit, SIDE, first, &rng);
        digit_draw(digit, SIDE, second, &rng);
        digit_draw(digit, SIDE, repeated, &again);
        assert_memory_equal(first, repeated, sizeof first);
        assert_memory_not_equal(first, second, sizeof first);
        digit_draw(digit, SIDE, repeated, &again);
        for (int i = 0; i < PIXELS; i++)
            assert_true(first[i] >= 0 && first[i] <= 1);
    }
}

/* The mean of many is a picture of the digit, in the middle, and of any size. */
static void test_ink_lies_in_the_middle(void **state)
{
    (void)state;
    Rng rng = rng_seed(2);
    enum { LARGE = 28, MANY = 300 };
    static real pixels[LARGE * LARGE];
    double ink = 0, row = 0, column = 0;
    for (int k = 0; k < MANY; k++) {
        digit_draw(k % 10, LARGE, pixels, &rng);
        for (int i = 0; i < LARGE * LARGE; i++)
            if (pixels[i] > 0.5) {
                ink++;
                row += i / LARGE;
                column += i % LARGE;
            }
    }
    assert_in_range((long)(ink / MANY), 200, 240); /* of 784 */
    assert_true(fabs(row / ink - 13.5) < 1);
    assert_true(fabs(column / ink - 13.5) < 1);
}

static int nearest(real mean[10][PIXELS], const real *pixels)
{
    double best = INFINITY;
    int which = -1;
    for (int digit = 0; digit < 10; digit++) {
        double gap = 0;
        for (int i = 0; i < PIXELS; i++)
            gap += pow((double)(mean[digit][i] - pixels[i]), 2);
        if (gap < best) {
            best = gap;
            which = digit;
        }
    }
    return which;
}

static void test_digits_are_told_apart_by_their_means(void **state)
{
    (void)state;
    Rng rng = rng_seed(3);
    enum { EACH = 100 };
    static real mean[10][PIXELS], pixels[PIXELS];
    int right[10] = {0};
    for (int k = 0; k < 10 * EACH; k++) {
        digit_draw(k % 10, SIDE, pixels, &rng);
        for (int i = 0; i < PIXELS; i++)
            mean[k % 10][i] += pixels[i] / EACH;
    }
    for (int k = 0; k < 10 * EACH; k++) {
        digit_draw(k % 10, SIDE, pixels, &rng);
        right[k % 10] += nearest(mean, pixels) == k % 10;
    }
    for (int digit = 0; digit < 10; digit++)
        assert_in_range(right[digit], EACH * 6 / 10, EACH);
}

/* A 7 has its bar above, and a 6 its belly below. */
static void test_digits_stand_upright(void **state)
{
    (void)state;
    Rng rng = rng_seed(4);
    double above[10] = {0}, below[10] = {0};
    real pixels[PIXELS];
    for (int k = 0; k < 1000; k++) {
        digit_draw(k % 10, SIDE, pixels, &rng);
        for (int i = 0; i < PIXELS; i++)
            *(i < PIXELS / 2 ? &above[k % 10] : &below[k % 10]) += (double)pixels[i];
    }
    assert_true(above[7] > 1.3 * below[7]);
    assert_true(below[6] > 1.2 * above[6]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_from_0_to_1_and_never_twice_the_same),
        UNIT_TEST(test_ink_lies_in_the_middle),
        UNIT_TEST(test_digits_stand_upright),
        UNIT_TEST(test_digits_are_told_apart_by_their_means),
    };
    return run_tests("tools/notebook/digits", tests);
}
