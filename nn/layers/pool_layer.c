/* pool_layer.c - pools as modules, so that a Sequential can hold them.
 *
 * Invariant: a pool has no parameters and no state besides its window.
 */
#include "nn.h"

typedef struct {
    Module module;
    Window window;
    bool count_padding;
} Pool;

static Pool *pool_new(const char *operation, const char *kind, Window window,
                      Tensor *(*forward)(Module *self, Tensor *x))
{
    window = window_filled(operation, window, window.kernel);
    Pool *p = module_new(sizeof *p, kind, forward);
    p->window = window;
    return p;
}

static Tensor *max_forward(Module *self, Tensor *x)
{
    return tensor_max_pool2d(x, ((Pool *)self)->window);
}

Module *max_pool2d_new(Window window)
{
    return &pool_new("max_pool2d_new", "MaxPool2d", window, max_forward)->module;
}

static Tensor *avg_forward(Module *self, Tensor *x)
{
    const Pool *p = (Pool *)self;
    return tensor_avg_pool2d(x, p->window, p->count_padding);
}

Module *avg_pool2d_new(Window window, bool count_padding)
{
    Pool *p = pool_new("avg_pool2d_new", "AvgPool2d", window, avg_forward);
    p->count_padding = count_padding;
    return &p->module;
}
