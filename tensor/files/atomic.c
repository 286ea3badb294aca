/* atomic.c - files that are whole or absent.
 *
 * A save that is interrupted must not take the file before it along. So everything is written to
 * another name in the same folder, forced to the disk, and only then renamed: rename is atomic. The
 * folder is forced to the disk, too, or a power cut could bring the old file back.
 *
 * Invariant: under its own name there is always a whole file, the old one or the new one.
 */
#define _DEFAULT_SOURCE /* realpath */
#define _DARWIN_C_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "file.h"

struct AtomicFile {
    FILE *stream;
    char *temporary; /* both names lie behind the struct */
    char path[];
};

/* ---- where to ------------------------------------------------------------------------------- */

/* A link stays, and what it points to is replaced. */
static const char *target_of(const char *path, char room[PATH_MAX])
{
    struct stat about;
    bool is_link = lstat(path, &about) == 0 && S_ISLNK(about.st_mode);
    return is_link ? realpath(path, room) : path;
}

/* Something else than a file would be lost: a device, a pipe, a folder. */
static bool may_replace(const char *path, struct stat *old, bool *is_there)
{
    *is_there = stat(path, old) == 0;
    if (!*is_there || S_ISREG(old->st_mode))
        return true;
    kindling_set_error("%s: not saved: expected a file or nothing there, found a %s", path,
                       file_kind(old));
    return false;
}

/* ---- writing -------------------------------------------------------------------------------- */

/* While the file is locked, nobody takes it for a leftover: first it goes, then it is closed. */
static void close_temporary(void *atomic)
{
    AtomicFile *file = atomic;
    if (file->stream == NULL)
        return;
    unlink(file->temporary);
    fclose(file->stream);
}

static FILE *open_temporary(AtomicFile *file, const struct stat *old)
{
    int number = temporary_open(file->path, file->temporary, old);
    FILE *stream = number >= 0 ? fdopen(number, "wb") : NULL;
    if (stream != NULL)
        return stream;
    kindling_set_error("%s: cannot write %s: %s", file->path, file->temporary, strerror(errno));
    if (number >= 0) {
        unlink(file->temporary);
        close(number);
    }
    return NULL;
}

AtomicFile *atomic_open(const char *path)
{
    char room[PATH_MAX];
    struct stat old;
    bool is_there;
    const char *target = target_of(path, room);
    if (target == NULL) {
        kindling_set_error("%s: not saved: where this link points to: %s", path, strerror(errno));
        return NULL;
    }
    if (!may_replace(target, &old, &is_there))
        return NULL;
    size_t length = strlen(target);
    AtomicFile *file = owned_alloc(sizeof *file + 2 * (length + 1) + TEMPORARY_ENDING);
    owned_undo(file, close_temporary);
    file->temporary = file->path + length + 1;
    strcpy(file->path, target);
    file->stream = open_temporary(file, is_there ? &old : NULL);
    if (file->stream == NULL) {
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

/* ---- the end -------------------------------------------------------------------------------- */

/* Everything is on the disk, or errno says why not. */
static bool is_written(FILE *stream)
{
    if (!ferror(stream) && fflush(stream) == 0 && fsync(fileno(stream)) == 0)
        return true;
    if (errno == 0)
        errno = EIO;
    return false;
}

/* The new name is on the disk. Not every file system can be asked for that. */
static bool folder_is_written(char *path)
{
    char *slash = strrchr(path, '/');
    char end = '\0';
    if (slash != NULL) { /* the folder is what stands before its last slash */
        end = slash[1];
        slash[1] = '\0';
    }
    int folder = open(slash != NULL ? path : ".", O_RDONLY | O_CLOEXEC);
    if (slash != NULL)
        slash[1] = end;
    if (folder < 0)
        return true;
    bool written = fsync(folder) == 0 || errno != EIO;
    close(folder);
    return written;
}

int atomic_commit(AtomicFile *file)
{
    bool done = is_written(file->stream) && rename(file->temporary, file->path) == 0;
    if (!done) {
        kindling_set_error("%s: not saved: %s; what was there before is untouched", file->path,
                           strerror(errno));
        unlink(file->temporary);
    }
    fclose(file->stream); /* its bytes are on the disk or are not wanted */
    if (done && !folder_is_written(file->path)) {
        kindling_set_error("%s: saved, but a power cut may bring back what was there before: the "
                           "folder cannot be written: %s",
                           file->path, strerror(errno));
        done = false;
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
