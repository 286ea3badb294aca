/* test_safetensors_header.c - headers as strangers write them: unusual ones are read, wrong ones told. */
#include "safetensors_example.h"
#include "file.h"

/* A file with this header, unpadded, and size bytes 0, 1, 2, ... behind it. */
static void write_raw(const char *header, size_t header_size, size_t size)
{
    unsigned char bytes[8192] = {0};
    assert_true(8 + header_size + size <= sizeof bytes);
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)((uint64_t)header_size >> 8 * i);
    memcpy(bytes + 8, header, header_size);
    for (size_t i = 0; i < size; i++)
        bytes[8 + header_size + i] = (unsigned char)i;
    write_bytes(scratch("a.st"), bytes, 8 + header_size + size);
}

static void check_refused(const char *header, size_t size, const char *message)
{
    long alive = allocations_alive;
    write_raw(header, strlen(header), size);
    assert_null(safetensors_open(scratch("a.st")));
    assert_error_has(message);
    assert_error_has("a.st: byte ");
    assert_int_equal(allocations_alive, alive);
}

static void test_strings_are_decoded(void **state)
{
    (void)state;
    const char *header =
        " { \"\\u0041\\n\\/\\b\\f\\r\\t\\\"\\\\\\u00e9\\u20AC\\uD83D\\udd25\" :\t{ \"dtype\" "
        ":\r\n\"U8\", \"shape\" : [ 2 , 1 ] , \"data_offsets\":[0, 2] } }  ";
    write_raw(header, strlen(header), 2);
    SafeTensors *file = safetensors_open(scratch("a.st"));
    if (file == NULL)
        print_error("%s\n", kindling_error());
    assert_non_null(file);
    assert_string_equal(safetensors_name(file, 0),
                        "A\n/\b\f\r\t\"\\\xc3\xa9\xe2\x82\xac\xf0\x9f\x94\xa5");
    safetensors_close(file);
}

#define ENTRY(dtype, shape, offsets)                                                               \
    "{\"dtype\":\"" dtype "\",\"shape\":" shape ",\"data_offsets\":" offsets "}"

static void test_offsets_that_lie(void **state)
{
    (void)state;
    check_refused("{\"x\":" ENTRY("F32", "[2]", "[0,4]") "}", 8,
                  "tensor \"x\": expected data_offsets");
    check_refused("{\"x\":" ENTRY("F32", "[2]", "[8,0]") "}", 8, "found 8 to 0");
    check_refused("{\"x\":" ENTRY("F32", "[2]", "[0,8]") "}", 4, "lies at 0 to 8");
    check_refused("{\"x\":" ENTRY("F32", "[2]", "[4,12]") "}", 12, "lies at 4 to 12");
    check_refused("{\"x\":" ENTRY("U8", "[4]", "[0,4]") ",\"y\":" ENTRY("U8", "[4]", "[2,6]") "}",
                  6, "tensor \"y\" lies at 2 to 6, expected from 4");
    check_refused("{\"x\":" ENTRY("U8", "[4]", "[0,4]") ",\"y\":" ENTRY("U8", "[4]", "[0,4]") "}",
                  4, "expected from 4");
    check_refused("{\"x\":" ENTRY("U8", "[4]", "[5,9]") ",\"y\":" ENTRY("U8", "[4]", "[0,4]") "}",
                  9, "tensor \"x\" lies at 5 to 9, expected from 4");
    check_refused("{\"x\":" ENTRY("U8", "[4]", "[0,4]") "}", 5, "found 1 more bytes");
    check_refused("{}", 1, "found 1 more bytes");
    check_refused("{\"x\":" ENTRY("F64", "[" AS_TEXT(HUGE_SIZE) "]", "[0,0]") "}", 0,
                  "expected data_offs");
    check_refused(
        "{\"x\":" ENTRY("U8", "[" AS_TEXT(LARGE_SIZE) "," AS_TEXT(LARGE_SIZE) "]", "[0,0]") "}", 0,
        "expected data_offs");
    check_refused("{\"x\":" ENTRY("U8", "[" AS_TEXT(WRAPS_TO_6) "]", "[0,6]") "}", 6,
                  "expected data_");
    check_refused(
        "{\"x\":" ENTRY("U8", "[" AS_TEXT(LARGE_SIZE) "," AS_TEXT(LARGE_SIZE) ",0]", "[0,0]") "}",
        0, "expected data_");
    check_refused(
        "{\"x\":" ENTRY("U8", "[0]", "[" AS_TEXT(HUGE_SIZE) "," AS_TEXT(HUGE_SIZE) "]") "}", 0,
        "lies at " AS_TEXT(HUGE_SIZE));
}

