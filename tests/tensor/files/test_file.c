/* test_file.c - reading whatever a path may name. */
#include "number_format.h"
#include <errno.h>
#include <sys/wait.h>
#include "scratch.h"

static void test_a_missing_file_is_told(void **state)
{
    (void)state;
    long alive = allocations_alive;
    assert_null(kindling_read_file("/nowhere/at/all", NULL));
    assert_error_has("/nowhere/at/all: cannot open: No such file");
    assert_int_equal(allocations_alive, alive);
}

static void test_read_gives_every_byte_and_a_zero(void **state)
{
    (void)state;
    size_t sizes[] = {0, 1, 4095, 4096, 4097, 100000};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        size_t n = sizes[i], size = 0;
        char *bytes = owned_alloc(n + 1);
        for (size_t b = 0; b < n; b++)
            bytes[b] = (char)(b * 31 % 256);
        write_bytes(scratch("e"), bytes, n);
        char *found = kindling_read_file(scratch("e"), &size);
        assert_int_equal(size, n);
        assert_memory_equal(found, bytes, n + 1);
        owned_free(found);
        owned_free(bytes);
    }
    unlink(scratch("e"));
}

static void test_read_refuses_a_folder(void **state)
{
    (void)state;
    long alive = allocations_alive;
    assert_null(kindling_read_file(scratch_folder, NULL));
    assert_error_has("Is a directory");
    assert_int_equal(allocations_alive, alive);
}

static void test_read_takes_what_a_pipe_has(void **state)
{
    (void)state;
    assert_int_equal(mkfifo(scratch("pipe"), 0600), 0);
    pid_t child = fork();
    if (child == 0) {
        FILE *stream = fopen(scratch("pipe"), "wb");
        for (int i = 0; stream != NULL && i < 30000; i++)
            putc('a' + i % 26, stream);
        if (stream != NULL)
            fclose(stream);
        _exit(0);
    }
    size_t size = 0;
    char *text = kindling_read_file(scratch("pipe"), &size);
    waitpid(child, NULL, 0);
    assert_int_equal(size, 30000);
    assert_int_equal(text[29999], 'a' + 29999 % 26);
    assert_int_equal(text[30000], 0);
    owned_free(text);
    unlink(scratch("pipe"));
}

static bool read_file(void)
{
    char *text = kindling_read_file(scratch("m"), NULL);
    bool done = text != NULL;
    owned_free(text);
    return done;
}

/* A pipe does not tell its length, so the block has to grow. */
static bool read_pipe(void)
{
    int ends[2];
    char bytes[6000] = {0}, path[32];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], bytes, sizeof bytes), sizeof bytes);
    close(ends[1]);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    char *text = kindling_read_file(path, NULL);
    close(ends[0]);
    owned_free(text);
    return text != NULL;
}

static void test_out_of_memory(void **state)
{
    write_bytes(scratch("m"), "text", 4);
    assert_int_equal(survive_all(state, read_file), 1);
    if (access("/dev/fd/0", F_OK) == 0)
        assert_int_equal(survive_all(state, read_pipe), 2);
    assert_int_equal(scratch_count(), 1);
    unlink(scratch("m"));
}

static void test_a_read_that_cannot_seek_is_told(void **state)
{
    (void)state;
    assert_int_equal(npy_save(scratch("s.npy"), tensor_ones(SHAPE(2))), 0);
    fail_seek_after(1);
    assert_null(npy_load(scratch("s.npy")));
    assert_error_has("s.npy: byte 128: cannot read the numbers: ");
    assert_error_has(strerror(EIO));
}

/* Numbers that are cut off, and a stream that takes none: said, and not half done. */
static void test_numbers_of_a_stream(void **state)
{
    (void)state;
    const NumberFormat *halves = number_format_safetensors("F16");
    const unsigned char in[6] = {1, 2, 3, 4, 5, 6};
    unsigned char out[6] = {0};
    FILE *stream = fopen(scratch("numbers"), "w+b");
    assert_true(numbers_write_raw(stream, halves, 6, in));
    assert_int_equal(ftell(stream), 6);
    rewind(stream);
    assert_true(numbers_read_raw(stream, halves, 0, out) && out[0] == 0);
    assert_true(numbers_read_raw(stream, halves, 6, out));
    assert_memory_equal(out, in, 6);
    assert_int_equal(fseek(stream, 2, SEEK_SET), 0);
    assert_false(numbers_read_raw(stream, halves, 6, out));
    fclose(stream);
    stream = fopen(scratch("numbers"), "rb");
    assert_false(numbers_write_raw(stream, halves, 6, in));
    assert_true(numbers_write_raw(stream, halves, 0, in)); /* nothing fits everywhere */
    fclose(stream);
    unlink(scratch("numbers"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_a_missing_file_is_told), UNIT_TEST(test_read_gives_every_byte_and_a_zero),
        UNIT_TEST(test_read_refuses_a_folder),  UNIT_TEST(test_read_takes_what_a_pipe_has),
        UNIT_TEST(test_out_of_memory),          UNIT_TEST(test_a_read_that_cannot_seek_is_told),
        UNIT_TEST(test_numbers_of_a_stream),
    };
    return run_tests_in_scratch("tensor/files/file", tests);
}
