/* memory_trace.c - how much a step holds, after each operation and after each turn of the walk
 * back.
 *
 * It watches as KINDLING_CHECK does: when an operation has made its result, and before and after
 * each turn. What differs from the last time is an event. A walk has a scope of its own for
 * gradients: its bytes are added.
 */
#include <stdlib.h>
#include <string.h>
#include "core.h"
#include "engine.h"
#include "measure_check.h"

typedef struct {
    bool on;
    Scope *scope;
    long n, capacity, held;
    MemoryEvent *events;
} Recording;

static _Thread_local Recording at;

static void note(const char *what)
{
    const Scope *inner = scope_current();
    long held = (long)scope_bytes(at.scope) + (inner != at.scope ? (long)scope_bytes(inner) : 0);
    if (held == at.held)
        return;
    if (at.n == at.capacity) {
        long capacity = at.capacity > 0 ? 2 * at.capacity : 256;
        MemoryEvent *more = realloc(at.events, (size_t)capacity * sizeof *more);
        if (more == NULL)
            fail("out of memory: %ld events of a memory_trace", capacity);
        at.events = more; /* not owned_alloc: a constructor that fails would take it back */
        at.capacity = capacity;
    }
    at.events[at.n++] = (MemoryEvent){.what = what, .bytes = held - at.held};
    at.held = held;
}

static void made(Tensor *out, const Operation *op, int n, Tensor *const in[])
{
    (void)out, (void)n, (void)in;
    if (scope_settings()->walk == NULL && scope_current() == at.scope)
        note(op->name);
}

static void before(Closure *c)
{
    (void)c;
    note("the walk");
}

static void after(Closure *c)
{
    note(c->op->name);
}

static Observer *observer(void)
{
    static _Thread_local Observer watch = {.made = made, .before = before, .after = after};
    return &watch;
}

/* The scope ends before memory_trace_stop, after a failure above all: nobody can ask for the events
 * any more. */
static void give_up(void *context)
{
    (void)context;
    observer_remove(observer());
    free(at.events);
    at = (Recording){.on = false};
}

void memory_trace_start(void)
{
    if (at.on)
        fail("memory_trace_start: a trace is under way. hint: memory_trace_stop ends it");
    at = (Recording){.on = true, .scope = scope_current()};
    scope_on_end(scope_current(), give_up, NULL);
    at.held = (long)scope_bytes(at.scope);
    observer_add(observer());
}

const MemoryEvent *memory_trace_stop(long *count)
{
    if (!at.on)
        fail("memory_trace_stop: no trace is under way. hint: memory_trace_start begins one");
    note("the end");
    MemoryEvent *events = scope_alloc(scope_current(), (size_t)(at.n + 1) * sizeof *events);
    if (at.n > 0)
        memcpy(events, at.events, (size_t)at.n * sizeof *events);
    *count = at.n;
    scope_on_end(at.scope, NULL, NULL);
    give_up(NULL);
    return events;
}

/* ---- the high-water mark: what was held at the worst moment ---------------------------------- */

void events_check(const MemoryEvent *events, long n)
{
    long held = 0;
    for (long i = 0; i < n; i++) {
        held += events[i].bytes;
        if (held < 0)
            fail("peak_bytes: event %ld gives back %ld bytes more than are held", i, -held);
    }
}

long peak_bytes(const MemoryEvent *events, long n)
{
    events_check(events, n);
    long held = 0, most = 0;
    for (long i = 0; i < n; i++) {
        held += events[i].bytes;
        if (held > most)
            most = held;
    }
    return most;
}
