/* gpt_step.c - a GPT, random tokens and one training step after the other.
 *
 * The same model and the same step as torch_gpt_step.py: learned positions, pre-norm blocks with GELU
 * in its tanh form, biases, tied head; cross-entropy, AdamW. Or a Llama, tied as well. The tokens are
 * drawn before, so that a step is nothing but arithmetic.
 */
#include "bench.h"

static void draw_batches(GptStep *s)
{
    Rng rng = rng_seed(1337);
    for (int i = 0; i < GPT_STEP_BATCHES; i++) {
        s->ids[i] = int_tensor_new(SHAPE(s->size.B, s->size.T));
        s->targets[i] = int_tensor_new(SHAPE(s->size.B, s->size.T));
        for (long j = 0, n = int_tensor_numel(s->ids[i]); j < n; j++) {
            s->ids[i]->data[j] = (int)rng_below(&rng, s->size.V);
            s->targets[i]->data[j] = (int)rng_below(&rng, s->size.V);
        }
    }
}

/* Three matrices of 8 d / 3 have the weights of two of 4 d. */
static long swiglu_dim(GptSize z)
{
    return (8 * z.d / 3 + 3) / 4 * 4;
}

static GptOptions options_of(GptSize size)
{
    GptOptions o = {.vocabulary = size.V,
                    .context = size.T,
                    .embed_dim = size.d,
                    .num_heads = size.heads,
                    .num_layers = size.layers,
                    .causal = true,
                    .qkv_in_one = true,
                    .tied = true,
                    .seed = 1337};
    if (size.llama) {
        o.positions = POSITIONS_ROTARY;
        o.norm = NORM_RMS;
        o.mlp = MLP_SWIGLU;
        o.mlp_dim = swiglu_dim(size);
        o.num_kv_heads = size.heads / 2;
        o.no_bias = true;
    }
    return o;
}

GptStep *gpt_step_new(GptSize size)
{
    GptStep *s = owned_alloc(sizeof *s);
    s->size = size;
    s->gpt = gpt_new(options_of(size));
    s->parameters = parameters_of(&s->gpt->module);
    s->adamw =
        adamw_new(s->parameters,
                  (OptimizerOptions){.lr = 1e-3, .beta1 = 0.9, .beta2 = 0.99, .weight_decay = 0.1});
    draw_batches(s);
    return s;
}

Tensor *gpt_step_loss(GptStep *s)
{
    long batch = s->step++ % GPT_STEP_BATCHES;
    Tensor *loss = gpt_loss(s->gpt, s->ids[batch], s->targets[batch]);
    s->loss = (double)tensor_item(loss);
    return loss;
}

void gpt_step_update(GptStep *s)
{
    optimizer_step(s->adamw);
    optimizer_zero_grad(s->adamw);
}

void gpt_step_free(GptStep *s)
{
    optimizer_free(s->adamw);
    parameters_free(s->parameters);
    module_free(&s->gpt->module);
    owned_free(s);
}

double gpt_step_gflop(GptSize z)
{
    double d = (double)z.d, L = (double)z.layers, T = (double)z.T, tokens = (double)(z.B * z.T);
    double block = z.llama ? 3 * d * d + 3 * d * (double)swiglu_dim(z) : 12 * d * d;
    double forward = 2 * tokens * (block * L + d * (double)z.V) + 4 * tokens * T * d * L;
    return 3 * forward * 1e-9;
}
