/* random_graph_params.c - operations of one tensor: which one, and with which numbers. */
#include "random_drawing.h"

static Tensor *input(Drawing *d, Node *node, int least, int most)
{
    int k = draw_pick_axes(d, least, most);
    node->n_in = 1;
    node->in[0] = k;
    return k < 0 ? NULL : d->made[k];
}

/* Counted from either end. */
static long some_axis(Drawing *d, const Tensor *t)
{
    return draw_below(d, 2 * t->ndim) - t->ndim;
}

static long size_along(const Tensor *t, long axis)
{
    return t->shape[axis < 0 ? axis + t->ndim : axis];
}

bool draw_one_input(Drawing *d, Node *node)
{
    return input(d, node, 0, 5) != NULL;
}

bool draw_three_axes(Drawing *d, Node *node)
{
    const Tensor *t = input(d, node, 3, 3);
    return t != NULL && t->shape[2] > 0;
}

bool draw_one_scalar(Drawing *d, Node *node)
{
    node->scalar[0] = draw_between(d, 0.2, 1.6);
    if (draw_coin(d, 50))
        node->scalar[0] *= -1;
    return draw_one_input(d, node);
}

bool draw_bounds(Drawing *d, Node *node)
{
    node->scalar[0] = draw_between(d, -1.2, 0.2);
    node->scalar[1] = draw_between(d, 0.4, 1.4);
    return draw_one_input(d, node);
}

bool draw_chance(Drawing *d, Node *node)
{
    node->scalar[0] = draw_between(d, 0.1, 0.6);
    node->number[0] = draw_below(d, 1000);
    return draw_one_input(d, node);
}

/* ---- views ---------------------------------------------------------------------------------------- */

bool draw_two_axes(Drawing *d, Node *node)
{
    const Tensor *t = input(d, node, 1, 5);
    if (t == NULL)
        return false;
    node->number[0] = some_axis(d, t);
    node->number[1] = some_axis(d, t);
    return true;
}

bool draw_all_axes(Drawing *d, Node *node)
{
    const Tensor *t = input(d, node, 1, 5);
    if (t == NULL)
        return false;
    node->n_list = t->ndim;
    for (int a = 0; a < t->ndim; a++)
        node->list[a] = a;
    rng_shuffle(&d->rng, t->ndim, node->list);
    return true;
}

/* Random factors of the number of elements, with a 1 now and then, and one size left open. */
bool draw_new_shape(Drawing *d, Node *node)
{
    const Tensor *t = input(d, node, 0, 5);
    if (t == NULL)
        return false;
    long left = tensor_numel(t);
    if (left == 0) {
        node->list[node->n_list++] = draw_size(d);
        node->list[node->n_list++] = draw_size(d);
        node->list[draw_below(d, 2)] = 0;
        return true;
    }
    while (left > 1 && node->n_list < 3) {
        long size = 1 + draw_below(d, left);
        while (left % size != 0)
            size--;
        node->list[node->n_list++] = size;
        left /= size;
    }
    if (left > 1 || draw_coin(d, 20))
        node->list[node->n_list++] = left;
    if (node->n_list > 0 && draw_coin(d, 25))
        node->list[draw_below(d, node->n_list)] = -1;
    return true;
}

bool draw_larger_shape(Drawing *d, Node *node)
{
    const Tensor *t = input(d, node, 0, 4);
    if (t == NULL)
        return false;
    int more = (int)draw_below(d, 2);
    node->n_list = t->ndim + more;
    for (int a = 0; a < more; a++)
        node->list[a] = draw_size(d);
    for (int a = 0; a < t->ndim; a++) {
        long size = t->shape[a] == 1 ? draw_size(d) : t->shape[a];
        node->list[more + a] = size == t->shape[a] && draw_coin(d, 20) ? -1 : size;
    }
    return true;
}

bool draw_unit_axis(Drawing *d, Node *node)
{
    const Tensor *t = input(d, node, 1, 5);
    if (t == NULL)
        return false;
    node->number[0] = some_axis(d, t);
    return size_along(t, node->number[0]) == 1;
}

bool draw_gap(Drawing *d, Node *node)
{
    const Tensor *t = input(d, node, 0, 4);
    if (t == NULL)
        return false;
    node->number[0] = draw_below(d, t->ndim + 1);
    return true;
}

