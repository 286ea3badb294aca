/* explain.c - what a wrong tensor might be, when no registered mistake gives exactly that.
 *
 * Most wrong results are a right one in disguise: transposed, negated, scaled, shifted, an input
 * handed back. Each is tried against the numbers before it is said, and only what they show is said:
 * where several causes give the same numbers, all of them.
 */
#include "verdict.h"

#define SHOWN 8 /* rows and columns that are printed */

/* ---- variables without a first value --------------------------------------------------------------- */

/* Is x the pattern itself, to which numbers of no weight may have been added, or a whole part of it: a
 * mean divides? Other large numbers, such as -FLT_MAX, somebody has written on purpose. */
static bool is_made_of(double x, double pattern, double precision)
{
    double part = pattern / x;
    return part > 0.5 && part < 1000 && fabs(part - round(part)) <= precision * part;
}

/* -ftrivial-auto-var-init=pattern fills them with bytes of 0xfe (gcc), or of 0xaa and NaN (clang). */
bool never_set(double x)
{
    static const unsigned char bytes[] = {0xfe, 0xaa};
    for (int i = 0; i < 2; i++) {
        long whole;
        int small;
        memset(&whole, bytes[i], sizeof whole);
        memset(&small, bytes[i], sizeof small);
        if (fabs(x - (double)whole) < 1e6 || fabs(x - small) < 1e4)
            return true;
    }
    double large;
    float medium;
    memset(&large, bytes[0], sizeof large);
    memset(&medium, bytes[0], sizeof medium);
    return is_made_of(x, large, 1e-12) || is_made_of(x, (double)medium, 1e-6);
}

const char *const of_the_unset =
    "this comes from an uninitialised variable: give each a first value "
    "where it is declared, as in real sum = 0";

/* ---- NaN, and gradients that are not there ---------------------------------------------------------- */

const char *const how_nan_comes =
    "NaN: 0/0, infinity - infinity, 0 * infinity, the root or logarithm of a negative number, "
    "or an uninitialised variable";

const char *const no_gradient_arrived =
    "no gradient arrived: either the result does not depend on this input (is it used at all, or "
    "another in its place?), or the way back is cut (a tensor_detach, numbers written into ->data "
    "by hand or by a kernel, an operation without closure_record), or a backward on the way passes "
    "nothing on";

/* ---- tensors ------------------------------------------------------------------------------------------- */

static bool is_scaled(const Tensor *value, const Tensor *want, double factor, double tolerance)
{
    return tensors_close(value, plain_scaled(want, factor), tolerance);
}

/* value = factor * want for some factor? Judged from the largest expected number. */
static double common_factor(const Tensor *value, const Tensor *want)
{
    long best = -1;
    for (long i = 0; i < numel(want->ndim, want->shape); i++)
        if (isfinite(element(want, i)) && element(want, i) != 0 &&
            (best < 0 || fabs(element(want, i)) > fabs(element(want, best))))
            best = i;
    return best < 0 ? NAN : element(value, best) / element(want, best);
}

static bool is_shifted(const Tensor *value, const Tensor *want, double tolerance, double *shift)
{
    if (numel(want->ndim, want->shape) < 2)
        return false;
    *shift = element(value, 0) - element(want, 0);
    for (long i = 0; i < numel(want->ndim, want->shape); i++)
        if (!(fabs(element(value, i) - element(want, i) - *shift) <= tolerance))
            return false;
    return true;
}

/* Two axes whose swap turns want into value. */
static bool is_transposed(const Tensor *value, const Tensor *want, double tolerance, int *a, int *b)
{
    for (*a = 0; *a < want->ndim; ++*a)
        for (*b = *a + 1; *b < want->ndim; ++*b)
            if (want->shape[*a] == want->shape[*b] &&
                tensors_close(value, plain_transpose(want, *a, *b), tolerance))
                return true;
    return false;
}

/* Slices along axis 0, or rows of the last axis: how many, and how many numbers each has. */
static long slices(const Tensor *t, bool rows, long *size)
{
    long n = numel(t->ndim, t->shape), last = t->ndim > 0 ? t->shape[rows ? t->ndim - 1 : 0] : 1;
    *size = n == 0 ? 0 : rows ? last : n / last;
    return n == 0 ? 0 : rows ? n / last : last;
}

static bool slice_is(const Tensor *value, long i, const Tensor *want, long k, long size,
                     double tolerance)
{
    for (long j = 0; j < size; j++)
        if (!close_enough(element(value, i * size + j), element(want, k * size + j), tolerance))
            return false;
    return true;
}

