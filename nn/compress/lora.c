/* lora.c - going on from a trained layer with few numbers: a thin product beside a frozen weight.
 *
 * In a model the product is added to the weight and not to the output, so whoever reads l->weight,
 * a student's linear_forward above all, needs to know nothing of it.
 * Invariant: between calls l->weight is the layer's own, and merged it gives the same bits as
 * weighed.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "nn.h"

static Tensor *forward(Module *self, Tensor *x)
{
    Lora *l = (Lora *)self;
    Tensor *y = lora_forward(x, l->weight, l->a, l->b, (double)l->scale);
    return l->linear->bias != NULL ? tensor_add(y, l->linear->bias) : y;
}

static void freeze(Tensor *t)
{
    if (t == NULL)
        return;
    tensor_zero_grad(t);
    t->requires_grad = false;
}

static void check(const Linear *l, long rank, double alpha)
{
    long in = l->weight->shape[0], out = l->weight->shape[1], most = in < out ? in : out;
    if (rank < 1 || rank > most)
        fail("linear_lora: rank is %ld, expected 1 to %ld for a weight %s", rank, most,
             tensor_shape_text(l->weight));
    if (!(alpha > 0 && isfinite(alpha)))
        fail("linear_lora: alpha is %g, expected more than 0, and finite. hint: the rank, for a "
             "scale of 1",
             alpha);
}

static Lora *beside(Linear *l, long rank, double alpha, Rng *rng)
{
    UNDO_ON_FAIL;
    Lora *lora = module_new(sizeof *lora, "Lora", forward);
    lora->linear = l;
    lora->weight = l->weight;
    lora->scale = (real)(alpha / (double)rank);
    lora->a = module_parameter(&lora->module, "a", SHAPE(l->weight->shape[0], rank));
    lora->b = module_parameter(&lora->module, "b", SHAPE(rank, l->weight->shape[1]));
    init_kaiming_uniform(lora->a, rng);
    return lora;
}

Lora *linear_lora(Linear *l, long rank, double alpha, Rng *rng)
{
    check(l, rank, alpha);
    Lora *lora = beside(l, rank, alpha, rng);
    freeze(l->weight);
    freeze(l->bias);
    return lora;
}

static Tensor *sum_of(const Lora *l)
{
    Tensor *thin = tensor_mul_scalar(tensor_matmul(l->a, l->b), l->scale);
    return tensor_add(l->weight, thin);
}

void lora_weigh(Lora *l)
{
    l->linear->weight = sum_of(l);
}

void lora_rest(Lora *l)
{
    l->linear->weight = l->weight;
}

void lora_merge(Lora *l)
{
    Scope *scope = scope_open();
    grad_mode(false);
    copy_kernel(l->weight, sum_of(l));
    tensor_fill(l->b, 0);
    scope_close(scope);
    lora_rest(l);
}

/* ---- all layers of a model ------------------------------------------------------------------- */

/* The linear layers below m whose path has `name` in it: counted, and noted if there is room. */
static long find_layers(Module *m, const char *path, const char *name, LoraModel *to, long found,
                        Linear **layer)
{
    if (strcmp(m->kind, "Linear") == 0 && strstr(path, name) != NULL) {
        if (to != NULL) {
            layer[found] = (Linear *)m;
            to->path[found] = owned_alloc(strlen(path) + 1);
            strcpy(to->path[found], path);
        }
        return found + 1;
    }
    for (int i = 0; i < m->n_children; i++) {
        const ModuleChild *child = &m->children[i];
        char deeper[512], number[16] = "";
        if (child->index >= 0)
            snprintf(number, sizeof number, "%s%d", child->name != NULL ? "." : "", child->index);
        int n = snprintf(deeper, sizeof deeper, "%s%s%s%s", path, *path != '\0' ? "." : "",
                         child->name != NULL ? child->name : "", number);
        if (n >= (int)sizeof deeper)
            fail("module_lora: a path is longer than %zu characters", sizeof deeper - 1);
        found = find_layers(child->module, deeper, name, to, found, layer);
    }
    return found;
}

static void end_lists(Module *m)
{
    LoraModel *l = (LoraModel *)m;
    for (long i = 0; i < l->count; i++)
        owned_free(l->path[i]);
    owned_free(l->path);
    owned_free(l->lora);
}

static void freeze_all(Module *m)
{
    ParameterList *list = parameters_of(m);
    for (long i = 0; i < list->count; i++)
        freeze(list->tensor[i]);
    parameters_free(list);
}

LoraModel *module_lora(Module *m, const char *name, long rank, double alpha, Rng *rng)
{
    long count = find_layers(m, "", name, NULL, 0, NULL);
    if (count == 0)
        fail("module_lora: no linear layer has \"%s\" in its path. hint: module_summary lists the "
             "names; \"\" takes all layers",
             name);
    UNDO_ON_FAIL;
    Scope *scope = scope_open();
    Linear **layer = scope_alloc(scope, (size_t)count * sizeof *layer);
    LoraModel *l = module_new(sizeof *l, "LoraModel", NULL);
    l->lora = owned_alloc((size_t)count * sizeof *l->lora);
    l->path = owned_alloc((size_t)count * sizeof *l->path);
    find_layers(m, "", name, l, 0, layer);
    for (long i = 0; i < count; i++)
        check(layer[i], rank, alpha);
    for (long i = 0; i < count; i++) {
        l->lora[i] = beside(layer[i], rank, alpha, rng);
        module_child(&l->module, l->path[i], -1, &l->lora[i]->module);
    }
    l->count = count;
    l->module.destroy = end_lists;
    freeze_all(m); /* nothing fails behind its list */
    scope_close(scope);
    return l;
}

void lora_weigh_all(LoraModel *l)
{
    for (long i = 0; i < l->count; i++)
        lora_weigh(l->lora[i]);
}

void lora_rest_all(LoraModel *l)
{
    for (long i = 0; i < l->count; i++)
        lora_rest(l->lora[i]);
}

void lora_merge_all(LoraModel *l)
{
    for (long i = 0; i < l->count; i++)
        lora_merge(l->lora[i]);
}
