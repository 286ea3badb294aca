/* sealed.c - what a test handed over is kept twice, and compared afterwards.
 *
 * Invariant: between two calls of the harness no page of the record can be written.
 */
#include "sealed.h"
#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>

#define MAX_INPUTS 256
#define PAGES 65536 /* a multiple of every machine's page */
#define ROOM (1L << 20)

/* What is known of the inputs and their copies: nobody can write there but the functions below, between may_write
 * and seal_close. A file that goes through all of the program's memory may find it, and that is all. */
static struct {
    _Alignas(PAGES) Input inputs[MAX_INPUTS];
    int n;
    size_t used; /* of copies */
    _Alignas(max_align_t) char copies[ROOM];
} seal;
static void may_write(void)
{
    if (mprotect(&seal, sizeof seal, PROT_READ | PROT_WRITE) != 0)
        fail("the inputs' pages cannot be opened: %s", strerror(errno));
}

void seal_close(void)
{
    if (mprotect(&seal, sizeof seal, PROT_READ) != 0)
        fail("the inputs' pages cannot be closed: %s", strerror(errno));
}

real guard_value(void)
{
    return (real)-7.7e27;
}

Input *seal_open(const char *name)
{
    may_write();
    if (seal.n == MAX_INPUTS)
        seal.n--;
    Input *in = &seal.inputs[seal.n++];
    *in = (Input){0};
    snprintf(in->name, sizeof in->name, "%s", name);
    return in;
}

Input *seal_open_last(void)
{
    may_write();
    return &seal.inputs[seal.n - 1];
}

int seal_count(void)
{
    return seal.n;
}

const Input *seal_at(int i)
{
    return &seal.inputs[i];
}

static void *duplicate(const void *block, size_t bytes)
{
    size_t taken = (bytes + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    bool fits = taken <= sizeof seal.copies - seal.used;
    void *room = fits ? seal.copies + seal.used : harness_alloc(bytes);
    seal.used += fits ? taken : 0;
    return memcpy(room, block, bytes);
}

static size_t number_size(const Input *in)
{
    return in->ids != NULL ? sizeof(int) : sizeof(real);
}

void seal_copy_struct(Input *in)
{
    in->made = in->ids != NULL ? duplicate(in->ids, sizeof *in->ids)
                               : duplicate(in->tensor, sizeof *in->tensor);
}

void seal_copy(Input *in)
{
    const void *numbers = in->ids != NULL ? (void *)in->ids->data : in->tensor->data;
    in->copy = duplicate(numbers, (size_t)in->count * number_size(in));
    seal_copy_struct(in);
}

void seal_start(void)
{
    may_write();
    seal.n = 0;
    seal.used = 0;
    seal_close();
}

/* Where the numbers are by now: the struct may have been led elsewhere. */
static const void *numbers_of(const Input *in)
{
    if (in->ids != NULL)
        return ((IntTensor *)in->made)->data;
    return in->memory != NULL ? in->memory + GUARD : NULL;
}

static void reseal(Input *in)
{
    may_write();
    memcpy(in->copy, numbers_of(in), (size_t)in->count * number_size(in));
    if (in->ids != NULL)
        describe(in, in->ids->ndim, in->ids->shape, true);
    seal_close();
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
    seal_close();
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
    const void *now = numbers_of(in);
    return now != NULL && !in->changeable &&
           memcmp(now, in->copy, (size_t)in->count * number_size(in)) != 0;
}

const char *inputs_changed(void)
{
    for (int i = 0; i < seal.n; i++)
        if (has_changed(&seal.inputs[i]) || was_moved(&seal.inputs[i]))
            return seal.inputs[i].name;
    return NULL;
}

/* Writes that ran over the ends. */
static bool guards_hold(const Input *in)
{
    for (long g = 0; in->tensor != NULL && g < GUARD; g++)
        if (in->memory[g] != guard_value() || in->memory[GUARD + in->count + g] != guard_value())
            return false;
    return true;
}

void inputs_check(void)
{
    for (int i = 0; i < seal.n; i++) {
        const Input *in = &seal.inputs[i];
        if (!guards_hold(in))
            spoiled(in, "numbers were written outside of",
                    "an index into %s is negative or too large: the last one is n - 1 (does a loop "
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
