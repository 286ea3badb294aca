/* op_mul.c - products, number by number. */
#include "autograd.h"
#include "todo.h"

/* ---- 06.7 ------------------------------------------------------------------------------------ */

Tensor *tensor_mul(Tensor *a, Tensor *b)
{
    /* TODO: a * b, number by number, recorded.
     *
     * CONTRACT  as 06.6, with the name "mul". A side that does not require a gradient costs no
     *           product on the way back.
     * EXAMPLE   a = [2, 3], b = [5, 7], dy = [1, 10]:  da = [5, 70],  db = [2, 30]
     * HOLDS     where nothing is broadcast: a da = b db = y dy, number by number. y * y needs no
     *           case of its own.
     * THINK     if b is 5, how fast does a * b grow when a does? dy times something may be
     *           larger than a: who sums it? */
    return todo("06.7 tensor_mul");
}
