/* test_npy.c - .npy files: NumPy's bytes, every number format, and damage at every byte. */
#include "../brute.h"
#include "scratch.h"

/* Writes a file with this header and these numbers, padded as NumPy does. version: 1 to 3. */
static void write_npy(int version, const char *header, const void *numbers, size_t size)
{
    unsigned char bytes[2048] = {0x93, 'N', 'U', 'M', 'P', 'Y', (unsigned char)version, 0};
    size_t prefix = version == 1 ? 10 : 12, length = strlen(header);
    size_t total = (prefix + length + 1 + 63) / 64 * 64;
    bytes[8] = (unsigned char)((total - prefix) & 255);
    bytes[9] = (unsigned char)((total - prefix) >> 8);
    memset(bytes + prefix, ' ', total - prefix);
    memcpy(bytes + prefix, header, length);
    bytes[total - 1] = '\n';
    if (size > 0)
        memcpy(bytes + total, numbers, size);
    write_bytes(scratch("a.npy"), bytes, total + size);
}

static const char *const header_2x3 = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
static const unsigned char numbers_2x3[24] = {
    0, 0, 0x80, 0x3f, 0, 0, 0,    0x40, 0, 0, 0x40, 0x40,  /* 1 2 3 */
    0, 0, 0x80, 0x40, 0, 0, 0xa0, 0x40, 0, 0, 0xc0, 0xc0}; /* 4 5 -6 */

static void test_save_writes_numpys_bytes(void **state)
{
    (void)state;
    Tensor *t = tensor_from(SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, -6));
    assert_int_equal(npy_save(scratch("b.npy"), t), 0);
    size_t size;
    char *bytes = kindling_read_file(scratch("b.npy"), &size);
    char expected[128];
    memset(expected, ' ', sizeof expected);
    memcpy(expected, "\x93NUMPY\x01\x00\x76\x00", 10);
    memcpy(expected + 10, header_2x3, strlen(header_2x3));
    if (IS_DOUBLE)
        expected[10 + 13] = '8';
    expected[127] = '\n';
    assert_memory_equal(bytes, expected, 128);
    assert_int_equal(size, 128 + 6 * sizeof(real));
    if (!IS_DOUBLE)
        assert_memory_equal(bytes + 128, numbers_2x3, 24);
    owned_free(bytes);
}

static void assert_round_trip(const Tensor *t)
{
    assert_int_equal(npy_save(scratch("r.npy"), t), 0);
    Tensor *back = npy_load(scratch("r.npy"));
    if (back == NULL)
        print_error("%s\n", kindling_error());
    assert_tensor_identical(back, t);
    assert_true(tensor_is_contiguous(back));
}

static void test_round_trips(void **state)
{
    (void)state;
    assert_round_trip(tensor_scalar((real)-2.5));
    assert_round_trip(tensor_zeros(SHAPE(0)));
    assert_round_trip(tensor_zeros(SHAPE(3, 0, 2)));
    assert_round_trip(tensor_from(SHAPE(1), VALUES((real)INFINITY)));
    assert_round_trip(tensor_from(SHAPE(2), VALUES((real)NAN, (real)-0.0)));
    assert_round_trip(random_tensor(SHAPE(7)));
    assert_round_trip(random_tensor(SHAPE(1, 2, 3, 1, 2, 3, 1, 2)));
    assert_round_trip(random_tensor(SHAPE(3, 1500)));
    Tensor view;
    transpose_view(&view, random_tensor(SHAPE(4, 700, 3)), 0, 1);
    assert_round_trip(&view);
    slice_view(&view, random_tensor(SHAPE(5, 4)), 0, -1, SLICE_END, -2);
    assert_round_trip(&view);
    expand_view(&view, random_tensor(SHAPE(1, 4)), SHAPE(3, 4));
    assert_round_trip(&view);
}

static void test_drawn_round_trips(void **state)
{
    for (int trial = 0; trial < 100; trial++) {
        long shape[TENSOR_MAX_AXES];
        int ndim = random_shape(4, shape);
        assert_round_trip(any_tensor(ndim, shape));
        scope_reset(*state);
    }
}

