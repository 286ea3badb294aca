/* file.h - opening files whose length must be known (inside tensor/ only). */
#ifndef KINDLING_FILE_H
#define KINDLING_FILE_H

#include "tensor.h"

/* Opens a regular file for reading and tells its length. NULL and kindling_error(): a directory, a
 * pipe, or nothing there. */
FILE *file_open(const char *path, long *size);
/* Why a read failed that set errno to 0 before it began. */
const char *file_why(void);

#endif
