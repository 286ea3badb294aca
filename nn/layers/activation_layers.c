/* activation_layers.c - the activations as modules, so that a Sequential can hold them.
 *
 * Without an activation between them, two linear layers are one: x A B = x (A B).
 *
 * Invariant: an activation has no parameters and no state besides the number it was made with.
 */
#include "nn.h"

static Module *plain(const char *kind, Tensor *(*forward)(Module *self, Tensor *x))
{
    return module_new(sizeof(Module), kind, forward);
}

static Tensor *relu(Module *self, Tensor *x)
{
    (void)self;
    return tensor_relu(x);
}

Module *relu_new(void)
{
    return plain("ReLU", relu);
}

static Tensor *sigmoid(Module *self, Tensor *x)
{
    (void)self;
    return tensor_sigmoid(x);
}

Module *sigmoid_new(void)
{
    return plain("Sigmoid", sigmoid);
}

static Tensor *tanh_forward(Module *self, Tensor *x)
{
    (void)self;
    return tensor_tanh(x);
}

Module *tanh_new(void)
{
    return plain("Tanh", tanh_forward);
}

static Tensor *gelu(Module *self, Tensor *x)
{
    (void)self;
    return tensor_gelu(x);
}

Module *gelu_new(void)
{
    return plain("GELU", gelu);
}

static Tensor *silu(Module *self, Tensor *x)
{
    (void)self;
    return tensor_silu(x);
}

Module *silu_new(void)
{
    return plain("SiLU", silu);
}

/* ---- with a number ------------------------------------------------------------------------ */

typedef struct {
    Module module;
    real slope;
} LeakyRelu;

static Tensor *leaky_relu(Module *self, Tensor *x)
{
    return tensor_leaky_relu(x, ((LeakyRelu *)self)->slope);
}

Module *leaky_relu_new(real slope)
{
    LeakyRelu *l = module_new(sizeof *l, "LeakyReLU", leaky_relu);
    l->slope = slope;
    return &l->module;
}

typedef struct {
    Module module;
    int axis;
} Softmax;

static Tensor *softmax(Module *self, Tensor *x)
{
    return tensor_softmax(x, ((Softmax *)self)->axis);
}

Module *softmax_new(int axis)
{
    Softmax *s = module_new(sizeof *s, "Softmax", softmax);
    s->axis = axis;
    return &s->module;
}

Module *activation_new(Activation activation)
{
    static Module *(*const make[])(void) = {
        [ACT_RELU] = relu_new,       [ACT_GELU] = gelu_new, [ACT_TANH] = tanh_new,
        [ACT_SIGMOID] = sigmoid_new, [ACT_SILU] = silu_new,
    };
    return make[activation]();
}
