/* bytes_moved.c - what passes between processor and memory, from the shapes in a closure. */
#include "measure_check.h"

static double bytes_of(const Tensor *t)
{
    return (double)tensor_numel(t) * sizeof(real);
}

EXERCISE
double bytes_moved(const Closure *c)
{
    if (c->op->view != NULL)
        return 0;
    bool reads_rows = c->op->picks; /* of a table */
    double sum = bytes_of(c->out);
    for (int i = 0; i < c->n_in; i++)
        sum += bytes_of(reads_rows ? c->out : c->in[i]);
    return sum;
}

double bytes_step(Tensor *root)
{
    double sum = 0;
    for (const Closure *c = backward_order(root); c != NULL; c = c->next)
        sum += 3 * bytes_moved(c);
    return sum;
}
