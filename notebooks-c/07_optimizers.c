// %% [markdown]
// # 07 Optimizers
//
// A gradient says which way is down, not how far to go. Everything here is about that: the length of
// a step, what earlier steps know, and one rate for every number or one for each.

// %%
#include <math.h>
#include "notebook.h"

enum { STEPS = 60 };
typedef Optimizer *Maker(const ParameterList *parameters, OptimizerOptions options);
typedef struct {
    double x[STEPS + 1], y[STEPS + 1], loss[STEPS + 1];
} Path;

// %% [markdown]
// ## A valley
//
// $f(x, y) = \tfrac12 (x^2 + 25 y^2)$ is a valley, 25 times as steep across as along. A step long
// enough to get along is too long across: plain descent goes from wall to wall.

// %%
static void walk(Path *path, Maker *make, OptimizerOptions options)
{
    Tensor *at = tensor_requires_grad(tensor_keep(tensor_from(SHAPE(2), VALUES(-4, 1))));
    Tensor *steep = tensor_from(SHAPE(2), VALUES((real)0.5, (real)12.5));
    ParameterList *parameters = parameters_new();
    parameters_add(parameters, "at", at);
    Optimizer *optimizer = make(parameters, options);
    for (int i = 0; i <= STEPS; i++) {
        Scope *scope = scope_open();
        Tensor *loss = tensor_sum(tensor_mul(steep, tensor_mul(at, at)), ALL_AXES, false);
        path->x[i] = (double)at->data[0];
        path->y[i] = (double)at->data[1];
        path->loss[i] = (double)tensor_item(loss);
        tensor_backward(loss);
        optimizer_step(optimizer);
        optimizer_zero_grad(optimizer);
        scope_close(scope);
    }
    optimizer_free(optimizer);
    parameters_free(parameters);
    tensor_free(at);
}

static Path plain, heavy, adaptive;

CELL {
    walk(&plain, sgd_new, (OptimizerOptions){.lr = 0.07});
    walk(&heavy, sgd_new, (OptimizerOptions){.lr = 0.03, .momentum = 0.8});
    walk(&adaptive, adam_new, (OptimizerOptions){.lr = 0.3});
    display_chart(3,
                  (Series[]){{"SGD", 30, plain.x, plain.y, false},
                             {"with momentum", 30, heavy.x, heavy.y, false},
                             {"Adam", 30, adaptive.x, adaptive.y, false}},
                  &(ChartOptions){.title = "Thirty steps down the valley, seen from above",
                                  .x_title = "x, along",
                                  .y_title = "y, across"});
    table_begin("after 60 steps|loss");
    table_row("SGD|%.2e", plain.loss[STEPS]);
    table_row("with momentum|%.2e", heavy.loss[STEPS]);
    table_row("Adam|%.2e", adaptive.loss[STEPS]);
    table_end();
    gate(heavy.loss[STEPS] < plain.loss[STEPS], "momentum gets further than plain descent");
}

// %% [markdown]
// ## The rate that is too large
//
// Across the valley a step multiplies $y$ by $1 - 25\,\mathrm{lr}$. Below $2/25 = 0.08$ that is less
// than 1 in size and the walls come closer; above, each swing is wider than the last.

// %%
CELL {
    static Path path[3];
    static const double rate[3] = {0.02, 0.078, 0.082};
    static double size[3][STEPS + 1];
    for (int i = 0; i < 3; i++) {
        walk(&path[i], sgd_new, (OptimizerOptions){.lr = rate[i]});
        for (int k = 0; k <= STEPS; k++)
            size[i][k] = log10(fabs(path[i].y[k]));
    }
    display_chart(3,
                  (Series[]){{"lr 0.02", STEPS + 1, NULL, size[0], false},
                             {"lr 0.078", STEPS + 1, NULL, size[1], false},
                             {"lr 0.082", STEPS + 1, NULL, size[2], false}},
                  &(ChartOptions){.title = "Distance from the bottom, across",
                                  .x_title = "step",
                                  .y_title = "log10 |y|",
                                  .y_low = -4,
                                  .y_high = 3});
    gate(fabs(path[1].y[STEPS]) < 1, "lr 0.078 comes down");
    gate(fabs(path[2].y[STEPS]) > 5, "lr 0.082 goes up: |y| = %.1f", fabs(path[2].y[STEPS]));
}

