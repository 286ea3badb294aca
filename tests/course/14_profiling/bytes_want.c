/* bytes_want.c - numbers that are read and written. */
#include "want.h"

double moved_want(const Moved *m)
{
    double numbers = m->out;
    if (m->view)
        return 0;
    for (long i = 0; i < m->n_in; i++)
        numbers += m->rows ? m->out : m->in[i];
    return numbers * sizeof(real);
}
