/* bytes_moved.c - what passes between processor and memory, from the shapes in a closure. */
#include "measure_check.h"
#include "todo.h"

/* ---- 14.6 ---------------------------------------------------------------------------------------- */

double bytes_moved(const Closure *c)
{
    /* TODO: bytes read and written in the forward pass, if nothing is found in a cache.
     *
     * CONTRACT  each input is read once, the result written once; numbers are of the type real.
     *           A view moves nothing (c->op->view is not NULL there). An operation that picks
     *           rows of a table (c->op->picks) reads as many numbers as it returns. In double.
     * EXAMPLE   (2, 3) @ (3, 4) in float: (6 + 12 + 8) * 4 = 104
     * HOLDS     a table of a million rows, and 5 ids: as much as a table of 10 rows.
     * YOU HAVE  c->n_in, c->in, c->out, tensor_numel
     * THINK     which numbers does an embedding read, which does a transpose? */
    todo("14.6 bytes_moved");
}
