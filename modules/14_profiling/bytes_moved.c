/* bytes_moved.c - what passes between processor and memory, from the shapes in a closure. */
#include "measure_check.h"
#include "todo.h"

/* ---- 14.6 ---------------------------------------------------------------------------------------- */

double bytes_moved(const Closure *c)
{
    /* TODO: bytes read and written in the forward pass, if nothing is found in a cache.
     *
     * APPROACH
     *   1. A view moves nothing: c->op->view is not NULL there.
     *   2. Else the result is written once, and each of the c->n_in inputs is read once: tensor_numel of each,
     *      times sizeof(real). Compute in double.
     *   3. An operation that picks rows of a table (c->op->picks) reads as many numbers as it returns.
     *
     * EXAMPLE
     *   (2, 3) @ (3, 4) in float: (6 + 12 + 8) * 4 = 104 */
    todo("14.6 bytes_moved");
}
