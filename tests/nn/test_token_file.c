/* test_token_file.c - files of token ids: windows as those of a text in memory, and files that are
 * none. */
#include "test.h"
#include "scratch.h"

enum { N = 500 };

/* The small byte first, whatever machine this is. */
static const char *write_ids(const char *name, const uint32_t *ids, int n, int width)
{
    unsigned char bytes[4 * N];
    for (int i = 0; i < n; i++)
        for (int b = 0; b < width; b++)
            bytes[i * width + b] = (unsigned char)(ids[i] >> 8 * b);
    const char *path = scratch(name);
    write_bytes(path, bytes, (size_t)(n * width));
    return path;
}

static void test_windows_are_those_of_the_text(void **state)
{
    (void)state;
    uint32_t ids[N];
    int tokens[N];
    for (int width = 2; width <= 4; width += 2) {
        long vocabulary = width == 2 ? 65536 : 1 << 24;
        for (int i = 0; i < N; i++)
            tokens[i] = (int)(ids[i] = (uint32_t)rng_below(&test_rng, vocabulary));
        ids[7] = (uint32_t)(tokens[7] = (int)vocabulary - 1);
        TokenFile *f = token_file_open(write_ids("ids.bin", ids, N, width), width);
        assert_non_null(f);
        assert_int_equal(f->count, N);
        assert_int_equal(token_file_at(f, N - 1), tokens[N - 1]);
        for (int i = 0; i < 60; i++) {
            long first = rng_below(&test_rng, N - 40), T = 1 + rng_below(&test_rng, 20);
            long n = i == 0 ? T + 1 : T + 1 + rng_below(&test_rng, N - first - T);
            Dataset *a = token_dataset_new(f, first, n, T, vocabulary);
            Dataset *b = text_dataset_new(tokens + first, n, T);
            assert_int_equal(a->count, b->count);
            long indices[] = {0, a->count - 1, rng_below(&test_rng, a->count)};
            Batch got, expected;
            a->fetch(a, 3, indices, &got);
            b->fetch(b, 3, indices, &expected);
            assert_int_equal(got.size, 3);
            assert_null(got.x);
            assert_int_equal(got.ids->ndim, 2);
            assert_int_equal(got.ids->shape[1], T);
            assert_memory_equal(got.ids->data, expected.ids->data, (size_t)(3 * T) * sizeof(int));
            assert_memory_equal(got.labels->data, expected.labels->data,
                                (size_t)(3 * T) * sizeof(int));
            dataset_free(a);
            dataset_free(b);
        }
        token_file_free(f);
    }
    token_file_free(NULL);
}

/* The loader takes each window once. */
static void test_a_loader_goes_through_it(void **state)
{
    (void)state;
    static const uint32_t ids[] = {3, 1, 4, 1, 5, 9, 2, 6};
    TokenFile *f = token_file_open(write_ids("ids.bin", ids, 8, 2), 2);
    Dataset *d = token_dataset_new(f, 0, 8, 3, 10);
    DataLoader *l = loader_new(d, 2, true, false, 1);
    int sum = 0, n = 0;
    for (Batch b; loader_next(l, &b); n += (int)b.size)
        for (long i = 0; i < b.size; i++)
            sum += b.labels->data[i * 3 + 2];
    assert_int_equal(n, 5);
    assert_int_equal(sum, 1 + 5 + 9 + 2 + 6);
    loader_free(l);
    dataset_free(d);
    token_file_free(f);
}

static void test_ids_that_no_vocabulary_has(void **state)
{
    (void)state;
    static const uint32_t ids[] = {3, 1, 9, 0x80000000u, 5, 0xffffffffu, 2};
    TokenFile *f = token_file_open(write_ids("ids.bin", ids, 7, 4), 4);
    assert_int_equal(token_file_at(f, 2), 9);
    assert_int_equal(token_file_at(f, 5), INT_MAX);
    Dataset *d = token_dataset_new(f, 0, 7, 2, 9);
    Batch b;
    assert_fails_with("id 2 of the file is 9, expected less than 9",
                      d->fetch(d, 1, (long[]){0}, &b));
    assert_fails_with("id 3 of the file is 2147483647", d->fetch(d, 1, (long[]){3}, &b));
    dataset_free(d);
    d = token_dataset_new(f, 0, 3, 2, INT_MAX);
    d->fetch(d, 1, (long[]){0}, &b);
    assert_int_equal(b.labels->data[1], 9);
    dataset_free(d);
    d = token_dataset_new(f, 4, 3, 2, INT_MAX);
    assert_fails_with("id 5 of the file is 2147483647", d->fetch(d, 1, (long[]){0}, &b));
    dataset_free(d);
    assert_fails_with("outside [0, 7)", (void)token_file_at(f, 7));
    assert_fails_with("outside [0, 7)", (void)token_file_at(f, -1));
    token_file_free(f);
}

