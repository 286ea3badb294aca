/* sys/resource.h - for tests that ask for a small stack: an instance's own is small, and its size is fixed. */
#ifndef WASI_RESOURCE_H
#define WASI_RESOURCE_H

#include_next <sys/resource.h>

#define RLIMIT_STACK 3

typedef unsigned long rlim_t;
struct rlimit {
    rlim_t rlim_cur, rlim_max;
};

static inline int getrlimit(int what, struct rlimit *limit)
{
    (void)what;
    limit->rlim_cur = limit->rlim_max = 1 << 20;
    return 0;
}

static inline int setrlimit(int what, const struct rlimit *limit)
{
    (void)what, (void)limit;
    return 0;
}

#endif
