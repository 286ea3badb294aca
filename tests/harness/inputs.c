/* inputs.c - what a test hands to the student's function.
 *
 * Tensors are made by hand here: the engine's own functions may be the student's. Each lies between
 * two guards and has a private copy (sealed.c).
 * Invariant: nothing here counts as allocated by the student.
 */
#include "sealed.h"
#include <stdarg.h>

static Rng rng;

void inputs_start(uint64_t seed)
{
    seal_start();
    rng.state = seed;
}

/* SplitMix64 again, so that a student's rng_bits changes nothing here. */
uint64_t draw_seed(void)
{
    uint64_t z = rng.state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static double unit(void)
{
    return (double)(draw_seed() >> 11) * 0x1p-53;
}

static double normal(void)
{
    return sqrt(-2 * log(1 - unit())) * cos(6.283185307179586 * unit());
}

/* ---- tensors by hand -------------------------------------------------------------------------- */

static Tensor *bare_tensor(int ndim, const long *shape, long guard)
{
    long n = numel(ndim, shape), step = 1;
    Tensor *t = harness_alloc(sizeof *t);
    real *memory = harness_alloc((size_t)(n + 2 * guard) * sizeof(real));
    for (long i = 0; i < guard; i++)
        memory[i] = memory[n + guard + i] = guard_value();
    *t = (Tensor){.data = memory + guard, .ndim = ndim, .scope = scope_current()};
    for (int d = ndim - 1; d >= 0; d--) {
        t->shape[d] = shape[d];
        t->stride[d] = step;
        step *= shape[d];
    }
    return t;
}

Tensor *blank(int ndim, const long *shape)
{
    return bare_tensor(ndim, shape, 0);
}

Tensor *values(int ndim, const long *shape, long count, const real *numbers)
{
    Tensor *t = bare_tensor(ndim, shape, 0);
    if (count != numel(ndim, shape))
        fail("this test has %ld values for a tensor of %ld", count, numel(ndim, shape));
    memcpy(t->data, numbers, (size_t)count * sizeof(real));
    return t;
}

static Tensor *guarded(const char *name, int ndim, const long *shape)
{
    Tensor *t = bare_tensor(ndim, shape, GUARD);
    Input *in = seal_open(name);
    in->tensor = t;
    in->memory = t->data - GUARD;
    in->count = numel(ndim, shape);
    return t;
}

/* The numbers are all set: the last input is closed. */
static void close_last(int ndim, const long *shape, bool in_full)
{
    Input *in = seal_open_last();
    seal_copy(in);
    describe(in, ndim, shape, in_full);
    seal_close();
}

static Tensor *sealed(Tensor *t, bool in_full)
{
    close_last(t->ndim, t->shape, in_full);
    t->name = seal_at(seal_count() - 1)->name;
    return t;
}

Tensor *input(const char *name, int ndim, const long *shape, long count, const real *numbers)
{
    Tensor *t = guarded(name, ndim, shape);
    if (count != numel(ndim, shape))
        fail("this test has %ld values for a tensor of %ld", count, numel(ndim, shape));
    memcpy(t->data, numbers, (size_t)count * sizeof(real));
    return sealed(t, true);
}

Tensor *draw(const char *name, int ndim, const long *shape)
{
    Tensor *t = guarded(name, ndim, shape);
    for (long i = 0; i < numel(ndim, shape); i++)
        t->data[i] = (real)normal();
    return sealed(t, false);
}

Tensor *draw_between(const char *name, int ndim, const long *shape, double low, double high)
{
    Tensor *t = guarded(name, ndim, shape);
    for (long i = 0; i < numel(ndim, shape); i++)
        t->data[i] = (real)(low + (high - low) * unit());
    return sealed(t, false);
}

/* The last input has become a view: this is how the test made it. */
static void view_of_last(const Tensor *t, const char *kind)
{
    Input *in = seal_open_last();
    seal_copy_struct(in);
    shape_as_text(t->ndim, t->shape, in->text, sizeof in->text - 32);
    strcat(in->text, kind);
    seal_close();
}

Tensor *draw_transposed(const char *name, int ndim, const long *shape)
{
    long swapped[TENSOR_MAX_AXES];
    memcpy(swapped, shape, (size_t)ndim * sizeof *shape);
    swapped[ndim - 1] = shape[ndim - 2];
    swapped[ndim - 2] = shape[ndim - 1];
    Tensor *t = draw(name, ndim, swapped);
    long stride = t->stride[ndim - 1];
    t->stride[ndim - 1] = t->stride[ndim - 2];
    t->stride[ndim - 2] = stride;
    t->shape[ndim - 1] = shape[ndim - 1];
    t->shape[ndim - 2] = shape[ndim - 2];
    view_of_last(t, ", a transposed view");
    return t;
}

/* The numbers that lie between those of the view are nobody's, and have to stay what they are. */
Tensor *draw_spread(const char *name, int ndim, const long *shape)
{
    long wide[TENSOR_MAX_AXES];
    memcpy(wide, shape, (size_t)ndim * sizeof *shape);
    wide[ndim - 1] = 2 * shape[ndim - 1];
    Tensor *t = draw(name, ndim, wide);
    for (long i = 1; i < numel(ndim, wide); i += 2)
        t->data[i] = (real)NAN;
    resealed(t);
    t->shape[ndim - 1] = shape[ndim - 1];
    t->stride[ndim - 1] = 2;
    view_of_last(t, ", a view with steps of 2");
    return t;
}

void *check_room(size_t bytes)
{
    return scope_alloc(scope_current(), bytes); /* guards.c fills it */
}

Tensor *output(const char *name, int ndim, const long *shape)
{
    Tensor *t = guarded(name, ndim, shape);
    memset(t->data, 0xff, (size_t)numel(ndim, shape) * sizeof(real)); /* NaN everywhere */
    sealed(t, false);
    may_change(t);
    return t;
}

Tensor *leaf(Tensor *t)
{
    t->requires_grad = true;
    return t;
}

/* ---- whole numbers and everything else ---------------------------------------------------------- */

static IntTensor *int_input(const char *name, int ndim, const long *shape)
{
    long n = numel(ndim, shape);
    IntTensor *t = harness_alloc(sizeof *t);
    t->data = harness_alloc((size_t)(n + GUARD) * sizeof(int));
    for (long i = n; i < n + GUARD; i++)
        t->data[i] = 1; /* so that a loop that runs too far does what shows */
    t->ndim = ndim;
    memcpy(t->shape, shape, (size_t)ndim * sizeof *shape);
    Input *in = seal_open(name);
    in->ids = t;
    in->count = n;
    return t;
}

static IntTensor *sealed_ids(IntTensor *t)
{
    close_last(t->ndim, t->shape, true);
    return t;
}

IntTensor *draw_ids(const char *name, int ndim, const long *shape, long low, long high)
{
    IntTensor *t = int_input(name, ndim, shape);
    for (long i = 0; i < numel(ndim, shape); i++)
        t->data[i] = (int)(low + (long)(draw_seed() % (uint64_t)(high - low + 1)));
    return sealed_ids(t);
}

IntTensor *input_ids(const char *name, int ndim, const long *shape, long count, const int *numbers)
{
    IntTensor *t = int_input(name, ndim, shape);
    memcpy(t->data, numbers, (size_t)count * sizeof(int));
    return sealed_ids(t);
}

void given(const char *name, const char *format, ...)
{
    Input *in = seal_open(name);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(in->text, sizeof in->text, format, arguments);
    va_end(arguments);
    seal_close();
}

Tensor *absent(const char *name)
{
    given(name, "NULL");
    return NULL;
}

long draw_long(const char *name, long low, long high)
{
    long n = low + (long)(draw_seed() % (uint64_t)(high - low + 1));
    given(name, "%ld", n);
    return n;
}

double draw_double(const char *name, double low, double high)
{
    double x = low + (high - low) * unit();
    given(name, "%.6g", x);
    return x;
}
