/* op_add.c - sums, number by number. */
#include "autograd.h"
#include "todo.h"

/* ---- 06.6 ------------------------------------------------------------------------------------ */

Tensor *tensor_add(Tensor *a, Tensor *b)
{
    /* TODO: a + b, recorded, so that gradients can come back. The pattern is tensor_sub, in the
     * lesson.
     *
     * CONTRACT  the sum, broadcast as every operation does; backward hands each side its share
     *           of dy = d loss / d (a + b). The operation's name is "add". What is kept is the
     *           result and a closure, nothing else.
     * EXAMPLE   a = [1, 2], b = 10: a + b = [11, 12]. With dy = [5, 7]: da = [5, 7], and db = 5 + 7 = 12.
     * HOLDS     x + x: x gets 2 dy, with no case of its own.
     * THINK     by how much does a + b grow if a does by a little? If b does? b = 10 was used
     *           for two numbers: who adds up its two shares? */
    return todo("06.6 tensor_add");
}
