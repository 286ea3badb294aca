/* random_graph_products.c - products, layers, norms and attention: as in random_graph_pairs.c, one input
 * is picked, any of them, and the others are made to fit. */
#include "random_drawing.h"

/* ---- products --------------------------------------------------------------------------------------------- */

/* The other factor: a vector, a matrix, or matrices whose batch axes broadcast with those of s. */
static Shape other_factor(Drawing *d, Shape s, bool right)
{
    long inner = s.n == 1 ? s.size[0] : s.size[right ? s.n - 1 : s.n - 2];
    if (draw_coin(d, 20))
        return (Shape){1, {inner}};
    Shape batch = {.n = s.n > 2 ? s.n - 2 : 0}, r = {0};
    for (int a = 0; a < batch.n; a++)
        batch.size[a] = s.size[a];
    if (s.n <= 2 && draw_coin(d, 30))
        r = (Shape){1, {2}};
    else
        r = draw_narrowed(d, batch);
    long outer = draw_size(d);
    r.size[r.n++] = right ? inner : outer;
    r.size[r.n++] = right ? outer : inner;
    return r;
}

bool draw_factors(Drawing *d, Node *node)
{
    int a = draw_pick_axes(d, 1, 4);
    if (a < 0)
        return false;
    bool right = draw_coin(d, 50);
    int b = draw_shape(d, other_factor(d, draw_shape_of(d, a), right));
    return right ? draw_inputs(node, 2, a, b, 0) : draw_inputs(node, 2, b, a, 0);
}

bool draw_layer(Drawing *d, Node *node)
{
    int place = (int)draw_below(d, 3),
        k = draw_pick_axes(d, place == 1 ? 2 : 1, place ? 3 - place : 4);
    if (k < 0)
        return false;
    Shape s = draw_shape_of(d, k);
    long in = draw_size(d), out = draw_size(d);
    in = place == 0 ? s.size[s.n - 1] : place == 1 ? s.size[0] : in;
    out = place == 0 ? out : s.size[s.n - 1];
    int x = place == 0 ? k : draw_shape(d, (Shape){2, {draw_size(d), in}});
    int weight = place == 1 ? k : draw_shape(d, (Shape){2, {in, out}});
    int bias = place == 2 ? k : draw_shape(d, (Shape){1, {out}});
    return draw_inputs(node, 3, x, weight, bias);
}

bool draw_layer_without_bias(Drawing *d, Node *node)
{
    bool fits = draw_layer(d, node);
    node->n_in = 2;
    return fits;
}

/* x (..., T, C), table (V, C) */
bool draw_tied_layer(Drawing *d, Node *node)
{
    bool is_table = draw_coin(d, 50);
    int k = draw_pick_axes(d, 2, is_table ? 2 : 4);
    if (k < 0)
        return false;
    Shape s = draw_shape_of(d, k);
    long rows = draw_size(d);
    int other = draw_shape(d, (Shape){2, {rows, s.size[s.n - 1]}});
    return draw_inputs(node, 2, is_table ? other : k, is_table ? k : other, 0);
}

/* ---- norms ------------------------------------------------------------------------------------------------------- */

bool draw_norm(Drawing *d, Node *node)
{
    int place = (int)draw_below(d, 3), k = draw_pick_axes(d, 1, place == 0 ? 4 : 1);
    if (k < 0)
        return false;
    Shape s = draw_shape_of(d, k);
    long C = s.size[s.n - 1];
    int x = place == 0 ? k : draw_shape(d, (Shape){2, {draw_size(d), C}});
    int gamma = place == 1 ? k : draw_shape(d, (Shape){1, {C}});
    int beta = place == 2 ? k : draw_shape(d, (Shape){1, {C}});
    node->scalar[0] = draw_coin(d, 50) ? 0.01 : 0.1;
    return draw_inputs(node, 3, x, gamma, beta);
}

bool draw_norm_scale(Drawing *d, Node *node)
{
    bool fits = draw_norm(d, node);
    node->n_in = 2;
    return fits;
}

bool draw_norm_plain(Drawing *d, Node *node)
{
    bool fits = draw_norm(d, node);
    node->n_in = 1;
    return fits;
}

/* ---- rotary positions: all numbers of a row, or all but the last; gates --------------------------------------- */

bool draw_turns(Drawing *d, Node *node)
{
    int k = draw_pick_axes(d, 2, 4);
    if (k < 0)
        return false;
    Shape s = draw_shape_of(d, k);
    long D = s.size[s.n - 1];
    node->number[0] = draw_below(d, 4);
    node->number[1] = D - D % 2;
    return D != 1 && draw_inputs(node, 1, k, 0, 0);
}

