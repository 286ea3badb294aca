/* file.h - opening files: to read one whose length must be known, and to write one (inside the
 * engine only). */
#ifndef KINDLING_FILE_H
#define KINDLING_FILE_H

#include <limits.h>
#include <sys/stat.h>
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
/* Says of a file that is none of "a safetensors file", "an array of NumPy (.npy)", ... what it is
 * instead, in kindling_error(), and is true; false: its first bytes are nothing that is known. */
bool file_is_foreign(FILE *stream, const char *path, const char *expected);
/* Why a read failed that set errno to 0 before it began. */
const char *file_why(void);
/* "file", "directory", "pipe or device" */
const char *file_kind(const struct stat *about);

/* A new file beside path, for writing: its descriptor, and its name in `name`, which is as long as
 * path and TEMPORARY_ENDING. It has the permissions of `old`, unless that is NULL. -1: errno says
 * why. */
#define TEMPORARY_ENDING sizeof ".tmp.99"
int temporary_open(const char *path, char *name, const struct stat *old);

#endif
