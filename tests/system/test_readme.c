/* test_readme.c - the operation that .github/CONTRIBUTING.md shows: its file, its prototype and its test;
 * and the function that modules/README.md shows.
 *
 * The Makefile cuts the blocks out of both; nothing of them is repeated here.
 */
#include "test.h"
#include "block2.c"
int readme_main(void);
#define main readme_main
#include "block3.c"
#undef main
#include "block1.c"
#include "course1.c"

static void test_the_function_of_the_course_page(void **state)
{
    (void)state;
    Tensor *x = tensor_from(SHAPE(3, 2), VALUES(1, 2, 3, 4, 5, 6));
    assert_values(first_row_doubled(x), SHAPE(1, 2), VALUES(2, 4), 0);
    assert_values(first_row_doubled(tensor_transpose(x, 0, 1)), SHAPE(1, 3), VALUES(2, 6, 10), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {UNIT_TEST(test_the_function_of_the_course_page)};
    return readme_main() != 0 || run_tests("system/readme", tests) != 0;
}
