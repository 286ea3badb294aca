/* scratch.h - a folder for the files of one test program, and work in which every allocation fails
 * once. */
#ifndef SCRATCH_H
#define SCRATCH_H

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include "test.h"

static char scratch_folder[] = "/tmp/kindling-test-XXXXXX";

static inline int scratch_open(void **state)
{
    (void)state;
    return mkdtemp(scratch_folder) == NULL;
}

/* The path of a file in the folder; good until eight more were asked for. */
static inline const char *scratch(const char *name)
{
    static char paths[8][512];
    static unsigned turn;
    char *path = paths[turn++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", scratch_folder, name);
    return path;
}

/* How many files the folder holds. */
static inline int scratch_count(void)
{
    int count = 0;
    DIR *folder = opendir(scratch_folder);
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

static inline int scratch_close(void **state)
{
    (void)state;
    DIR *folder = opendir(scratch_folder);
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;)
        if (entry->d_name[0] != '.')
            unlink(scratch(entry->d_name));
    if (folder != NULL)
        closedir(folder);
    return rmdir(scratch_folder);
}

static inline void write_bytes(const char *path, const void *bytes, size_t size)
{
    FILE *stream = fopen(path, "wb");
    assert_non_null(stream);
    assert_int_equal(fwrite(bytes, 1, size, stream), size);
    assert_int_equal(fclose(stream), 0);
}

static inline void assert_error_has(const char *text)
{
    if (strstr(kindling_error(), text) == NULL) {
        print_error("the message was\n    %s\nexpected it to contain\n    %s\n", kindling_error(),
                    text);
        _fail(__FILE__, __LINE__);
    }
}

/* Runs work with its first allocation failing, then with its second, ... until none fails. work
 * returns whether it succeeded; when an allocation failed it must say so, by its result or fail(),
 * and nothing may be left allocated. Returns how many allocations work makes. */
static inline long survive_all(void **state, bool (*work)(void))
{
    for (volatile long n = 1;; n++) {
        kindling_release_thread(); /* no chunks in reserve */
        long alive = allocations_alive;
        volatile long before = allocation_count;
        volatile bool done = false;
        jmp_buf here;
        expected_failure = &here;
        scope_open();
        before = allocation_count;
        fail_after(n);
        if (setjmp(here) == 0)
            done = work();
        fail_after(0);
        expected_failure = NULL;
        long made = allocation_count - before;
        kindling_release_thread();
        *state = scope_open();
        scope_close(*state);
        kindling_release_thread();
        assert_int_equal(allocations_alive, alive);
        if (made < n) {
            *state = scope_open();
            assert_true(done);
            return made;
        }
        assert_false(done);
    }
}

#endif
