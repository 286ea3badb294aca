/* module.c - learning, or being used: one flag for a whole model.
 *
 * A layer is a struct that starts with a Module, so all look the same from here, and walking a
 * model is written once, whatever its layers compute.
 */
#include "nn.h"

EXERCISE
void module_train(Module *m, bool training)
{
    m->training = training;
    for (int i = 0; i < m->n_children; i++)
        module_train(m->children[i].module, training);
}
