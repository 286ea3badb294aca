/* seeks.c - lets one fseek or ftell fail on purpose, as a file over a network may.
 *
 * The linker sends both here (-Wl,--wrap).
 */
#include "test.h"
#include <errno.h>

static long countdown;

void fail_seek_after(long n)
{
#ifndef HAVE_WRAP
    if (n > 0)
        skip(); /* this linker leaves fseek where it is */
#endif
    countdown = n;
}

static bool must_fail(void)
{
    if (countdown == 0 || --countdown > 0)
        return false;
    errno = EIO;
    return true;
}

int __real_fseek(FILE *stream, long offset, int whence);
long __real_ftell(FILE *stream);
int __wrap_fseek(FILE *stream, long offset, int whence);
long __wrap_ftell(FILE *stream);

int __wrap_fseek(FILE *stream, long offset, int whence)
{
    return must_fail() ? -1 : __real_fseek(stream, offset, whence);
}

long __wrap_ftell(FILE *stream)
{
    return must_fail() ? -1 : __real_ftell(stream);
}
