/* sparse24.c - a matrix of which two of four neighbours are kept, in half of the room and two bits
 * each.
 *
 * Invariant: the two places of a four ascend. Where fewer than two numbers are not 0, zeros fill
 * up.
 */
#include <string.h>
#include "forms_check.h"

static void check(const Tensor *w)
{
    if (w->ndim != 2 || w->shape[1] % 4 != 0)
        fail("sparse24_from: w is %s, expected (rows, columns) with columns a multiple of 4",
             tensor_shape_text(w));
}

/* Two places of a four, ascending, with everything among them that is not 0. */
static bool two_places(const Tensor *w, long row, long first, int place[2])
{
    int count = 0, zeros = 0;
    bool other[4];
    for (int i = 0; i < 4; i++) {
        other[i] = w->data[row * w->stride[0] + (first + i) * w->stride[1]] != 0;
        count += other[i];
    }
    for (int i = 0, k = 0; i < 4 && k < 2; i++)
        if (other[i] || zeros < 2 - count) {
            zeros += !other[i];
            place[k++] = i;
        }
    return count <= 2;
}

Sparse24 *sparse24_from(const Tensor *w)
{
    check(w);
    long rows = w->shape[0], columns = w->shape[1], fours = columns / 4;
    Sparse24 *s = scope_alloc(scope_current(), sizeof *s);
    *s = (Sparse24){.rows = rows, .columns = columns};
    s->value = scope_alloc(scope_current(), (size_t)(rows * fours * 2 + 1) * sizeof(real));
    size_t bytes = (size_t)(rows * fours + 1) / 2 + 1;
    s->place = scope_alloc(scope_current(), bytes);
    memset(s->place, 0, bytes);
    for (long f = 0; f < rows * fours; f++) {
        long row = f / fours, first = f % fours * 4;
        int place[2];
        if (!two_places(w, row, first, place))
            fail(
                "sparse24_from: row %ld has more than two numbers that are not 0 in columns %ld to "
                "%ld. hint: prune_mask_2_4",
                row, first, first + 3);
        for (int k = 0; k < 2; k++)
            s->value[2 * f + k] = w->data[row * w->stride[0] + (first + place[k]) * w->stride[1]];
        s->place[f / 2] |= (uint8_t)((place[0] | place[1] << 2) << (f % 2 * 4));
    }
    return s;
}

void sparse24_matvec(real *y, const Sparse24 *w, const real *x)
{
    long fours = w->columns / 4;
    for (long row = 0; row < w->rows; row++) {
        real product = 0;
        for (long k = 0; k < fours; k++) {
            long f = row * fours + k;
            int places = w->place[f / 2] >> (f % 2 * 4);
            product += w->value[2 * f] * x[4 * k + (places & 3)];
            product += w->value[2 * f + 1] * x[4 * k + (places >> 2 & 3)];
        }
        y[row] = product;
    }
}

size_t sparse24_bytes(const Sparse24 *w)
{
    size_t fours = (size_t)w->rows * (size_t)(w->columns / 4);
    return fours * 2 * sizeof(real) + (fours + 1) / 2;
}
