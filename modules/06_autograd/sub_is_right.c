/* sub_is_right.c - optional: a test, written by you, of functions that somebody else wrote. */
#include "op.h"
#include "todo.h"

/* ---- 06.17, optional ------------------------------------------------------------------------- */

bool sub_is_right(Tensor *(*sub)(Tensor *a, Tensor *b))
{
    /* TODO: is this a right tensor_sub, there and back?
     *
     * CONTRACT  true for every right one, however it is written: names and number of its closures,
     *           and the order of their inputs, do not count. false for each with a slip. You choose
     *           the numbers, the shapes, the layouts, what comes in from behind (dy), and what you
     *           look at. Whatever you are handed takes all that tensor_sub takes; but if it forgets
     *           a side, the gradient there is NULL.
     * EXAMPLE   that of the lesson (06.6): true. The same with dy in place of -dy for b: false. So
     *           is a + b, even if its way back is that of a sum. (0 - b) + a is right.
     * HOLDS     asked twice about one function, it says the same.
     * YOU HAVE  tensor_from, tensor_transpose, and behind both tensor_requires_grad, since only
     *           a leaf asks for a gradient; tensor_backward_from(y, dy, false); tensor_get;
     *           gradcheck (autograd/gradcheck.h)
     * THINK     write down five slips of somebody who writes tensor_sub, before you write a test:
     *           which numbers show each of them? What does a dy of ones hide? Which slip can
     *           gradcheck never see, since it compares a function with itself? */
    todo("06.17 sub_is_right");
}
