/* test_readme.c - the operation that README.md shows: its file, its prototype and its gradient check;
 * and the function that modules/README.md shows.
 *
 * The Makefile cuts the blocks out of both; nothing of them is repeated here.
 */
#include "test.h"
#include "block3.c"
int readme_main(void);
#define main readme_main
#include "block4.c"
#undef main
#include "block2.c"
#include "course1.c"

static void test_values(void **state)
{
    (void)state;
    Tensor *x = tensor_from(SHAPE(4), VALUES(0, 1, -1000, 1000));
    const real expected[] = {(real)0.34657359028, (real)1.06346400552, 0, 1000}; /* s = 2 */
    assert_values(tensor_softplus(x, 2), SHAPE(4), 4, expected, IS_DOUBLE ? 1e-10 : 1e-6);
}

static void test_refuses_what_is_no_slope(void **state)
{
    (void)state;
    Tensor *x = tensor_ones(SHAPE(2));
    assert_fails_with("tensor_softplus: s is 0, expected a number above 0", tensor_softplus(x, 0));
    assert_fails_with("expected a number above 0", tensor_softplus(x, (real)NAN));
}

static void test_the_function_of_the_course_page(void **state)
{
    (void)state;
    Tensor *x = tensor_from(SHAPE(3, 2), VALUES(1, 2, 3, 4, 5, 6));
    assert_values(first_row_doubled(x), SHAPE(1, 2), VALUES(2, 4), 0);
    assert_values(first_row_doubled(tensor_transpose(x, 0, 1)), SHAPE(1, 3), VALUES(2, 6, 10), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {UNIT_TEST(test_values),
                                       UNIT_TEST(test_the_function_of_the_course_page),
                                       UNIT_TEST(test_refuses_what_is_no_slope)};
    return readme_main() != 0 || run_tests("system/readme", tests) != 0;
}
