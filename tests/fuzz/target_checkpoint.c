/* target_checkpoint.c - a run on disk: all of it fits, or nothing changes. */
#include "fuzz.h"
#include <math.h>

typedef struct {
    Rng rng, dropout_rng;
    Linear *model;
    ParameterList *parameters;
    Optimizer *optimizer;
    CheckpointState state;
} Small;

/* What loading may change, as one string of bytes. */
typedef struct {
    real weight[6], bias[2];
    long step[2], at;
    double lr, best;
    uint64_t rng;
} Seen;

static Seen seen(const Small *s)
{
    Seen now;
    memset(&now, 0, sizeof now);
    memcpy(now.weight, s->model->weight->data, sizeof now.weight);
    memcpy(now.bias, s->model->bias->data, sizeof now.bias);
    memcpy(now.step, s->optimizer->step, sizeof now.step);
    now.at = s->state.step;
    now.lr = s->optimizer->lr;
    now.best = s->state.best_loss;
    now.rng = s->dropout_rng.state;
    return now;
}

static void load(Small *s, const char *path, bool all)
{
    Seen before = seen(s);
    fuzz_ask();
    int status = all ? checkpoint_load(path, &s->model->module, s->optimizer, &s->state)
                     : checkpoint_load(path, &s->model->module, NULL, NULL);
    fuzz_told(status == 0);
    Seen after = seen(s);
    fuzz_check(status == 0 || memcmp(&before, &after, sizeof before) == 0,
               "it was refused, but something changed");
    for (int i = 0; i < 2; i++)
        fuzz_check(s->optimizer->step[i] >= 0, "a negative number of updates");
}

FUZZ_TARGET(checkpoint)
{
    const char *path = fuzz_file("a.safetensors", bytes, size);
    Small s = {.rng = rng_seed(1), .dropout_rng = rng_seed(2)};
    s.model = linear_new(3, 2, true, &s.rng);
    s.parameters = parameters_of(&s.model->module);
    s.optimizer = adamw_new(s.parameters, (OptimizerOptions){.lr = 0.01});
    s.state = (CheckpointState){.best_loss = INFINITY, .n_rng = 1, .rng = {&s.dropout_rng}};
    load(&s, path, true);
    load(&s, path, false);
    fuzz_ask();
    fuzz_told(module_load(&s.model->module, path) == 0);
    optimizer_free(s.optimizer);
    parameters_free(s.parameters);
    module_free(&s.model->module);
}
