/* reads.c - what a backward function reads besides dy, and whether that is still what forward saw.
 *
 * An operation says what it reads (Operation.reads, .saved, .saved_ids). Numbers remember when they
 * were last written, so a closure needs only the moment in which it was recorded. Whole numbers
 * have no such memory: programs write into them directly; there are few of them, and a checksum is
 * taken. Invariant: what is not read may change.
 */
#include <string.h>
#include "core.h"

/* ---- which numbers --------------------------------------------------------------------------- */

typedef void (*SeeTensor)(const Closure *c, const Tensor *t, void *context);

/* Inputs, and the result, as in Operation.reads, for the gradients that are wanted. */
static inline unsigned what_is_read(const Closure *c)
{
    unsigned reads = 0;
    for (int i = 0; i < c->n_in && i < OPERATION_READS; i++)
        if (c->in[i]->requires_grad)
            reads |= c->op->reads[i];
    return reads;
}

static inline void each_tensor_read(const Closure *c, SeeTensor see, void *context)
{
    unsigned reads = what_is_read(c);
    for (int i = 0; reads >= READS_INPUT(i) && i < c->n_in; i++)
        if (reads & READS_INPUT(i))
            see(c, c->in[i], context);
    if (reads & READS_OUT)
        see(c, c->out, context);
    Tensor *const *saved = c->capture;
    for (int i = 0; saved != NULL && i < c->op->saved; i++)
        if (saved[i] != NULL)
            see(c, saved[i], context);
}

/* ---- checksums ------------------------------------------------------------------------------- */

/* FNV-1a, a word at a time. */
static unsigned mix(unsigned sum, const void *data, size_t bytes)
{
    const unsigned char *at = data;
    for (size_t i = 0; i + sizeof(int) <= bytes; i += sizeof(int)) {
        unsigned word;
        memcpy(&word, at + i, sizeof word);
        sum = (sum ^ word) * 16777619u;
    }
    return sum;
}

static void mix_numbers(const Closure *c, const Tensor *t, void *context)
{
    unsigned *sum = context;
    Scope *scratch = scope_open();
    Tensor *flat = tensor_new_like(t);
    (void)c;
    copy_kernel(flat, t);
    *sum = mix(*sum, flat->data, (size_t)tensor_numel(flat) * sizeof(real));
    scope_close(scratch);
}

unsigned closure_checksum(const Closure *c, bool numbers)
{
    unsigned sum = 2166136261u;
    Tensor *const *saved = c->capture;
    for (int i = 0; saved != NULL && i < c->op->saved_ids; i++) {
        const IntTensor *ids = ((const IntTensor *const *)(saved + c->op->saved))[i];
        sum = mix(sum, ids->data, (size_t)int_tensor_numel(ids) * sizeof(int));
    }
    if (numbers)
        each_tensor_read(c, mix_numbers, &sum);
    return sum;
}

/* ---- the check ------------------------------------------------------------------------------- */

static const char *name_of(const Closure *c, const Tensor *t)
{
    return t->name != NULL ? t->name : t == c->out ? "its result" : "a tensor";
}

static void check_unwritten(const Closure *c, const Tensor *t, void *context)
{
    const Writing *w = t->writing;
    (void)context;
    if (w == NULL || w->when <= c->origin.when)
        return;
    char where[300];
    snprintf(where, sizeof where, "%s",
             call_site_text((CallSite){.file = w->file, .line = w->line}));
    fail("backward: %s of shape %s was written by %s%s after %s%s had read it, whose gradient "
         "needs the numbers it had then. hint: call tensor_backward before they change, or compute "
         "the loss again",
         name_of(c, t), tensor_shape_text(t), w->by, where, c->op->name,
         call_site_text(c->origin.where));
}

void closure_unmoved(const Closure *c)
{
    bool checked = c->flags & CLOSURE_CHECKED;
    each_tensor_read(c, check_unwritten, NULL);
    if (!checked && (c->op->saved_ids == 0 || c->capture == NULL))
        return;
    if (closure_checksum(c, checked) != c->origin.checksum)
        fail("backward: %s that %s%s had read have been written into since, and its gradient needs "
             "them as they were. hint: call tensor_backward first, or give each step a tensor of "
             "its own",
             checked ? "numbers" : "ids or targets", c->op->name, call_site_text(c->origin.where));
}
