/* test_headers.c - the headers and what is built from them agree. Run from the top level. */
#include "test.h"
#include <stdio.h>
#include <unistd.h>

static char *output_of(const char *command)
{
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    size_t size = 1 << 20;
    char *text = test_malloc(size);
    text[fread(text, 1, size - 1, pipe)] = '\0';
    assert_int_equal(pclose(pipe), 0);
    return text;
}

static void test_call_site_header_is_up_to_date(void **state)
{
    (void)state;
    if (access("tools/build/call_sites.sh", R_OK) != 0)
        skip(); /* not started at the top level */
    char *now = output_of("sh tools/build/call_sites.sh"),
         *there = output_of("cat tensor/call_site.h");
    assert_string_equal(there, now); /* else: sh tools/build/call_sites.sh > tensor/call_site.h */
    test_free(now);
    test_free(there);
}

static void test_failures_name_the_callers_line(void **state)
{
    (void)state;
    Tensor *a = tensor_zeros(SHAPE(2, 3)), *b = tensor_zeros(SHAPE(2, 4));
    const int line = __LINE__ + 1;
    assert_fails_with("tensor_add: cannot broadcast (2, 3) with (2, 4)", tensor_add(a, b));
    assert_string_equal(last_failure_site.file, __FILE__);
    assert_int_equal(last_failure_site.line, line);
}

static void test_the_version_is_one(void **state)
{
    (void)state;
    int major = 0, minor = 0, patch = -1;
    assert_string_equal(kindling_version(), KINDLING_VERSION);
    assert_int_equal(sscanf(KINDLING_VERSION, "%d.%d.%d", &major, &minor, &patch), 3);
    assert_int_equal(KINDLING_VERSION_NUMBER, 10000 * major + 100 * minor + patch);
    if (access("tools/CHANGELOG.md", R_OK) != 0)
        skip(); /* not started at the top level */
    char *newest = output_of("grep '^## ' tools/CHANGELOG.md | head -n 1");
    assert_string_equal(newest, "## " KINDLING_VERSION "\n");
    test_free(newest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_call_site_header_is_up_to_date),
        TEST(test_failures_name_the_callers_line),
        TEST(test_the_version_is_one),
    };
    return run_tests("system/headers", tests);
}
