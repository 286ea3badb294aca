/* core.h - what the files of the core share: recording, the walk, and those who watch. */
#ifndef KINDLING_CORE_H
#define KINDLING_CORE_H

#include "autograd.h"

/* ---- leaf.c (06) ----------------------------------------------------------------------------- */

/* The closure of whatever was computed from tensors with gradients while recording was off. */
extern Closure kindling_no_grad;

/* ---- closure.c (06) -------------------------------------------------------------------------- */

/* A closure in out's scope. The list of inputs and the capture are copied into it. */
Closure *closure_new(Tensor *out, const Operation *op, int n, Tensor *const in[], size_t size,
                     const void *capture);
/* For a result that gets no gradient: what is computed from a detached tensor still shows in
 * drawings where it came from, and what was computed while recording was off is marked, so that
 * messages say so. */
void closure_no_gradient(Tensor *out, const Operation *op, int n, Tensor *const in[], size_t size,
                         const void *capture);

/* ---- closure.c: what tests count ------------------------------------------------------------- */

/* How many closures this thread has made: where a gradient is to be had by hand, none. */
long closures_made(void);

/* ---- backward.c (06) ------------------------------------------------------------------------- */

/* Fail, before anything has changed, on what cannot be walked back: no gradient wanted, no scalar
 * and no seed, a seed of another shape; a graph that an earlier backward has released. */
void backward_check_root(const Tensor *t, const Tensor *seed);
void backward_check_order(const Closure *order);
/* A share g whose shape is not t's, broadcast. */
void backward_check_share(const Tensor *t, const Tensor *g);

/* ---- reads.c (06): numbers that backward reads ----------------------------------------------- */

/* Of a closure that has just been recorded: its checksum. numbers: of real ones, too
 * (KINDLING_CHECK). */
unsigned closure_checksum(const Closure *c, bool numbers);
/* Fails if something that the backward function of c reads has been written into since. */
void closure_unmoved(const Closure *c);

/* ---- gradient_memory.c (06): where gradients live -------------------------------------------- */

/* A walk has a swept scope of its own. A closure has its turn between walk_begin_turn and
 * walk_end_turn; recording is off. The shares that its backward function hands out are settled at
 * the end of the turn: moved, if nobody else needs that memory, copied or added. */
typedef struct Walk Walk;
Walk *walk_open(Closure *order);
void walk_begin_turn(Walk *walk, Closure *c);
void walk_end_turn(Walk *walk, Closure *c);
void walk_close(Walk *walk, Closure *order);
/* t->grad += g, of t's own shape: now, or at the end of the turn. */
void gradient_share(Tensor *t, Tensor *g);

/* ---- observe.c (06): those who watch --------------------------------------------------------- */

/* made: out was computed, recorded or not. before, after: the turn of c. Times and KINDLING_CHECK
 * watch this way; where nobody does, the core pays one comparison. */
typedef struct Observer {
    void (*made)(Tensor *out, const Operation *op, int n, Tensor *const in[]);
    void (*before)(Closure *c), (*after)(Closure *c);
    struct Observer *next;
} Observer;
extern _Thread_local Observer *kindling_observer; /* NULL: nobody watches */
void observe_made(Tensor *out, const Operation *op, int n, Tensor *const in[]);
void observe_before(Closure *c);
void observe_after(Closure *c);

/* ---- observe.c: to begin, and to end --------------------------------------------------------- */

void observer_add(Observer *observer);
void observer_remove(Observer *observer);

#endif