static void test_headers_that_are_wrong(void **state)
{
    (void)state;
    check_refused("", 0, "byte 8: expected '{', found the end of the header");
    check_refused("[]", 0, "byte 8: expected '{', found '['");
    check_refused("{", 0, "byte 9: expected a string in quotes, found the end");
    check_refused("{} x", 0, "byte 11: expected only spaces");
    check_refused("{\"x\"}", 0, "expected ':'");
    check_refused("{\"x\":{},}", 0, "expected dtype, shape and data_offsets");
    check_refused("{\"x\":7}", 0, "byte 13: expected '{', found '7'");
    check_refused("{\"x\":" ENTRY("F31", "[]", "[0,4]") "}", 4, "expected F64, F32");
    check_refused("{\"x\":" ENTRY("U8", "[[1]]", "[0,1]") "}", 1,
                  "expected a whole number, found '['");
    check_refused("{\"x\":" ENTRY("U8", "[-1]", "[0,1]") "}", 1,
                  "expected a whole number, found '-'");
    check_refused("{\"x\":" ENTRY("U8", "[1.0]", "[0,1]") "}", 1, "expected ',' or ']', found '.'");
    check_refused("{\"x\":" ENTRY("U8", "[01]", "[0,1]") "}", 1, "expected a whole number");
    check_refused("{\"x\":" ENTRY("U8", "[1,]", "[0,1]") "}", 1, "expected a whole number");
    check_refused("{\"x\":" ENTRY("U8", "[9223372036854775808]", "[0,1]") "}", 1,
                  "below " LONG_LIMIT);
    check_refused("{\"x\":" ENTRY("U8", "[1,1,1,1,1,1,1,1,1]", "[0,1]") "}", 1, "at most 8 axes");
    check_refused("{\"x\":" ENTRY("U8", "[1]", "[0]") "}", 1, "expected two offsets");
    check_refused("{\"x\":" ENTRY("U8", "[1]", "[0,1,1]") "}", 1, "expected only two offsets");
    check_refused("{\"x\":{\"dtype\":\"U8\",\"dtype\":\"U8\"}}", 0, "each once");
    check_refused("{\"x\":{\"shape\":[],\"data_offsets\":[0,1]}}", 1, "expected dtype, shape");
    check_refused("{\"x\":{\"more\":[[[[]]]]}}", 0,
                  "expected dtype, shape and data_offsets, each once");
    check_refused("{\"x\":" ENTRY("U8", "[1]", "[0,1]") ",\"x\":" ENTRY("U8", "[1]", "[1,2]") "}",
                  2, "found \"x\" twice");
    check_refused(
        "{\"x\":" ENTRY("U8", "[1]", "[0,1]") ",\"\\u0078\":" ENTRY("U8", "[1]", "[1,2]") "}", 2,
        "found \"x\" twice");
    check_refused("{\"__metadata__\":{\"a\":1}}", 0, "expected a string in quotes, found '1'");
    check_refused("{\"__metadata__\":{\"a\":\"\",\"a\":\"\"}}", 0, "found \"a\" twice");
    check_refused("{\"__metadata__\":{\"a\":\"\"},\"__metadata__\":{}}", 0,
                  "only one __metadata__");
}

static void test_strings_that_are_wrong(void **state)
{
    (void)state;
    check_refused("{\"x", 0, "expected a printable character or '\"', found the end");
    check_refused("{\"a\nb\":", 0, "expected a printable character or '\"', found byte 0x0a");
    check_refused("{\"\\x\"", 0, "expected one of");
    check_refused("{\"\\u00g0\"", 0, "expected four hexadecimal digits");
    check_refused("{\"\\u0000\"", 0, "of a character other than 0");
    check_refused("{\"\\ud83d\"", 0, "expected four hexadecimal digits");
    check_refused("{\"\\ud83d\\u0041\"", 0, "expected four hexadecimal digits");
    check_refused("{\"\\udd25\"", 0, "expected four hexadecimal digits");
    check_refused("{\"\\u12", 0, "expected four hexadecimal digits");
    check_refused("{\"\\", 0, "expected one of");
    static const char *const no_utf8[] = {"\x80",
                                          "\xff",
                                          "\xc3",
                                          "\xc3(",
                                          "\xc0\xaf",
                                          "\xe0\x80\xaf",
                                          "\xed\xa0\x80",
                                          "\xf0\x80\x80\xaf",
                                          "\xf4\x90\x80\x80",
                                          "\xe2\x82",
                                          "\xf5\x80\x80\x80"};
    for (size_t i = 0; i < sizeof no_utf8 / sizeof no_utf8[0]; i++) {
        char header[64];
        snprintf(header, sizeof header, "{\"a%s\":", no_utf8[i]);
        check_refused(header, 0, "byte 11: expected UTF-8");
    }
    long alive = allocations_alive;
    write_raw("{}\0", 3, 0);
    assert_null(safetensors_open(scratch("a.st")));
    write_raw("{\"a\0\":", 6, 0);
    assert_null(safetensors_open(scratch("a.st")));
    assert_int_equal(allocations_alive, alive);
}

