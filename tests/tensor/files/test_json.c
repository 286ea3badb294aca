/* test_json.c - what is JSON and what is not, by RFC 8259, where nobody asks for the value. */
#include "json.h"
#include "text.h"

static bool is_json(const char *text)
{
    size_t size = strlen(text);
    char *copy = memcpy(scope_alloc(scope_current(), size + 1), text, size + 1);
    Json j = {.path = "a.json", .whole = "the file", .text = copy, .size = (long)size};
    return json_is_text(&j) && json_skip(&j) && json_end(&j);
}

static void test_values(void **state)
{
    (void)state;
    const char *right[] = {"0",
                           "-0",
                           "10",
                           "-1.5",
                           "1e3",
                           "1E+3",
                           "1.0e-3",
                           "true",
                           "false",
                           "null",
                           " [ ] ",
                           "{}",
                           "\"\"",
                           "[0,1]",
                           "{\"a\":null}",
                           "\"\\ud83d\\ude00\"",
                           "\"\\ue000\\uffff\"",
                           "[[[1]],{\"b\":[]}]"};
    for (size_t i = 0; i < sizeof right / sizeof *right; i++)
        assert_string_equal(is_json(right[i]) ? "" : right[i], "");
}

static void test_what_is_no_value(void **state)
{
    (void)state;
    const char *wrong[] = {"",         "+3",       "01",  "-",    "1.",      ".5",  "1e",
                           "1e+",      "1.e3",     "nul", "tru",  "True",    "NaN", "e",
                           "1e3e3",    "truetrue", "1 2", "[1,]", "[,1]",    "{,}", "{\"a\"}",
                           "{\"a\":}", "{1:2}",    "[1",  "\"a",  "\"\\x\"", "'a'"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        kindling_set_error("%s", "");
        assert_string_equal(is_json(wrong[i]) ? wrong[i] : "", "");
        assert_error_has("a.json: byte ");
    }
}

/* Half a pair, the halves in the wrong order, one with something else behind it: no character is written so. */
static void test_halves_of_characters(void **state)
{
    (void)state;
    const char *wrong[] = {"\"\\ud83d\"",        "\"\\ud83dx\"",       "\"\\ud83d\\n\"",
                           "\"\\ude00\"",        "\"\\ude00\\ud83d\"", "\"\\ud83d\\u0041\"",
                           "\"\\ud83d\\ue000\"", "\"\\ud83d\\uqqqq\"", "\"\\u0000\""};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        kindling_set_error("%s", "");
        assert_string_equal(is_json(wrong[i]) ? wrong[i] : "", "");
        assert_error_has("four hexadecimal digits of a character other than 0");
    }
}

static void test_null(void **state)
{
    (void)state;
    char text[] = " null,nul";
    Json j = {.path = "a.json", .whole = "the file", .text = text, .size = 9};
    assert_true(json_null(&j));
    assert_int_equal(j.at, 5);
    assert_true(json_accept(&j, ','));
    assert_false(json_null(&j));
    assert_int_equal(j.at, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_values),
        UNIT_TEST(test_what_is_no_value),
        UNIT_TEST(test_halves_of_characters),
        UNIT_TEST(test_null),
    };
    return run_tests("tensor/files/json", tests);
}
