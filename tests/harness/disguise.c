/* disguise.c - most wrong results are a right one in disguise: transposed, negated, scaled, moved, cut.
 *
 * Nothing here guesses: what is asked is true of all numbers, and enough of them differ that it is no chance.
 */
#include "disguise.h"

#define SEVERAL 3      /* different numbers: fewer agree by chance */
#define MOST_WHOLE 1e6 /* what an int may have become on the way */

/* ---- factors and shifts ------------------------------------------------------------------------------ */

bool is_scaled(const Tensor *value, const Tensor *want, double factor, double tolerance)
{
    return tensors_close(value, plain_scaled(want, factor), tolerance);
}

/* How many numbers of want are others in value. */
static long differing(const Tensor *value, const Tensor *want, double tolerance)
{
    long n = 0;
    for (long i = 0; i < numel(want->ndim, want->shape); i++)
        n += !close_enough(element(value, i), element(want, i), tolerance);
    return n;
}

/* value = factor * want for some factor? Judged from the largest expected number. */
double common_factor(const Tensor *value, const Tensor *want)
{
    long best = -1;
    for (long i = 0; i < numel(want->ndim, want->shape); i++)
        if (isfinite(element(want, i)) && element(want, i) != 0 &&
            (best < 0 || fabs(element(want, i)) > fabs(element(want, best))))
            best = i;
    return best < 0 ? NAN : element(value, best) / element(want, best);
}

bool is_shifted(const Tensor *value, const Tensor *want, double tolerance, double *shift)
{
    if (numel(want->ndim, want->shape) < 2)
        return false;
    *shift = element(value, 0) - element(want, 0);
    for (long i = 0; i < numel(want->ndim, want->shape); i++)
        if (!(fabs(element(value, i) - element(want, i) - *shift) <= tolerance))
            return false;
    return true;
}

bool is_short(double x)
{
    char text[32];
    snprintf(text, sizeof text, "%.3g", x);
    return fabs(strtod(text, NULL) - x) <= (IS_DOUBLE ? 1e-9 : 1e-5) * fabs(x);
}

/* Its inverse, or the root of one, too. */
bool says_something(double x)
{
    return is_short(x) || is_short(1 / x) || is_short(x * x) || is_short(1 / (x * x));
}

/* ---- axes ---------------------------------------------------------------------------------------------- */

/* Has it three different numbers? A mask has not. */
static bool is_varied(const Tensor *t)
{
    double seen[SEVERAL];
    int n = 0;
    for (long i = 0; i < numel(t->ndim, t->shape) && n < SEVERAL; i++) {
        bool new = true;
        for (int k = 0; k < n; k++)
            new = new &&seen[k] != element(t, i);
        if (new)
            seen[n++] = element(t, i);
    }
    return n == SEVERAL;
}

/* Two axes whose swap turns want into value. */
bool is_transposed(const Tensor *value, const Tensor *want, double tolerance, int *a, int *b)
{
    for (*a = 0; *a < want->ndim; ++*a)
        for (*b = *a + 1; *b < want->ndim; ++*b)
            if (want->shape[*a] == want->shape[*b] &&
                tensors_close(value, plain_transpose(want, *a, *b), tolerance))
                return true;
    return false;
}

/* The same of axes that differ in size: value has the shape of want, and the numbers one after the other as they lie
 * once the two are swapped. */
bool is_laid_out_transposed(const Tensor *value, const Tensor *want, double tolerance, int *a,
                            int *b)
{
    Tensor flat = *copy_of(value);
    bool asked = is_varied(want) && differing(value, want, tolerance) >= SEVERAL;
    for (*a = 0; *a < want->ndim && asked; ++*a)
        for (*b = *a + 1; *b < want->ndim; ++*b) {
            if (want->shape[*a] == want->shape[*b])
                continue;
            const Tensor *swapped = plain_transpose(want, *a, *b);
            memcpy(flat.shape, swapped->shape, sizeof flat.shape);
            memcpy(flat.stride, swapped->stride, sizeof flat.stride);
            if (tensors_close(&flat, swapped, tolerance))
                return true;
        }
    return false;
}

