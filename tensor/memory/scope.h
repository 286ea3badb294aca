/* scope.h - memory with three lifetimes: owned, of a scope, until the next sweep of a scope. */
#ifndef KINDLING_SCOPE_H
#define KINDLING_SCOPE_H

#include "../tensor.h"

#pragma GCC visibility push(default)

/* ---- scope.c, sweep.c (01): memory with three lifetimes -------------------------------------- */

/* A scope owns everything made between scope_open and scope_close; closing it ends all of that at
 * once, inner scopes still open included. Closed chunks of memory are kept for the next scope, so a
 * training loop that opens and closes one scope per step calls malloc only in its first steps.
 * With no scope open, tensors belong to the thread's root scope, which ends with the program
 * (or at kindling_release_thread).
 * Debug builds fill closed memory with NaN, and poison it under AddressSanitizer. */
Scope *scope_open(void);        /* the innermost one from here on, of this thread */
void scope_close(Scope *scope); /* fails on one that is not open in this thread */
/* Takes the innermost scope off the stack of open scopes: it keeps what was made in it, takes in
 * nothing new but the gradients of its leaves, and ends by scope_close, in any order and from any
 * thread. So an object of another language can own what one call made. */
void scope_detach(Scope *scope);
Scope *scope_current(void);     /* the innermost open one */
void scope_reset(Scope *scope); /* forget all it holds, keep it open and keep its chunks */
void *scope_alloc(Scope *scope, size_t bytes); /* 64-byte aligned, not cleared; fails when out */
void scope_recycle(Scope *scope, void *block, size_t bytes); /* give one block back early */
size_t scope_bytes(const Scope *scope);                      /* handed out, less recycled */
size_t scope_peak(const Scope *scope);                       /* the most that was ever handed out */

/* A swept scope: what is made in it is young, and ends at the next scope_sweep unless it is kept
 * before. What was kept stays until it is recycled, or the scope around is closed. */
Scope *scope_open_swept(void);
bool scope_is_young(const void *block); /* of a block of a swept scope: will the sweep end it? */
void scope_keep(void *block);           /* the sweeps from here on pass it by */
void scope_sweep(Scope *scope);         /* end what is young */

/* Settings of autograd/ that inner scopes inherit, so that leaving a scope restores them, by
 * longjmp too. */
typedef struct {
    bool recording;        /* are closures recorded? */
    struct Region *region; /* the named part of the graph that we are in */
    struct Walk *walk;     /* the walk back that is under way, or NULL */
} ScopeSettings;
ScopeSettings *scope_settings(void); /* those of the innermost open scope, to be read and set */

void kindling_release_thread(void); /* free the root scope and the cached chunks of this thread */

/* ---- owned.c (01): memory that outlives scopes, and constructors that fail ------------------- */

void *owned_alloc(size_t bytes); /* 64-byte aligned, zeroed; fails when out */
void owned_free(void *block);    /* what owned_alloc gave; NULL is fine */

/* A constructor takes several blocks, and any of them may fail(). From UNDO_ON_FAIL until the
 * function that says it returns, all that is taken is given back by a failure, before the handler
 * is called:
 *
 *     check_options(o);
 *     UNDO_ON_FAIL;
 *     Pair *p = module_new(sizeof *p, "Pair", NULL);
 *     p->first = linear_new(...); ...
 *     return p;
 *
 * Constructors call constructors: the outermost one counts. Until it returns, what was there before
 * may be read, and not be changed or freed. */
#define UNDO_ON_FAIL                                                                               \
    __attribute__((cleanup(owned_commit), unused)) int owned_before_ = owned_begin()
int owned_begin(void);                /* through the macro only ... */
void owned_commit(const int *before); /* ... which calls it when its function returns */
/* The same for what is more than memory: a failure calls undo(object) before it gives back what was
 * taken earlier. owned_free(object) calls it off. Outside of constructors this does nothing. */
void owned_undo(void *object, void (*undo)(void *object));

#pragma GCC visibility pop
#endif
