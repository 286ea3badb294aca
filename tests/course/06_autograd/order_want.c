/* order_want.c - which lists of closures are right. */
#include "want.h"

Tensor *by_hand_want(void)
{
    return values(SHAPE(5), VALUES(3, 2, 1, 0, -1));
}

/* ---- graphs at random ---------------------------------------------------------------------------- */

typedef struct {
    const Net *net;
    bool met[NODES];
    int ids[NODES], n; /* producers first */
} Walked;

static void step_into(Walked *w, int i)
{
    if (i < 0 || w->met[i])
        return;
    w->met[i] = true;
    for (int k = 0; k < 2; k++)
        step_into(w, w->net->from[i][k]);
    w->ids[w->n++] = i;
}

Tensor *reached_want(const Net *net, int root)
{
    Walked w = {.net = net};
    step_into(&w, root);
    Tensor *ids = blank(SHAPE(NODES + 1));
    for (int i = 0; i <= NODES; i++)
        ids->data[i] = i < w.n ? (real)w.ids[w.n - 1 - i] : -1;
    return facts_of(ids, net);
}

/* ---- who is not walked ------------------------------------------------------------------------------ */

Tensor *without_detached_want(long first)
{
    real n = (real)first;
    return values(SHAPE(4), VALUES(n + 3, n + 4, -1, -1));
}
