/* int8_plain.c - products of codes in plain C, and who multiplies them here.
 *
 * Compilers make vectors of the inner loop (dot_int8), so on a machine whose instructions nobody
 * has written for it is quick, too.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "int8_kernel.h"

static void columns(const Int8Product *p, long first, long last, int32_t *y)
{
    for (long j = first; j < last; j++)
        for (long r = 0; r < p->m; r++)
            y[r * p->out + j] = dot_int8(p->x + r * p->x_row, p->codes + j * p->in, p->in);
}

static void groups8(const Int8Product *p, long first, long last, float *y)
{
    long groups = p->in / INT8_GROUP;
    for (long j = first; j < last; j++)
        for (long r = 0; r < p->m; r++) {
            const int8_t *x = p->x + r * p->x_row, *w = p->codes + j * p->in;
            float sum = 0;
            for (long g = 0; g < groups; g++)
                sum += half_to_float(p->scales[j * groups + g]) *
                       (float)dot_int8(x + g * INT8_GROUP, w + g * INT8_GROUP, INT8_GROUP);
            y[r * p->out + j] = sum;
        }
}

/* The products of one group of nibbles. */
static int32_t dot_nibbles(const int8_t *x, const uint8_t *w)
{
    int32_t sum = 0;
    for (int i = 0; i < INT8_GROUP / 2; i++)
        sum += x[i] * ((w[i] & 15) - 8) + x[i + INT8_GROUP / 2] * ((w[i] >> 4) - 8);
    return sum;
}

static void groups4(const Int8Product *p, long first, long last, float *y)
{
    long groups = p->in / INT8_GROUP;
    for (long j = first; j < last; j++)
        for (long r = 0; r < p->m; r++) {
            const uint8_t *w = p->nibbles + j * p->in / 2;
            float sum = 0;
            for (long g = 0; g < groups; g++)
                sum += half_to_float(p->scales[j * groups + g]) *
                       (float)dot_nibbles(p->x + r * p->x_row + g * INT8_GROUP,
                                          w + g * INT8_GROUP / 2);
            y[r * p->out + j] = sum;
        }
}

const Int8Kernel int8_plain = {"plain", columns, groups8, groups4, false};

/* ---- rows of x ------------------------------------------------------------------------------- */

void int8_offsets(const int8_t *row, long x_row, int excess, int32_t *offsets, int32_t *total)
{
    *total = 0;
    for (long i = 0; i < x_row; i += 4) {
        int32_t four = row[i] + row[i + 1] + row[i + 2] + row[i + 3];
        *total += four;
        offsets[i / 4] = -excess * four;
    }
}

void int8_by_halves(const int8_t *row, long x_row, int8_t *to, int32_t *offsets)
{
    enum { HALF = INT8_GROUP / 2, FOUR = 4 * INT8_GROUP };
    for (long i = 0; i < x_row; i += FOUR) {
        for (int g = 0; g < 4; g++)
            for (int j = 0; j < HALF; j++) {
                to[i + g * HALF + j] = row[i + g * INT8_GROUP + j];
                to[i + (4 + g) * HALF + j] = row[i + g * INT8_GROUP + HALF + j];
            }
        for (int k = 0; k < FOUR / 8; k++) {
            int32_t sum = 0;
            for (int j = 0; j < 4; j++)
                sum += to[i + 4 * k + j] + to[i + FOUR / 2 + 4 * k + j];
            offsets[i / 8 + k] = -8 * sum;
        }
    }
}

/* ---- which one ------------------------------------------------------------------------------- */

const Int8Kernel *int8_kernel_named(const char *name)
{
    if (strcmp(name, "plain") == 0)
        return &int8_plain;
#ifdef INT8_HAS_VERSIONS
    if (strcmp(name, "vnni") == 0 && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vnni"))
        return &int8_vnni;
    if (strcmp(name, "avx2") == 0 && __builtin_cpu_supports("avx2") &&
        __builtin_cpu_supports("fma")) /* who has these has F16C */
        return &int8_avx2;
#endif
    return NULL;
}

/* Several threads may come here first at once; all of them choose the same. */
const Int8Kernel *int8_kernel(void)
{
    static const Int8Kernel *chosen;
    static const char *const names[] = {"vnni", "avx2", "plain"};
    if (chosen != NULL)
        return chosen;
    const char *wish = getenv("KINDLING_INT8");
    const Int8Kernel *kernel = wish != NULL && *wish != '\0' ? int8_kernel_named(wish) : NULL;
    if (wish != NULL && *wish != '\0' && kernel == NULL)
        fprintf(stderr, "KINDLING_INT8=%s: there is no such product of codes here\n", wish);
    for (int i = 0; kernel == NULL; i++)
        kernel = int8_kernel_named(names[i]);
    chosen = kernel;
    return kernel;
}

const char *int8_backend(void)
{
    return int8_kernel()->name;
}
