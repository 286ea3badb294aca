/* test_tokenizer.c - characters to numbers and back, and everything that is not UTF-8. */
#include "text.h"

/* one, two, three and four bytes: a, e-acute, euro, a musical clef */
static const char mixed[] = "b\xC3\xA9"
                            "a\xE2\x82\xAC\xF0\x9D\x84\x9E"
                            "a\n";

static void test_vocabulary_is_ordered_by_code_point(void **state)
{
    (void)state;
    CharTokenizer *t = char_tokenizer_from(mixed);
    static const uint32_t expected[] = {'\n', 'a', 'b', 0xE9, 0x20AC, 0x1D11E};
    assert_int_equal(t->size, 6);
    assert_memory_equal(t->character, expected, sizeof expected);
    char *alphabet = char_tokenizer_alphabet(t);
    assert_string_equal(alphabet, "\nab\xC3\xA9\xE2\x82\xAC\xF0\x9D\x84\x9E");
    CharTokenizer *again = char_tokenizer_from(alphabet);
    assert_int_equal(again->size, 6);
    assert_memory_equal(again->character, expected, sizeof expected);
    owned_free(alphabet);
    char_tokenizer_free(again);
    char_tokenizer_free(t);
    char_tokenizer_free(NULL);
}

static void test_encode_and_decode_are_inverses(void **state)
{
    (void)state;
    CharTokenizer *t = char_tokenizer_from(mixed);
    int ids[sizeof mixed];
    static const int expected[] = {2, 3, 1, 4, 5, 1, 0};
    assert_int_equal(char_encode(t, mixed, strlen(mixed), ids), 7);
    assert_memory_equal(ids, expected, sizeof expected);
    char *text = char_decode(t, ids, 7);
    assert_string_equal(text, mixed);
    owned_free(text);
    text = char_decode(t, ids, 0);
    assert_string_equal(text, "");
    owned_free(text);
    assert_int_equal(char_encode(t, "", 0, ids), 0);
    char_tokenizer_free(t);
}

static void test_every_character_survives(void **state)
{
    (void)state;
    static const uint32_t edge[] = {1,      0x7F,   0x80,   0x7FF,   0x800,
                                    0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF};
    static const char text[] =
        "\x01\x7F\xC2\x80\xDF\xBF\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF"
        "\xF0\x90\x80\x80\xF4\x8F\xBF\xBF";
    CharTokenizer *t = char_tokenizer_from(text);
    assert_non_null(t);
    assert_int_equal(t->size, 10);
    assert_memory_equal(t->character, edge, sizeof edge);
    int ids[sizeof text];
    assert_int_equal(char_encode(t, text, strlen(text), ids), 10);
    char *back = char_decode(t, ids, 10);
    assert_string_equal(back, text);
    owned_free(back);
    char_tokenizer_free(t);
}

static void refuse(const char *text, size_t bytes, const char *expected)
{
    long alive = allocations_alive;
    assert_null(char_tokenizer_new(text, bytes));
    assert_error_has(expected);
    assert_int_equal(allocations_alive, alive);
}

static void test_invalid_utf8_is_refused_with_its_offset(void **state)
{
    (void)state;
    char_tokenizer_new("\xFF", 1); /* the first call brings the scope its memory */
    refuse("ab\x80", 3, "at byte 2 (0x80): no character starts");
    refuse("\xFF", 1, "at byte 0 (0xFF): no character starts");
    refuse("\xF8\x88\x80\x80\x80", 5, "at byte 0 (0xF8): no character starts");
    refuse("a\xC0\xAF", 3, "at byte 1 (0xC0): longer than the shortest form");
    refuse("\xC1\xBF", 2, "longer than the shortest form");
    refuse("\xE0\x80\xAF", 3, "longer than the shortest form");
    refuse("\xE0\x9F\xBF", 3, "longer than the shortest form");
    refuse("\xF0\x8F\xBF\xBF", 4, "longer than the shortest form");
    refuse("xyz\xED\xA0\x80", 6, "at byte 3 (0xED): a surrogate");
    refuse("\xED\xBF\xBF", 3, "a surrogate");
    refuse("\xF4\x90\x80\x80", 4, "beyond U+10FFFF");
    refuse("\xF7\xBF\xBF\xBF", 4, "beyond U+10FFFF");
    refuse("\xE2\x82", 2, "the text ends inside a character");
    refuse("a\xC3", 2, "the text ends inside a character");
    refuse("\xE2\x82x", 3, "the character is cut short");
    refuse("a\0b", 3, "at byte 1 (0x00): a zero byte");
    refuse("\xC0\x80", 2, "a zero byte");
    refuse("", 0, "the text is empty");
}

/* Nothing beyond `bytes` is read, not even when a character would go on there. */
static void test_reading_stops_at_the_end(void **state)
{
    (void)state;
    char *exact = malloc(2);
    memcpy(exact, "\xE2\x82", 2);
    char_tokenizer_new("\xFF", 1);
    refuse(exact, 2, "ends inside");
    free(exact);
}

static void test_encode_names_what_it_does_not_know(void **state)
{
    (void)state;
    CharTokenizer *t = char_tokenizer_from("abc");
    int ids[8];
    assert_int_equal(char_encode(t, "ab\xE2\x82\xAC", 5, ids), -1);
    assert_error_has("U+20AC \"\xE2\x82\xAC\" at byte 2 is not among the 3");
    assert_int_equal(char_encode(t, "a\xFF", 2, ids), -1);
    assert_error_has("char_encode: invalid UTF-8 at byte 1 (0xFF)");
    assert_int_equal(char_encode(t, "\x61\x60", 2, ids), -1);
    assert_int_equal(char_encode(t, "z", 1, ids), -1);
    assert_fails_with("id 3 at position 1 is outside [0, 3)", char_decode(t, (int[]){0, 3}, 2));
    assert_fails_with("id -1 at position 0", char_decode(t, (int[]){-1}, 1));
    char_tokenizer_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_vocabulary_is_ordered_by_code_point),
        UNIT_TEST(test_encode_and_decode_are_inverses),
        UNIT_TEST(test_every_character_survives),
        UNIT_TEST(test_invalid_utf8_is_refused_with_its_offset),
        UNIT_TEST(test_reading_stops_at_the_end),
        UNIT_TEST(test_encode_names_what_it_does_not_know),
    };
    return run_tests("nn/tokenizer", tests);
}