bool draw_gated(Drawing *d, Node *node)
{
    int k = draw_pick_axes(d, 1, 4);
    if (k < 0)
        return false;
    Shape s = draw_shape_of(d, k);
    return s.size[s.n - 1] % 2 == 0 && draw_inputs(node, 1, k, 0, 0);
}

/* ---- images: 4 axes; padding 1 makes room for kernels that are larger by 2 ----------------------------- */

bool draw_convolution(Drawing *d, Node *node)
{
    int place = (int)draw_below(d, 3), k = draw_pick_axes(d, place < 2 ? 4 : 1, place < 2 ? 4 : 1);
    if (k < 0)
        return false;
    Shape s = draw_shape_of(d, k);
    long channels = place < 2 ? s.size[1] : 1 + draw_below(d, 2);
    Shape x = {4, {1 + draw_below(d, 2), channels, draw_size(d), 2}};
    Shape weight = {4,
                    {1 + draw_below(d, 2), channels, 1 + draw_below(d, 2), 1 + draw_below(d, 3)}};
    if (place == 1)
        weight = s;
    if (place == 2)
        weight.size[0] = s.size[0];
    const long *size = place == 0 ? s.size : x.size;
    for (int a = 2; a < 4; a++)
        if (weight.size[a] < 1 || weight.size[a] > size[a] + 2)
            return false;
    node->number[0] = 1 + draw_below(d, 2);
    int i = place == 0 ? k : draw_shape(d, x), j = place == 1 ? k : draw_shape(d, weight);
    return draw_inputs(node, 3, i, j, place == 2 ? k : draw_shape(d, (Shape){1, {weight.size[0]}}));
}

bool draw_pool(Drawing *d, Node *node)
{
    node->number[0] = 1 + draw_below(d, 2);
    node->number[1] = draw_below(d, 2);
    return draw_inputs(node, 1, draw_pick_axes(d, 4, 4), 0, 0);
}

bool draw_batch_norm(Drawing *d, Node *node)
{
    int place = (int)draw_below(d, 3), k = draw_pick_axes(d, place ? 1 : 4, place ? 1 : 4);
    if (k < 0)
        return false;
    Shape s = draw_shape_of(d, k), channels = {1, {s.size[place ? 0 : 1]}};
    Shape x = {4, {2, channels.size[0], 1 + draw_below(d, 2), 2}};
    const long *size = place == 0 ? s.size : x.size;
    if (channels.size[0] > 0 && size[0] * size[2] * size[3] < 2)
        return false;
    node->scalar[0] = draw_coin(d, 50) ? 0.01 : 0.1;
    int i = place == 0 ? k : draw_shape(d, x), gamma = place == 1 ? k : draw_shape(d, channels);
    return draw_inputs(node, 3, i, gamma, place == 2 ? k : draw_shape(d, channels));
}

/* ---- attention ------------------------------------------------------------------------------------------------------- */

/* q (..., Tq, D), k (..., Tk, D), v (..., Tk, any) */
bool draw_attention(Drawing *d, Node *node)
{
    int place = (int)draw_below(d, 3), picked = draw_pick_axes(d, 3, 4);
    if (picked < 0)
        return false;
    Shape s = draw_shape_of(d, picked), q = s, k = s, v = s;
    if (place == 0)
        k.size[s.n - 2] = v.size[s.n - 2] = draw_size(d);
    else
        q.size[s.n - 2] = draw_size(d);
    if (place == 2)
        q.size[s.n - 1] = k.size[s.n - 1] = draw_size(d);
    else
        v.size[s.n - 1] = draw_size(d);
    if (q.size[s.n - 1] == 0) /* its root is divided by */
        return false;
    int i = place == 0 ? picked : draw_shape(d, q);
    int j = place == 1 ? picked : draw_shape(d, k);
    return draw_inputs(node, 3, i, j, place == 2 ? picked : draw_shape(d, v));
}

bool draw_attention_masked(Drawing *d, Node *node)
{
    if (!draw_attention(d, node))
        return false;
    const Tensor *q = d->made[node->in[0]], *k = d->made[node->in[1]];
    draw_mask(d, node, (Shape){2, {q->shape[q->ndim - 2], k->shape[k->ndim - 2]}});
    return true;
}

bool draw_attention_fused(Drawing *d, Node *node)
{
    int picked = draw_pick_axes(d, 3, 4), place = (int)draw_below(d, 3);
    if (picked < 0)
        return false;
    Shape s = draw_shape_of(d, picked), other = s;
    if (s.size[s.n - 1] == 0)
        return false;
    node->number[0] = draw_below(d, 2);
    if (!node->number[0])
        other.size[s.n - 2] = draw_size(d);
    int q = place == 0 ? picked : draw_shape(d, other);
    int k = place == 1 ? picked : draw_shape(d, place ? s : other);
    return draw_inputs(node, 3, q, k, place == 2 ? picked : draw_shape(d, place ? s : other));
}
