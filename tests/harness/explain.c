/* explain.c - what a wrong tensor might be, when no registered mistake gives exactly that.
 *
 * Each disguise (disguise.c) is tried against the numbers before it is said, and only what they show is said: where several
 * causes give the same numbers, all of them.
 */
#include <float.h>
#include "disguise.h"

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

/* A product of the pattern may be so large, and so may e^700; what has three digits somebody has written, as -1e300. In float
 * a mask's -1e38 is as large. */
static bool is_beyond_all(double x)
{
    return IS_DOUBLE && fabs(x) > 1e290 && fabs(x) < DBL_MAX && !is_short(x);
}

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

/* A factor that prints as 1 is not what was done wrong. */
static void explain_factor(double factor, char *text, size_t size)
{
    if (fabs(factor - 1) > 1e-6 && says_something(factor))
        snprintf(text, size, "every number is %.6g times what it should be", factor);
    else if (fabs(factor - 1) > 1e-6)
        snprintf(text, size,
                 "every number is the same number of times what it should be: a factor is missing, "
                 "or is one too many, or is not the right one");
    else
        snprintf(text, size,
                 "every number is right to six digits: either something was computed in float "
                 "(sqrtf, expf, a cast), or a constant is not exactly the right one");
}

static void explain_shift(double shift, char *text, size_t size)
{
    const char *large = shift > 0 ? "large" : "small";
    if (says_something(shift))
        snprintf(text, size, "every number is too %s by %.6g", large, fabs(shift));
    else
        snprintf(text, size, "every number is too %s by the same number", large);
}

static void explain_disguise(const Tensor *value, const Tensor *want, double tolerance, char *text,
                             size_t size)
{
    long n = numel(want->ndim, want->shape);
    double factor = common_factor(value, want), shift;
    int a, b;
    bool several = n - count_if(want, is_zero) > 1; /* of one number all factors are right */
    if (n > 1 && is_transposed(value, want, tolerance, &a, &b))
        snprintf(text, size, "these are the right numbers with axes %d and %d swapped", a, b);
    else if (n > 1 && is_laid_out_transposed(value, want, tolerance, &a, &b))
        snprintf(text, size,
                 "these are the right numbers with axes %d and %d swapped, read in the shape that "
                 "is expected: either a reshape stands where a transpose belongs, or places are "
                 "counted with the size of the other axis",
                 a, b);
    else if (n > 1 && is_scaled(value, want, -1, tolerance))
        snprintf(text, size, "every number has the wrong sign");
    else if (several && fabs(factor) > 1e-6 && isfinite(factor) &&
             is_scaled(value, want, factor, tolerance))
        explain_factor(factor, text, size);
    else if (is_cut(value, want))
        snprintf(text, size, "%s",
                 "these are the right numbers without their digits behind the point: whole numbers "
                 "were made on the way (an int or a long, or / of two whole numbers)");
    else if (is_whole(value, want, tolerance))
        snprintf(text, size, "%s",
                 "all of these are whole numbers, and few should be: an int or a long on the way "
                 "does that, / of two whole numbers, or places or counts in place of values");
    else if (is_shifted(value, want, tolerance, &shift))
        explain_shift(shift, text, size);
    else if (is_moved(1, value, want, tolerance, &a))
        snprintf(text, size, "along axis %d everything stands one place too late", a);
    else if (is_moved(-1, value, want, tolerance, &a))
        snprintf(text, size, "along axis %d everything stands one place too early", a);
    else if (want->ndim > 1 && only_right_slice(value, want, tolerance) >= 0)
        snprintf(text, size, "along axis 0 only the %s is right, of %ld",
                 only_right_slice(value, want, tolerance) == 0 ? "first" : "last", want->shape[0]);
    else if (has_a_factor_a_row(value, want, tolerance))
        snprintf(text, size, "each row is right but for a factor of its own");
}

void explain_tensor(const Tensor *value, const Tensor *want, double tolerance, char *text,
                    size_t size)
{
    long n = numel(want->ndim, want->shape), nans = count_if(value, is_nan);
    const char *name = inputs_equal_to(value);
    if (nans > 0)
        explain_nan(value, want, nans, tolerance, text, size);
    else if (count_if(value, never_set) > 0 || never_set(1 / common_factor(value, want)))
        snprintf(text, size, "%s", of_the_unset);
    else if (count_if(value, is_beyond_all) > count_if(want, is_beyond_all))
        snprintf(text, size, "%s",
                 "numbers of this size come either of an uninitialised variable (give each a first "
                 "value where it is declared, as in real sum = 0), or of powers, products or "
                 "quotients that grow too large, or of a huge number in the code, as a mask may "
                 "have");
    else if (name != NULL)
        snprintf(text, size, "this is exactly the input %s, unchanged", name);
    else if (n > 1 && count_if(value, is_zero) == n)
        snprintf(text, size, "the result is all zeros");
    else
        explain_disguise(value, want, tolerance, text, size);
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
