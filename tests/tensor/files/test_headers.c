/* test_headers.c - headers of .npy and safetensors files in which one thing is wrong, and what is said of it. */
#include "text.h"
#include "scratch.h"

#define NATIVE_IS_LITTLE (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)

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
        {"{'descr': '=f4', 'fortran_order': False, 'shape': (2,)}",
         NATIVE_IS_LITTLE ? "read" : "these are big-endian"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2L,)}", "read"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (1L, 2L)}", "read"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2LL,)}", "expected"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (L,)}", "expected a size"},
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

#define BYTES(text) text, sizeof text - 1
/* What people have by mistake is called by its name, by every reader of weights. */
static void test_files_of_other_kinds(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t length;
        const char *words;
    } all[] = {
        {BYTES("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 548105171\n"),
         "found a Git LFS pointer"},
        {BYTES("\n <!DOCTYPE html>\n<html lang=\"en\"><body>404</body></html>"),
         "found a page of the web (HTML)"},
        {BYTES("\xef\xbb\xbf<HTML><head><title>Sign in</title>"), "found a page of the web (HTML)"},
        {BYTES("PK\3\4\0\0\0\0\0\0archive/data.pkl"), "found a zip archive, as PyTorch's .bin"},
        {BYTES("\x80\2\x8a\nl\xfc\x9c\x46\xf9 j\xa8P\x19."), "found a Python pickle"},
        {BYTES("\x1f\x8b\x08\0\0\0\0\0\0\3"), "found compressed by gzip"},
        {BYTES("GGUF\3\0\0\0\0\0\0\0"), "found a GGUF file"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        write_bytes(scratch("weights"), all[i].bytes, all[i].length);
        assert_null(safetensors_open(scratch("weights")));
        assert_has(kindling_error(), "weights: expected a safetensors file, ");
        assert_has(kindling_error(), all[i].words);
        assert_null(npy_load(scratch("weights")));
        assert_has(kindling_error(), "weights: expected an array of NumPy (.npy), ");
        assert_has(kindling_error(), all[i].words);
        assert_null(gpt2_load(scratch("weights")));
        assert_has(kindling_error(), all[i].words);
        assert_null(quantized_gpt_load(scratch("weights")));
        assert_has(kindling_error(), all[i].words);
    }
    write_bytes(scratch("weights"), BYTES("\x93NUMPY\1\0\x76\0{'descr'"));
    assert_null(safetensors_open(scratch("weights")));
    assert_has(kindling_error(), "found an array of NumPy");
    write_bytes(scratch("weights"), BYTES("\x02\0\0\0\0\0\0\0{}"));
    assert_null(npy_load(scratch("weights")));
    assert_has(kindling_error(), "found a safetensors file");
    write_bytes(scratch("weights"), BYTES("verse")); /* nothing that is known */
    assert_null(safetensors_open(scratch("weights")));
    assert_has(kindling_error(), "expected 8 bytes with the length of a header");
    write_bytes(scratch("weights"), BYTES(" \n"));
    assert_null(npy_load(scratch("weights")));
    assert_has(kindling_error(), "expected \\x93NUMPY");
    write_bytes(scratch("weights"), BYTES(""));
    assert_null(npy_load(scratch("weights")));
    unlink(scratch("weights"));
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
        UNIT_TEST(test_files_of_other_kinds),
        UNIT_TEST(test_npy),
        UNIT_TEST(test_safetensors),
        UNIT_TEST(test_places),
    };
    return run_tests_in_scratch("tensor/files/headers", tests);
}