static void test_what_is_no_window(void **state)
{
    (void)state;
    static const uint32_t ids[] = {3, 1, 4, 1};
    TokenFile *f = token_file_open(write_ids("ids.bin", ids, 4, 2), 2);
    assert_fails_with("2 ids are too few for a context of 2, which needs 3",
                      token_dataset_new(f, 0, 2, 2, 9));
    assert_fails_with("0 ids are too few", token_dataset_new(f, 4, 0, 1, 9));
    assert_fails_with("context is 0", token_dataset_new(f, 0, 4, 0, 9));
    assert_fails_with("vocabulary is 0", token_dataset_new(f, 0, 4, 1, 0));
    assert_fails_with("4 ids from 1 on are not all in the file, which has 4",
                      token_dataset_new(f, 1, 4, 1, 9));
    assert_fails_with("3 ids from -1 on", token_dataset_new(f, -1, 3, 1, 9));
    assert_fails_with("ids from 1 on", token_dataset_new(f, 1, LONG_MAX, 1, 9));
    assert_fails_with("are too few", token_dataset_new(f, 0, 4, LONG_MAX, 9));
    token_file_free(f);
}

static void test_files_that_are_none(void **state)
{
    (void)state;
    write_bytes(scratch("odd.bin"), "abcdefg", 7);
    write_bytes(scratch("empty.bin"), "", 0);
    write_bytes(scratch("a.npy"), "\x93NUMPY\1\0", 8);
    assert_null(token_file_open(scratch("odd.bin"), 2));
    assert_error_has("odd.bin: 7 bytes are no whole number of ids of 2 bytes each");
    write_bytes(scratch("odd.bin"), "abcdef", 6);
    assert_null(token_file_open(scratch("odd.bin"), 4));
    assert_error_has("6 bytes are no whole number of ids of 4 bytes each");
    assert_null(token_file_open(scratch("empty.bin"), 2));
    assert_error_has("empty.bin: the file is empty");
    assert_null(token_file_open(scratch("a.npy"), 2));
    assert_error_has("an array of NumPy");
    assert_null(token_file_open(scratch("none.bin"), 2));
    assert_error_has("none.bin: cannot open");
    assert_null(token_file_open(scratch_folder, 2));
    assert_error_has("expected a file, found a directory");
    assert_fails_with("width is 3, expected 2 or 4", token_file_open(scratch("odd.bin"), 3));
}

static void open_and_close(const char *path, int width)
{
    TokenFile *f = token_file_open(path, width);
    assert_non_null(f);
    token_file_free(f);
}

/* Numbers of more bytes than one says have a 0 behind each, unless they are large. */
static void test_ids_of_another_width(void **state)
{
    (void)state;
    uint32_t ids[N];
    for (int i = 0; i < N; i++)
        ids[i] = 1 + (uint32_t)rng_below(&test_rng, 65535);
    write_ids("ids.bin", ids, N, 4);
    assert_null(token_file_open(scratch("ids.bin"), 2));
    assert_error_has("ids.bin: every second id of 2 bytes is 0, as in a file of numbers of 4 bytes "
                     "each. hint: width 4");
    ids[N - 1] = 65536;
    open_and_close(write_ids("ids.bin", ids, N, 4), 2);
    for (int i = 1; i < N; i += 2)
        ids[i] = 0; /* numbers of 8 bytes, as NumPy has them */
    write_ids("ids.bin", ids, N, 4);
    assert_null(token_file_open(scratch("ids.bin"), 4));
    assert_error_has("every second id of 4 bytes is 0, as in a file of numbers of 8 bytes each. "
                     "hint: ids.astype('<u4')");
    open_and_close(write_ids("few.bin", ids, 30, 4), 4); /* may be so */
    open_and_close(write_ids("odd.bin", ids, N - 1, 4), 4);
    memset(ids, 0, sizeof ids);
    open_and_close(write_ids("ids.bin", ids, N, 2), 2);
    ids[N / 2] = 7; /* a text of almost nothing but zeros */
    open_and_close(write_ids("ids.bin", ids, N, 2), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_windows_are_those_of_the_text), UNIT_TEST(test_a_loader_goes_through_it),
        UNIT_TEST(test_ids_that_no_vocabulary_has),    UNIT_TEST(test_what_is_no_window),
        UNIT_TEST(test_files_that_are_none),           UNIT_TEST(test_ids_of_another_width),
    };
    return run_tests_in_scratch("nn/token_file", tests);
}
