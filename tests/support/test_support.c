/* test_support.c - the checks of test.h. Invariant: a comparison that involves NaN fails. */
#include <locale.h>
#include "test.h"
#include <stdio.h>

jmp_buf *expected_failure;
bool scopes_left_by_failure;
char last_failure[1024];
CallSite last_failure_site;
Rng test_rng;

/* ---- values ------------------------------------------------------------------------------------ */

static const char *index_text(const Tensor *t, long flat, char *text, size_t size)
{
    long index[TENSOR_MAX_AXES] = {0};
    for (int d = t->ndim - 1; d >= 0; d--) {
        index[d] = flat % t->shape[d];
        flat /= t->shape[d];
    }
    size_t used = (size_t)snprintf(text, size, "[");
    for (int d = 0; d < t->ndim && used < size; d++)
        used += (size_t)snprintf(text + used, size - used, "%s%ld", d ? ", " : "", index[d]);
    if (used < size)
        snprintf(text + used, size - used, "]");
    return text;
}

static real element(const Tensor *t, long flat)
{
    long offset = 0;
    for (int d = t->ndim - 1; d >= 0; d--) {
        offset += flat % t->shape[d] * t->stride[d];
        flat /= t->shape[d];
    }
    return t->data[offset];
}

bool tensor_is_close(const Tensor *actual, const Tensor *expected, double rtol, double atol,
                     char *why, size_t size)
{
    if (actual == NULL || expected == NULL) {
        snprintf(why, size, "is NULL");
        return false;
    }
    if (!tensor_same_shape(actual, expected)) {
        snprintf(why, size, "has shape %s, expected %s", tensor_shape_text(actual),
                 tensor_shape_text(expected));
        return false;
    }
    long n = tensor_numel(actual), wrong = 0, first = -1;
    double worst = 0;
    for (long i = 0; i < n; i++) {
        double a = (double)element(actual, i), e = (double)element(expected, i);
        double error = fabs(a - e);
        if (a == e || (isfinite(e) && error <= atol + rtol * fabs(e)))
            continue;
        if (wrong++ == 0)
            first = i;
        if (error > worst)
            worst = error;
    }
    if (wrong == 0)
        return true;
    char place[128];
    snprintf(why, size,
             "is wrong at %s: %.9g, expected %.9g (%ld of %ld elements wrong, largest "
             "error %.3g)",
             index_text(actual, first, place, sizeof place), (double)element(actual, first),
             (double)element(expected, first), wrong, n, worst);
    return false;
}

void check_tensor_close(const Tensor *actual, const Tensor *expected, double rtol, double atol,
                        const char *what, const char *file, int line)
{
    char why[512];
    if (!tensor_is_close(actual, expected, rtol, atol, why, sizeof why)) {
        print_error("%s %s\n", what, why);
        _fail(file, line);
    }
}

void check_shape(const Tensor *t, const char *what, const char *file, int line, int ndim,
                 const long *shape)
{
    if (t == NULL || !shape_equal(t->ndim, t->shape, ndim, shape)) {
        print_error("%s has shape %s, expected %s\n", what, t ? tensor_shape_text(t) : "NULL",
                    shape_text(ndim, shape));
        _fail(file, line);
    }
}

void check_values(const Tensor *t, const char *what, const char *file, int line, int ndim,
                  const long *shape, long count, const real *values, double tolerance)
{
    check_shape(t, what, file, line, ndim, shape);
    check_tensor_close(t, tensor_from(ndim, shape, count, values), 0, tolerance, what, file, line);
}

void check_integers(intmax_t actual, intmax_t other, bool equal, const char *what, const char *file,
                    int line)
{
    if ((actual == other) == equal)
        return;
    print_error("%s is %jd, expected %s%jd\n", what, actual, equal ? "" : "other than ", other);
    _fail(file, line);
}

void check_close(double actual, double expected, double tolerance, const char *what,
                 const char *file, int line)
{
    if (!(actual == expected || fabs(actual - expected) <= tolerance)) {
        print_error("%s is %.9g, expected %.9g (tolerance %g)\n", what, actual, expected,
                    tolerance);
        _fail(file, line);
    }
}

