/* file.c - files that are whole or absent.
 *
 * A save that is interrupted must not take the file before it along. So everything is written to
 * another name in the same folder, forced to the disk, and only then renamed: rename is atomic.
 *
 * Invariant: under its own name there is always a whole file, the old one or the new one.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "file.h"

/* ---- writing -------------------------------------------------------------------------------- */

struct AtomicFile {
    FILE *stream;
    char *temporary; /* both names lie behind the struct */
    char path[];
};

static void close_temporary(void *atomic)
{
    AtomicFile *file = atomic;
    if (file->stream == NULL)
        return;
    fclose(file->stream);
    unlink(file->temporary);
}

AtomicFile *atomic_open(const char *path)
{
    size_t length = strlen(path), room = length + sizeof ".tmp." + 3 * sizeof(long);
    AtomicFile *file = owned_alloc(sizeof *file + length + 1 + room);
    owned_undo(file, close_temporary);
    file->temporary = file->path + length + 1;
    strcpy(file->path, path);
    snprintf(file->temporary, room, "%s.tmp.%ld", path, (long)getpid());
    file->stream = fopen(file->temporary, "wb");
    if (file->stream == NULL) {
        kindling_set_error("%s: cannot write %s: %s", path, file->temporary, strerror(errno));
        owned_free(file);
        return NULL;
    }
    errno = 0; /* a write that fails sets it, and atomic_commit tells */
    return file;
}

FILE *atomic_stream(AtomicFile *file)
{
    return file->stream;
}

/* Everything is on the disk and the stream closed, or errno says why not. */
static bool finish(FILE *stream)
{
    bool written = !ferror(stream) && fflush(stream) == 0 && fsync(fileno(stream)) == 0;
    int why = errno;
    bool closed = fclose(stream) == 0;
    if (!written)
        errno = why != 0 ? why : EIO;
    return written && closed;
}

int atomic_commit(AtomicFile *file)
{
    bool done = finish(file->stream) && rename(file->temporary, file->path) == 0;
    if (!done) {
        kindling_set_error("%s: not saved: %s; what was there before is untouched", file->path,
                           strerror(errno));
        unlink(file->temporary);
    }
    owned_free(file);
    return done ? 0 : -1;
}

void atomic_abandon(AtomicFile *file)
{
    if (file == NULL)
        return;
    close_temporary(file);
    owned_free(file);
}

/* ---- reading -------------------------------------------------------------------------------- */

FILE *file_open(const char *path, long *size)
{
    struct stat about;
    if (stat(path, &about) != 0) {
        kindling_set_error("%s: cannot open: %s", path, strerror(errno));
        return NULL;
    }
    if (!S_ISREG(about.st_mode)) {
        kindling_set_error("%s: expected a file, found a %s", path,
                           S_ISDIR(about.st_mode) ? "directory" : "pipe or device");
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

const char *file_why(void)
{
    return errno != 0 ? strerror(errno) : "the file has become shorter";
}

/* All that is left of a stream. A pipe does not say how much that is, so the block grows; running
 * out of memory is told, not failed, because the stream is open. (owned_free frees such blocks, too.) */
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
