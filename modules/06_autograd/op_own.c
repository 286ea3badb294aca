/* op_own.c - optional: an operation that the engine does not have. */
#include <math.h>
#include "op.h"
#include "todo.h"

/* ---- 06.16, optional ------------------------------------------------------------------------- */

Tensor *own_operation(Tensor *a, Tensor *b)
{
    /* TODO: a function of two numbers that you choose: there, back, its name and its cost.
     *
     *           squared_difference   (a - b)^2
     *           logaddexp            log(e^a + e^b)
     *           gate                 a / (1 + e^-b)
     *           soft_hypot           sqrt(1 + a^2 + b^2)
     *
     *       or any other that is smooth for all a and b, and moves with both of them.
     *
     * CONTRACT  number by number, broadcast, one closure with a and b as its inputs. Its name is no
     *           other operation's. Its cost (Operation.flops) is what one number of the result
     *           takes, at least 2, for each of them. The tests know no function: they compare
     *           what you hand back with small differences of what you compute.
     * EXAMPLE   squared_difference: a = [3, 1], b = 2, dy = [10, 1]: y = [1, 1], da = [20, -2],
     *           db = -18; 2 flops for each of 2 numbers
     * HOLDS     f(x, x) moves x by both slopes. What was in a gradient stays there. Views, single
     *           numbers along an axis, and no numbers at all need no case of their own.
     * YOU HAVE  broadcast_shape, closure_record; rows_apply(out, 2, (const Tensor *[]){a, b}, row,
     *           NULL) calls a RowFunction of yours; grad_add; tensor_numel; and any operation on the
     *           way back. A cost is a function double (const Closure *c), of c->out.
     * THINK     which shape has a share before it is handed out: a's, b's or dy's? What does your
     *           function give for a = 1000 and b = -1000, what its slopes? How would you compute it
     *           so that they stay finite? */
    return todo("06.16 own_operation");
}
