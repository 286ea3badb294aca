/* run_lora.c - a run in which the weights stay, and a thin product beside each matrix learns.
 *
 * Adam keeps two numbers for each that learns, so of a large model that begins with --init little is
 * kept besides. best.safetensors has the sums, as any run's; last.safetensors has both, for a run
 * goes on from it.
 * Invariant: between steps the model's weights are those that it began with.
 */
#include <math.h>
#include <string.h>
#include "engine.h"
#include "training_run.h"

enum { STREAM_LORA = 5 }; /* of the seed */

/* alpha over rank: a product counts twice. Hu et al. set it once and changed the learning rate. */
static const double scale = 2;

/* Beside all matrices of g, and as its last child, so that checkpoints have it, too: "lora.". */
static LoraModel *put_beside(Gpt *g, long rank, uint64_t seed)
{
    Rng rng = rng_stream(seed, STREAM_LORA);
    LoraModel *l = module_lora(&g->module, "", rank, scale * (double)rank, &rng);
    module_child(&g->module, "lora", -1, &l->module);
    return l;
}

/* The smallest side of a matrix that gets a product. */
static long smallest_side(const Gpt *g)
{
    long side = g->options.embed_dim;
    return g->head != NULL && g->options.vocabulary < side ? g->options.vocabulary : side;
}

static int check_rank(const Gpt *g, long rank)
{
    long most = smallest_side(g);
    if (rank <= most)
        return 0;
    kindling_set_error("train: --lora: got a rank of %ld, expected at most %ld, the smallest side "
                       "of a matrix. hint: --lora %ld",
                       rank, most, most < 8 ? most : 8);
    return -1;
}

int run_lora(Run *r)
{
    long rank = r->recipe.lora;
    if (rank == 0)
        return 0;
    if (check_rank(r->gpt, rank) != 0)
        return -1;
    r->lora = put_beside(r->gpt, rank, (uint64_t)r->recipe.seed);
    parameters_free(r->parameters);
    r->parameters = parameters_of(&r->lora->module);
    return 0;
}

/* ---- the model as it is used --------------------------------------------------------------------- */

/* The weights as they are, one after the other, in the current scope. */
static Tensor **copies(const LoraModel *l)
{
    Tensor **copy = scope_alloc(scope_current(), (size_t)l->count * sizeof *copy);
    for (long i = 0; i < l->count; i++) {
        copy[i] = tensor_new_like(l->lora[i]->weight);
        copy_kernel(copy[i], l->lora[i]->weight);
    }
    return copy;
}

static void add_to_weights(LoraModel *l)
{
    lora_weigh_all(l);
    for (long i = 0; i < l->count; i++)
        copy_kernel(l->lora[i]->weight, l->lora[i]->linear->weight);
    lora_rest_all(l);
}

int run_save_merged(Run *r, const char *path, const CheckpointState *state)
{
    LoraModel *l = r->lora;
    Module *model = &r->gpt->module;
    if (l == NULL)
        return checkpoint_save(path, model, NULL, state);
    Scope *scope = scope_open();
    grad_mode(false);
    Tensor **weight = copies(l);
    add_to_weights(l);
    model->n_children--; /* without l, which is the last */
    int status = checkpoint_save(path, model, NULL, state);
    model->n_children++;
    for (long i = 0; i < l->count; i++)
        copy_kernel(l->lora[i]->weight, weight[i]);
    scope_close(scope);
    return status;
}

static void merge(Gpt *g, LoraModel *l)
{
    lora_merge_all(l);
    g->module.n_children--;
    module_free(&l->module);
}

int run_take_best(Run *r)
{
    Gpt *g = r->gpt;
    bool any = isfinite(r->trainer.best_loss);
    if (r->lora != NULL) /* its numbers are in those of the file */
        merge(g, r->lora);
    r->lora = NULL;
    return any ? checkpoint_load(r->best, &g->module, NULL, NULL) : 0;
}

static bool has_beside(const char *path)
{
    SafeTensors *file = safetensors_open(path);
    bool has = false;
    for (long i = 0; file != NULL && i < safetensors_count(file); i++)
        has |= strncmp(safetensors_name(file, i), "lora.", 5) == 0;
    safetensors_close(file);
    return has;
}

int gpt_read_merged(Gpt *g, const char *path, long rank)
{
    if (rank == 0 || !has_beside(path))
        return checkpoint_load(path, &g->module, NULL, NULL);
    if (check_rank(g, rank) != 0)
        return -1;
    LoraModel *l = put_beside(g, rank, 0);
    int status = checkpoint_load(path, &g->module, NULL, NULL);
    if (status == 0)
        merge(g, l);
    return status;
}
