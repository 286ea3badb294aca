/* module.c - learning, or being used: one flag for a whole model. */
#include "nn.h"

void module_train(Module *m, bool training)
{
    for (int i = 0; i < m->n_children; i++) {
        Module *child = m->children[i].module;
        module_train(child, training);
    }
    m->training = training;
}
