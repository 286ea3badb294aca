/* test_headers.c - headers of .npy and safetensors files in which one thing is wrong, and what is said of it. */
#include "text.h"
#include "scratch.h"

static const char *load_npy(const char *dictionary)
{
    char bytes[300] = "\x93NUMPY\x01";
    size_t length = strlen(dictionary);
    bytes[8] = (char)length;
    memcpy(bytes + 10, dictionary, length);
    memset(bytes + 10 + length, 0, 8);
    write_bytes(scratch("a.npy"), bytes, 10 + length + 8);
    kindling_set_error("%s", "");
    return npy_load(scratch("a.npy")) != NULL ? "read" : kindling_error();
}

static void test_npy(void **state)
{
    (void)state;
    static const struct {
        const char *text, *words;
    } all[] = {
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", "read"},
        {"{'shape': (1, 2,), 'fortran_order': True, 'descr': '<f4',} \n", "read"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': ()}\n", "read"},
        {"{'descr': '|i1', 'fortran_order': False, 'shape': (2, 4)}", "read"},
        {"['descr']", "expected '{'"},
        {"{'descr': '', 'fortran_order': False, 'shape': (2,)}", "expected f2 f4 f8"},
        {"{'descr': '=f4', 'fortran_order': False, 'shape': (2,)}", "expected f2 f4 f8"},
        {"{'descr': '|f4', 'fortran_order': False, 'shape': (2,)}", "expected f2 f4 f8"},
        {"{'descr': '<c8', 'fortran_order': False, 'shape': (2,)}", "expected f2 f4 f8"},
        {"{'descr': '>f4', 'fortran_order': False, 'shape': (2,)}", "these are big-endian"},
        {"{'descr': 3, 'fortran_order': False, 'shape': (2,)}", "expected"},
        {"{'descr': '<f4', 'fortran_order': Maybe, 'shape': (2,)}", "expected True or False"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': 2}", "expected '(' before the shape"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2)}", "',' in a shape of one axis"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (1 2)}", "expected ',' between sizes"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}", "expected a size"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (1,1,1,1,1,1,1,1,2)}",
         "at most 8 axes"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}",
         "expected a size below"},
        {"{'fortran_order': False, 'shape': (2,)}", "expected descr, fortran_order and shape"},
        {"{'descr': '<f4', 'shape': (2,)}", "expected descr, fortran_order and shape"},
        {"{'descr': '<f4', 'fortran_order': False}", "expected descr, fortran_order and shape"},
        {"{'descr': '<f4' 'fortran_order': False}", "expected ',' or '}'"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2,)} x", "nothing but spaces behind"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (3,)}",
         "expected f4 numbers of 4 bytes for shape (3,)"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const char *said = load_npy(all[i].text);
        if (strstr(said, all[i].words) == NULL)
            print_error("%s\n", all[i].text);
        assert_has(said, all[i].words);
    }
}

static const char *open_safetensors(const char *header)
{
    char bytes[300] = {0};
    size_t length = strlen(header);
    bytes[0] = (char)length;
    memcpy(bytes + 8, header, length);
    write_bytes(scratch("a.safetensors"), bytes, 8 + length + 4);
    kindling_set_error("%s", "");
    SafeTensors *file = safetensors_open(scratch("a.safetensors"));
    safetensors_close(file);
    return file != NULL ? "read" : kindling_error();
}

static void test_safetensors(void **state)
{
    (void)state;
#define EACH_ONCE "dtype, shape and data_offsets, each once"
#define ALL_OF "expected dtype, shape and data_offsets before this"
    static const struct {
        const char *text, *words;
    } all[] = {
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}", "read"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[0,4]},\"__metadata__\":{}}",
         "read"},
        {"{\"a\":{\"dtype\":\"F33\",\"shape\":[1],\"data_offsets\":[0,4]}}", "expected F64, F32"},
        {"{\"a\":{\"dtype\":32,\"shape\":[1],\"data_offsets\":[0,4]}}", "expected"},
        {"{\"a\":{\"dtype\":\"F32\",\"dtype\":\"F32\"}}", EACH_ONCE},
        {"{\"a\":{\"shape\":[1],\"shape\":[1]}}", EACH_ONCE},
        {"{\"a\":{\"data_offsets\":[0,4],\"data_offsets\":[0,4]}}", EACH_ONCE},
        {"{\"a\":{\"strides\":[1]}}", EACH_ONCE},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0]}}", "expected two offsets"},
        {"{\"a\":{\"shape\":[1],\"data_offsets\":[0,4]}}", ALL_OF},
        {"{\"a\":{\"dtype\":\"F32\",\"data_offsets\":[0,4]}}", ALL_OF},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1]}}", ALL_OF},
        {"{\"a\":{}}", ALL_OF},
        {"{\"a\":[]}", "expected '{'"},
        {"{\"__metadata__\":{\"k\":3}}", "expected"},
        {"{\"__metadata__\":{\"k\":\"v\"},\"__metadata__\":{}}", "only one __metadata__"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}", "expected ',' or '}'"},
        {"{} x", "only spaces behind the last"},
        {"{\"\\ud800\\u0041\":{}}", "four hexadecimal digits"},
        {"{\"\\ud800x\":{}}", "four hexadecimal digits"},
        {"{\"\\ud800\\n\":{}}", "four hexadecimal digits"},
        {"{\"\\udc00\":{}}", "four hexadecimal digits"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const char *said = open_safetensors(all[i].text);
        if (strstr(said, all[i].words) == NULL)
            print_error("%s\n", all[i].text);
        assert_has(said, all[i].words);
    }
}

/* A name that is no folder's: where the folder is the current one, and where it is the first. */
static void test_places(void **state)
{
    (void)state;
    char here[512];
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir(scratch_folder), 0);
    int status = npy_save("b.npy", tensor_ones(SHAPE(2)));
    Tensor *t = npy_load("b.npy");
    assert_int_equal(chdir(here), 0);
    assert_int_equal(status, 0);
    assert_values(t, SHAPE(2), VALUES(1, 1), 0);
    assert_null(npy_load("/"));
    assert_error_has("expected a file, found a directory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_npy),
        UNIT_TEST(test_safetensors),
        UNIT_TEST(test_places),
    };
    return run_tests_in_scratch("tensor/files/headers", tests);
}
