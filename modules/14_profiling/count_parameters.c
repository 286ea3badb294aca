/* count_parameters.c - how large a model is: the numbers that it learns. */
#include "measure_check.h"
#include "todo.h"

/* ---- 14.2 ---------------------------------------------------------------------------------------- */

long count_parameters(const Module *m)
{
    long count;
    Tensor **list =
        module_registrations(m, &count); /* given: every registration, a tied tensor twice */

    /* TODO: the elements of all tensors of the list, each tensor once, however often it stands there.
     *
     * APPROACH
     *   1. For each place of the list: does the same tensor stand at an earlier place?
     *   2. If not, add tensor_numel of it.
     *
     * EXAMPLE
     *   a table (100, 8) that the last layer uses again, and a layer of 8 * 8 + 8: 800 + 72 = 872
     *
     * HINT: the same tensor is the same pointer. Two tensors may have equal shapes. */
    (void)list;
    todo("14.2 count_parameters");
}
