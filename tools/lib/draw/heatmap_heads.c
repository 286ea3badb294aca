/* heatmap_heads.c - the attention of every head of every layer on one page.
 *
 * A line of panels per layer, a panel per head. Invariant: a panel is a view; no weight is copied.
 */
#include "heatmap.h"

void heads_check(const char *operation, long n_layers, const Tensor *const weights[], long batch)
{
    if (n_layers < 1)
        kindling_fail("%s: %ld layers, expected at least one", operation, n_layers);
    for (long l = 0; l < n_layers; l++) {
        const Tensor *w = weights[l];
        if (w == NULL)
            kindling_fail(
                "%s: layer %ld has no weights. hint: gpt_attention and mha_attend return them",
                operation, l);
        if (w->ndim != 4 || w->shape[1] != weights[0]->shape[1])
            kindling_fail(
                "%s: weights of layer %ld have shape %s, layer 0 has %s; expected (B, H, Tq, Tk) "
                "with one H",
                operation, l, tensor_shape_text(w), tensor_shape_text(weights[0]));
        if (batch < 0 || batch >= w->shape[0])
            kindling_fail("%s: there is no sequence %ld in a batch of %ld", operation, batch,
                          w->shape[0]);
    }
}

static Tensor head_view(const Tensor *w, long batch, long head)
{
    return (Tensor){.data = w->data + batch * w->stride[0] + head * w->stride[1],
                    .ndim = 2,
                    .shape = {w->shape[2], w->shape[3]},
                    .stride = {w->stride[2], w->stride[3]}};
}

int heatmap_heads_svg(const char *path, long n_layers, const Tensor *const weights[], long batch,
                      const HeatmapOptions *options)
{
    heads_check("heatmap_heads_svg", n_layers, weights, batch);
    long heads = weights[0]->shape[1], n = n_layers * heads;
    Scope *scope = scope_open();
    Tensor *panel = scope_alloc(scope, (size_t)n * sizeof *panel + 1);
    const Tensor **matrix = scope_alloc(scope, (size_t)n * sizeof *matrix + 1);
    const char **title = scope_alloc(scope, (size_t)n * sizeof *title + 1);
    for (long i = 0; i < n; i++) {
        enum { SIZE = 64 };
        char *text = scope_alloc(scope, SIZE);
        if (n_layers > 1)
            snprintf(text, SIZE, "layer %ld, head %ld", i / heads, i % heads);
        else
            snprintf(text, SIZE, "head %ld", i % heads);
        panel[i] = head_view(weights[i / heads], batch, i % heads);
        matrix[i] = &panel[i];
        title[i] = text;
    }
    int result = heatmap_grid_svg(path, n, matrix, title, heads > 0 ? heads : 1, options);
    scope_close(scope);
    return result;
}