static void test_lengths_that_lie(void **state)
{
    (void)state;
    static const char *const lengths[] = {"\x03\0\0\0\0\0\0\0", "\xff\xff\xff\xff\xff\xff\xff\x7f",
                                          "\xff\xff\xff\xff\xff\xff\xff\xff"};
    for (int i = 0; i < 3; i++) {
        char bytes[10] = "........{}";
        memcpy(bytes, lengths[i], 8);
        write_bytes(scratch("a.st"), bytes, 10);
        assert_null(safetensors_open(scratch("a.st")));
        assert_error_has(
            "a.st: byte 0: expected 8 bytes with the length of a header that ends before "
            "byte 10");
    }
    assert_null(safetensors_open("/nowhere.st"));
    assert_error_has("/nowhere.st: cannot open: No such file");
    assert_null(safetensors_open(scratch_folder));
    assert_error_has("found a directory");
}

static void test_deep_nesting(void **state)
{
    (void)state;
    char header[8000];
    static const char *const deep[] = {"[", "{\"a\":"};
    for (int i = 0; i < 2; i++) {
        size_t length = strlen(deep[i]), used = 5;
        memcpy(header, "{\"x\":", 5);
        for (; used + length < sizeof header; used += length)
            memcpy(header + used, deep[i], length);
        write_raw(header, used, 0);
        assert_null(safetensors_open(scratch("a.st")));
        assert_error_has("a.st: byte ");
    }
}

static void test_every_truncation_is_refused(void **state)
{
    (void)state;
    save_example(scratch("b.st"));
    size_t size;
    char *bytes = kindling_read_file(scratch("b.st"), &size);
    long alive = allocations_alive;
    for (size_t n = 0; n < size; n++) {
        write_bytes(scratch("a.st"), bytes, n);
        assert_null(safetensors_open(scratch("a.st")));
        assert_error_has("a.st: byte ");
    }
    assert_int_equal(allocations_alive, alive);
    owned_free(bytes);
}

static void test_every_flipped_bit_is_survived(void **state)
{
    (void)state;
    save_example(scratch("b.st"));
    size_t size;
    char *bytes = kindling_read_file(scratch("b.st"), &size);
    long alive = allocations_alive;
    for (size_t n = 0; n < (size - 7 * sizeof(real)) * 8; n++) {
        bytes[n / 8] = (char)(bytes[n / 8] ^ 1 << n % 8);
        write_bytes(scratch("a.st"), bytes, size);
        bytes[n / 8] = (char)(bytes[n / 8] ^ 1 << n % 8);
        kindling_set_error("%s", "");
        SafeTensors *file = safetensors_open(scratch("a.st"));
        assert_true((file != NULL) == (kindling_error()[0] == '\0'));
        for (long i = 0; file != NULL && i < safetensors_count(file); i++)
            assert_non_null(safetensors_read(file, safetensors_name(file, i)));
        safetensors_close(file);
    }
    assert_int_equal(allocations_alive, alive);
    owned_free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_strings_are_decoded),
        UNIT_TEST(test_offsets_that_lie),
        UNIT_TEST(test_headers_that_are_wrong),
        UNIT_TEST(test_strings_that_are_wrong),
        UNIT_TEST(test_lengths_that_lie),
        UNIT_TEST(test_deep_nesting),
        UNIT_TEST(test_every_truncation_is_refused),
        UNIT_TEST(test_every_flipped_bit_is_survived),
    };
    return run_tests_in_scratch("tensor/files/safetensors_header", tests);
}
