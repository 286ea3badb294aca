/* bytes_moved.c - what passes between processor and memory, from the shapes in a closure. */
#include "measure_check.h"
#include "todo.h"

/* ---- 14.5 ---------------------------------------------------------------------------------------- */

double bytes_moved(const Closure *c)
{
    /* TODO: bytes read and written in the forward pass, if nothing is found in a cache.
     *
     * CONTRACT  what is needed of an input is read once for each time it is one, and what is
     *           written is written once; numbers are of the type real, and ids are not counted.
     *           c->op->view is not NULL where the result is a view, c->op->picks is true where rows
     *           of a table are picked. In double.
     * EXAMPLE   (2, 3) @ (3, 4) in float: 26 numbers, 104 bytes; 5 rows of 8 of a table: 320
     * HOLDS     a table of a million rows, and 5 ids: as much as a table of 10 rows.
     * YOU HAVE  c->n_in, c->in, c->out, tensor_numel
     * THINK     which numbers does an embedding read, which does a transpose? */
    todo("14.5 bytes_moved");
}
