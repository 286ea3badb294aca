/* inputs.c - what a test hands to the student's function, and what must still be there afterwards.
 *
 * Tensors are made by hand here: the engine's own functions may be the student's. Each lies between
 * two guards and has a private copy.
 * Invariant: nothing here counts as allocated by the student.
 */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/mman.h>
#include "verdict.h"

#define MAX_INPUTS 256
#define GUARD 8     /* numbers on each side */
#define PAGES 65536 /* a multiple of every machine's page */
#define ROOM (1L << 20)

typedef struct {
    char name[32];
    char text[200]; /* how it is shown: a shape, or the value itself */
    Tensor *tensor; /* NULL for anything but a tensor */
    IntTensor *ids;
    real *memory; /* tensor->data - GUARD, or that of its base */
    void *copy;
    void *made; /* the struct itself, as the test made it: a Tensor or an IntTensor */
    long count; /* numbers between the guards */
    bool changeable;
} Input;

/* What is known of the inputs and their copies: nobody can write there but the functions below, between may_write and
 * no_more. A file that goes through all of the program's memory may find it, and that is all. */
static struct {
    _Alignas(PAGES) Input inputs[MAX_INPUTS];
    int n;
    size_t used; /* of copies */
    _Alignas(max_align_t) char copies[ROOM];
} seal;
static Rng rng;

static void may_write(void)
{
    if (mprotect(&seal, sizeof seal, PROT_READ | PROT_WRITE) != 0)
        fail("the inputs' pages cannot be opened: %s", strerror(errno));
}

static void no_more(void)
{
    if (mprotect(&seal, sizeof seal, PROT_READ) != 0)
        fail("the inputs' pages cannot be closed: %s", strerror(errno));
}

static real guard_value(void)
{
    return (real)-7.7e27;
}

/* Open for writing until no_more. */
static Input *add_input(const char *name)
{
    may_write();
    if (seal.n == MAX_INPUTS)
        seal.n--;
    Input *in = &seal.inputs[seal.n++];
    *in = (Input){0};
    snprintf(in->name, sizeof in->name, "%s", name);
    return in;
}

void inputs_start(uint64_t seed)
{
    may_write();
    seal.n = 0;
    seal.used = 0;
    no_more();
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

static void shape_as_text(int ndim, const long *shape, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "(");
    for (int d = 0; d < ndim && used < size; d++)
        used += (size_t)snprintf(text + used, size - used, d ? ", %ld" : "%ld", shape[d]);
    if (used < size)
        snprintf(text + used, size - used, ndim == 1 ? ",)" : ")");
}

/* Small inputs are shown in full, others by their shape. */
static void describe(Input *in, int ndim, const long *shape, bool in_full)
{
    shape_as_text(ndim, shape, in->text, sizeof in->text);
    if (!in_full || ndim > 2 || in->count > 8 || in->count == 0)
        return;
    size_t used = 0, size = sizeof in->text;
    long columns = ndim == 0 ? 1 : shape[ndim - 1];
    for (long i = 0; i < in->count && used < size; i++) {
        double x = in->ids ? in->ids->data[i] : (double)in->tensor->data[i];
        bool first = i % columns == 0, last = i % columns == columns - 1;
        used +=
            (size_t)snprintf(in->text + used, size - used, "%s%s%.4g%s", i ? ", " : "",
                             first && ndim ? (ndim == 2 && i == 0 ? "[[" : "[") : "", x,
                             last && ndim ? (ndim == 2 && i == in->count - 1 ? "]]" : "]") : "");
    }
}

static Tensor *guarded(const char *name, int ndim, const long *shape)
{
    Tensor *t = bare_tensor(ndim, shape, GUARD);
    Input *in = add_input(name);
    in->tensor = t;
    in->memory = t->data - GUARD;
    in->count = numel(ndim, shape);
    return t;
}

