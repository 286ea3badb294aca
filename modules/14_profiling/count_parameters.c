/* count_parameters.c - how large a model is: the numbers that it learns. */
#include "measure_check.h"
#include "todo.h"

/* ---- 14.2 ---------------------------------------------------------------------------------------- */

long count_parameters(const Module *m)
{
    long count;
    Tensor **list =
        module_registrations(m, &count); /* given: every registration, a tied tensor twice */

    /* TODO: how many numbers does m learn?
     *
     * CONTRACT  the list has each registration: a tied table stands in it twice, and is learned
     *           once. Frozen ones count as well.
     * EXAMPLE   a table (100, 8) that the last layer uses again, and a layer of 8 * 8 + 8: 800 + 72 = 872
     * HOLDS     a registration more of a tensor that is there changes nothing.
     * YOU HAVE  tensor_numel
     * THINK     two tensors may have equal shapes, and equal numbers: what says that they are
     *           the same one? */
    (void)list;
    todo("14.2 count_parameters");
}