// %% [markdown]
// ## What Adam sees
//
// Adam divides by the gradient's own size, so its first step is $\mathrm{lr}$ long, whatever the
// gradient. SGD's first step is $\mathrm{lr}$ times the gradient.

// %%
static double first_step(Maker *make, double gradient)
{
    Tensor *w = tensor_requires_grad(tensor_keep(tensor_zeros(SHAPE(1))));
    ParameterList *parameters = parameters_new();
    parameters_add(parameters, "w", w);
    Optimizer *optimizer = make(parameters, (OptimizerOptions){.lr = 0.01});
    tensor_backward(tensor_sum(tensor_mul_scalar(w, (real)gradient), ALL_AXES, false));
    optimizer_step(optimizer);
    double step = (double)w->data[0];
    optimizer_free(optimizer);
    parameters_free(parameters);
    tensor_free(w);
    return step;
}

CELL {
    double worst = 0;
    table_begin("gradient|SGD moves by|Adam moves by");
    for (int power = -4; power <= 4; power += 2) {
        double gradient = pow(10, power), step = first_step(adam_new, gradient);
        table_row("%g|%g|%.5f", gradient, first_step(sgd_new, gradient), step);
        worst = fmax(worst, fabs(step + 0.01));
    }
    table_end();
    gate(worst < 1e-4, "Adam's first step is lr, whatever the gradient");
}

// %% [markdown]
// ## On a network
//
// Two spirals, each wound into the other; a network with two hidden layers has to tell them apart. The
// same starting weights, the same batches, three optimizers.

// %%
enum { SPIRAL = 200, TRAINING = 400, EVERY = 10, MARKS = TRAINING / EVERY };
static Tensor *points;
static IntTensor *arm;

static void make_spirals(Rng *rng)
{
    points = tensor_zeros(SHAPE(2 * SPIRAL, 2));
    arm = int_tensor_new(SHAPE(2 * SPIRAL));
    for (long i = 0; i < 2 * SPIRAL; i++) {
        double t = 0.5 + 2.5 * (double)(i / 2) / SPIRAL, turn = 2.6 * t + (i % 2 ? 3.14159265 : 0);
        points->data[2 * i] = (real)(0.4 * t * cos(turn) + 0.02 * rng_normal(rng));
        points->data[2 * i + 1] = (real)(0.4 * t * sin(turn) + 0.02 * rng_normal(rng));
        arm->data[i] = (int)(i % 2);
    }
}

static Module *train(double *curve, Maker *make, OptimizerOptions options)
{
    Rng rng = rng_seed(7);
    Module *model = mlp_new(SHAPE(2, 32, 32, 2), ACT_TANH, &rng);
    ParameterList *parameters = parameters_of(model);
    Optimizer *optimizer = make(parameters, options);
    for (int step = 0; step < TRAINING; step++) {
        Scope *scope = scope_open();
        Tensor *loss = tensor_cross_entropy(module_forward(model, points), arm, NO_IGNORE_INDEX, 0);
        if (step % EVERY == 0)
            curve[step / EVERY] = (double)tensor_item(loss);
        tensor_backward(loss);
        optimizer_step(optimizer);
        optimizer_zero_grad(optimizer);
        scope_close(scope);
    }
    optimizer_free(optimizer);
    parameters_free(parameters);
    return model;
}

static double curves[3][MARKS], when[MARKS];
static Module *best;

CELL {
    Rng rng = rng_seed(70);
    make_spirals(&rng);
    for (int i = 0; i < MARKS; i++)
        when[i] = EVERY * i;
    module_free(train(curves[0], sgd_new, (OptimizerOptions){.lr = 0.3}));
    module_free(train(curves[1], sgd_new, (OptimizerOptions){.lr = 0.3, .momentum = 0.9}));
    best = train(curves[2], adam_new, (OptimizerOptions){.lr = 0.01});
    display_chart(3,
                  (Series[]){{"SGD", MARKS, when, curves[0], false},
                             {"with momentum", MARKS, when, curves[1], false},
                             {"Adam", MARKS, when, curves[2], false}},
                  &(ChartOptions){.title = "Telling two spirals apart",
                                  .x_title = "step",
                                  .y_title = "loss",
                                  .y_low = 0,
                                  .y_high = 0.8});
    gate(curves[2][MARKS - 1] < 0.1, "Adam ends at %.4f", curves[2][MARKS - 1]);
    gate(curves[1][MARKS - 1] < curves[0][MARKS - 1],
         "momentum %.3f is ahead of plain descent %.3f", curves[1][MARKS - 1],
         curves[0][MARKS - 1]);
}