static void *duplicate(const void *block, size_t bytes)
{
    size_t taken = (bytes + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    bool fits = taken <= sizeof seal.copies - seal.used;
    void *room = fits ? seal.copies + seal.used : harness_alloc(bytes);
    seal.used += fits ? taken : 0;
    return memcpy(room, block, bytes);
}

/* The numbers are all set: keep a copy to compare with. */
static Tensor *sealed(Tensor *t, bool in_full)
{
    Input *in = &seal.inputs[seal.n - 1];
    in->copy = duplicate(t->data, (size_t)in->count * sizeof(real));
    in->made = duplicate(t, sizeof *t);
    describe(in, t->ndim, t->shape, in_full);
    no_more();
    t->name = in->name;
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
    Input *in = &seal.inputs[seal.n - 1];
    may_write();
    in->made = duplicate(t, sizeof *t);
    shape_as_text(ndim, shape, in->text, sizeof in->text - 24);
    strcat(in->text, ", a transposed view");
    no_more();
    return t;
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
    Input *in = add_input(name);
    in->ids = t;
    in->count = n;
    return t;
}

static IntTensor *sealed_ids(IntTensor *t)
{
    Input *in = &seal.inputs[seal.n - 1];
    in->copy = duplicate(t->data, (size_t)in->count * sizeof(int));
    in->made = duplicate(t, sizeof *t);
    describe(in, t->ndim, t->shape, true);
    no_more();
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
    Input *in = add_input(name);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(in->text, sizeof in->text, format, arguments);
    va_end(arguments);
    no_more();
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

static void reseal(Input *in)
{
    may_write();
    const void *now = in->ids ? (void *)((IntTensor *)in->made)->data : in->memory + GUARD;
    memcpy(in->copy, now, (size_t)in->count * (in->ids ? sizeof(int) : sizeof(real)));
    if (in->ids != NULL)
        describe(in, in->ids->ndim, in->ids->shape, true);
    no_more();
}

void resealed(Tensor *t)
{
    for (int i = 0; i < seal.n; i++)
        if (seal.inputs[i].tensor == t)
            reseal(&seal.inputs[i]);
}

void resealed_ids(IntTensor *t)
{
    for (int i = 0; i < seal.n; i++)
        if (seal.inputs[i].ids == t)
            reseal(&seal.inputs[i]);
}

/* ---- afterwards ---------------------------------------------------------------------------------- */

void may_change(const Tensor *t)
{
    may_write();
    for (int i = 0; i < seal.n; i++)
        if (seal.inputs[i].tensor == t)
            seal.inputs[i].changeable = true;
    no_more();
}

static _Noreturn void spoiled(const Input *in, const char *how, const char *likely)
{
    snprintf(verdict->title, sizeof verdict->title, "%s %s", how, in->name);
    snprintf(verdict->likely, sizeof verdict->likely, likely, in->name);
    give_up(FAILED);
}

/* Is the struct another than the test made? What an operation notes there (a gradient, how it was made) may
 * come and go; numbers elsewhere, or in another order, are another input. */
static bool was_moved(const Input *in)
{
    const Tensor *t = in->tensor, *was = in->made;
    const IntTensor *ids = in->ids, *ids_was = in->made;
    if (ids != NULL)
        return ids->data != ids_was->data || ids->ndim != ids_was->ndim ||
               memcmp(ids->shape, ids_was->shape, sizeof ids->shape) != 0;
    return t != NULL && (t->data != was->data || t->ndim != was->ndim ||
                         memcmp(t->shape, was->shape, sizeof t->shape) != 0 ||
                         memcmp(t->stride, was->stride, sizeof t->stride) != 0);
}

const Tensor *as_drawn(const Tensor *t)
{
    for (int i = 0; i < seal.n; i++)
        if (seal.inputs[i].tensor == t)
            return seal.inputs[i].made;
    return t;
}

static bool has_changed(const Input *in)
{
    size_t one = in->ids ? sizeof(int) : sizeof(real);
    const void *now = in->ids      ? (void *)((IntTensor *)in->made)->data
                      : in->memory ? in->memory + GUARD
                                   : NULL;
    return now != NULL && !in->changeable && memcmp(now, in->copy, (size_t)in->count * one) != 0;
}

const char *inputs_changed(void)
{
    for (int i = 0; i < seal.n; i++)
        if (has_changed(&seal.inputs[i]) || was_moved(&seal.inputs[i]))
            return seal.inputs[i].name;
    return NULL;
}

void inputs_check(void)
{
    for (int i = 0; i < seal.n; i++) {
        const Input *in = &seal.inputs[i];
        if (in->tensor != NULL)
            for (long g = 0; g < GUARD; g++)
                if (in->memory[g] != guard_value() ||
                    in->memory[GUARD + in->count + g] != guard_value())
                    spoiled(in, "numbers were written outside of",
                            "an index into %s is negative or too large: the last one is n - 1 "
                            "(does a loop "
                            "run one step too far?)");
        if (was_moved(in))
            spoiled(in, "the call has changed the shape, the strides or the data pointer of",
                    "the function may read %s and must leave it as it was: what has another shape, "
                    "or becomes part of a result, is a tensor of its own");
        if (has_changed(in))
            spoiled(in, "the call has changed its input",
                    "the function may read %s and must leave it as it was: make a new tensor for "
                    "the result");
    }
}

static bool in_a_name(char c)
{
    return c == '_' || isalpha((unsigned char)c);
}

static bool mentions(const char *call, const char *name)
{
    size_t n = strlen(name);
    for (const char *s = call; (s = strstr(s, name)) != NULL; s += n)
        if ((s == call || !in_a_name(s[-1])) && !in_a_name(s[n]))
            return true;
    return false;
}

/* A loop over calls names its inputs again: only the last of a name is that of the call. */
static bool named_again(int i)
{
    for (int later = i + 1; later < seal.n; later++)
        if (strcmp(seal.inputs[later].name, seal.inputs[i].name) == 0)
            return true;
    return false;
}

void inputs_describe(const char *call, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "%s", call);
    const char *before = " with ";
    for (int i = 0; i < seal.n && used < size; i++)
        if (!named_again(i) && mentions(call, seal.inputs[i].name)) {
            const char *is = seal.inputs[i].text[0] == '(' ? "" : "= ";
            used += (size_t)snprintf(text + used, size - used, "%s%s %s%s", before,
                                     seal.inputs[i].name, is, seal.inputs[i].text);
            before = ", ";
        }
}

const char *input_name(const Tensor *t)
{
    for (int i = 0; i < seal.n; i++)
        if (seal.inputs[i].tensor == t)
            return seal.inputs[i].name;
    return NULL;
}

const char *inputs_equal_to(const Tensor *t)
{
    for (int i = 0; i < seal.n; i++)
        if (seal.inputs[i].tensor != NULL && seal.inputs[i].count > 1 &&
            !seal.inputs[i].changeable && tensors_close(t, seal.inputs[i].tensor, CHECK_TOLERANCE))
            return seal.inputs[i].name;
    return NULL;
}
