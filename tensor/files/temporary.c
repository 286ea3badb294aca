/* temporary.c - a new file beside the one that it will replace, as readable as that one.
 *
 * Its name is path.tmp.0, or the first number that nobody uses. Whoever writes holds a lock on his
 * file, which ends with the program, however that ends: a temporary without a lock is the leftover
 * of a program that was killed, and the next save takes it away.
 */
#define _DEFAULT_SOURCE /* flock */
#define _DARWIN_C_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include "file.h"
#ifdef __wasi__ /* a page has one process, and nobody owns its files */
#define flock(file, operation) 0
#define fchown(file, user, group) 0
#define fchmod(file, mode) ((void)(mode))
#else
#include <sys/file.h>
#endif

#define MOST 100 /* who save one file at the same time */

/* The group and others may do what they could do before, and never more, at no moment. */
static void keep_permissions(int file, const struct stat *old)
{
    mode_t mode = old->st_mode & 0777;
    if (fchown(file, old->st_uid, old->st_gid) != 0 && fchown(file, (uid_t)-1, old->st_gid) != 0)
        mode &= ~(mode_t)S_IRWXG; /* the group is another one now */
    fchmod(file, mode);           /* (not every file system has permissions) */
}

/* Is it still the one of this name? Asked under the lock: only who holds that moves the file. */
static bool is_called(int file, const char *name)
{
    struct stat open, named;
    return fstat(file, &open) == 0 && lstat(name, &named) == 0 && open.st_dev == named.st_dev &&
           open.st_ino == named.st_ino;
}

static bool lock(int file)
{
    return flock(file, LOCK_EX | LOCK_NB) == 0;
}

static void remove_leftover(const char *name)
{
    int file = open(name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return;
    if (lock(file) && is_called(file, name))
        unlink(name);
    close(file);
}

int temporary_open(const char *path, char *name, const struct stat *old)
{
    for (int i = 0; i < MOST; i++) {
        snprintf(name, strlen(path) + TEMPORARY_ENDING, "%s.tmp.%d", path, i);
        remove_leftover(name);
        int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, old != NULL ? 0600 : 0666);
        if (file < 0 && errno != EEXIST)
            return -1;
        if (file < 0)
            continue;
        bool locked = lock(file) || errno != EWOULDBLOCK; /* (not every file system has locks) */
        if (locked && is_called(file, name)) {
            if (old != NULL)
                keep_permissions(file, old);
            return file;
        }
        close(file);
    }
    return -1;
}
