/* guarded.h - a call that a mistake leaves with a message instead of ending the program.
 *
 * A guarded function opens a scope, calls, and takes the scope off the stack: what the call made is in it and
 * belongs to the caller, who ends it by guarded_end. A mistake comes back here by longjmp, past frames of C only;
 * the scope and all that is open in it is closed, and what was half-made has been given back (UNDO_ON_FAIL).
 */
#ifndef GUARDED_H
#define GUARDED_H

#include <setjmp.h>
#include "explore.h"
#include "guard.h"
#include "kindling.h"
#include "language_model.h"

#define GUARDED __attribute__((visibility("default")))

/* This thread's way out. */
jmp_buf *guard_out(void);
void guard_begin(bool in_scope); /* once that is set */
int guard_end(Scope **owner);

GUARDED void guarded_start(void);          /* once, when the library is loaded */
GUARDED const char *guarded_message(void); /* of this thread's last mistake */
GUARDED void guarded_end(
    Scope *owner); /* what a call made is not needed any more; from any thread */

/* The body of a guarded function, whose parameters are file_, line_, owner_ and those of the function. */
#define BODY(in_scope, call)                                                                       \
    if (setjmp(*guard_out()) == 0) {                                                               \
        guard_begin(in_scope);                                                                     \
        call;                                                                                      \
    }                                                                                              \
    return guard_end(owner_)

#endif
