/* formats.h - tensors in files: .npy, safetensors. */
#ifndef KINDLING_FORMATS_H
#define KINDLING_FORMATS_H

#include "../tensor.h"

#pragma GCC visibility push(default)

/* ---- npy.c (01): NumPy's .npy files ---------------------------------------------------------- */

/* Little-endian ('<', or '=' on a machine that is) f2 f4 f8, i1 to i8, u1 to u8, b1, C or Fortran
 * order -> contiguous tensor in the current scope; NULL and kindling_error() on a file that is
 * missing, damaged or of another type. Source: NumPy NEP 1. */
Tensor *npy_load(const char *path);
/* Writes '<f4' ('<f8' in double builds) to a temporary name and renames. 0, or -1 and
 * kindling_error(): the old file is then whole. */
int npy_save(const char *path, const Tensor *t);

/* ---- safetensors.c, safetensors_save.c (01): named tensors in one file ----------------------- */

/* HuggingFace's format: 8 bytes header length (little-endian), JSON, raw data. Reads F64 F32 F16
 * BF16 I64 I32 I16 I8 U8 BOOL, converted to real; checks every length against the file first. */
typedef struct SafeTensors SafeTensors;
typedef struct {
    const char *key, *value; /* UTF-8; the file's "__metadata__" */
} MetadataEntry;
/* Owned: free it by safetensors_close. NULL and kindling_error(): no such file, or of another kind,
 * which is then named. */
SafeTensors *safetensors_open(const char *path);
void safetensors_close(OR_NULL SafeTensors *file); /* ends its names and metadata; NULL is fine */
long safetensors_count(const SafeTensors *file);   /* of tensors */
long safetensors_bytes(const SafeTensors *file);   /* of the whole file */
/* The names in order, i from 0 to count - 1, else it fails. */
const char *safetensors_name(const SafeTensors *file, long i);
/* A copy in the current scope; NULL and kindling_error(): no such name, or the file ends. */
Tensor *safetensors_read(SafeTensors *file, const char *name);
const char *safetensors_metadata(const SafeTensors *file, const char *key); /* NULL if absent */
/* n tensors under n names, each name once, UTF-8. Atomic: a temporary file, flushed and renamed. 0,
 * or -1 and kindling_error(). */
int safetensors_save(const char *path, long n, const char *const names[], Tensor *const tensors[],
                     long n_metadata, const MetadataEntry metadata[]);

/* Numbers that are no tensor's: codes, half floats. */
typedef struct {
    const char *name, *dtype; /* "I8", "U8", "F16", or another of those above */
    int ndim;
    const long *shape;
    const void *data; /* contiguous, as this machine keeps such numbers */
} RawTensor;
/* safetensors_save of such. */
int safetensors_save_raw(const char *path, long n, const RawTensor tensors[], long n_metadata,
                         const MetadataEntry metadata[]);
/* The numbers as they are, in memory of the current scope. NULL and kindling_error() also where it
 * has another dtype or shape. */
void *safetensors_read_raw(SafeTensors *file, const char *name, const char *dtype, int ndim,
                           const long *shape);

/* ---- file.c (01): whole files ---------------------------------------------------------------- */

/* A whole file with a 0 byte behind it. Owned: free it by owned_free. NULL and kindling_error(). */
char *kindling_read_file(const char *path, OR_NULL size_t *size);

#pragma GCC visibility pop
#endif
