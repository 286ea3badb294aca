/* torch_want.c - the weights of PyTorch after each of five steps. */
#include "want.h"
#include "fixtures/optimizers.h"

Tensor *torch_want(TorchRun run, int step, const int order[9])
{
    static const double(*const steps[])[9] = {[TORCH_SGD] = sgd_momentum_decay_steps,
                                              [TORCH_ADAM] = adam_steps,
                                              [TORCH_ADAM_OPTIONS] = adam_options_steps,
                                              [TORCH_ADAM_DECAY] = adam_decay_steps,
                                              [TORCH_ADAMW] = adamw_steps};
    Tensor *w = blank(SHAPE(9));
    for (int i = 0; i < 9; i++)
        w->data[i] = (real)steps[run][step][order[i]];
    return w;
}