/* The first slice alone, or the last: which it is; -1: neither. */
static long only_right_slice(const Tensor *value, const Tensor *want, double tolerance)
{
    long size, n = slices(want, false, &size), right = 0, which = -1;
    for (long i = 0; i < n; i++)
        if (slice_is(value, i, want, i, size, tolerance)) {
            right++;
            which = i;
        }
    return n > 2 && right == 1 && (which == 0 || which == n - 1) ? which : -1;
}

/* Are all slices those that belong one place further on (by 1), or before (by -1)? */
static bool is_shifted_by(int by, const Tensor *value, const Tensor *want, double tolerance)
{
    long size, n = slices(want, false, &size);
    bool all = n > 3;
    for (long i = 1; all && i < n; i++)
        all = by > 0 ? slice_is(value, i, want, i - 1, size, tolerance)
                     : slice_is(value, i - 1, want, i, size, tolerance);
    return all;
}

/* Were whole numbers made of numbers that are none? */
static bool is_cut(const Tensor *value, const Tensor *want)
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

/* Is each row right but for a factor of its own? */
static bool has_a_factor_a_row(const Tensor *value, const Tensor *want, double tolerance)
{
    long size, n = slices(want, true, &size), wrong = 0;
    if (n < 2 || size < 3)
        return false;
    for (long i = 0; i < n; i++) {
        double top = 0, factor = 1;
        for (long j = i * size; j < (i + 1) * size; j++)
            if (fabs(element(want, j)) > top) {
                top = fabs(element(want, j));
                factor = element(value, j) / element(want, j);
            }
        for (long j = i * size; j < (i + 1) * size; j++)
            if (!close_enough(element(value, j), factor * element(want, j), tolerance))
                return false;
        wrong += fabs(factor - 1) > 1e-6;
        if (fabs(factor) < 1e-6)
            return false;
    }
    return wrong > 1;
}

static long count_if(const Tensor *t, bool (*is)(double))
{
    long n = 0;
    for (long i = 0; i < numel(t->ndim, t->shape); i++)
        n += is(element(t, i));
    return n;
}

static bool is_nan(double x)
{
    return isnan(x);
}

static bool is_zero(double x)
{
    return x == 0;
}

/* New memory is full of bytes of 0xff, a NaN that no arithmetic gives. */
static bool never_written(double x)
{
    real number = (real)x, unset;
    memset(&unset, 0xff, sizeof unset);
    return memcmp(&number, &unset, sizeof unset) == 0;
}

/* Is everything that was written right? */
static bool rest_is_right(const Tensor *value, const Tensor *want, double tolerance)
{
    for (long i = 0; i < numel(want->ndim, want->shape); i++)
        if (!never_written(element(value, i)) &&
            !close_enough(element(value, i), element(want, i), tolerance))
            return false;
    return true;
}

/* New memory gives its NaN on to what is worked out from it; arithmetic makes another one. */
static void explain_nan(const Tensor *value, const Tensor *want, long nans, double tolerance,
                        char *text, size_t size)
{
    long n = numel(want->ndim, want->shape);
    size_t used = nans == n && n > 1
                      ? (size_t)snprintf(text, size, "every number is NaN")
                      : (size_t)snprintf(text, size, "%ld of %ld numbers are NaN", nans, n);
    const char *rest =
        nans < n && rest_is_right(value, want, tolerance) ? ", the others are right: " : ": ";
    if (count_if(value, never_written) < nans)
        snprintf(text + used, size - used,
                 ": 0/0, infinity - infinity, 0 * infinity, the root or logarithm of a "
                 "negative number, or computed from numbers that were never set");
    else if (nans == n)
        snprintf(text + used, size - used,
                 ": either nothing was written into the result, or it was computed from "
                 "uninitialised numbers");
    else
        snprintf(text + used, size - used,
                 "%seither these were never written (by a loop, or because the tensor should begin "
                 "with zeros: tensor_new sets nothing, tensor_zeros does), or they were computed "
                 "from numbers that were never set",
                 rest);
}

/* Has it three digits at most, as 2, 0.9 or 64 have? */
static bool is_short(double x)
{
    char text[32];
    snprintf(text, sizeof text, "%.3g", x);
    return fabs(strtod(text, NULL) - x) <= (IS_DOUBLE ? 1e-9 : 1e-5) * fabs(x);
}

