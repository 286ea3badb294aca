/* random_graph_pairs.c - operations of two tensors, or with masks and indices: each function picks one
 * input and wants others that fit. Which one comes first is a matter of chance, so that any node
 * can end up in any place. */
#include "random_drawing.h"

Shape draw_shape_of(const Drawing *d, int k)
{
    Shape s = {.n = d->made[k]->ndim};
    for (int a = 0; a < s.n; a++)
        s.size[a] = d->made[k]->shape[a];
    return s;
}

int draw_shape(Drawing *d, Shape s)
{
    return draw_want(d, s.n, s.size);
}

bool draw_inputs(Node *node, int n, int a, int b, int c)
{
    node->n_in = n;
    node->in[0] = a;
    node->in[1] = b;
    node->in[2] = c;
    return a >= 0 && (n < 2 || b >= 0) && (n < 3 || c >= 0);
}

Shape draw_narrowed(Drawing *d, Shape s)
{
    Shape r = {0};
    int first = s.n > 0 && draw_coin(d, 40) ? (int)draw_below(d, s.n + 1) : 0;
    for (int a = first; a < s.n; a++)
        r.size[r.n++] = draw_coin(d, 30) ? 1 : s.size[a]; /* of 0 and 1 comes 0 */
    return r;
}

void draw_mask(Drawing *d, Node *node, Shape s)
{
    node->ndim = s.n;
    for (int a = 0; a < s.n; a++)
        node->shape[a] = s.size[a];
    for (long i = 0, n = shape_numel(s.n, s.size); i < n; i++)
        node->value[i] = draw_coin(d, 60);
}

/* False where there is nothing to point at. */
static bool own_indices(Drawing *d, Node *node, Shape s, long below)
{
    long n = shape_numel(s.n, s.size);
    if (n > MAX_NUMBERS || (n > 0 && below == 0))
        return false;
    draw_mask(d, node, s);
    for (long i = 0; i < n; i++)
        node->value[i] = (double)draw_below(d, below);
    return true;
}

/* ---- element by element ------------------------------------------------------------------------------ */

static bool broadcasts(const Tensor *a, const Tensor *b)
{
    for (int i = 1; i <= a->ndim && i <= b->ndim; i++) {
        long m = a->shape[a->ndim - i], n = b->shape[b->ndim - i];
        if (m != n && m != 1 && n != 1)
            return false;
    }
    return true;
}

bool draw_broadcast_pair(Drawing *d, Node *node)
{
    int a = draw_pick(d), b = draw_coin(d, 15) ? a : -1;
    for (int tries = 0; tries < 12 && b < 0; tries++) {
        int k = draw_pick(d);
        b = k != a && broadcasts(d->made[a], d->made[k]) ? k : -1;
    }
    if (b < 0)
        b = draw_shape(d, draw_narrowed(d, draw_shape_of(d, a)));
    return draw_coin(d, 50) ? draw_inputs(node, 2, a, b, 0) : draw_inputs(node, 2, b, a, 0);
}

bool draw_alike(Drawing *d, Node *node)
{
    int a = draw_pick(d), b = draw_shape(d, draw_shape_of(d, a));
    return draw_coin(d, 50) ? draw_inputs(node, 2, a, b, 0) : draw_inputs(node, 2, b, a, 0);
}

/* A mean takes one at least. */
bool draw_alike_numbers(Drawing *d, Node *node)
{
    return draw_alike(d, node) && tensor_numel(d->made[node->in[0]]) > 0;
}

bool draw_masked(Drawing *d, Node *node)
{
    int a = draw_pick(d);
    node->scalar[0] = draw_between(d, -1, 1);
    draw_mask(d, node, draw_narrowed(d, draw_shape_of(d, a)));
    return draw_inputs(node, 1, a, 0, 0);
}

bool draw_masked_pair(Drawing *d, Node *node)
{
    if (!draw_broadcast_pair(d, node))
        return false;
    draw_mask(d, node, draw_narrowed(d, draw_shape_of(d, node->in[draw_below(d, 2)])));
    return true;
}

