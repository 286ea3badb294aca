/* trace.c - spans as they happen, those that a timed graph has kept, and the time that is a span's
 * own.
 *
 * A stack is not needed: each span knows the one around it. Invariant: a span stands behind its
 * parent, and `open` is the innermost one that has not ended.
 */
#include <stdlib.h>
#include <string.h>
#include "engine.h"
#include "measure_check.h"

struct Trace {
    Clock clock;
    Span *spans;
    long n, capacity, open;
};

Trace *trace_new(Clock clock)
{
    Trace *t = owned_alloc(sizeof *t);
    t->clock = clock;
    t->open = -1;
    return t;
}

static void free_names(Trace *t)
{
    for (long i = 0; i < t->n; i++)
        owned_free((void *)(uintptr_t)t->spans[i].name);
}

void trace_free(Trace *t)
{
    if (t == NULL)
        return;
    free_names(t);
    owned_free(t->spans);
    owned_free(t);
}

static void grow(Trace *t)
{
    long capacity = t->capacity > 0 ? 2 * t->capacity : 64;
    Span *spans = owned_alloc((size_t)capacity * sizeof *spans);
    if (t->n > 0)
        memcpy(spans, t->spans, (size_t)t->n * sizeof *spans);
    owned_free(t->spans);
    t->spans = spans;
    t->capacity = capacity;
}

/* Begins inside of the innermost open one, and is that from here on. */
static long open_at(Trace *t, const char *name, double begin)
{
    if (t->n == t->capacity)
        grow(t);
    size_t size = strlen(name) + 1;
    char *copy = owned_alloc(size);
    memcpy(copy, name, size);
    t->spans[t->n] = (Span){.name = copy, .parent = t->open, .begin = begin, .end = begin};
    return t->open = t->n++;
}

static void close_at(Trace *t, double end)
{
    t->spans[t->open].end = end;
    t->open = t->spans[t->open].parent;
}

void trace_begin(Trace *t, const char *name)
{
    open_at(t, name, 0);
    t->spans[t->open].begin = t->spans[t->open].end = t->clock.now(t->clock.context);
}

void trace_end(Trace *t)
{
    double end = t->clock.now(t->clock.context);
    if (t->open < 0)
        fail("trace_end: no span is open. hint: every trace_begin has one");
    close_at(t, end);
}

const Span *trace_spans(const Trace *t, long *count)
{
    *count = t->n;
    return t->spans;
}

/* ---- a graph --------------------------------------------------------------------------------- */

enum { DEEPEST = 32 }; /* regions inside each other; deeper ones share the span of number 32 */

/* Regions around r from the outside in; how many. */
static int regions_of(const Region *r, const Region *list[DEEPEST])
{
    int depth = 0;
    for (const Region *at = r; at != NULL; at = at->parent)
        depth++;
    for (const Region *at = r; at != NULL; at = at->parent)
        if (--depth < DEEPEST)
            list[depth] = at;
    int count = 0;
    for (const Region *at = r; at != NULL && count < DEEPEST; at = at->parent)
        count++;
    return count;
}

static double add_closure(Trace *t, const Closure *c, bool backward, double begin, int *depth,
                          const Region *open[DEEPEST])
{
    const Region *around[DEEPEST];
    int wanted = regions_of(c->origin.region, around), same = 0;
    while (same < *depth && same < wanted && open[same] == around[same])
        same++;
    for (; *depth > same; --*depth)
        close_at(t, begin);
    for (; *depth < wanted; ++*depth) {
        open_at(t, around[*depth]->name, begin);
        open[*depth] = around[*depth];
    }
    open_at(t, c->op->name, begin);
    double end = begin + (backward ? c->origin.backward_seconds : c->origin.forward_seconds);
    close_at(t, end);
    return end;
}

double trace_graph(Trace *t, Tensor *root, bool backward, double begin)
{
    Closure *order = backward_order(root);
    long n = 0;
    for (Closure *c = order; c != NULL; c = c->next)
        n++;
    const Closure **made = scope_alloc(scope_current(), (size_t)(n + 1) * sizeof *made);
    long i = backward ? 0 : n;
    for (Closure *c = order; c != NULL; c = c->next)
        made[backward ? i++ : --i] = c;
    const Region *open[DEEPEST];
    int depth = 0;
    for (i = 0; i < n; i++)
        begin = add_closure(t, made[i], backward, begin, &depth, open);
    for (; depth > 0; depth--)
        close_at(t, begin);
    return begin;
}

/* ---- a span's time, less that of the spans directly in it ------------------------------------ */

void spans_check(const Span *spans, long n)
{
    for (long i = 0; i < n; i++) {
        if (spans[i].parent < -1 || spans[i].parent >= i)
            fail("self_times: span %ld lies in span %ld, expected -1 or an earlier one", i,
                 spans[i].parent);
        if (!(spans[i].end >= spans[i].begin))
            fail("self_times: span %ld begins at %g and ends at %g", i, spans[i].begin,
                 spans[i].end);
    }
}

/* Invariant: each second of a root is in exactly one span's own time. */
EXERCISE
void self_times(const Span *spans, long n, double *self)
{
    spans_check(spans, n);
    for (long i = 0; i < n; i++) {
        double time = spans[i].end - spans[i].begin;
        self[i] = time;
        if (spans[i].parent >= 0)
            self[spans[i].parent] -= time;
    }
}
