/* system_calls.c - lets one call about files fail on purpose, as a full, broken or far-away disk may.
 *
 * The linker sends them here (-Wl,--wrap): all that a writer of files calls besides printf and its like,
 * whose failures a limit on the size of files brings about.
 */
#define _DEFAULT_SOURCE /* flock */
#define _DARWIN_C_SOURCE
#include "test.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

const char *failed_call;
static long seeks_left, calls_left;

/* Where the linker leaves calls where they are, nothing can be made to fail. */
static void needs_wrap(long n)
{
#ifndef HAVE_WRAP
    if (n > 0)
        skip_without("a linker with --wrap");
#endif
    (void)n;
}

void fail_seek_after(long n)
{
    needs_wrap(n);
    seeks_left = n;
}

void fail_call_after(long n)
{
    needs_wrap(n);
    calls_left = n;
    if (n > 0)
        failed_call = NULL;
}

static bool must_fail(const char *name, long *left)
{
    if (*left == 0 || --*left > 0)
        return false;
    failed_call = name;
    errno = EIO;
    return true;
}

#define WRAPPED(type, failed, name, parameters, ...)                                               \
    type __real_##name parameters;                                                                 \
    type __wrap_##name parameters;                                                                 \
    type __wrap_##name parameters                                                                  \
    {                                                                                              \
        return must_fail(#name, &calls_left) ? failed : __real_##name(__VA_ARGS__);                \
    }

WRAPPED(FILE *, NULL, fdopen, (int file, const char *mode), file, mode)
WRAPPED(int, -1, flock, (int file, int operation), file, operation)
WRAPPED(int, -1, fchown, (int file, uid_t user, gid_t group), file, user, group)
WRAPPED(int, -1, fchmod, (int file, mode_t mode), file, mode)
WRAPPED(int, -1, fsync, (int file), file)
WRAPPED(int, -1, rename, (const char *from, const char *to), from, to)

/* What is closed is closed, and what was to be written is lost. */
int __real_fclose(FILE *stream);
int __wrap_fclose(FILE *stream);
int __wrap_fclose(FILE *stream)
{
    bool fails = must_fail("fclose", &calls_left);
    int status = __real_fclose(stream);
    return fails ? EOF : status;
}

int __real_fflush(FILE *stream);
int __wrap_fflush(FILE *stream);
int __wrap_fflush(FILE *stream)
{
    bool ours = stream != NULL && stream != stdout && stream != stderr;
    if (!ours || !must_fail("fflush", &calls_left))
        return __real_fflush(stream);
    fgetc(stream); /* from where nothing can be read: now the stream knows of an error */
    errno = EIO;
    return EOF;
}

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
    va_end(more);
    if (must_fail(flags & O_CREAT ? "open a new file" : "open", &calls_left))
        return -1;
    return __real_open(path, flags, mode);
}

/* ---- seeks ----------------------------------------------------------------------------------------- */

int __real_fseek(FILE *stream, long offset, int whence);
long __real_ftell(FILE *stream);
int __wrap_fseek(FILE *stream, long offset, int whence);
long __wrap_ftell(FILE *stream);

int __wrap_fseek(FILE *stream, long offset, int whence)
{
    bool fails = must_fail("fseek", &seeks_left) || must_fail("fseek", &calls_left);
    return fails ? -1 : __real_fseek(stream, offset, whence);
}

long __wrap_ftell(FILE *stream)
{
    bool fails = must_fail("ftell", &seeks_left) || must_fail("ftell", &calls_left);
    return fails ? -1 : __real_ftell(stream);
}
