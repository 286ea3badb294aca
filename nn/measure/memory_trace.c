/* memory_trace.c - how much a step holds, after each operation and after each turn of the walk back.
 *
 * It watches as KINDLING_CHECK does: when an operation has made its result, and before and after each turn. What differs
 * from the last time is an event. A walk has a scope of its own for gradients: its bytes are added.
 */
#include <string.h>
#include "trace.h"
#include "core.h"
#include "engine.h"

typedef struct {
    bool on;
    const Scope *scope;
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
        MemoryEvent *more = owned_alloc((size_t)capacity * sizeof *more);
        if (at.n > 0)
            memcpy(more, at.events, (size_t)at.n * sizeof *more);
        owned_free(at.events);
        at.events = more;
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

void memory_trace_start(void)
{
    if (at.on)
        fail("memory_trace_start: a trace is under way. hint: memory_trace_stop ends it");
    at = (Recording){.on = true, .scope = scope_current()};
    at.held = (long)scope_bytes(at.scope);
    observer_add(observer());
}

const MemoryEvent *memory_trace_stop(long *count)
{
    if (!at.on)
        fail("memory_trace_stop: no trace is under way. hint: memory_trace_start begins one");
    observer_remove(observer());
    note("the end");
    MemoryEvent *events = scope_alloc(scope_current(), (size_t)(at.n + 1) * sizeof *events);
    if (at.n > 0)
        memcpy(events, at.events, (size_t)at.n * sizeof *events);
    *count = at.n;
    owned_free(at.events);
    at = (Recording){.on = false};
    return events;
}
