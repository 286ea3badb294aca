/* file.c - reading files: those whose length must be known, and whatever a path may name. */
#include "file.h"
#include "engine.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char *file_kind(const struct stat *about)
{
    return S_ISREG(about->st_mode)   ? "file"
           : S_ISDIR(about->st_mode) ? "directory"
                                     : "pipe or device";
}

FILE *file_open(const char *path, long *size)
{
    struct stat about;
    if (stat(path, &about) != 0) {
        kindling_set_error("%s: cannot open: %s", path, strerror(errno));
        return NULL;
    }
    if (!S_ISREG(about.st_mode)) {
        kindling_set_error("%s: expected a file, found a %s", path, file_kind(&about));
        return NULL;
    }
    if (about.st_size > LONG_MAX) {
        kindling_set_error("%s: %jd bytes, expected less than " LONG_LIMIT, path,
                           (intmax_t)about.st_size);
        return NULL;
    }
    FILE *stream = fopen(path, "rb");
    if (stream == NULL)
        kindling_set_error("%s: cannot open: %s", path, strerror(errno));
    *size = (long)about.st_size;
    return stream;
}

bool file_is_foreign(FILE *stream, const char *path, const char *expected)
{
    char first[64];
    rewind(stream);
    const char *is = foreign_format(first, fread(first, 1, sizeof first, stream));
    if (is == NULL || strcmp(is, expected) == 0)
        return false;
    kindling_set_error("%s: expected %s, found %s", path, expected, is);
    return true;
}

const char *file_why(void)
{
    return errno != 0 ? strerror(errno) : "the file has become shorter";
}

/* All that is left of a stream. A pipe does not say how much that is, so the block grows; running
 * out of memory is told, not failed, because the stream is open. (owned_free frees such blocks,
 * too.) */
static char *read_all(const char *path, FILE *stream, size_t expected, size_t *size)
{
    size_t capacity = expected + 1, used = 0;
    char *text = malloc(capacity);
    while (text != NULL) {
        used += fread(text + used, 1, capacity - used, stream);
        if (used < capacity)
            break;
        char *larger = capacity > LONG_MAX / 2 ? NULL : realloc(text, capacity *= 2);
        if (larger == NULL)
            free(text);
        text = larger;
    }
    if (text == NULL) {
        kindling_set_error("%s: out of memory at byte %zu", path, used);
        return NULL;
    }
    if (ferror(stream)) {
        kindling_set_error("%s: byte %zu: cannot read: %s", path, used, strerror(errno));
        free(text);
        return NULL;
    }
    text[used] = '\0';
    *size = used;
    return text;
}

char *kindling_read_file(const char *path, size_t *size)
{
    FILE *stream = fopen(path, "rb");
    if (stream == NULL) {
        kindling_set_error("%s: cannot open: %s", path, strerror(errno));
        return NULL;
    }
    struct stat about;
    bool sized = fstat(fileno(stream), &about) == 0 && S_ISREG(about.st_mode);
    size_t length = 0;
    char *text = read_all(path, stream, sized ? (size_t)about.st_size : 4096, &length);
    fclose(stream);
    if (text != NULL)
        owned_undo(text, free);
    if (text != NULL && size != NULL)
        *size = length;
    return text;
}
