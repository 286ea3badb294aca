/* sequential.c - layers in a row: the output of each is the input of the next.
 *
 * Invariant: no layers is allowed, and is the identity.
 */
#include "layer_parts.h"
#include "todo.h"

/* ---- 03.8 ------------------------------------------------------------------------------------ */

Tensor *sequential_forward(Module *self, Tensor *x)
{
    /* TODO: send x through all layers, in order.
     *
     * APPROACH
     *   1. The layers are the children: self->children[i].module, self->n_children of them.
     *   2. module_forward(layer, input) is the output of one layer.
     *   3. The output of each is the input of the next; return the last one.
     *
     * EXAMPLE
     *   layers "add 1" and "double", x = 3:   3 -> 4 -> 8
     *
     * HINT: a variable that holds where the signal is now; x can be that variable. */
    return todo("03.8 sequential_forward");
}
