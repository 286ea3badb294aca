/* begin_from.c - a run that begins with the weights of another, whoever trained them.
 *
 * The model is made as any other, from its recipe, and then gets the numbers: so its checkpoint says
 * all that is needed, and dropout and context may be this run's own.
 * Invariant: a model that a recipe cannot say is refused before anything is written.
 */
#include "begin_from.h"
#include <string.h>
#include "engine.h"

/* Nothing but a base and how pairs lie: longer contexts than those of the training are no recipe's. */
static bool plain_angles(const RopeOptions *o)
{
    return o->dims == 0 && (o->factor == 0 || o->factor == 1) && o->low_frequency_factor == 0 &&
           o->high_frequency_factor == 0 && o->trained_context == 0;
}

/* Would the recipe make such a model? */
static int check_said(const Recipe *r, const Gpt *g)
{
    const GptOptions *is = &g->options, said = recipe_gpt(r, is->vocabulary);
    const struct {
        const char *what;
        bool same;
    } parts[] = {{"positions", is->positions == said.positions},
                 {"norms", is->norm == said.norm},
                 {"MLPs", is->mlp == said.mlp},
                 {"angles", is->positions != POSITIONS_ROTARY || plain_angles(&is->rope)},
                 {"causal mask", is->causal},
                 {"single matrix for q, k and v", is->qkv_in_one}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!parts[i].same) {
            kindling_set_error(
                "train: --init: the model in %s has not the %s of train's own, and a "
                "checkpoint could not say so. hint: a checkpoint of train, a GPT-2, or a "
                "Llama whose angles are those of its training",
                r->init, parts[i].what);
            return -1;
        }
    return 0;
}

int recipe_begin_from(Recipe *r, const Gpt *g, int argc, char *const argv[])
{
    const GptOptions *o = &g->options;
    r->tokenizer = "given";
    r->layers = o->num_layers;
    r->heads = o->num_heads;
    r->channels = o->embed_dim;
    r->context = o->context;
    r->bias = !o->no_bias;
    r->untied = g->head != NULL;
    r->llama = o->norm == NORM_RMS;
    r->kv_heads = o->num_kv_heads;
    r->mlp_dim = o->mlp_dim;
    r->norm_eps = o->norm_eps;
    r->rope_base = o->rope.base;
    r->rope_half = o->rope.pairs == ROPE_HALF;
    return check_said(r, g) == 0 ? recipe_read_model(r, r->init, argc, argv) : -1;
}

/* Of each axis the first numbers, as many as `to` has. */
static void copy_first(Tensor *to, const Tensor *from)
{
    Tensor *part = tensor_new_view(from);
    for (int d = 0; d < to->ndim; d++) {
        Tensor whole = *part;
        slice_view(part, &whole, d, 0, to->shape[d], 1);
    }
    copy_kernel(to, part);
}

void run_begin_from(Run *r, Gpt *g)
{
    Scope *scope = scope_open();
    ParameterList *to = parameters_of(&r->gpt->module), *from = parameters_of(&g->module);
    for (long i = 0; i < to->count; i++)
        if (r->lora == NULL || strncmp(to->name[i], "lora.", 5) != 0) /* that begins anew */
            copy_first(to->tensor[i], parameters_find(from, to->name[i]));
    parameters_free(to);
    parameters_free(from);
    scope_close(scope);
}