/* Slices along axis 0, or rows of the last axis: how many, and how many numbers each has. */
static long slices(const Tensor *t, bool rows, long *size)
{
    long n = numel(t->ndim, t->shape), last = t->ndim > 0 ? t->shape[rows ? t->ndim - 1 : 0] : 1;
    *size = n == 0 ? 0 : rows ? last : n / last;
    return n == 0 ? 0 : rows ? n / last : last;
}

/* The first slice alone, or the last: which it is. Of two the other one has to be wrong from end to end. */
long only_right_slice(const Tensor *value, const Tensor *want, double tolerance)
{
    long size, n = slices(want, false, &size), right = 0, wrong = 0, which = -1;
    for (long i = 0; i < n; i++) {
        long differ = 0;
        for (long j = i * size; j < (i + 1) * size; j++)
            differ += !close_enough(element(value, j), element(want, j), tolerance);
        right += differ == 0;
        wrong += differ == size;
        which = differ == 0 ? i : which;
    }
    bool enough = n > 2 || (n == 2 && wrong == 1 && size >= SEVERAL);
    return enough && right == 1 && (which == 0 || which == n - 1) ? which : -1;
}

/* Is everything along this axis what belongs one place further on (by 1), or before (by -1)? */
static bool is_moved_along(int axis, int by, const Tensor *value, const Tensor *want,
                           double tolerance)
{
    long step = 1, n = want->shape[axis], differ = 0;
    for (int d = axis + 1; d < want->ndim; d++)
        step *= want->shape[d];
    for (long i = 0; n > 2 && i < numel(want->ndim, want->shape); i++) {
        long from = i / step % n - by;
        if (from < 0 || from >= n)
            continue;
        if (!close_enough(element(value, i), element(want, i - by * step), tolerance))
            return false;
        differ += !close_enough(element(value, i), element(want, i), tolerance);
    }
    return differ >= SEVERAL;
}

bool is_moved(int by, const Tensor *value, const Tensor *want, double tolerance, int *axis)
{
    for (*axis = 0; *axis < want->ndim; ++*axis)
        if (is_moved_along(*axis, by, value, want, tolerance))
            return true;
    return false;
}

/* ---- whole numbers, and rows ------------------------------------------------------------------------------ */

/* Were whole numbers made of the right ones, which are none? */
bool is_cut(const Tensor *value, const Tensor *want)
{
    long n = numel(want->ndim, want->shape), different = 0;
    for (long i = 0; i < n; i++) {
        double got = element(value, i), right = element(want, i);
        if (got != trunc(right))
            return false;
        different += got != 0 && got != right;
    }
    return different > 2;
}

/* Are all of them whole, though few should be? Very large ones always are. */
bool is_whole(const Tensor *value, const Tensor *want, double tolerance)
{
    long n = numel(want->ndim, want->shape), should = 0;
    for (long i = 0; i < n; i++) {
        double got = element(value, i), right = element(want, i);
        if (got != trunc(got) || !(fabs(got) < MOST_WHOLE) || !isfinite(right))
            return false;
        should += close_enough(right, round(right), tolerance);
    }
    return 4 * should <= n && is_varied(value);
}

/* The factor that turns a row of want into that of value, by its largest number; NaN: none does. */
static double factor_of_row(long row, long size, const Tensor *value, const Tensor *want,
                            double tolerance)
{
    double top = 0, factor = 1;
    for (long j = row * size; j < (row + 1) * size; j++)
        if (fabs(element(want, j)) > top) {
            top = fabs(element(want, j));
            factor = element(value, j) / element(want, j);
        }
    for (long j = row * size; j < (row + 1) * size; j++)
        if (!close_enough(element(value, j), factor * element(want, j), tolerance))
            return NAN;
    return factor;
}

/* Is each row right but for a factor, and not all of them for the same? */
bool has_a_factor_a_row(const Tensor *value, const Tensor *want, double tolerance)
{
    long size, n = slices(want, true, &size), wrong = 0, others = 0;
    double first = n > 0 ? factor_of_row(0, size, value, want, tolerance) : NAN;
    if (n < 2 || size < 3)
        return false;
    for (long i = 0; i < n; i++) {
        double factor = factor_of_row(i, size, value, want, tolerance);
        if (isnan(factor) || fabs(factor) < 1e-6)
            return false;
        wrong += fabs(factor - 1) > tolerance;
        others += fabs(factor / first - 1) > tolerance;
    }
    return wrong > 1 && others > 0;
}
