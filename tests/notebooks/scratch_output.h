/* scratch_output.h - a file that a program under test writes to, and what it said there. */
#ifndef SCRATCH_OUTPUT_H
#define SCRATCH_OUTPUT_H

#include <unistd.h>
#include "test.h"

static inline const char *output_file(void)
{
    static char path[64];
    snprintf(path, sizeof path, "/tmp/kindling-notebook-%ld", (long)getpid());
    return path;
}

static inline void check_said(const char *text, bool expected, const char *file, int line)
{
    size_t size;
    char *said = file_read(output_file(), &size);
    bool there = said != NULL && strstr(said, text) != NULL;
    if (there != expected)
        print_error("%s: \"%s\" in:\n%s\n", expected ? "missing" : "unexpected", text,
                    said != NULL ? said : kindling_error());
    owned_free(said);
    if (there != expected)
        _fail(file, line);
}
#define assert_said(text) check_said(text, true, __FILE__, __LINE__)
#define assert_not_said(text) check_said(text, false, __FILE__, __LINE__)

#endif
