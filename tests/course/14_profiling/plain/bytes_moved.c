/* bytes_moved.c - what passes between processor and memory, from the shapes in a closure. */
#include "measure_check.h"

double bytes_moved(const Closure *c)
{
    if (c->op->view != NULL)
        return 0;

    double written = (double)tensor_numel(c->out);
    double numbers = 0; /* read */
    if (c->op->picks) {
        numbers = written;
    } else {
        for (int i = 0; i < c->n_in; i++)
            numbers += (double)tensor_numel(c->in[i]);
    }
    return (numbers + written) * (double)sizeof(real);
}
