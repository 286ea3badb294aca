/* module_want.c - the flags of a tree. */
#include "want.h"

static bool is_below(const Tree *t, int i, int top)
{
    while (i > top)
        i = t->parent[i];
    return i == top;
}

Tensor *flags_want(const Tree *t, int top, bool to)
{
    Tensor *flags = blank(SHAPE(t->n));
    for (int i = 0; i < t->n; i++)
        flags->data[i] = is_below(t, i, top) ? to : t->module[i]->training;
    return flags;
}
