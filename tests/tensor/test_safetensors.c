/* test_safetensors.c - safetensors files: exact bytes, exchange with Python, and hostile headers. */
#include "scratch.h"

/* A file with this header, unpadded, and size bytes 0, 1, 2, ... behind it. */
static void write_raw(const char *header, size_t header_size, size_t size)
{
    unsigned char bytes[8192] = {0};
    assert_true(8 + header_size + size <= sizeof bytes);
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(header_size >> 8 * i);
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

static void save_example(const char *path)
{
    const char *names[] = {"w", "b"};
    Tensor *tensors[] = {tensor_from(SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, -6)),
                         tensor_from(SHAPE(1), VALUES((real)0.5))};
    const MetadataEntry metadata[] = {{"step", "7"}};
    assert_int_equal(safetensors_save(path, 2, names, tensors, 1, metadata), 0);
}

static void test_save_writes_these_bytes(void **state)
{
    (void)state;
    const char *header = IS_DOUBLE
                             ? "{\"__metadata__\":{\"step\":\"7\"},"
                               "\"w\":{\"dtype\":\"F64\",\"shape\":[2,3],\"data_offsets\":[0,48]},"
                               "\"b\":{\"dtype\":\"F64\",\"shape\":[1],\"data_offsets\":[48,56]}}"
                             : "{\"__metadata__\":{\"step\":\"7\"},"
                               "\"w\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0,24]},"
                               "\"b\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[24,28]}}";
    size_t size, length = strlen(header), padded = (length + 7) / 8 * 8;
    save_example(scratch("b.st"));
    char *bytes = file_read(scratch("b.st"), &size);
    assert_int_equal(size, 8 + padded + 7 * sizeof(real));
    assert_memory_equal(bytes, ((char[8]){(char)padded}), 8);
    assert_memory_equal(bytes + 8, header, length);
    for (size_t i = length; i < padded; i++)
        assert_int_equal(bytes[8 + i], ' ');
    real minus_six = -6;
    assert_memory_equal(bytes + 8 + padded + 5 * sizeof(real), &minus_six, sizeof(real));
    owned_free(bytes);
}

static void test_round_trip(void **state)
{
    (void)state;
    const char *names[] = {"\"quoted\" \\ \n\t\x01 \xc3\xa9 \xf0\x9f\x94\xa5",
                           "",
                           "t",
                           "s",
                           "empty",
                           "\xed\x9f\xbf\xef\xbf\xbd"};
    Tensor view, *tensors[] = {random_tensor(SHAPE(3, 1, 2, 1, 2, 1, 1, 2)),
                               random_tensor(SHAPE(5)),
                               &view,
                               random_tensor(SCALAR),
                               tensor_zeros(SHAPE(3, 0)),
                               random_tensor(SHAPE(1))};
    transpose_forward(&view, random_tensor(SHAPE(4, 600)), 0, 1);
    const MetadataEntry metadata[] = {
        {"z", "line 1\nline 2 \"\\\""}, {"a", ""}, {"", "\xe2\x82\xac"}};
    assert_int_equal(safetensors_save(scratch("c.st"), 6, names, tensors, 3, metadata), 0);
    SafeTensors *file = safetensors_open(scratch("c.st"));
    if (file == NULL)
        print_error("%s\n", kindling_error());
    assert_non_null(file);
    assert_int_equal(safetensors_count(file), 6);
    for (int i = 0; i < 6; i++)
        assert_tensor_identical(safetensors_read(file, names[i]), tensors[i]);
    for (int i = 1; i < 6; i++)
        assert_true(strcmp(safetensors_name(file, i - 1), safetensors_name(file, i)) < 0);
    for (int i = 0; i < 3; i++)
        assert_string_equal(safetensors_metadata(file, metadata[i].key), metadata[i].value);
    assert_null(safetensors_metadata(file, "b"));
    assert_null(safetensors_read(file, "missing"));
    assert_error_has("expected a tensor \"missing\"");
    assert_fails_with("safetensors_name: number 6 of a file with 6", safetensors_name(file, 6));
    assert_fails_with("safetensors_name: number -1", safetensors_name(file, -1));
    safetensors_close(file);
    safetensors_close(NULL);
}