static void test_every_version(void **state)
{
    (void)state;
    for (int version = 1; version <= 3; version++) {
        write_npy(version, header_2x3, numbers_2x3, sizeof numbers_2x3);
        assert_values(npy_load(scratch("a.npy")), SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, -6), 0);
    }
}

static void test_fortran_order(void **state)
{
    (void)state;
    write_npy(1, "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }", numbers_2x3, 24);
    Tensor *t = npy_load(scratch("a.npy"));
    assert_values(t, SHAPE(2, 3), VALUES(1, 3, 5, 2, 4, -6), 0);
    assert_true(tensor_is_contiguous(t));
    write_npy(1, "{'descr': '<f4', 'fortran_order': True, 'shape': (1, 2, 3), }", numbers_2x3, 24);
    assert_values(npy_load(scratch("a.npy")), SHAPE(1, 2, 3), VALUES(1, 3, 5, 2, 4, -6), 0);
}

/* One number format: its name and its little-endian bytes for two numbers. */
static void check_format(const char *name, size_t size, const char *bytes, double first,
                         double second)
{
    char header[128];
    snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': False, 'shape': (2,), }",
             name);
    write_npy(1, header, bytes, 2 * size);
    Tensor *t = npy_load(scratch("a.npy"));
    if (t == NULL)
        print_error("%s: %s\n", name, kindling_error());
    assert_values(t, SHAPE(2), VALUES((real)first, (real)second), 0);
}

/* Bytes from NumPy: np.array([...], dtype).tobytes(). */
static void test_every_number_format(void **state)
{
    (void)state;
    check_format("<f2", 2, "\x00\x3e\x01\x80", 1.5, -5.9604644775390625e-8);
    check_format("<f2", 2, "\xff\x7b\x00\xfc", 65504, -INFINITY);
    check_format("<f2", 2, "\x00\x04\xff\x03", 6.103515625e-5, 6.097555160522461e-5);
    check_format("<f4", 4, "\x00\x00\xc0\x3f\x00\x00\x80\xff", 1.5, -INFINITY);
    check_format("<f8", 8, "\0\0\0\0\0\0\xf8\x3f\0\0\0\0\0\0\x04\xc0", 1.5, -2.5);
    check_format("|i1", 1, "\x80\x7f", -128, 127);
    check_format("<i2", 2, "\x00\x80\xff\x7f", -32768, 32767);
    check_format("<i4", 4, "\xfe\xff\xff\xff\x00\x00\x01\x00", -2, 65536);
    check_format("<i8", 8, "\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0\x01\0\0\0", -1, 4294967296.0);
    check_format("|u1", 1, "\x80\xff", 128, 255);
    check_format("<u2", 2, "\x00\x80\xff\xff", 32768, 65535);
    check_format("<u4", 4, "\x00\x00\x00\x80\x01\x00\x00\x00", 2147483648.0, 1);
    check_format("<u8", 8, "\0\0\0\0\0\0\0\x80\x02\0\0\0\0\0\0\0", 9223372036854775808.0, 2);
    check_format("|b1", 1, "\x01\x00", 1, 0);
    write_npy(1, "{'descr': '<f2', 'fortran_order': False, 'shape': (), }", "\x01\x7e", 2);
    assert_true(isnan(tensor_item(npy_load(scratch("a.npy")))));
}

static void check_refused(const char *header, const char *message)
{
    write_npy(1, header, numbers_2x3, 24);
    assert_null(npy_load(scratch("a.npy")));
    assert_error_has(message);
    assert_error_has("a.npy: byte ");
}

