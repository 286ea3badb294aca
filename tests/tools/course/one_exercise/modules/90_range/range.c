/* range.c - from the least number to the greatest. */
#include "range.h"
#include "todo.h"

/* ---- 90.1 ---------------------------------------------------------------------------------------- */

double range_of(const Tensor *x)
{
    /* TODO: the greatest number of x (n) less the least.
     *
     * CONTRACT  for every n >= 1, and numbers of any size and sign. x may be a view.
     * EXAMPLE   (5, 2, 9) -> 7; one number, whatever it is -> 0
     * HOLDS     another order of the numbers, or a number added to all of them, changes nothing.
     * YOU HAVE  tensor_get(x, AT(i))
     * THINK     what are the least and the greatest before you have seen a number? */
    todo("90.1 range_of");
}
