// %% [markdown]
// # 08 Training
//
// Forward, backward, a step down the slope; again. What changes from recipe to recipe is how
// long the step is and how much it remembers of the steps before.

// %%
#include <math.h>
#include "notebook.h"

enum { N = 400, STEPS = 400 };
static Tensor *points;
static IntTensor *kinds;
static double spiral[2][2][N / 2]; /* of each kind: x, y */

// %% [markdown]
// ## Two spirals
//
// No line separates them, and no simple curve does.

// %%
CELL {
    Rng rng = rng_seed(8);
    points = tensor_zeros(SHAPE(N, 2));
    kinds = int_tensor_new(SHAPE(N));
    for (long i = 0; i < N; i++) {
        int kind = (int)(i % 2);
        double t = (double)(i / 2) / (N / 2), angle = 3.5 * t * 3.14159 + kind * 3.14159;
        double x = t * cos(angle) + 0.02 * rng_normal(&rng), y = t * sin(angle) + 0.02 * rng_normal(&rng);
        kinds->data[i] = kind;
        tensor_set(points, AT(i, 0), (real)x);
        tensor_set(points, AT(i, 1), (real)y);
        spiral[kind][0][i / 2] = x;
        spiral[kind][1][i / 2] = y;
    }
    display_chart(2, (Series[]){{"0", N / 2, spiral[0][0], spiral[0][1], true},
                                {"1", N / 2, spiral[1][0], spiral[1][1], true}},
                  &(ChartOptions){.title = "Two spirals", .x_low = -1.6, .x_high = 1.6, .y_low = -1.1,
                                  .y_high = 1.1});
}

// %% [markdown]
// ## Four ways down
//
// The same network from the same start, 400 steps each, with plain gradient descent, with momentum, with
// Adam, and with Adam whose steps first grow and then shrink along a cosine. All have a rate of 0.1, the
// last at its highest: too high for Adam, which leaps at first and cannot settle later. The warm-up cures
// the one, the cosine the other.

// %%
enum { WAYS = 4 };
static const double RATE = 0.1;
static const char *const way_name[WAYS] = {"SGD", "momentum", "Adam", "Adam, cosine"};
static double losses[WAYS][STEPS];
static Module *model;

static Optimizer *optimizer_for(int way, const ParameterList *parameters)
{
    if (way < 2)
        return sgd_new(parameters, (OptimizerOptions){.lr = RATE, .momentum = way == 1 ? 0.9 : 0});
    return adam_new(parameters, (OptimizerOptions){.lr = RATE});
}

static void train(int way)
{
    Rng rng = rng_seed(1);
    module_free(model); /* the one before */
    model = mlp_new(SHAPE(2, 32, 32, 2), ACT_TANH, &rng);
    ParameterList *parameters = parameters_of(model);
    Optimizer *o = optimizer_for(way, parameters);
    for (long step = 0; step < STEPS; step++) {
        Scope *scope = scope_open();
        Tensor *loss = tensor_cross_entropy(module_forward(model, points), kinds, NO_IGNORE_INDEX, 0);
        losses[way][step] = (double)tensor_item(loss);
        tensor_backward(loss);
        if (way == 3)
            o->lr = schedule_cosine(step, STEPS, 40, RATE, 1e-4);
        optimizer_step(o);
        optimizer_zero_grad(o);
        scope_close(scope);
    }
    optimizer_free(o);
    parameters_free(parameters);
}

CELL {
    Series series[WAYS];
    table_begin("way|loss after 400 steps");
    for (int way = 0; way < WAYS; way++) {
        train(way);
        table_row("%s|%.4f", way_name[way], losses[way][STEPS - 1]);
        series[way] = (Series){way_name[way], STEPS, NULL, losses[way], false};
    }
    table_end();
    display_chart(WAYS, series, &(ChartOptions){.title = "Loss", .x_title = "step", .y_low = 0, .y_high = 0.8});
    gate(losses[2][STEPS - 1] < losses[0][STEPS - 1], "Adam gets further than plain descent");
    gate(losses[3][STEPS - 1] < losses[2][STEPS - 1], "with a schedule it gets further still");
}

