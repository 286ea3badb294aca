/* range.c - from the least number to the greatest. */
#include "range.h"
#include "todo.h"

/* ---- 22.1 ---------------------------------------------------------------------------------------- */

double range_of(const Tensor *x)
{
    /* TODO: the greatest number of x (n) less the least, n >= 1. Of (5, 2, 9) it is 7; of one number 0, whatever it is.
     * Read by tensor_get(x, AT(i)): x may be a view. */
    todo("22.1 range_of");
}
