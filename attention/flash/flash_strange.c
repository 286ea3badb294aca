/* flash_strange.c - numbers that are not finite behind a mask, which kernels would meet as 0 times
 * NaN.
 *
 * A key that a query may not see has weight 0 for it, and 0 times NaN is NaN: one key of padding
 * would spoil all queries. So a row that is not finite becomes zeros, and whoever sees it gets what
 * it would have got: the kernels are run with the other numbers as they are, and ordinary inputs
 * pay one look at them.
 */
#include <math.h>
#include <string.h>
#include "flash.h"

enum { LANES = 64 / sizeof(real) };
typedef real Lanes __attribute__((vector_size(64)));

/* 0 x is 0 for numbers that are finite, and NaN for others. Added up in lanes: no branch, and no
 * row waits for the one before. */
static bool rows_are_finite(const real *x, long rows, long stride, long n)
{
    Lanes strange = {0};
    real sum = 0;
    for (long r = 0; r < rows; r++, x += stride) {
        long at = 0;
        for (; at + LANES <= n; at += LANES) {
            Lanes some;
            memcpy(&some, x + at, sizeof some);
            strange += 0 * some;
        }
        for (; at < n; at++)
            sum += 0 * x[at];
    }
    for (int lane = 0; lane < (int)LANES; lane++)
        sum += strange[lane];
    return sum == 0;
}

static bool row_is_finite(const real *row, long n)
{
    return rows_are_finite(row, 1, n, n);
}

static bool heads_are_finite(const Flash *f, Heads x, long T)
{
    bool finite = true;
    long heads = f->H / x.group;
    for (long i = 0; i < f->B * heads && finite; i++)
        finite =
            rows_are_finite(x.data + i / heads * x.batch + i % heads * x.head, T, x.time, f->D);
    return finite;
}

bool flash_is_finite(const Tensor *t)
{
    Scope *scratch = scope_open();
    Tensor *plain = tensor_new_like(t);
    copy_kernel(plain, t);
    bool finite = row_is_finite(plain->data, tensor_numel(plain));
    scope_close(scratch);
    return finite;
}

static real element(const Tensor *t, long b, long h, long i, long j)
{
    return t->data[b * t->stride[0] + h * t->stride[1] + i * t->stride[2] + j * t->stride[3]];
}

static bool sees(const Flash *f, long b, long h, long i, long j)
{
    return (!f->causal || j <= i + f->offset) &&
           (f->mask == NULL || element(f->mask, b, h, i, j) != 0) &&
           (f->bias == NULL || element(f->bias, b, h, i, j) != (real)-INFINITY);
}

/* Is there a query that sees key j of this head of keys, and whose weights are numbers all the
 * same? */
static bool is_seen_unharmed(const Flash *f, long b, long kv_head, long j, long group)
{
    for (long h = kv_head * group; h < (kv_head + 1) * group; h++)
        for (long i = 0; i < f->Tq; i++)
            if (sees(f, b, h, i, j) && isfinite(f->inverse[(b * f->H + h) * f->Tq + i]))
                return true;
    return false;
}

/* A copy of k or v in which strange rows are zeros; for the way back only those that nobody sees
 * unharmed. */
static Tensor *without_strange_rows(const Flash *f, const Tensor *t, bool backward)
{
    Tensor *copy = tensor_new_like(t);
    copy_kernel(copy, t);
    long heads = t->ndim == 4 ? t->shape[1] : 1;
    for (long row = 0; row < f->B * heads * f->Tk; row++) {
        real *numbers = copy->data + row * f->D;
        long head = row / f->Tk;
        if (!row_is_finite(numbers, f->D) &&
            !(backward &&
              is_seen_unharmed(f, head / heads, head % heads, row % f->Tk, f->H / heads)))
            for (long d = 0; d < f->D; d++)
                numbers[d] = 0;
    }
    return copy;
}

/* Adds what is strange in row j of v to the outputs of all queries that see it. */
static void add_row(const Flash *f, long b, long h, long j)
{
    const real *row = f->v.data + b * f->v.batch + h / f->v.group * f->v.head + j * f->v.time;
    if (row_is_finite(row, f->D))
        return;
    for (long i = 0; i < f->Tq; i++)
        for (long d = 0; d < f->D && sees(f, b, h, i, j); d++)
            f->out.data[b * f->out.batch + h * f->out.head + i * f->out.time + d] +=
                isfinite(row[d]) ? 0 : row[d];
}

static bool hides(const Flash *f)
{
    return f->causal || f->mask != NULL || f->bias != NULL;
}

void flash_forward_again(const Flash *f, const Tensor *v)
{
    if (!hides(f) || heads_are_finite(f, f->out, f->Tq) || heads_are_finite(f, f->v, f->Tk))
        return;
    Scope *scratch = scope_open();
    Flash again = *f;
    again.v = flash_heads(without_strange_rows(f, v, false), f->H);
    flash_kernel()->forward(&again);
    for (long row = 0; row < f->B * f->H * f->Tk; row++)
        add_row(f, row / f->Tk / f->H, row / f->Tk % f->H, row % f->Tk);
    scope_close(scratch);
}

void flash_clean(Flash *f, const Tensor *k, const Tensor *v)
{
    if (hides(f) && !heads_are_finite(f, f->k, f->Tk))
        f->k = flash_heads(without_strange_rows(f, k, true), f->H);
    if (hides(f) && !heads_are_finite(f, f->v, f->Tk))
        f->v = flash_heads(without_strange_rows(f, v, false), f->H);
}
