/* test_atomic.c - files that are whole or absent. (tests/system/test_writers.c lets every system call fail.) */
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

static bool is_there(const char *name)
{
    return access(scratch(name), F_OK) == 0;
}

/* Two who save at the same time do not meet: the last one to end wins. */
static void test_each_save_has_a_temporary_of_its_own(void **state)
{
    (void)state;
    AtomicFile *first = atomic_open(scratch("t")), *second = atomic_open(scratch("t"));
    assert_true(is_there("t.tmp.0") && is_there("t.tmp.1"));
    fputs("second", atomic_stream(second));
    fputs("first", atomic_stream(first));
    assert_int_equal(atomic_commit(second), 0);
    assert_holds(scratch("t"), "second");
    assert_int_equal(atomic_commit(first), 0);
    assert_holds(scratch("t"), "first");
    AtomicFile *third = atomic_open(scratch("t"));
    assert_true(is_there("t.tmp.0") && !is_there("t.tmp.1"));
    atomic_abandon(third);
    assert_int_equal(scratch_count(), 1);
    unlink(scratch("t"));
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
    AtomicFile *file = atomic_open(scratch("d"));
    assert_int_equal(mkdir(scratch("d"), 0700), 0);
    assert_int_equal(atomic_commit(file), -1);
    assert_error_has("/d: not saved: Is a directory");
    assert_int_equal(scratch_count(), 1);
    rmdir(scratch("d"));
}

/* ---- what is there before ------------------------------------------------------------------------ */

static void assert_refused(const char *name, const char *found)
{
    long alive = allocations_alive;
    int files = scratch_count();
    assert_null(atomic_open(scratch(name)));
    char text[64];
    snprintf(text, sizeof text, "/%s: not saved: ", name);
    assert_error_has(text);
    assert_error_has(found);
    assert_int_equal(scratch_count(), files);
    assert_int_equal(allocations_alive, alive);
}

static void test_what_is_no_file_is_not_replaced(void **state)
{
    (void)state;
    assert_int_equal(mkdir(scratch("d"), 0700), 0);
    assert_int_equal(mkfifo(scratch("pipe"), 0600), 0);
    assert_int_equal(symlink(scratch("pipe"), scratch("to_pipe")), 0);
    assert_int_equal(symlink("nowhere", scratch("to_nothing")), 0);
    assert_refused("d", "found a directory");
    assert_refused("pipe", "found a pipe or device");
    assert_null(atomic_open(scratch("to_pipe")));
    assert_error_has("/pipe: not saved: expected a file or nothing there, found a pipe");
    assert_refused("to_nothing", "where this link points to: No such file");
    struct stat about;
    assert_int_equal(stat(scratch("pipe"), &about), 0);
    assert_true(S_ISFIFO(about.st_mode));
    const char *all[] = {"pipe", "to_pipe", "to_nothing"};
    for (int i = 0; i < 3; i++)
        unlink(scratch(all[i]));
    rmdir(scratch("d"));
}

static void test_a_link_stays(void **state)
{
    (void)state;
    write_atomically(scratch("real"), "old");
    assert_int_equal(symlink("real", scratch("link")), 0);
    write_atomically(scratch("link"), "new");
    struct stat about;
    assert_int_equal(lstat(scratch("link"), &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_holds(scratch("real"), "new");
    unlink(scratch("link"));
    unlink(scratch("real"));
}

static unsigned mode_of(const char *name)
{
    struct stat about;
    assert_int_equal(stat(scratch(name), &about), 0);
    return about.st_mode & 07777;
}

static void test_permissions_stay(void **state)
{
    (void)state;
    static const mode_t modes[] = {0600, 0640, 0666, 0755};
    mode_t mask = umask(022);
    write_atomically(scratch("p"), "new");
    assert_int_equal(mode_of("p"), 0644);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(chmod(scratch("p"), modes[i]), 0);
        AtomicFile *file = atomic_open(scratch("p"));
        assert_int_equal(mode_of("p.tmp.0"), modes[i]);
        assert_int_equal(atomic_commit(file), 0);
        assert_int_equal(mode_of("p"), modes[i]);
    }
    umask(mask);
    unlink(scratch("p"));
}

static void test_a_missing_folder_is_told(void **state)
{
    (void)state;
    long alive = allocations_alive;
    assert_null(atomic_open("/nowhere/at/all"));
    assert_error_has("/nowhere/at/all: cannot write /nowhere/at/all.tmp.0: No such file");
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
    assert_true(is_there("k.tmp.0"));
    write_atomically(scratch("k"), "new"); /* which the next save takes away */
    assert_holds(scratch("k"), "new");
    assert_int_equal(scratch_count(), 1);
    unlink(scratch("k"));
}

static bool write_file(void)
{
    AtomicFile *file = atomic_open(scratch("m"));
    return file != NULL && atomic_commit(file) == 0;
}

static void test_out_of_memory(void **state)
{
    write_atomically(scratch("m"), "text");
    assert_int_equal(survive_all(state, write_file), 1);
    assert_int_equal(scratch_count(), 1);
    unlink(scratch("m"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_nothing_changes_before_commit),
        UNIT_TEST(test_each_save_has_a_temporary_of_its_own),
        UNIT_TEST(test_abandon_leaves_the_old_file),
        UNIT_TEST(test_a_failed_write_leaves_the_old_file),
        UNIT_TEST(test_a_rename_that_fails_is_told),
        UNIT_TEST(test_what_is_no_file_is_not_replaced),
        UNIT_TEST(test_a_link_stays),
        UNIT_TEST(test_permissions_stay),
        UNIT_TEST(test_a_missing_folder_is_told),
        UNIT_TEST(test_a_killed_save_leaves_the_old_file),
        UNIT_TEST(test_out_of_memory),
    };
    return run_tests_in_scratch("tensor/files/atomic", tests);
}