// %% [markdown]
// What it has learned, as a map: how sure it is of the second spiral, at every point of the plane.

// %%
CELL {
    enum { GRID = 48 };
    Tensor *plane = tensor_zeros(SHAPE(GRID * GRID, 2));
    for (long i = 0; i < GRID * GRID; i++) {
        plane->data[2 * i] = (real)(-1.3 + 2.6 * (double)(i % GRID) / (GRID - 1));
        plane->data[2 * i + 1] = (real)(1.3 - 2.6 * (double)(i / GRID) / (GRID - 1));
    }
    Tensor *sure = tensor_select(tensor_softmax(module_forward(best, plane), -1), 1, 1);
    display_heatmap(tensor_reshape(tensor_detach(sure), SHAPE(GRID, GRID)),
                    &(HeatmapOptions){.title = "Which spiral the network sees where"});
}

// %% [markdown]
// ## Weight decay, in two places
//
// Adam with decay in the gradient divides the decay by the gradient's size: weights that get large
// gradients hardly decay. AdamW takes it off the weight itself: the same share of each.

// %%
static double decayed(Maker *make, double noise)
{
    Tensor *w = tensor_requires_grad(tensor_keep(tensor_ones(SHAPE(1))));
    ParameterList *parameters = parameters_new();
    parameters_add(parameters, "w", w);
    Optimizer *optimizer = make(parameters, (OptimizerOptions){.lr = 1e-3, .weight_decay = 0.1});
    for (int step = 0; step < 3000; step++) {
        Scope *scope = scope_open();
        real push = (real)(step % 2 ? noise : -noise); /* a gradient that leads nowhere */
        tensor_backward(tensor_sum(tensor_mul_scalar(w, push), ALL_AXES, false));
        optimizer_step(optimizer);
        optimizer_zero_grad(optimizer);
        scope_close(scope);
    }
    double left = (double)w->data[0];
    optimizer_free(optimizer);
    parameters_free(parameters);
    tensor_free(w);
    return left;
}

CELL {
    table_begin("size of the gradient|left of the weight, Adam|left of the weight, AdamW");
    double adam[3], adamw[3], noise[3] = {0.1, 1, 10};
    for (int i = 0; i < 3; i++) {
        adam[i] = decayed(adam_new, noise[i]);
        adamw[i] = decayed(adamw_new, noise[i]);
        table_row("%g|%.2f|%.2f", noise[i], adam[i], adamw[i]);
    }
    table_end();
    gate(fabs(adamw[0] - adamw[2]) < 0.02, "AdamW decays alike, whatever the gradients");
    gate(adam[2] - adam[0] > 0.3, "Adam does not");
}

// %% [markdown]
// ## Clipping
//
// One bad batch can have a gradient a hundred times as long as any other. Clipping shortens it and
// keeps its direction; `clip_grad_norm` measures all parameters together.

// %%
CELL {
    Tensor *a = tensor_requires_grad(tensor_ones(SHAPE(3))),
           *b = tensor_requires_grad(tensor_ones(SHAPE(1)));
    ParameterList *both = parameters_new();
    parameters_add(both, "a", a);
    parameters_add(both, "b", b);
    Tensor *loss = tensor_add(tensor_sum(tensor_mul_scalar(a, 30), ALL_AXES, false),
                              tensor_mul_scalar(b, -40));
    tensor_backward_from(loss, tensor_ones(SHAPE(1)), false);
    double before = clip_grad_norm(both, 1), after = clip_grad_norm(both, INFINITY);
    printf("norm %.2f, afterwards %.4f; a's gradient by b's: %.3f\n", before, after,
           (double)(a->grad->data[0] / b->grad->data[0]));
    gate(fabs(before - sqrt(3 * 900 + 1600)) < 1e-3, "the common norm is sqrt(3 * 30^2 + 40^2)");
    gate(fabs(after - 1) < 1e-5, "it is 1 afterwards, and 30 to -40 stays -0.75");
    parameters_free(both);
}

// %% [markdown]
// ## What to try
//
// Find the largest rate with which SGD still learns the spirals, and the number of steps after which it
// is as good as Adam. Give Adam `.beta2 = 0.5`: what does its curve look like then?
