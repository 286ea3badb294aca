/* observe.c - those who watch the engine at work: KINDLING_CHECK, and the clock behind pictures.
 *
 * Observers are a list of the thread. At first it holds one that asks the environment whether
 * numbers are to be checked, and leaves: after that, a thread that nobody watches has an empty
 * list.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "core.h"

static void ask_environment(Tensor *out, const Operation *op, int n, Tensor *const in[]);
static Observer first = {.made = ask_environment};
_Thread_local Observer *kindling_observer = &first;

void observe_made(Tensor *out, const Operation *op, int n, Tensor *const in[])
{
    for (Observer *o = kindling_observer, *next; o != NULL; o = next) {
        next = o->next; /* it may leave */
        if (o->made != NULL)
            o->made(out, op, n, in);
    }
}

void observe_before(Closure *c)
{
    for (Observer *o = kindling_observer; o != NULL; o = o->next)
        if (o->before != NULL)
            o->before(c);
}

void observe_after(Closure *c)
{
    for (Observer *o = kindling_observer; o != NULL; o = o->next)
        if (o->after != NULL)
            o->after(c);
}

void observer_add(Observer *observer)
{
    observer->next = kindling_observer;
    kindling_observer = observer;
}

void observer_remove(Observer *observer)
{
    Observer **place = &kindling_observer;
    while (*place != NULL && *place != observer)
        place = &(*place)->next;
    if (*place != NULL)
        *place = observer->next;
}

/* ---- KINDLING_CHECK=1: the first number that went wrong -------------------------------------- */

static bool is_finite(const Tensor *t)
{
    Scope *scratch = scope_open();
    Tensor *flat = tensor_new_like(t);
    copy_kernel(flat, t);
    bool finite = true;
    for (long i = 0, n = tensor_numel(flat); i < n && finite; i++)
        finite = isfinite(flat->data[i]);
    scope_close(scratch);
    return finite;
}

/* The operation is at fault if it made NaN or infinity out of inputs that had none. What a backward
 * function computes on its way is judged by the gradients it hands out. */
static void check_result(Tensor *out, const Operation *op, int n, Tensor *const in[])
{
    if (out->requires_grad) { /* so that a write into ->data is noticed, too */
        out->closure->origin.checksum = closure_checksum(out->closure, true);
        out->closure->flags |= CLOSURE_CHECKED;
    }
    if (scope_settings()->walk != NULL || op->may_be_infinite)
        return;
    for (int i = 0; i < n; i++)
        if (!is_finite(in[i]))
            return;
    if (!is_finite(out))
        fail("KINDLING_CHECK: %s made the first NaN or infinity, in a result of shape %s; its "
             "inputs were all finite",
             op->name, tensor_shape_text(out));
}

static void check_gradients(Closure *c)
{
    for (int i = 0; i < c->n_in; i++)
        if (c->in[i]->grad != NULL && !is_finite(c->in[i]->grad))
            fail("KINDLING_CHECK: the backward function of %s%s made the first NaN or infinity, "
                 "in the gradient of input %d of shape %s",
                 c->op->name, call_site_text(c->origin.where), i, tensor_shape_text(c->in[i]));
}

static void ask_environment(Tensor *out, const Operation *op, int n, Tensor *const in[])
{
    static _Thread_local Observer checks = {.made = check_result, .after = check_gradients};
    const char *wish = getenv("KINDLING_CHECK");
    observer_remove(&first);
    if (wish == NULL || strcmp(wish, "0") == 0 || *wish == '\0')
        return;
    observer_add(&checks);
    check_result(out, op, n, in);
}

/* ---- the clock behind the times in a picture ------------------------------------------------- */

/* An operation is recorded right after its kernel has run, so the time since the clock was last
 * read is the time of that operation, and of whatever ran between it and the one before. */
static double seconds_since_last(void)
{
    static _Thread_local struct timespec last;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double seconds =
        (double)(now.tv_sec - last.tv_sec) + 1e-9 * (double)(now.tv_nsec - last.tv_nsec);
    last = now;
    return seconds;
}

static void time_made(Tensor *out, const Operation *op, int n, Tensor *const in[])
{
    (void)op, (void)n, (void)in;
    if (tensor_closure(out) != NULL)
        out->closure->origin.forward_seconds = seconds_since_last();
}

static void time_before(Closure *c)
{
    (void)c;
    seconds_since_last();
}

static void time_after(Closure *c)
{
    c->origin.backward_seconds = seconds_since_last();
}

void graph_timing(bool on)
{
    static _Thread_local Observer clock = {time_made, time_before, time_after, NULL};
    observer_remove(&clock);
    if (on)
        observer_add(&clock);
    seconds_since_last();
}