bool draw_piece(Drawing *d, Node *node)
{
    const Tensor *t = input(d, node, 1, 5);
    if (t == NULL)
        return false;
    node->number[0] = some_axis(d, t);
    long size = size_along(t, node->number[0]);
    node->number[1] = draw_below(d, size + 1);
    node->number[2] = node->number[1] + draw_below(d, size - node->number[1] + 1);
    node->number[3] = 1 + draw_below(d, 2);
    return true;
}

/* From a later element back to an earlier one. */
bool draw_piece_backwards(Drawing *d, Node *node)
{
    const Tensor *t = input(d, node, 1, 5);
    if (t == NULL)
        return false;
    node->number[0] = some_axis(d, t);
    long size = size_along(t, node->number[0]);
    if (size < 2)
        return false;
    node->number[1] = 1 + draw_below(d, size - 1);
    node->number[2] = draw_below(d, node->number[1]);
    node->number[3] = -1 - draw_below(d, 2);
    return true;
}

bool draw_backwards(Drawing *d, Node *node)
{
    const Tensor *t = input(d, node, 1, 5);
    if (t == NULL)
        return false;
    node->number[0] = some_axis(d, t);
    long size = size_along(t, node->number[0]);
    node->number[1] = draw_coin(d, 70) || size == 0 ? -1 : draw_below(d, size);
    node->number[2] = draw_coin(d, 80) ? -1 : -2;
    return true;
}

bool draw_one_index(Drawing *d, Node *node)
{
    const Tensor *t = input(d, node, 1, 5);
    if (t == NULL)
        return false;
    node->number[0] = some_axis(d, t);
    long size = size_along(t, node->number[0]);
    if (size == 0)
        return false;
    node->number[1] = draw_below(d, 2 * size) - size;
    return true;
}

bool draw_pieces(Drawing *d, Node *node)
{
    const Tensor *t = input(d, node, 1, 5);
    if (t == NULL)
        return false;
    node->number[0] = some_axis(d, t);
    long left = size_along(t, node->number[0]);
    while (node->n_list < 3 && (left > 0 || node->n_list == 0)) {
        long size = node->n_list == 2 ? left : draw_below(d, left + 1);
        node->list[node->n_list++] = size;
        left -= size;
    }
    node->number[1] = draw_below(d, node->n_list);
    return true;
}

bool draw_frame(Drawing *d, Node *node)
{
    const Tensor *t = input(d, node, 1, 5);
    if (t == NULL)
        return false;
    node->n_list = 2 * (1 + (int)draw_below(d, t->ndim < 3 ? t->ndim : 3));
    for (int i = 0; i < node->n_list; i++)
        node->list[i] = draw_below(d, 2);
    node->scalar[0] = draw_between(d, -2, 2);
    return true;
}

/* ---- along axes ------------------------------------------------------------------------------------ */

bool draw_one_axis(Drawing *d, Node *node)
{
    const Tensor *t = input(d, node, 1, 5);
    if (t == NULL)
        return false;
    node->number[0] = some_axis(d, t);
    node->number[1] = draw_below(d, 2); /* logsumexp: keepdims */
    return true;
}

/* So many of the largest or the smallest. */
bool draw_best(Drawing *d, Node *node)
{
    const Tensor *t = input(d, node, 1, 5);
    if (t == NULL)
        return false;
    node->number[0] = some_axis(d, t);
    node->number[1] = draw_below(d, size_along(t, node->number[0]) + 1);
    node->number[2] = draw_below(d, 2);
    return true;
}

/* None, which means all, or a few different ones in any order. */
bool draw_some_axes(Drawing *d, Node *node)
{
    const Tensor *t = input(d, node, 0, 5);
    if (t == NULL)
        return false;
    for (int a = 0; a < t->ndim; a++)
        node->list[a] = a;
    rng_shuffle(&d->rng, t->ndim, node->list);
    node->n_list = t->ndim == 0 || draw_coin(d, 20) ? 0 : 1 + (int)draw_below(d, t->ndim);
    for (int a = 0; a < node->n_list; a++)
        node->list[a] -= draw_coin(d, 25) ? t->ndim : 0;
    node->number[0] = draw_below(d, 2);
    return true;
}

/* Of no numbers none is the largest. */
bool draw_full_axes(Drawing *d, Node *node)
{
    if (!draw_some_axes(d, node))
        return false;
    const Tensor *t = d->made[node->in[0]];
    for (int a = 0; a < node->n_list; a++)
        if (size_along(t, node->list[a]) == 0)
            return false;
    return node->n_list > 0 || tensor_numel(t) > 0;
}
