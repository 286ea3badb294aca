/* pick_rows.c - a batch is some rows of the data, copied one below the other. */
#include "data_parts.h"
#include <string.h>

void pick_rows(void *out, const void *in, size_t row, long n, const long *indices)
{
    const char *from = in;
    char *to = out;

    for (long i = 0; i < n; i++) {
        size_t source = (size_t)indices[i] * row;
        size_t target = (size_t)i * row;
        for (size_t k = 0; k < row; k++)
            to[target + k] = from[source + k];
    }
}
