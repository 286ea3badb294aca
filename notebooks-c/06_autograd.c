// %% [markdown]
// # 06 Autograd
//
// Every operation remembers what it was made from. The chain rule is then a walk over this memory,
// from the loss back to the leaves:
//
// $$\frac{\partial L}{\partial x} = \sum_{y \text{ made from } x} \frac{\partial L}{\partial y}\,
// \frac{\partial y}{\partial x}$$

// %%
#include <math.h>
#include "notebook.h"

static Tensor *x, *w, *b;

CELL {
    x = tensor_named(tensor_from(SHAPE(3, 2), VALUES(1, 2, -1, 0, 3, 1)), "x");
    w = tensor_requires_grad(tensor_named(tensor_from(SHAPE(2, 1), VALUES(0.5, -1)), "w"));
    b = tensor_requires_grad(tensor_named(tensor_from(SHAPE(1), VALUES((real)0.1)), "b"));
    Tensor *y = tensor_tanh(tensor_add(tensor_matmul(x, w), b));
    Tensor *loss = tensor_mean(tensor_mul(y, y), ALL_AXES, false);
    tensor_backward(loss);
    printf("loss %.4f, dL/dw:\n", (double)tensor_item(loss));
    tensor_print(w->grad);
    display_graph(loss, &(GraphOptions){.level = GRAPH_FULL,
                                        .gradients = true,
                                        .title = "mean of tanh(x w + b) squared"});
}

// %% [markdown]
// ## Is it right?
//
// The slope can also be measured: move one number a little and see how much the loss moves. The
// derivative and the measurement agree on every element.

// %%
static double loss_at(double w0)
{
    Scope *scope = scope_open();
    grad_mode(false);
    Tensor *moved = tensor_from(SHAPE(2, 1), VALUES((real)w0, -1));
    Tensor *y = tensor_tanh(tensor_add(tensor_matmul(x, moved), b));
    double loss = (double)tensor_item(tensor_mean(tensor_mul(y, y), ALL_AXES, false));
    scope_close(scope);
    return loss;
}

CELL {
    enum { N = 121 };
    double at[N], curve[N], tangent[N], slope = (double)tensor_get(w->grad, AT(0, 0));
    for (int i = 0; i < N; i++) {
        at[i] = -1 + 3.0 * i / (N - 1);
        curve[i] = loss_at(at[i]);
        tangent[i] = loss_at(0.5) + slope * (at[i] - 0.5);
    }
    double point_x[] = {0.5}, point_y[] = {loss_at(0.5)};
    display_chart(3,
                  (Series[]){{"loss", N, at, curve, false},
                             {"slope from backward", N, at, tangent, false},
                             {"w[0] = 0.5", 1, point_x, point_y, true}},
                  &(ChartOptions){.title = "The gradient is the slope of the loss",
                                  .x_title = "w[0]",
                                  .y_low = 0,
                                  .y_high = 1});
    double measured = (loss_at(0.51) - loss_at(0.49)) / 0.02;
    gate(fabs(measured - slope) < 2e-3, "backward says %.4f, measuring says %.4f", slope, measured);
}

// %% [markdown]
// ## Gradients add up
//
// A number that is used twice gets a share from each use: $x^2 + 3x$ has the slope $2x + 3$.

// %%
CELL {
    Tensor *t = tensor_requires_grad(tensor_named(tensor_scalar(4), "t"));
    Tensor *sum = tensor_add(tensor_mul(t, t), tensor_mul_scalar(t, 3));
    tensor_backward(sum);
    display_graph(sum,
                  &(GraphOptions){.values = true, .gradients = true, .title = "t t + 3 t"});
    gate(tensor_item(t->grad) == 11, "2 * 4 + 3 = %g", (double)tensor_item(t->grad));
}

// %% [markdown]
// ## Two mistakes
//
// The memory is used up by one walk; and a gradient starts from one number.

// %%
CELL_FAILS {
    Tensor *loss = tensor_sum(tensor_mul(w, w), ALL_AXES, false);
    tensor_backward(loss);
    tensor_backward(loss);
}

// %%
CELL_FAILS {
    tensor_backward(tensor_mul(w, w));
}

// %% [markdown]
// ## A gradient that is cut
//
// `tensor_detach` takes the numbers and leaves the past. The drawing shows it as a dashed edge, and
// `w` gets no gradient through it. A whole network to walk back through, step by step, is in `build/explore/xor.html` after
// `make explore`; what such a cut does to it, in `build/explore/cut.html`.

// %%
CELL {
    tensor_zero_grad(w);
    Tensor *h = tensor_matmul(x, w);
    Tensor *loss = tensor_mean(tensor_mul(tensor_detach(h), b), ALL_AXES, false);
    tensor_backward(loss);
    display_graph(loss,
                  &(GraphOptions){.level = GRAPH_FULL, .gradients = true, .title = "detached"});
    gate(w->grad == NULL, "nothing came through");
}
