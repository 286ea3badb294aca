/* test_safetensors.c - safetensors files: exact bytes, all formats of numbers, exchange with Python. */
#include "../brute.h"
#include "safetensors_example.h"
#include <errno.h>

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
    char *bytes = kindling_read_file(scratch("b.st"), &size);
    assert_int_equal(size, 8 + padded + 7 * sizeof(real));
    assert_memory_equal(bytes, ((char[8]){(char)padded}), 8);
    assert_memory_equal(bytes + 8, header, length);
    for (size_t i = length; i < padded; i++)
        assert_int_equal(bytes[8 + i], ' ');
    const char *minus_six = IS_DOUBLE ? "\0\0\0\0\0\0\x18\xc0" : "\0\0\xc0\xc0"; /* anywhere */
    assert_memory_equal(bytes + 8 + padded + 5 * sizeof(real), minus_six, sizeof(real));
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
    transpose_view(&view, random_tensor(SHAPE(4, 600)), 0, 1);
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

static void test_drawn_round_trips(void **state)
{
    const char *names[] = {"a", "b", "c"};
    for (int trial = 0; trial < 40; trial++) {
        Tensor *tensors[3];
        for (int i = 0; i < 3; i++) {
            long shape[TENSOR_MAX_AXES];
            int ndim = random_shape(4, shape);
            tensors[i] = any_tensor(ndim, shape);
        }
        assert_int_equal(safetensors_save(scratch("d.st"), 3, names, tensors, 0, NULL), 0);
        SafeTensors *file = safetensors_open(scratch("d.st"));
        for (int i = 0; i < 3; i++)
            assert_tensor_identical(safetensors_read(file, names[i]), tensors[i]);
        safetensors_close(file);
        scope_reset(*state);
    }
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
    assert_fails_with("one of tensors, is NULL", safetensors_save(path, 1, same, none, 0, NULL));
    assert_fails_with("the metadata key \"a\" is given twice",
                      safetensors_save(path, 1, same, two, 2, twice));
    assert_fails_with("the metadata value \"\x80\" is not UTF-8",
                      safetensors_save(path, 1, same, two, 1, bad_value));
    assert_fails_with("a metadata value is NULL",
                      safetensors_save(path, 1, same, two, 1, null_value));
    assert_fails_with("-1 tensors", safetensors_save(path, -1, same, two, 0, NULL));
    assert_fails_with("-1 metadata entries", safetensors_save(path, 1, same, two, -1, NULL));
    const RawTensor odd = {"codes", "I3", 1, (const long[]){1}, "7"};
    assert_fails_with("tensor 0 has dtype \"I3\"", safetensors_save_raw(path, 1, &odd, 0, NULL));
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

/* A file in which one cannot move, first at the first attempt, then at the second, and so on. */
static void test_every_seek_that_fails_leaves_the_old_file(void **state)
{
    (void)state;
    save_example(scratch("o.st"));
    size_t size, length;
    char *old = kindling_read_file(scratch("o.st"), &size);
    const char *name = "other", *path = scratch("o.st");
    Tensor *tensors[] = {tensor_ones(SHAPE(50, 50))};
    int files = scratch_count(), seeks = 0;
    for (;; seeks++) {
        kindling_set_error("%s", "");
        fail_seek_after(seeks + 1);
        int status = safetensors_save(path, 1, &name, tensors, 0, NULL);
        fail_seek_after(0);
        if (status == 0)
            break;
        assert_error_has(path);
        assert_error_has("not saved: cannot seek: ");
        assert_error_has(strerror(EIO));
        char *now = kindling_read_file(path, &length);
        assert_int_equal(length, size);
        assert_memory_equal(now, old, size);
        assert_int_equal(scratch_count(), files);
        owned_free(now);
    }
    assert_true(seeks >= 3); /* where the header ends, to the front, and back */
    owned_free(old);
    SafeTensors *file = safetensors_open(path);
    assert_non_null(file);
    assert_tensor_identical(safetensors_read(file, name), tensors[0]);
    safetensors_close(file);
}

static void test_a_read_that_cannot_seek_is_told(void **state)
{
    (void)state;
    const char *name = "b";
    Tensor *tensors[] = {tensor_ones(SHAPE(5000))}; /* more than a stream reads in advance */
    assert_int_equal(safetensors_save(scratch("r.st"), 1, &name, tensors, 0, NULL), 0);
    SafeTensors *file = safetensors_open(scratch("r.st"));
    assert_non_null(file);
    fail_seek_after(1);
    assert_null(safetensors_read(file, "b"));
    assert_error_has("r.st: byte ");
    assert_error_has("cannot read tensor \"b\"");
    assert_error_has(strerror(EIO));
    assert_non_null(safetensors_read(file, "b"));
    assert_int_equal(truncate(scratch("r.st"), 9000), 0);
    assert_null(safetensors_read(file, "b"));
    assert_error_has("the file has become shorter");
    safetensors_close(file);
}

static void test_more_bytes_than_a_file_can_have(void **state)
{
    (void)state;
    const char *names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};
    Tensor *huge = tensor_expand(tensor_ones(SHAPE(1)), SHAPE(HUGE_SIZE / 8)), *all[9];
    for (int i = 0; i < 9; i++)
        all[i] = huge;
    char message[80];
    snprintf(message, sizeof message, "of shape %s, these are more bytes than a file can have",
             tensor_shape_text(huge));
    assert_fails_with(message, safetensors_save(scratch("h.st"), 9, names, all, 0, NULL));
}

/* tests/tensor/files/safetensors_peer.py reads our file and writes one for us: with Python's safetensors
 * where it is installed, else with a few lines that follow the format's description. */
static void test_exchange_with_python(void **state)
{
    (void)state;
    if (system("python3 -c 'import json, struct, sys' 2>/dev/null") != 0 ||
        access("tests/tensor/files/safetensors_peer.py", R_OK) != 0)
        skip_without("python3");
    const char *names[] = {"layer.\"0\"\\\n\xc3\xa9", "bias"};
    Tensor view, *tensors[] = {&view, tensor_from(SHAPE(2), VALUES((real)0.5, -8))};
    transpose_view(&view, tensor_from(SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, 6)), 0, 1);
    const MetadataEntry metadata[] = {{"format", "\"pt\"\t\xe2\x82\xac"}};
    assert_int_equal(safetensors_save(scratch("to.st"), 2, names, tensors, 1, metadata), 0);
    char command[512];
    snprintf(command, sizeof command,
             "python3 tests/tensor/files/safetensors_peer.py %s/to.st %s/from.st", scratch_folder,
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
        UNIT_TEST(test_save_writes_these_bytes),
        UNIT_TEST(test_round_trip),
        UNIT_TEST(test_drawn_round_trips),
        UNIT_TEST(test_nothing_to_save),
        UNIT_TEST(test_every_number_format),
        UNIT_TEST(test_save_refuses_what_others_could_not_read),
        UNIT_TEST(test_out_of_memory),
        UNIT_TEST(test_every_seek_that_fails_leaves_the_old_file),
        UNIT_TEST(test_a_read_that_cannot_seek_is_told),
        UNIT_TEST(test_more_bytes_than_a_file_can_have),
        UNIT_TEST(test_exchange_with_python),
    };
    return run_tests_in_scratch("tensor/files/safetensors", tests);
}
