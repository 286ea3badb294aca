/* sys/file.h - for files that replace others (tensor/files/temporary.c): nobody else writes here, and no file
 * has an owner. */
#ifndef WASI_FILE_H
#define WASI_FILE_H

#include <sys/types.h>

#define LOCK_EX 2
#define LOCK_NB 4

static inline int flock(int file, int how)
{
    (void)file, (void)how;
    return 0;
}

static inline int fchown(int file, uid_t owner, gid_t group)
{
    (void)file, (void)owner, (void)group;
    return 0;
}

#endif
