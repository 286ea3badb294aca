/* test_file.c - files that are whole or absent, and reading whatever a path may name. */
#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include "scratch.h"

static void write_atomically(const char *path, const char *text)
{
    AtomicFile *file = atomic_open(path);
    assert_non_null(file);
    fputs(text, atomic_stream(file));
    assert_int_equal(atomic_commit(file), 0);
}

static void assert_holds(const char *path, const char *text)
{
    size_t size = 99;
    char *found = kindling_read_file(path, &size);
    assert_non_null(found);
    assert_int_equal(size, strlen(text));
    assert_string_equal(found, text);
    owned_free(found);
}

static void test_nothing_changes_before_commit(void **state)
{
    (void)state;
    write_atomically(scratch("a"), "old");
    AtomicFile *file = atomic_open(scratch("a"));
    fputs("new", atomic_stream(file));
    fflush(atomic_stream(file));
    assert_holds(scratch("a"), "old");
    assert_int_equal(atomic_commit(file), 0);
    assert_holds(scratch("a"), "new");
    assert_int_equal(scratch_count(), 1);
    unlink(scratch("a"));
}

static void test_the_temporary_has_the_process_in_its_name(void **state)
{
    (void)state;
    char name[64];
    snprintf(name, sizeof name, "t.tmp.%ld", (long)getpid());
    AtomicFile *file = atomic_open(scratch("t"));
    assert_int_equal(access(scratch(name), F_OK), 0);
    atomic_abandon(file);
    assert_int_not_equal(access(scratch(name), F_OK), 0);
}

static void test_abandon_leaves_the_old_file(void **state)
{
    (void)state;
    write_atomically(scratch("b"), "old");
    AtomicFile *file = atomic_open(scratch("b"));
    fputs("new", atomic_stream(file));
    atomic_abandon(file);
    atomic_abandon(NULL);
    assert_holds(scratch("b"), "old");
    assert_int_equal(scratch_count(), 1);
    unlink(scratch("b"));
}

static void limit_file_size(rlim_t most)
{
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = most;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* The disk is full: writes beyond 10,000 bytes fail. */
static void test_a_failed_write_leaves_the_old_file(void **state)
{
    (void)state;
    write_atomically(scratch("c"), "old");
    signal(SIGXFSZ, SIG_IGN);
    limit_file_size(10000);
    AtomicFile *file = atomic_open(scratch("c"));
    for (int i = 0; i < 20000; i++)
        putc('x', atomic_stream(file));
    limit_file_size(RLIM_INFINITY); /* room again, but bytes are missing */
    assert_int_equal(atomic_commit(file), -1);
    assert_error_has("/c: not saved: File too large");
    assert_holds(scratch("c"), "old");
    assert_int_equal(scratch_count(), 1);
    unlink(scratch("c"));
}

static void test_a_rename_that_fails_is_told(void **state)
{
    (void)state;
    assert_int_equal(mkdir(scratch("d"), 0700), 0);
    AtomicFile *file = atomic_open(scratch("d"));
    assert_non_null(file);
    assert_int_equal(atomic_commit(file), -1);
    assert_error_has("/d: not saved");
    assert_int_equal(scratch_count(), 1);
    rmdir(scratch("d"));
}

static void test_a_missing_folder_is_told(void **state)
{
    (void)state;
    long alive = allocations_alive;
    assert_null(atomic_open("/nowhere/at/all"));
    assert_error_has("/nowhere/at/all: cannot write /nowhere/at/all.tmp.");
    assert_error_has("No such file");
    assert_null(kindling_read_file("/nowhere/at/all", NULL));
    assert_error_has("/nowhere/at/all: cannot open: No such file");
    assert_int_equal(allocations_alive, alive);
}

/* Killed in the middle of writing: what was there is whole. */
static void test_a_killed_save_leaves_the_old_file(void **state)
{
    (void)state;
    write_atomically(scratch("k"), "old");
    pid_t child = fork();
    if (child == 0) {
        AtomicFile *file = atomic_open(scratch("k"));
        fputs("half of the n", atomic_stream(file));
        fflush(atomic_stream(file));
        raise(SIGKILL);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_holds(scratch("k"), "old");
    assert_int_equal(scratch_count(), 2); /* and the half file under its other name */
    char name[64];
    snprintf(name, sizeof name, "k.tmp.%ld", (long)child);
    unlink(scratch(name));
    unlink(scratch("k"));
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

static bool write_file(void)
{
    AtomicFile *file = atomic_open(scratch("m"));
    return file != NULL && atomic_commit(file) == 0;
}

static void test_out_of_memory(void **state)
{
    write_atomically(scratch("m"), "text");
    assert_int_equal(survive_all(state, read_file), 1);
    assert_int_equal(survive_all(state, write_file), 1);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_nothing_changes_before_commit),
        UNIT_TEST(test_the_temporary_has_the_process_in_its_name),
        UNIT_TEST(test_abandon_leaves_the_old_file),
        UNIT_TEST(test_a_failed_write_leaves_the_old_file),
        UNIT_TEST(test_a_rename_that_fails_is_told),
        UNIT_TEST(test_a_missing_folder_is_told),
        UNIT_TEST(test_a_killed_save_leaves_the_old_file),
        UNIT_TEST(test_read_gives_every_byte_and_a_zero),
        UNIT_TEST(test_read_refuses_a_folder),
        UNIT_TEST(test_read_takes_what_a_pipe_has),
        UNIT_TEST(test_out_of_memory),
        UNIT_TEST(test_a_read_that_cannot_seek_is_told),
    };
    return run_tests_in_scratch("tensor/files/file", tests);
}