/* ---- put together -------------------------------------------------------------------------------------- */

bool draw_stackable(Drawing *d, Node *node)
{
    if (!draw_alike(d, node) || d->made[node->in[0]]->ndim > 4)
        return false;
    node->number[0] = draw_below(d, d->made[node->in[0]]->ndim + 1);
    return true;
}

bool draw_joinable(Drawing *d, Node *node)
{
    int a = draw_pick_axes(d, 1, 5);
    if (a < 0)
        return false;
    Shape s = draw_shape_of(d, a);
    node->number[0] = draw_below(d, s.n);
    s.size[node->number[0]] = draw_size(d);
    int b = draw_shape(d, s);
    return draw_coin(d, 50) ? draw_inputs(node, 2, a, b, 0) : draw_inputs(node, 2, b, a, 0);
}

bool draw_joinable3(Drawing *d, Node *node)
{
    if (!draw_joinable(d, node))
        return false;
    int c = draw_coin(d, 40) ? node->in[0]
                             : draw_shape(d, draw_shape_of(d, node->in[draw_below(d, 2)]));
    return draw_coin(d, 50) ? draw_inputs(node, 3, node->in[0], node->in[1], c)
                            : draw_inputs(node, 3, c, node->in[0], node->in[1]);
}

/* ---- picked by whole numbers ---------------------------------------------------------------------------------- */

static Shape small_shape(Drawing *d)
{
    Shape s = {.n = 1 + (int)draw_below(d, 2)};
    for (int a = 0; a < s.n; a++)
        s.size[a] = draw_size(d);
    return s;
}

bool draw_rows(Drawing *d, Node *node)
{
    int k = draw_pick_axes(d, 2, 2);
    if (k < 0)
        return false;
    return own_indices(d, node, small_shape(d), d->made[k]->shape[0]) &&
           draw_inputs(node, 1, k, 0, 0);
}

bool draw_picked(Drawing *d, Node *node)
{
    int k = draw_pick_axes(d, 1, 4);
    if (k < 0)
        return false;
    Shape s = draw_shape_of(d, k), index = s;
    node->number[0] = draw_below(d, s.n);
    for (int a = 0; a < s.n; a++)
        index.size[a] = a == node->number[0] ? draw_size(d) : draw_below(d, s.size[a] + 1);
    return own_indices(d, node, index, s.size[node->number[0]]) && draw_inputs(node, 1, k, 0, 0);
}

bool draw_steps(Drawing *d, Node *node)
{
    int k = draw_pick_axes(d, 1, 4);
    if (k < 0)
        return false;
    Shape s = draw_shape_of(d, k), index = {1, {draw_size(d)}};
    node->number[0] = draw_below(d, s.n);
    return own_indices(d, node, index, s.size[node->number[0]]) && draw_inputs(node, 1, k, 0, 0);
}

/* a's sizes are at least the source's, but for the axis. */
bool draw_scattered(Drawing *d, Node *node)
{
    int k = draw_pick_axes(d, 1, 4);
    if (k < 0)
        return false;
    bool is_source = draw_coin(d, 50);
    Shape a = draw_shape_of(d, k), source = a;
    int axis = (int)draw_below(d, a.n);
    if (is_source)
        a.size[axis] = draw_size(d);
    else
        source.size[axis] = draw_size(d);
    node->number[0] = axis;
    if (!own_indices(d, node, source, a.size[axis]))
        return false;
    int other = draw_shape(d, is_source ? a : source);
    return draw_inputs(node, 2, is_source ? other : k, is_source ? k : other, 0);
}

bool draw_targets(Drawing *d, Node *node)
{
    int k = draw_pick_axes(d, 1, 4);
    if (k < 0)
        return false;
    Shape s = draw_shape_of(d, k);
    s.n--;
    if (!own_indices(d, node, s, s.size[s.n]))
        return false;
    node->number[0] = -100;
    if (draw_coin(d, 40))
        node->value[0] = -100;
    node->scalar[0] = draw_coin(d, 50) ? 0 : 0.1;
    return draw_inputs(node, 1, k, 0, 0);
}
