/* test_lines.c - the lines of a file: what ends one, what is none, and files that are no text. */
#include "test.h"
#include "../support/scratch.h"

static void check(const char *text, size_t bytes, long count, const char *const lines[])
{
    const char *path = scratch("lines.txt");
    FILE *file = fopen(path, "wb");
    fwrite(text, 1, bytes, file);
    fclose(file);
    Lines *l = lines_read(path);
    assert_non_null(l);
    assert_int_equal(l->count, count);
    for (long i = 0; i < count; i++)
        assert_string_equal(l->line[i], lines[i]);
    lines_free(l);
}
#define CHECK(text, count, ...)                                                                    \
    check(text, sizeof text - 1, count, (const char *const[]){__VA_ARGS__})

static void test_lines(void **state)
{
    (void)state;
    CHECK("", 0, NULL);
    CHECK("\n", 1, "");
    CHECK("anna", 1, "anna");
    CHECK("anna\n", 1, "anna");
    CHECK("anna\n\n", 2, "anna", "");
    CHECK("anna\nbo\r\n\r\ncaf\xc3\xa9\rx", 4, "anna", "bo", "", "caf\xc3\xa9\rx");
    CHECK("\n\nlast\r", 3, "", "", "last\r"); /* no line feed behind it: a part of the line */
    lines_free(NULL);
}

static void test_files_that_are_none(void **state)
{
    (void)state;
    assert_null(lines_read(scratch("nowhere.txt")));
    assert_error_has("nowhere.txt");
    FILE *file = fopen(scratch("zero.bin"), "wb");
    fwrite("a\0b", 1, 3, file);
    fclose(file);
    assert_null(lines_read(scratch("zero.bin")));
    assert_error_has("byte 1 is 0, expected a text");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_lines),
        UNIT_TEST(test_files_that_are_none),
    };
    return run_tests_in_scratch("nn/lines", tests);
}
