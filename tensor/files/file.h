/* file.h - opening files whose length must be known (inside tensor/ only). */
#ifndef KINDLING_FILE_H
#define KINDLING_FILE_H

#include <limits.h>
#include "tensor.h"

/* Sizes in files are counted in a long, and have to be below. */
#if LONG_MAX > 0x7fffffff
#define LONG_LIMIT "2^63"
#else
#define LONG_LIMIT "2^31"
#endif

/* Opens a regular file for reading and tells its length. NULL and kindling_error(): a directory, a
 * pipe, or nothing there. */
FILE *file_open(const char *path, long *size);
/* Why a read failed that set errno to 0 before it began. */
const char *file_why(void);

#endif
