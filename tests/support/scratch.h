/* scratch.h - a folder of its own for the files of one test program, gone when it ends. */
#ifndef SCRATCH_H
#define SCRATCH_H

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include "text.h"

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

/* cmocka says that the end of a group failed, and returns 0 all the same. */
static inline bool scratch_stays(void)
{
    if (access(scratch_folder, F_OK) != 0)
        return false;
    print_error("%s is still there\n", scratch_folder);
    return true;
}

/* run_tests for a program that needs the folder; what it leaves there is a failure. */
#define run_tests_in_scratch(name, tests)                                                          \
    (tests_ended(cmocka_run_group_tests_name(name, tests, scratch_open, scratch_close)) ||         \
     scratch_stays())

#endif
