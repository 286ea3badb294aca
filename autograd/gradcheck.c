/* gradcheck.c - is a backward function right? Ask the forward function.
 *
 * With L = sum(w f(x)) for fixed random w, the slope of L along one element of x is
 *     (L(x + eps) - L(x - eps)) / (2 eps)
 * up to an error of order eps^2. backward must give the same number for every element. w is random,
 * so that shares which cancel under a gradient of ones are seen. Comparisons are written so that
 * NaN fails.
 */
#include <math.h>
#include "autograd.h"
#include "c_locale.h"

typedef struct {
    Tensor *(*f)(Tensor *const in[], void *context);
    Tensor *const *in;
    void *context;
    uint64_t seed;
} Question;

/* The random upstream gradient for an output of this shape. */
static Tensor *weights_for(const Tensor *out, uint64_t seed)
{
    Rng rng = rng_seed(seed);
    return tensor_normal(out->ndim, out->shape, 0, 1, &rng);
}

static double weighted_sum(const Question *q)
{
    Scope *scope = scope_open();
    grad_mode(false);
    Tensor *out = q->f(q->in, q->context);
    Tensor *weights = weights_for(out, q->seed);
    Tensor *flat = tensor_new_like(out);
    copy_kernel(flat, out);
    double sum = 0;
    for (long i = 0, n = tensor_numel(out); i < n; i++)
        sum += (double)flat->data[i] * (double)weights->data[i];
    scope_close(scope);
    return sum;
}

static double slope(const Question *q, real *element, double eps)
{
    real before = *element;
    *element = (real)((double)before + eps);
    double above = (double)*element, up = weighted_sum(q);
    *element = (real)((double)before - eps);
    double below = (double)*element, down = weighted_sum(q);
    *element = before;
    return (up - down) / (above - below); /* the step that was really taken */
}

static real *element_of(const Tensor *t, long flat)
{
    long offset = 0;
    for (int d = t->ndim - 1; d >= 0; d--) {
        offset += flat % t->shape[d] * t->stride[d];
        flat /= t->shape[d];
    }
    return t->data + offset;
}

static void compare(const Question *q, int input, const GradcheckOptions *o,
                    GradcheckResult *result)
{
    Tensor *x = q->in[input];
    for (long i = 0, n = tensor_numel(x); i < n; i++) {
        double numeric = slope(q, element_of(x, i), o->eps);
        double analytic = x->grad != NULL ? (double)x->grad->data[i] : 0;
        double error = fabs(numeric - analytic) / (o->atol / o->rtol + fabs(numeric));
        if (error <= result->worst_error)
            continue; /* false for NaN, which is therefore taken as the worst */
        result->worst_error = error;
        result->input = input;
        result->element = i;
        result->numeric = numeric;
        result->analytic = analytic;
        if (!(error <= o->rtol))
            result->ok = false;
        if (error != error)
            return;
    }
}

static double or_default(double value, double in_double, double in_float)
{
    return value != 0 ? value : sizeof(real) == sizeof(double) ? in_double : in_float;
}

/* Gradients by backward; what the inputs held before is put aside by the caller's scope. */
static void run_backward(const Question *q, int n)
{
    bool was = grad_mode(true);
    for (int i = 0; i < n; i++)
        q->in[i]->grad = NULL;
    Tensor *out = q->f(q->in, q->context);
    if (out->requires_grad)
        tensor_backward_from(out, weights_for(out, q->seed), false);
    grad_mode(was);
}

static void check_call(Tensor *(*f)(Tensor *const in[], void *context), int n, Tensor *const in[])
{
    bool any = false;
    if (f == NULL)
        fail("gradcheck: there is no function to check");
    for (int i = 0; i < n; i++) {
        any = any || in[i]->requires_grad;
        if (in[i]->requires_grad && in[i]->closure != NULL)
            fail("gradcheck: input %d was made by %s, and only a leaf can be moved by hand. "
                 "hint: tensor_requires_grad(tensor_detach(t))",
                 i, in[i]->closure->op->name);
    }
    if (!any)
        fail("gradcheck: none of the %d inputs requires a gradient, so there is nothing to check. "
             "hint: tensor_requires_grad",
             n);
}

GradcheckResult gradcheck(Tensor *(*f)(Tensor *const in[], void *context), int n,
                          Tensor *const in[], void *context, const GradcheckOptions *options)
{
    check_call(f, n, in);
    GradcheckOptions o = options != NULL ? *options : (GradcheckOptions){0};
    o.eps = or_default(o.eps, 1e-5, 1e-2);
    o.rtol = or_default(o.rtol, 1e-6, 1e-2);
    o.atol = or_default(o.atol, 1e-8, 1e-3);
    GradcheckResult result = {.ok = true, .input = -1};
    Question q = {f, in, context, o.seed ? o.seed : 1};
    Scope *scope = scope_open();
    Tensor *before = scope_alloc(scope, (size_t)(n + 1) * sizeof *before);
    for (int i = 0; i < n; i++) { /* let the gradients of this check end with this scope */
        before[i] = *in[i];
        in[i]->scope = scope;
    }
    run_backward(&q, n);
    for (int i = 0; i < n && result.worst_error == result.worst_error; i++)
        if (in[i]->requires_grad)
            compare(&q, i, &o, &result);
    for (int i = n - 1; i >= 0; i--) { /* backwards: one tensor may be several inputs */
        in[i]->grad = before[i].grad;
        in[i]->scope = before[i].scope;
    }
    scope_close(scope);
    if (result.input < 0)
        snprintf(result.message, sizeof result.message, "every gradient is exactly right");
    else
        c_snprintf(
            result.message, sizeof result.message,
            "%s at input %d, element %ld: backward gives %.9g, the slope is %.9g (error %.2g, "
            "allowed %.2g)",
            result.ok ? "largest error" : "wrong", result.input, result.element, result.analytic,
            result.numeric, result.worst_error, o.rtol);
    return result;
}
