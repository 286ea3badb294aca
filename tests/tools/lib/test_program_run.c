/* test_program_run.c - other programs: how they end, and that one which does not is stopped. */
#include "files.h"
#include "test.h"

static void test_program_run_says_how_it_ended(void **state)
{
    (void)state;
    assert_true(program_run((const char *[]){"true", NULL}));
    assert_false(program_run((const char *[]){"false", NULL}));
    assert_false(program_run((const char *[]){"no-such-program-anywhere", NULL}));
}

/* What ends an endless loop is the limit alone. */
static void test_program_run_ends_with_its_processor_time(void **state)
{
    (void)state;
    assert_false(program_run_within(1, (const char *[]){"sh", "-c", "while :; do :; done", NULL}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_program_run_says_how_it_ended),
        UNIT_TEST(test_program_run_ends_with_its_processor_time),
    };
    return run_tests("tools/lib/program_run", tests);
}