void check_tensor_identical(const Tensor *actual, const Tensor *expected, const char *what,
                            const char *file, int line)
{
    check_shape(actual, what, file, line, expected->ndim, expected->shape);
    for (long i = 0; i < tensor_numel(expected); i++) {
        real a = element(actual, i), e = element(expected, i);
        if (memcmp(&a, &e, sizeof a) != 0) {
            char place[128];
            print_error("%s differs at %s: %.9g, expected exactly %.9g\n", what,
                        index_text(actual, i, place, sizeof place), (double)a, (double)e);
            _fail(file, line);
        }
    }
}

/* ---- failures ------------------------------------------------------------------------------------ */

static void on_fail(const char *message, CallSite where)
{
    snprintf(last_failure, sizeof last_failure, "%s", message);
    last_failure_site = where;
    if (expected_failure != NULL)
        longjmp(*expected_failure, 1);
    print_error("unexpected failure: %s\n", message);
    _fail(where.file ? where.file : "?", where.line);
}

void did_not_fail(const char *what, const char *text, const char *file, int line)
{
    print_error("%s did not fail; expected a message with \"%s\"\n", what, text);
    _fail(file, line);
}

void check_failure_text(const char *text, const char *file, int line)
{
    if (strstr(last_failure, text) == NULL) {
        print_error("the message was\n    %s\nexpected it to contain\n    %s\n", last_failure,
                    text);
        _fail(file, line);
    }
}

/* ---- gradients ------------------------------------------------------------------------------------ */

void check_gradcheck(Tensor *(*f)(Tensor *const in[], void *context), void *context,
                     const char *what, const char *file, int line, int n, Tensor *const in[])
{
    GradcheckResult result = gradcheck(f, n, in, context, NULL);
    if (!result.ok) {
        print_error("gradient of %s: %s\n", what, result.message);
        _fail(file, line);
    }
}

Tensor *random_tensor(int ndim, const long *shape)
{
    return tensor_normal(ndim, shape, 0, 1, &test_rng);
}

Tensor *random_leaf(int ndim, const long *shape)
{
    return tensor_requires_grad(random_tensor(ndim, shape));
}

/* ---- what random suites draw ------------------------------------------------------------------------ */

static Draws draws;

long random_size(Rng *rng, long most)
{
    long kind = rng_below(rng, 6);
    return kind < 2 ? kind : 2 + rng_below(rng, most - 1);
}

void count_draw(const Tensor *t)
{
    bool empty = false, single = false;
    for (int d = 0; d < t->ndim; d++) {
        empty = empty || t->shape[d] == 0;
        single = single || t->shape[d] == 1;
    }
    draws.all++;
    draws.empty += empty;
    draws.single += single;
    draws.view += !tensor_owns_numbers(t);
    draws.full += t->ndim > 0 && !empty && !single;
}

bool draws_are_varied(Draws d)
{
    return 8 * d.empty >= d.all && 8 * d.single >= d.all && 8 * d.view >= d.all &&
           8 * d.full >= d.all;
}

/* ---- each test ------------------------------------------------------------------------------------ */

int test_setup(void **state)
{
    kindling_on_fail(on_fail);
    expected_failure = NULL;
    scopes_left_by_failure = false;
    last_failure[0] = '\0';
    test_rng = rng_seed(20170612);
    fail_after(0);
    *state = scope_open();
    return 0;
}

int test_teardown(void **state)
{
    fail_after(0);
    Scope *left = scope_current();
    scope_close(*state);
    if (left == *state || scopes_left_by_failure)
        return 0;
    print_error(
        "a scope was left open: by a check that failed in it, or by a function that does not "
        "close what it opens\n");
    return -1;
}

int tests_ended(int failures)
{
    if (draws.all > 0)
        print_message("%ld tensors drawn: %ld empty, %ld with an axis of 1, %ld views, %ld full\n",
                      draws.all, draws.empty, draws.single, draws.view, draws.full);
    if (draws_are_varied(draws))
        return failures != 0;
    print_error("a kind of tensor was drawn less than 1 time in 8\n");
    return 1;
}

/* ---- another locale (tests/system/test_locale.c) ------------------------------------------------- */

__attribute__((constructor)) static void take_locale(void)
{
    const char *name = getenv("KINDLING_TEST_LOCALE");
    if (name != NULL && setlocale(LC_ALL, name) == NULL)
        abort();
}
