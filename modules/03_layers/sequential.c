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
     * CONTRACT  the layers are the children of self; the output of each is the input of the
     *           next. No layers: x itself.
     * EXAMPLE   layers "add 1" and "double", x = 3:   3 -> 4 -> 8
     * HOLDS     a Sequential of two Sequentials gives what one long one gives.
     * YOU HAVE  module_forward(layer, input); self->children[i].module, self->n_children
     * THINK     where is the signal, after layer i? In how many variables do you need to keep
     *           it? */
    return todo("03.8 sequential_forward");
}
