/* number_format.h - numbers as files store them (inside the engine only).
 *
 * All little-endian. Reading and writing go element by element in row-major order, whatever the
 * strides of the tensor, and allocate nothing.
 */
#ifndef KINDLING_NUMBER_FORMAT_H
#define KINDLING_NUMBER_FORMAT_H

#include "tensor.h"

typedef struct {
    char numpy[3];       /* "f4"; "" where NumPy has no such numbers */
    char safetensors[5]; /* "F32" */
    int bytes;
    real (*value)(uint64_t bits);
} NumberFormat;

const NumberFormat *number_format_numpy(const char *name);       /* NULL if unknown */
const NumberFormat *number_format_safetensors(const char *name); /* NULL if unknown */
const NumberFormat *number_format_real(void);                    /* what numbers_write writes */

bool numbers_read(FILE *stream, const NumberFormat *format, Tensor *out);
bool numbers_write(FILE *stream, const Tensor *t);
/* So many bytes of numbers of this format as they lie in memory, which are turned round where this
 * machine has its highest byte first. */
bool numbers_read_raw(FILE *stream, const NumberFormat *format, long bytes, void *out);
bool numbers_write_raw(FILE *stream, const NumberFormat *format, long bytes, const void *data);

#endif