// %% [markdown]
// ## What was learned
//
// How sure the last model is of kind 1, over the whole plane.

// %%
CELL {
    enum { SIDE = 48 };
    grad_mode(false);
    Tensor *plane = tensor_zeros(SHAPE(SIDE * SIDE, 2));
    for (long i = 0; i < SIDE * SIDE; i++) {
        tensor_set(plane, AT(i, 0), (real)(2.4 * (double)(i % SIDE) / (SIDE - 1) - 1.2));
        tensor_set(plane, AT(i, 1), (real)(1.2 - 2.4 * (double)(i / SIDE) / (SIDE - 1)));
    }
    Tensor *p = tensor_select(tensor_softmax(module_forward(model, plane), -1), 1, 1);
    display_heatmap(tensor_reshape(p, SHAPE(SIDE, SIDE)),
                    &(HeatmapOptions){.title = "Sure of kind 1, from -1.2 to 1.2 each way", .low = 0, .high = 1});
    grad_mode(true);
}

// %% [markdown]
// ## One step in small pieces
//
// A batch that does not fit into memory is taken in pieces. backward adds to the gradients that are
// there, so with each loss divided by the number of pieces the sum is the gradient of all points.

// %%
static double gradient_norm(const ParameterList *parameters, long pieces)
{
    parameters_zero_grad(parameters);
    for (long i = 0; i < pieces; i++) {
        Scope *scope = scope_open();
        long from = i * N / pieces, to = (i + 1) * N / pieces;
        IntTensor *some = int_tensor_from(SHAPE(to - from), to - from, kinds->data + from);
        Tensor *loss = tensor_cross_entropy(module_forward(model, tensor_slice(points, 0, from, to, 1)), some,
                                            NO_IGNORE_INDEX, 0);
        tensor_backward(tensor_mul_scalar(loss, 1 / (real)pieces));
        scope_close(scope);
    }
    return clip_grad_norm(parameters, INFINITY);
}

CELL {
    ParameterList *parameters = parameters_of(model);
    double whole = gradient_norm(parameters, 1), most = 0;
    table_begin("pieces|norm of the gradient");
    for (long pieces = 1; pieces <= 16; pieces *= 4) {
        double norm = gradient_norm(parameters, pieces);
        most = fmax(most, fabs(norm - whole) / whole);
        table_row("%ld|%.6f", pieces, norm);
    }
    table_end();
    gate(most < 1e-3, "pieces of a batch give the gradient of the whole batch");
    parameters_zero_grad(parameters);
    parameters_free(parameters);
}

// %% [markdown]
// ## Steps that are too long
//
// With momentum and a rate of 4, descent overshoots, and the loss grows instead of shrinking. With the
// same rate and gradients clipped to a norm of 0.01, no step runs away, and the spirals are learned.

// %%
static double final_loss(double lr, double clip)
{
    Rng rng = rng_seed(1);
    Module *m = mlp_new(SHAPE(2, 32, 32, 2), ACT_TANH, &rng);
    ParameterList *parameters = parameters_of(m);
    Optimizer *o = sgd_new(parameters, (OptimizerOptions){.lr = lr, .momentum = 0.9});
    double last = 0;
    for (int step = 0; step < STEPS; step++) {
        Scope *scope = scope_open();
        Tensor *loss = tensor_cross_entropy(module_forward(m, points), kinds, NO_IGNORE_INDEX, 0);
        last = (double)tensor_item(loss);
        tensor_backward(loss);
        if (clip > 0)
            clip_grad_norm(parameters, clip);
        optimizer_step(o);
        optimizer_zero_grad(o);
        scope_close(scope);
    }
    optimizer_free(o);
    parameters_free(parameters);
    module_free(m);
    return last;
}

CELL {
    double wild = final_loss(4, 0), tame = final_loss(4, 0.01);
    printf("rate 4: loss %.3g; with gradients clipped to 0.01: %.3f\n", wild, tame);
    gate(wild > 1 && tame < 0.3, "clipping keeps long steps in hand");
}
