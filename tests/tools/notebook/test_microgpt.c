/* test_microgpt.c - the GPT on one page has the losses of a program in plain Python that has no
 * tensors (tests/fixtures/microgpt.py). */
#include "../../../notebooks-c/12a_microgpt.c"
#include "../../fixtures/microgpt.h"
#include "test.h"

static void test_two_hundred_losses(void **state)
{
    (void)state;
    read_names("notebooks-c/names.txt");
    begin();
    for (long step = 0; step < 200; step++)
        assert_close(learn(step), microgpt_losses[step], IS_DOUBLE ? 1e-12 : 1e-4);
}

/* A name that is longer than the context is cut, and one that just fits ends. */
static void test_long_names(void **state)
{
    (void)state;
    int ids[CONTEXT + 1];
    assert_int_equal(tokens_of("abc", ids), 4);
    assert_int_equal(ids[0], BOUNDARY);
    assert_int_equal(ids[3], 2);
    assert_int_equal(ids[4], BOUNDARY);
    assert_int_equal(tokens_of("abcdefghijklmno", ids), 16);
    assert_int_equal(ids[16], BOUNDARY);
    assert_int_equal(tokens_of("abcdefghijklmnopq", ids), 16);
    assert_int_equal(ids[16], 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_two_hundred_losses),
        UNIT_TEST(test_long_names),
    };
    return run_tests("tools/notebook/microgpt", tests);
}