static void test_nothing_to_save(void **state)
{
    (void)state;
    assert_int_equal(safetensors_save(scratch("d.st"), 0, NULL, NULL, 0, NULL), 0);
    SafeTensors *file = safetensors_open(scratch("d.st"));
    assert_non_null(file);
    assert_int_equal(safetensors_count(file), 0);
    assert_null(safetensors_read(file, "w"));
    assert_null(safetensors_metadata(file, "w"));
    safetensors_close(file);
}

/* Numbers from NumPy and, for BF16, from the upper half of an F32. */
static void test_every_number_format(void **state)
{
    (void)state;
    static const struct {
        const char *dtype;
        size_t size;
        const char *bytes;
        double first, second;
    } cases[] = {
        {"F64", 8, "\0\0\0\0\0\0\xf8\x3f\0\0\0\0\0\0\x04\xc0", 1.5, -2.5},
        {"F32", 4, "\x00\x00\xc0\x3f\x00\x00\x20\xc0", 1.5, -2.5},
        {"F16", 2, "\x00\x3e\x00\xc1", 1.5, -2.5},
        {"BF16", 2, "\xc0\x3f\x20\xc0", 1.5, -2.5},
        {"I64", 8, "\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0\x01\0\0\0", -1, 4294967296.0},
        {"I32", 4, "\xfe\xff\xff\xff\x00\x00\x01\x00", -2, 65536},
        {"I16", 2, "\x00\x80\xff\x7f", -32768, 32767},
        {"I8", 1, "\x80\x7f", -128, 127},
        {"U8", 1, "\x80\xff", 128, 255},
        {"BOOL", 1, "\x01\x00", 1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char bytes[256];
        int length = snprintf(bytes + 8, sizeof bytes - 8,
                              "{\"x\":{\"data_offsets\":[0,%zu],\"shape\":[2],\"dtype\":\"%s\"}}",
                              2 * cases[i].size, cases[i].dtype);
        memcpy(bytes, ((char[8]){(char)length}), 8);
        memcpy(bytes + 8 + length, cases[i].bytes, 2 * cases[i].size);
        write_bytes(scratch("a.st"), bytes, 8 + (size_t)length + 2 * cases[i].size);
        SafeTensors *file = safetensors_open(scratch("a.st"));
        assert_non_null(file);
        assert_values(safetensors_read(file, "x"), SHAPE(2),
                      VALUES((real)cases[i].first, (real)cases[i].second), 0);
        safetensors_close(file);
    }
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
    check_refused("{\"x\":" ENTRY("F64", "[2305843009213693952]", "[0,0]") "}", 0,
                  "expected data_offs");
    check_refused("{\"x\":" ENTRY("U8", "[4294967296,4294967296]", "[0,0]") "}", 0,
                  "expected data_offs");
    check_refused("{\"x\":" ENTRY("U8", "[11,1676976733973595602]", "[0,6]") "}", 6,
                  "expected data_");
    check_refused("{\"x\":" ENTRY("U8", "[4294967296,4294967296,0]", "[0,0]") "}", 0,
                  "expected data_");
    check_refused("{\"x\":" ENTRY("U8", "[0]", "[9223372036854775807,9223372036854775807]") "}", 0,
                  "lies at 9223372036854775807");
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
    check_refused("{\"x\":" ENTRY("U8", "[9223372036854775808]", "[0,1]") "}", 1, "below 2^63");
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
    char *bytes = file_read(scratch("b.st"), &size);
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
    char *bytes = file_read(scratch("b.st"), &size);
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

static void test_save_refuses_what_others_could_not_read(void **state)
{
    (void)state;
    Tensor *t = tensor_scalar(1), *two[] = {t, t}, *none[] = {NULL};
    const char *same[] = {"x", "x"}, *taken[] = {"__metadata__"}, *bad[] = {"\xff"},
               *null[] = {NULL};
    const MetadataEntry twice[] = {{"a", "1"}, {"a", "2"}}, bad_value[] = {{"a", "\x80"}},
                        null_value[] = {{"a", NULL}};
    const char *path = scratch("e.st");
    assert_fails_with("the name \"x\" is given twice",
                      safetensors_save(path, 2, same, two, 0, NULL));
    assert_fails_with("keeps the name __metadata__",
                      safetensors_save(path, 1, taken, two, 0, NULL));
    assert_fails_with("is not UTF-8 at byte 0", safetensors_save(path, 1, bad, two, 0, NULL));
    assert_fails_with("a name is NULL", safetensors_save(path, 1, null, two, 0, NULL));
    assert_fails_with("tensor 0 is NULL", safetensors_save(path, 1, same, none, 0, NULL));
    assert_fails_with("the metadata key \"a\" is given twice",
                      safetensors_save(path, 1, same, two, 2, twice));
    assert_fails_with("the metadata value \"\x80\" is not UTF-8",
                      safetensors_save(path, 1, same, two, 1, bad_value));
    assert_fails_with("a metadata value is NULL",
                      safetensors_save(path, 1, same, two, 1, null_value));
    assert_fails_with("-1 tensors", safetensors_save(path, -1, same, two, 0, NULL));
    assert_int_not_equal(access(path, F_OK), 0);
    assert_int_equal(safetensors_save("/nowhere/e.st", 1, same, two, 0, NULL), -1);
    assert_error_has("/nowhere/e.st: cannot write");
}

static bool open_and_read(void)
{
    SafeTensors *file = safetensors_open(scratch("m.st"));
    if (file == NULL)
        return false;
    Tensor *w = NULL;
    jmp_buf *outer = expected_failure, here;
    expected_failure = &here; /* the caller closes the file when there is no memory for a tensor */
    if (setjmp(here) == 0)
        w = safetensors_read(file, "w");
    expected_failure = outer;
    safetensors_close(file);
    return w != NULL && tensor_numel(w) == 6;
}

static bool save(void)
{
    const char *name = "w";
    Tensor t = {.data = &(real){3}}, *tensors[] = {&t};
    return safetensors_save(scratch("n.st"), 1, &name, tensors, 0, NULL) == 0;
}

static void test_out_of_memory(void **state)
{
    save_example(scratch("m.st"));
    assert_true(survive_all(state, open_and_read) >= 5);
    assert_true(survive_all(state, save) >= 2);
}

/* tests/tensor/safetensors_peer.py reads our file and writes one for us: with Python's safetensors
 * where it is installed, else with a few lines that follow the format's description. */
static void test_exchange_with_python(void **state)
{
    (void)state;
    if (system("python3 --version >/dev/null 2>&1") != 0 ||
        access("tests/tensor/safetensors_peer.py", R_OK) != 0)
        skip();
    const char *names[] = {"layer.\"0\"\\\n\xc3\xa9", "bias"};
    Tensor view, *tensors[] = {&view, tensor_from(SHAPE(2), VALUES((real)0.5, -8))};
    transpose_forward(&view, tensor_from(SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, 6)), 0, 1);
    const MetadataEntry metadata[] = {{"format", "\"pt\"\t\xe2\x82\xac"}};
    assert_int_equal(safetensors_save(scratch("to.st"), 2, names, tensors, 1, metadata), 0);
    char command[512];
    snprintf(command, sizeof command,
             "python3 tests/tensor/safetensors_peer.py %s/to.st %s/from.st", scratch_folder,
             scratch_folder);
    assert_int_equal(system(command), 0);
    SafeTensors *file = safetensors_open(scratch("from.st"));
    if (file == NULL)
        print_error("%s\n", kindling_error());
    assert_non_null(file);
    assert_int_equal(safetensors_count(file), 2);
    assert_values(safetensors_read(file, names[0]), SHAPE(3, 2), VALUES(2, 8, 4, 10, 6, 12), 0);
    assert_values(safetensors_read(file, "bias"), SHAPE(2), VALUES(1, -16), 0);
    assert_string_equal(safetensors_metadata(file, "format"), "\"pt\"\t\xe2\x82\xac");
    safetensors_close(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_save_writes_these_bytes),
        TEST(test_round_trip),
        TEST(test_nothing_to_save),
        TEST(test_every_number_format),
        TEST(test_strings_are_decoded),
        TEST(test_offsets_that_lie),
        TEST(test_headers_that_are_wrong),
        TEST(test_strings_that_are_wrong),
        TEST(test_lengths_that_lie),
        TEST(test_deep_nesting),
        TEST(test_every_truncation_is_refused),
        TEST(test_every_flipped_bit_is_survived),
        TEST(test_save_refuses_what_others_could_not_read),
        TEST(test_out_of_memory),
        TEST(test_exchange_with_python),
    };
    return cmocka_run_group_tests_name("tensor/safetensors", tests, scratch_open, scratch_close) !=
           0;
}
