/* random_graph_shrink.c - the smallest part of a graph that still goes wrong: greedy, one change at a
 * time, as long as one helps. Invariant: the graph at hand is sane, and graph_check finds it wrong. */
#include "random_graph.h"

/* Leaves out what the root does not need. */
static void prune(Graph *g)
{
    bool needed[MAX_NODES] = {false};
    int place[MAX_NODES], n = 0, inner = 0;
    needed[g->n - 1] = true;
    for (int k = g->n - 1; k >= 0; k--)
        for (int i = 0; i < g->node[k].n_in && needed[k]; i++)
            needed[g->node[k].in[i]] = true;
    for (int k = 0; k < g->n; k++) {
        if (!needed[k])
            continue;
        inner = k < g->inner ? n + 1 : inner;
        place[k] = n;
        g->node[n] = g->node[k];
        for (int i = 0; i < g->node[n].n_in; i++)
            g->node[n].in[i] = place[g->node[n].in[i]];
        n++;
    }
    g->n = n;
    g->inner = inner;
}

static bool accept(Graph *g, const Graph *changed)
{
    if (!graph_is_sane(changed) || graph_check(changed).verdict != WRONG)
        return false;
    graph_copy(g, changed);
    return true;
}

static bool end_earlier(Graph *g, Graph *changed)
{
    for (int n = 1; n < g->n; n++) {
        graph_copy(changed, g);
        changed->n = n;
        prune(changed);
        if (accept(g, changed))
            return true;
    }
    return false;
}

static bool side_branches_away(Graph *g, Graph *changed)
{
    graph_copy(changed, g);
    prune(changed);
    return changed->n < g->n && accept(g, changed);
}

/* Whoever used node k uses its input instead, if that has the same shape. */
static bool bypass(Graph *g, Graph *changed, int k, int input, Tensor *const made[])
{
    int instead = g->node[k].in[input];
    if (!tensor_same_shape(made[k], made[instead]))
        return false;
    graph_copy(changed, g);
    for (int user = k + 1; user < g->n; user++)
        for (int i = 0; i < g->node[user].n_in; i++)
            if (g->node[user].in[i] == k)
                changed->node[user].in[i] = instead;
    prune(changed);
    return changed->n < g->n && accept(g, changed);
}

/* Node k becomes a leaf with the numbers it has; a constant if that will do. */
static bool begin_later(Graph *g, Graph *changed, int k, bool wants_grad, Tensor *const made[])
{
    const Tensor *t = tensor_contiguous(made[k]);
    graph_copy(changed, g);
    Node *node = &changed->node[k];
    *node = (Node){.op = LEAF, .ndim = t->ndim, .wants_grad = wants_grad};
    for (int d = 0; d < t->ndim; d++)
        node->shape[d] = t->shape[d];
    for (long i = 0, n = tensor_numel(t); i < n; i++)
        node->value[i] = round(100 * (double)t->data[i]) / 100;
    prune(changed);
    return accept(g, changed);
}

static bool smaller(Graph *g, Graph *changed, Tensor *const made[])
{
    for (int k = g->n - 1; k >= 0; k--) {
        for (int i = 0; i < g->node[k].n_in; i++)
            if (bypass(g, changed, k, i, made))
                return true;
        for (int wants_grad = 0; wants_grad < 2 && g->node[k].op != LEAF; wants_grad++)
            if (begin_later(g, changed, k, wants_grad, made))
                return true;
    }
    return false;
}

/* Nothing retained, constants for leaves, small whole numbers. Each change is tried once. */
static void plainer(Graph *g, Graph *changed)
{
    for (int k = 0; k < g->n; k++) {
        graph_copy(changed, g);
        changed->node[k].retained = false;
        if (g->node[k].retained)
            accept(g, changed);
        graph_copy(changed, g);
        changed->node[k].wants_grad = false;
        if (g->node[k].wants_grad)
            accept(g, changed);
        graph_copy(changed, g);
        for (int i = 0; i < MAX_NUMBERS; i++)
            changed->node[k].value[i] = 1 + i % 3;
        if (g->node[k].op == LEAF)
            accept(g, changed);
    }
}

void graph_shrink(Graph *g)
{
    Graph *changed = owned_alloc(sizeof *changed);
    for (bool better = true; better;) {
        Tensor *made[MAX_NODES];
        Scope *scope = scope_open();
        grad_mode(false);
        graph_build(g, made, -1);
        grad_mode(true);
        better =
            side_branches_away(g, changed) || end_earlier(g, changed) || smaller(g, changed, made);
        scope_close(scope);
    }
    plainer(g, changed);
    owned_free(changed);
}

Verdict graph_examine(Graph *g, bool print)
{
    Check check = graph_check(g);
    int nodes = g->n;
    if (check.verdict != WRONG || !print)
        return check.verdict;
    graph_shrink(g);
    check = graph_check(g);
    printf("/* seed %llu: %d of %d nodes are left */\n", (unsigned long long)g->seed, g->n, nodes);
    graph_print(stdout, g, &check);
    return WRONG;
}
