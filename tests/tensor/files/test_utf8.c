/* test_utf8.c - every character there and back, and what is not text. Limits are those of RFC 3629. */
#include <string.h>
#include "test.h"
#include "utf8.h"

static void test_every_character_there_and_back(void **state)
{
    (void)state;
    for (uint32_t c = 1; c <= UTF8_LAST; c++) {
        char bytes[UTF8_LONGEST];
        size_t length = utf8_encode(c, bytes);
        uint32_t back = 0;
        bool surrogate = c >= 0xD800 && c <= 0xDFFF;
        if (utf8_decode(bytes, length, &back, NULL) != (surrogate ? 0 : length) || back != c)
            fail("U+%04X became U+%04X", (unsigned)c, (unsigned)back);
        if (length > 1 && utf8_decode(bytes, length - 1, NULL, NULL) != 0)
            fail("U+%04X without its last byte was taken for a character", (unsigned)c);
    }
}

/* Of all pairs of bytes that begin with no ASCII only C2..DF, 80..BF are a character. */
static void test_every_pair(void **state)
{
    (void)state;
    for (int first = 0x80; first < 256; first++)
        for (int second = 0; second < 256; second++) {
            char pair[] = {(char)first, (char)second};
            bool text = first >= 0xC2 && first <= 0xDF && second >= 0x80 && second <= 0xBF;
            if (utf8_decode(pair, 2, NULL, NULL) != (text ? 2 : 0))
                fail("%02X %02X", first, second);
        }
}

static void assert_refused(const char *bytes, size_t left, const char *reason)
{
    const char *why = "";
    assert_int_equal(utf8_decode(bytes, left, NULL, &why), 0);
    assert_string_equal(why, reason);
}

static void test_reasons(void **state)
{
    (void)state;
    assert_refused("\x80", 1, "no character starts with this byte");
    assert_refused("\xF9\x80\x80\x80", 4, "no character starts with this byte");
    assert_refused("\xE2\x82", 2, "the text ends inside a character");
    assert_refused("\xE2\x82", 4, "the character is cut short"); /* by the zero byte */
    assert_refused("\xE0\x9F\xBF", 3, "longer than the shortest form");
    assert_refused("\xF0\x8F\xBF\xBF", 4, "longer than the shortest form");
    assert_refused("\xED\xA0\x80", 3, "a surrogate is not a character");
    assert_refused("\xF4\x90\x80\x80", 4, "beyond U+10FFFF");
    assert_refused("", 1, "a zero byte is not text");
}

static void test_where_text_ends(void **state)
{
    (void)state;
    assert_int_equal(utf8_valid_length("", 0), 0);
    assert_int_equal(utf8_valid_length("a\xC3\xA9\xE2\x82\xAC", 6), 6);
    assert_int_equal(utf8_valid_length("a\xC3\xA9\xE2\x82\xAC", 5), 3);
    assert_int_equal(utf8_valid_length("ab\xFF"
                                       "cd",
                                       5),
                     2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_every_character_there_and_back),
        UNIT_TEST(test_every_pair),
        UNIT_TEST(test_reasons),
        UNIT_TEST(test_where_text_ends),
    };
    return run_tests("tensor/files/utf8", tests);
}