static void test_bad_headers_are_explained(void **state)
{
    (void)state;
#define REST ", 'fortran_order': False, 'shape': (2, 3), }"
    check_refused("{'descr': '>f4'" REST, "byte 20: expected little-endian numbers");
    check_refused("{'descr': '<c8'" REST, "byte 20: expected f2 f4 f8");
    check_refused("{'descr': '<'" REST, "expected f2 f4 f8");
    check_refused("{'descr': [('x', '<f4')]" REST, "byte 20: expected a quoted string");
    check_refused("{'descr': '<f4', 'descr': '<f4'" REST, "each once");
    check_refused("{'descr': '<f4', 'author': 'me'" REST,
                  "expected descr, fortran_order and shape");
    check_refused("{'descr' '<f4'" REST, "expected ':'");
    check_refused("{'descr': '<f4' 'shape': (2, 3)}", "expected ',' or '}'");
    check_refused("{'descr': '<f4', 'shape': (2, 3)}", "expected descr, fortran_order and shape");
    check_refused("{'descr': '<f4', 'fortran_order': 0, 'shape': (2, 3)}",
                  "expected True or False");
    check_refused("'descr'", "byte 10: expected '{'");
    check_refused("{'descr': '<f4'" REST " x", "expected nothing but spaces");
#undef REST
#define BEGIN "{'descr': '<f4', 'fortran_order': False, 'shape': "
    check_refused(BEGIN "6, }", "expected '('");
    check_refused(BEGIN "(6), }", "expected ',' in a shape of one axis");
    check_refused(BEGIN "(2 3), }", "expected ',' between sizes");
    check_refused(BEGIN "(-2, 3), }", "expected a size");
    check_refused(BEGIN "(1, 1, 1, 1, 1, 1, 1, 2, 3), }", "expected at most 8 axes");
    check_refused(BEGIN "(99999999999999999999,), }", "expected a size below 2^");
    check_refused(BEGIN "(2, 4), }", "byte 128: expected f4 numbers of 4 bytes for shape (2, 4)");
    check_refused(BEGIN "(2, 2), }", "found 24 bytes");
    check_refused(BEGIN "(" AS_TEXT(HUGE_SIZE) ", 8), }", "expected f4 numbers");
    check_refused(BEGIN "(" AS_TEXT(WRAPS_TO_6) "), }", "expected f4 numbers"); /* 2^64 + 6 */
    check_refused(BEGIN "(" AS_TEXT(HUGE_SIZE) ", 8, 0), }", "expected f4 numbers");
#undef BEGIN
}

static void test_what_is_no_npy_file(void **state)
{
    (void)state;
    assert_null(npy_load("/nowhere.npy"));
    assert_error_has("/nowhere.npy: cannot open: No such file");
    assert_null(npy_load(scratch_folder));
    assert_error_has("expected a file, found a directory");
    assert_null(npy_load("/dev/zero"));
    assert_error_has("expected a file, found a pipe or device");
    write_bytes(scratch("a.npy"), "PK\3\4 this is a zip file", 24);
    assert_null(npy_load(scratch("a.npy")));
    assert_error_has("expected an array of NumPy (.npy), found a zip archive");
    write_bytes(scratch("a.npy"), "\x93NUMPY\x01\x00\xff\xff", 10);
    assert_null(npy_load(scratch("a.npy")));
    assert_error_has("byte 8: expected the length of a header");
    static char long_header[12 + 20000] = "\x93NUMPY\x02\x00\x20\x4e\x00\x00{";
    memset(long_header + 13, ' ', sizeof long_header - 13);
    write_bytes(scratch("a.npy"), long_header, sizeof long_header);
    assert_null(npy_load(scratch("a.npy")));
    assert_error_has("at most 10000 bytes");
    memset(long_header + 8, 0xff, 4); /* below 0 in a long of 32 bits */
    write_bytes(scratch("a.npy"), long_header, sizeof long_header);
    assert_null(npy_load(scratch("a.npy")));
    assert_error_has("at most 10000 bytes");
    assert_int_equal(npy_save("/nowhere/a.npy", tensor_scalar(1)), -1);
    assert_error_has("/nowhere/a.npy: cannot write");
}

