/* report.c - what a profile would say of a step: counted from its graph, timed by a clock that only the work moves on. */
#include "report.h"

enum { V = 96, T = 32, C = 64, HEADS = 4, DEPTH = 2, B = 4, WARM_UP = 3, RUNS = 7 };

typedef struct {
    double time;
    long calls;
} Played;

static double played_now(void *context)
{
    return ((Played *)context)->time;
}

/* The first calls are slow; afterwards some are, as on a machine that does other things, too. */
static void played_step(void *context)
{
    Played *p = context;
    p->time += p->calls < WARM_UP ? 0.250 : p->calls % 4 == 0 ? 0.090 : 0.012;
    p->calls++;
}

static double table_used_again(Gpt *gpt)
{
    Module *both = module_new(sizeof(Module), "Both", NULL);
    ParameterList *list = parameters_of(&gpt->module);
    for (long i = 0; i < list->count; i++) {
        Module *one = module_new(sizeof(Module), "One", NULL);
        module_share(one, "parameter", list->tensor[i]);
        module_child(both, "at", (int)i, one);
    }
    module_share(both, "output", list->tensor[0]); /* the embedding */
    double count = (double)count_parameters(both);
    parameters_free(list);
    module_free(both);
    return count;
}

StepReport step_report(uint64_t seed)
{
    Gpt *gpt = gpt_new((GptOptions){.vocabulary = V,
                                    .context = T,
                                    .embed_dim = C,
                                    .num_heads = HEADS,
                                    .num_layers = DEPTH,
                                    .causal = true,
                                    .tied = true,
                                    .seed = seed});
    Scope *scope = scope_open();
    Rng rng = rng_seed(seed);
    IntTensor *ids = int_tensor_new(SHAPE(B, T));
    for (long i = 0; i < B * T; i++)
        ids->data[i] = (int)rng_below(&rng, V);
    Tensor *loss = gpt_loss(gpt, ids, ids);
    double flops = flops_forward(loss) + flops_backward(loss), samples[RUNS];
    Played played = {.time = 1};
    StepReport r = {.parameters = table_used_again(gpt) * 1e-3, .megaflops = flops * 1e-6};
    r.gflops = roofline(arithmetic_intensity(flops, bytes_step(loss)), 120, 12);
    r.ms = 1e3 * measure_median((Clock){played_now, &played}, played_step, &played, WARM_UP, RUNS,
                                samples);
    scope_close(scope);
    module_free(&gpt->module);
    return r;
}