/* A number that somebody may have written down or left out, its inverse, or the root of one. */
static bool says_something(double factor)
{
    return is_short(factor) || is_short(1 / factor) || is_short(factor * factor) ||
           is_short(1 / (factor * factor));
}

/* A factor that prints as 1 is not what was done wrong. */
static void explain_factor(double factor, char *text, size_t size)
{
    if (fabs(factor - 1) > 1e-6 && says_something(factor))
        snprintf(text, size, "every number is %.6g times what it should be", factor);
    else if (fabs(factor - 1) > 1e-6)
        snprintf(text, size,
                 "every number is the same number of times what it should be: a factor is missing, "
                 "or there is one too many");
    else
        snprintf(text, size,
                 "every number is right to six digits: either something was computed in float "
                 "(sqrtf, expf, a cast), or a constant is not exactly the right one");
}

void explain_tensor(const Tensor *value, const Tensor *want, double tolerance, char *text,
                    size_t size)
{
    long n = numel(want->ndim, want->shape), nans = count_if(value, is_nan);
    double factor = common_factor(value, want), shift;
    const char *name = inputs_equal_to(value);
    int a, b;
    if (nans > 0)
        explain_nan(value, want, nans, tolerance, text, size);
    else if (count_if(value, never_set) > 0 || never_set(1 / factor))
        snprintf(text, size, "%s", of_the_unset);
    else if (name != NULL)
        snprintf(text, size, "this is exactly the input %s, unchanged", name);
    else if (n > 1 && count_if(value, is_zero) == n)
        snprintf(text, size, "the result is all zeros");
    else if (n > 1 && is_transposed(value, want, tolerance, &a, &b))
        snprintf(text, size, "these are the right numbers with axes %d and %d swapped", a, b);
    else if (n > 1 && is_scaled(value, want, -1, tolerance))
        snprintf(text, size, "every number has the wrong sign");
    else if (n > 1 && fabs(factor) > 1e-6 && fabs(factor) < 1e6 &&
             is_scaled(value, want, factor, tolerance))
        explain_factor(factor, text, size);
    else if (is_cut(value, want))
        snprintf(text, size, "%s",
                 "these are the right numbers without their digits behind the point: whole numbers "
                 "were made on the way (an int or a long, or / of two whole numbers)");
    else if (is_shifted_by(1, value, want, tolerance) || is_shifted_by(-1, value, want, tolerance))
        snprintf(text, size, "along axis 0 everything stands one place too %s",
                 is_shifted_by(1, value, want, tolerance) ? "late" : "early");
    else if (only_right_slice(value, want, tolerance) >= 0)
        snprintf(text, size, "along axis 0 only the %s is right, of %ld",
                 only_right_slice(value, want, tolerance) == 0 ? "first" : "last", want->shape[0]);
    else if (has_a_factor_a_row(value, want, tolerance))
        snprintf(text, size, "each row is right but for a factor of its own");
    else if (is_shifted(value, want, tolerance, &shift))
        snprintf(text, size, "every number is too %s by %.6g", shift > 0 ? "large" : "small",
                 fabs(shift));
}

/* ---- matrices, side by side in got and expected ------------------------------------------------------- */

/* Without the signs of 0 and NaN, which mean nothing here. */
double readable(double x)
{
    return isnan(x) ? (double)NAN : x + 0.0;
}

static void append_matrix(const Tensor *t, long start, long rows, long columns, char *text,
                          size_t size)
{
    size_t used = strlen(text);
    for (long i = 0; i < rows && used < size; i++) {
        used += (size_t)snprintf(text + used, size - used, "\n");
        for (long j = 0; j < columns && used < size; j++)
            used += (size_t)snprintf(text + used, size - used, "%11.4g",
                                     readable(element(t, start + i * columns + j)));
    }
}

/* Small results are shown whole: the matrix (the last two axes) that holds the first wrong number. */
void print_matrices(const Tensor *value, const Tensor *want, long first, char *got, char *expected,
                    size_t size)
{
    if (want->ndim == 0 || numel(want->ndim, want->shape) < 2)
        return;
    long columns = want->shape[want->ndim - 1];
    long rows = want->ndim == 1 ? 1 : want->shape[want->ndim - 2];
    if (columns > SHOWN || rows > SHOWN)
        return;
    long start = first / (rows * columns) * rows * columns;
    append_matrix(value, start, rows, columns, got, size);
    append_matrix(want, start, rows, columns, expected, size);
}