static void test_every_truncation_is_refused(void **state)
{
    (void)state;
    write_npy(1, header_2x3, numbers_2x3, 24);
    size_t size;
    char *bytes = kindling_read_file(scratch("a.npy"), &size);
    for (size_t n = 0; n < size; n++) {
        write_bytes(scratch("a.npy"), bytes, n);
        assert_null(npy_load(scratch("a.npy")));
        assert_error_has("a.npy: byte ");
    }
    bytes[size] = 0; /* one byte too many */
    write_bytes(scratch("a.npy"), bytes, size + 1);
    assert_null(npy_load(scratch("a.npy")));
    owned_free(bytes);
}

/* Whatever a flipped bit turns the header into: no crash, no leak, and a message or a tensor. */
static void test_every_flipped_bit_is_survived(void **state)
{
    (void)state;
    write_npy(1, header_2x3, numbers_2x3, 24);
    size_t size;
    char *bytes = kindling_read_file(scratch("a.npy"), &size);
    long alive = allocations_alive;
    int accepted = 0;
    for (size_t n = 0; n < (size - 24) * 8; n++) {
        bytes[n / 8] = (char)(bytes[n / 8] ^ 1 << n % 8);
        write_bytes(scratch("a.npy"), bytes, size);
        bytes[n / 8] = (char)(bytes[n / 8] ^ 1 << n % 8);
        kindling_set_error("%s", "");
        bool loaded = npy_load(scratch("a.npy")) != NULL;
        assert_true(loaded == (kindling_error()[0] == '\0'));
        accepted += loaded;
    }
    assert_true(accepted < 16); /* such as <i4 for <f4, or | for a space */
    assert_int_equal(allocations_alive, alive);
    owned_free(bytes);
}

static bool load(void)
{
    return npy_load(scratch("m.npy")) != NULL;
}

static bool save(void)
{
    Tensor t = {.data = &(real){3}};
    return npy_save(scratch("m.npy"), &t) == 0;
}

static void test_out_of_memory(void **state)
{
    assert_true(survive_all(state, save) >= 1);
    assert_true(survive_all(state, load) >= 1);
}

/* If this machine has Python and NumPy: they read what was saved, and write what is loaded. */
static void test_exchange_with_numpy(void **state)
{
    (void)state;
    if (system("python3 -c 'import numpy' 2>/dev/null || /usr/bin/python3 -c 'import numpy' "
               "2>/dev/null") != 0)
        skip_without("NumPy");
    Tensor *t = random_tensor(SHAPE(3, 4, 5)), view;
    transpose_view(&view, t, 0, 2);
    assert_int_equal(npy_save(scratch("c.npy"), &view), 0);
    char command[512];
    snprintf(command, sizeof command,
             "cd %s && p=python3; $p -c 'import numpy' 2>/dev/null || p=/usr/bin/python3; "
             "$p -c \"import numpy as n; a = n.load('c.npy'); assert a.shape == (5, 4, 3); "
             "n.save('d.npy', n.asfortranarray(2 * a[::2]))\"",
             scratch_folder);
    assert_int_equal(system(command), 0);
    Tensor half, *twice = tensor_new(SHAPE(3, 4, 3));
    slice_view(&half, &view, 0, 0, 5, 2);
    scale_kernel(twice, &half, 2);
    assert_tensor_identical(npy_load(scratch("d.npy")), twice);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_save_writes_numpys_bytes),
        UNIT_TEST(test_round_trips),
        UNIT_TEST(test_drawn_round_trips),
        UNIT_TEST(test_every_version),
        UNIT_TEST(test_fortran_order),
        UNIT_TEST(test_every_number_format),
        UNIT_TEST(test_bad_headers_are_explained),
        UNIT_TEST(test_what_is_no_npy_file),
        UNIT_TEST(test_every_truncation_is_refused),
        UNIT_TEST(test_every_flipped_bit_is_survived),
        UNIT_TEST(test_out_of_memory),
        UNIT_TEST(test_exchange_with_numpy),
    };
    return run_tests_in_scratch("tensor/files/npy", tests);
}
