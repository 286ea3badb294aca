/* compare.c - two tensors, number by number: the larger, the smaller, and 1 where a comparison
 * holds.
 *
 * Shapes broadcast. NaN is passed on by the larger and the smaller; it equals nothing, itself
 * included, and is neither above nor below anything, so only ne_kernel gives 1 there.
 */
#include "clones.h"
#include "tensor.h"

KINDLING_CLONES static void maximum_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *a = in[0], *b = in[1];
    (void)arg;
    for (long i = 0; i < n; i++)
        out[i] = a[i] > b[i] || a[i] != a[i] ? a[i] : b[i];
}

KINDLING_CLONES static void minimum_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *a = in[0], *b = in[1];
    (void)arg;
    for (long i = 0; i < n; i++)
        out[i] = a[i] < b[i] || a[i] != a[i] ? a[i] : b[i];
}

void maximum_kernel(Tensor *out, const Tensor *a, const Tensor *b)
{
    rows_apply(out, 2, (const Tensor *[]){a, b}, maximum_row, NULL);
}

void minimum_kernel(Tensor *out, const Tensor *a, const Tensor *b)
{
    rows_apply(out, 2, (const Tensor *[]){a, b}, minimum_row, NULL);
}

/* Six times the same but for the sign between a and b. */
#define COMPARISON(name, sign)                                                                     \
    KINDLING_CLONES static void name##_row(long n, real *out, const real *const in[],              \
                                           const real *arg)                                        \
    {                                                                                              \
        const real *a = in[0], *b = in[1];                                                         \
        (void)arg;                                                                                 \
        for (long i = 0; i < n; i++)                                                               \
            out[i] = a[i] sign b[i] ? 1 : 0;                                                       \
    }                                                                                              \
    void name##_kernel(Tensor *out, const Tensor *a, const Tensor *b)                              \
    {                                                                                              \
        rows_apply(out, 2, (const Tensor *[]){a, b}, name##_row, NULL);                            \
    }

COMPARISON(eq, ==)
COMPARISON(ne, !=)
COMPARISON(lt, <)
COMPARISON(le, <=)
COMPARISON(gt, >)
COMPARISON(ge, >=)
