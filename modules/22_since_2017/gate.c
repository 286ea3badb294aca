/* gate.c - one half of the numbers says how much of the other half passes (Shazeer 2020).
 *
 * Invariant: no row sees another.
 */
#include "language_parts.h"
#include "todo.h"

/* ---- 22.4 ---------------------------------------------------------------------------------------- */

Tensor *composed_swiglu(Tensor *x)
{
    swiglu_check(x); /* given: the last axis goes into two halves */

    /* TODO: the gate of the lesson, with silu, for rows that hold both halves.
     *
     * CONTRACT  x (..., 2H) -> (..., H). Made of operations. Numbers of -1000 and 1000 are no
     *           trouble.
     * EXAMPLE   x = [0, 2, 5, 7]: [0, 12.331]
     * HOLDS     where the gate is 0 nothing passes. Twice what the gate lets pass: twice the
     *           result.
     * YOU HAVE  operations.h, up to module 06
     * THINK     a gate twice as large: for which of its numbers is the result more than twice as
     *           far from 0, for which is it less? */
    return todo("22.4 composed_swiglu");
}
