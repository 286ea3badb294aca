/* random_graph_draw.c - a random graph, node by node. What does not fit or is not sane is drawn again.
 * Invariant: the stream of random numbers, and so the graph, depends on the seed alone. */
#include "random_drawing.h"

long draw_below(Drawing *d, long n)
{
    return rng_below(&d->rng, n);
}

long draw_size(Drawing *d)
{
    return random_size(&d->rng, 3);
}

bool draw_coin(Drawing *d, int percent)
{
    return draw_below(d, 100) < percent;
}

double draw_between(Drawing *d, double low, double high)
{
    return round(100 * (low + (high - low) * rng_uniform(&d->rng))) / 100;
}

/* ---- inputs ------------------------------------------------------------------------------------- */

static int pick_any(Drawing *d)
{
    int n = d->g->n;
    return draw_coin(d, 50) && n > 4 ? n - 1 - (int)draw_below(d, 4) : (int)draw_below(d, n);
}

/* What is made of nothing is nothing: were empty nodes as welcome as others, they soon were all there is. */
int draw_pick(Drawing *d)
{
    if (d->favourite >= 0 && draw_coin(d, 60))
        return d->favourite;
    int k = pick_any(d);
    return tensor_numel(d->made[k]) > 0 || draw_coin(d, 40) ? k : pick_any(d);
}

int draw_pick_axes(Drawing *d, int least, int most)
{
    for (int tries = 0; tries < 20; tries++) {
        int k = draw_pick(d);
        if (d->made[k]->ndim >= least && d->made[k]->ndim <= most)
            return k;
    }
    return -1;
}

int draw_leaf(Drawing *d, int ndim, const long *shape, bool wants_grad)
{
    long n = shape_numel(ndim, shape);
    bool positive = draw_coin(d, 50);
    if (n > LARGEST_RESULT || d->leaves == 0 || d->g->n == MAX_NODES)
        return -1;
    d->leaves--;
    Node *node = &d->g->node[d->g->n];
    *node = (Node){.op = LEAF, .ndim = ndim, .wants_grad = wants_grad};
    for (int a = 0; a < ndim; a++)
        node->shape[a] = shape[a];
    for (long i = 0; i < n; i++)
        node->value[i] = positive ? draw_between(d, 0.4, 2) : draw_between(d, -1.8, 1.8);
    d->made[d->g->n] = node_build(node, d->made);
    return d->g->n++;
}

int draw_want(Drawing *d, int ndim, const long *shape)
{
    for (int tries = 0; tries < 12; tries++) {
        int k = draw_pick(d);
        if (shape_equal(d->made[k]->ndim, d->made[k]->shape, ndim, shape))
            return k;
    }
    return draw_leaf(d, ndim, shape, draw_coin(d, 85));
}

bool draw_append(Drawing *d, const Node *node)
{
    if (d->g->n == MAX_NODES)
        return false;
    Tensor *made = node_build(node, d->made);
    if (made->ndim > 5 || tensor_numel(made) > LARGEST_RESULT || !node_is_sane(node, d->made, made))
        return false;
    d->g->node[d->g->n] = *node;
    d->made[d->g->n++] = made;
    return true;
}

bool draw_operation(Drawing *d, int op)
{
    static DrawFunction *const draw_of[] = {
#define OP(name, care, draw, ...) draw_##draw,
#include "random_graph_ops.h"
#undef OP
    };
    Node node = {.op = op};
    int before = d->g->n, leaves = d->leaves;
    if (draw_of[op](d, &node) && draw_append(d, &node))
        return true;
    d->g->n = before;
    d->leaves = leaves;
    return false;
}

void draw_count(const Drawing *d)
{
    for (int k = 0; k < d->g->n; k++)
        for (int i = 0; i < d->g->node[k].n_in; i++)
            count_draw(d->made[d->g->node[k].in[i]]);
}

/* ---- one result of many ends ---------------------------------------------------------------------- */

/* A scalar that depends on every element of node k: its sum, its mean, or a weighted sum. */
static int scalar_of(Drawing *d, int k)
{
    const Tensor *t = d->made[k];
    if (draw_coin(d, 50)) {
        d->leaves++;
        Node mul = {.op = OP_mul, .n_in = 2};
        mul.in[0] = k;
        mul.in[1] = draw_leaf(d, t->ndim, t->shape, false);
        k = mul.in[1] >= 0 && draw_append(d, &mul) ? d->g->n - 1 : k;
    }
    Node sum = {.op = draw_coin(d, 70) ? OP_sum : OP_mean, .n_in = 1, .in = {k}};
    return draw_append(d, &sum) ? d->g->n - 1 : -1;
}

/* The sum of a scalar per unused result; some stay unused, as side branches do. */
static void join_ends(Drawing *d)
{
    int n = d->g->n, total = -1;
    bool used[MAX_NODES] = {false};
    for (int k = 0; k < n; k++)
        for (int i = 0; i < d->g->node[k].n_in; i++)
            used[d->g->node[k].in[i]] = true;
    for (int k = n - 1; k >= 0; k--) {
        if (used[k] || !d->made[k]->requires_grad || (total >= 0 && draw_coin(d, 15)))
            continue;
        int scalar = scalar_of(d, k);
        Node add = {.op = OP_add, .n_in = 2, .in = {scalar, total}};
        if (draw_coin(d, 50))
            add = (Node){.op = OP_add, .n_in = 2, .in = {total, scalar}};
        if (scalar >= 0 && (total < 0 || draw_append(d, &add)))
            total = d->g->n - 1;
    }
    d->g->n = total + 1;
    if (draw_coin(d, 25)) /* a root that is no scalar */
        draw_append(d, &(Node){.op = OP_add, .n_in = 2, .in = {total, (int)draw_below(d, n)}});
}

void graph_random(Graph *g, uint64_t seed)
{
    Drawing d = {.g = g, .rng = rng_stream(2017, seed), .favourite = -1, .leaves = 3};
    Scope *scope = scope_open();
    *g = (Graph){.seed = seed};
    while (g->n < 3) {
        long shape[4];
        int ndim = 1 + (int)draw_below(&d, 4);
        for (int a = 0; a < ndim; a++)
            shape[a] = draw_size(&d);
        draw_leaf(&d, ndim, shape, true);
    }
    d.leaves = 5;
    for (long left = 8 + draw_below(&d, 14), tries = 0; left > 0 && tries < 400; tries++) {
        int op = (int)draw_below(&d, draw_coin(&d, 35) ? VIEWS : OPERATIONS);
        if (!draw_operation(&d, op))
            continue;
        left--;
        g->node[g->n - 1].retained = draw_coin(&d, 12);
        if (draw_coin(&d, 8))
            draw_operation(&d, op); /* perhaps of the same input */
    }
    join_ends(&d);
    g->inner = 1 + (int)draw_below(&d, g->n);
    draw_count(&d);
    scope_close(scope);
}
