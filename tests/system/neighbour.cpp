// neighbour.cpp - what neighbour.c does, in C++: lists in the middle of calls, an operation, a message with the
// right line. tools/build/check_install.sh compiles it against the installed library.
#include <kindling.h>
#include <cstdlib>
#include <stdexcept>
#include <string>

struct Mistake : std::runtime_error {
    int line;
    Mistake(const char *message, int at) : std::runtime_error(message), line(at)
    {
    }
};

static void raise(const char *message, CallSite where)
{
    throw Mistake(message, where.line);
}

static void expect(bool so, const char *what)
{
    if (so)
        return;
    printf("neighbour.cpp: %s\n", what);
    exit(1);
}

// y = s x
struct TimesCapture {
    real s;
};

static void times_backward(Closure *c, Tensor *dy)
{
    grad_add(c->in[0], tensor_mul_scalar(dy, static_cast<const TimesCapture *>(c->capture)->s));
}

static Tensor *times(Tensor *x, real s)
{
    static const Operation op = {"times", times_backward, NULL, false, {0}, 0, 0, NULL, 0, 0, false, false, SHARES_NONE, NULL};
    Tensor *y = tensor_new_like(x);
    scale_kernel(y, x, s);
    return closure_record(y, &op, INPUTS(x), CAPTURE(TimesCapture, s));
}

static Tensor *twice(Tensor *x)
{
    return tensor_add(x, x);
}

int main()
{
    kindling_on_fail(raise);
    Tensor *x = tensor_requires_grad(tensor_from(SHAPE(2, 2), VALUES(1, 2, 3, 4)));
    Tensor *(*apply)(Tensor *, Tensor *) = tensor_mul;
    tensor_backward(tensor_sum(apply(times(x, 3), twice(x)), AXES(0, 1), false));
    expect(tensor_get(x->grad, AT(1, 1)) == 48, "the gradient of 6 x^2 at 4 is 48");

    Rng rng = rng_seed(1);
    Module *layers = sequential_new(LAYERS(&linear_new(2, 3, true, &rng)->module, relu_new()));
    expect(module_forward(layers, x)->shape[1] == 3, "a layer");
    module_free(layers);

    int line = 0;
    try {
        line = __LINE__ + 1;
        tensor_add(twice(x), tensor_zeros(SHAPE(3)));
    } catch (const Mistake &mistake) {
        expect(std::string(mistake.what()).find("tensor_add: cannot broadcast") == 0,
               mistake.what());
        expect(mistake.line == line, "the line is of another call");
        line = 0;
    }
    expect(line == 0, "nothing was thrown");
    return 0;
}
