/* measure.c - what optimizers cost in memory and gain in steps: predicted and measured. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "kindling.h"
#include "predict.h"

enum { STATE, SGD, MOMENTUM, ADAM, TURNED };

typedef Optimizer *(*Maker)(const ParameterList *, OptimizerOptions);

/* ---- memory ---------------------------------------------------------------------------------- */

/* Bytes of this process that are in memory; -1 where the system does not say. */
static double resident(void)
{
    long pages, in_memory;
    FILE *f = fopen("/proc/self/statm", "r");
    bool ok = f != NULL && fscanf(f, "%ld %ld", &pages, &in_memory) == 2;
    if (f != NULL)
        fclose(f);
    return ok ? (double)in_memory * (double)sysconf(_SC_PAGESIZE) : -1;
}

static void measure_state(const char *name, Maker make, double momentum, int moments)
{
    const long N = 5000000;
    Tensor *w = tensor_requires_grad(tensor_new_in(NULL, SHAPE(N)));
    ParameterList *list = parameters_new();
    parameters_add(list, "w", w);
    grad_add(w, tensor_ones(SHAPE(N)));
    double before = resident();
    Optimizer *o = make(list, (OptimizerOptions){.lr = 0.1, .momentum = momentum});
    optimizer_step(o);
    double after = resident(), start = kindling_seconds();
    for (int i = 0; i < 5; i++)
        optimizer_step(o);
    double each = (kindling_seconds() - start) / 5;
    char grown[32] = "-";
    if (before >= 0)
        snprintf(grown, sizeof grown, "%.1f MB", (after - before) / 1e6);
    printf("  %-14s %10.1f MB %13s %10.2f ms\n", name, moments * (double)N * sizeof(real) / 1e6,
           grown, 1e3 * each);
    if (before >= 0 && moments == 2)
        measured(STATE, (after - before) / 1e6);
    optimizer_free(o);
    parameters_free(list);
    tensor_free(w);
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* f(x, y) = (a^2 + kappa b^2) / 2, where a and b are x and y, or both turned by 45 degrees. */
static double quadratic(Tensor *w, double kappa, bool turned)
{
    double x = (double)w->data[0], y = (double)w->data[1], c = turned ? sqrt(0.5) : 1,
           s = turned ? c : 0;
    double a = c * x + s * y, b = c * y - s * x;
    real beta, *g = grad_buffer(w, &beta)->data;
    g[0] = (real)(c * a - s * kappa * b);
    g[1] = (real)(s * a + c * kappa * b);
    return (a * a + kappa * b * b) / 2;
}

/* Steps until the loss is a millionth of what it was; -1: not within 100000. */
static long steps_needed(Maker make, OptimizerOptions options, double kappa, bool turned)
{
    Scope *scope = scope_open();
    Tensor *w = tensor_requires_grad(tensor_ones(SHAPE(2)));
    w->data[0] = turned ? 0 : 1; /* a and b both are 1 */
    w->data[1] = turned ? (real)sqrt(2) : 1;
    ParameterList *list = parameters_new();
    parameters_add(list, "w", w);
    Optimizer *o = make(list, options);
    double start = quadratic(w, kappa, turned);
    while (o->step[0] < 100000 && quadratic(w, kappa, turned) > 1e-6 * start) {
        optimizer_step(o);
        optimizer_zero_grad(o);
    }
    long steps = o->step[0] < 100000 ? o->step[0] : -1;
    optimizer_free(o);
    parameters_free(list);
    scope_close(scope);
    return steps;
}

static void measure_steps(double kappa)
{
    static long first = 1; /* Adam's, at kappa = 10 */
    double root = sqrt(kappa), rate = (kappa - 1) / (kappa + 1), roll = (root - 1) / (root + 1);
    double need = log(1e-3); /* the loss is a square */
    OptimizerOptions sgd = {.lr = 2 / (kappa + 1)};
    OptimizerOptions momentum = {.lr = 4 / ((root + 1) * (root + 1)), .momentum = roll * roll};
    OptimizerOptions adam = {.lr = 0.03};
    long plain = steps_needed(sgd_new, sgd, kappa, false);
    long rolling = steps_needed(sgd_new, momentum, kappa, false);
    long along = steps_needed(adam_new, adam, kappa, false);
    long turned = steps_needed(adam_new, adam, kappa, true);
    printf("  %7.0f %9.0f %8ld %9.0f %8ld %9ld %9ld\n", kappa, need / log(rate), plain,
           need / log(roll), rolling, along, turned);
    contract(labs(plain - lround(need / log(rate))) <= 2, "sgd_step: w - lr g, and nothing else");
    contract(rolling > 0 && (double)rolling < 2.5 * need / log(roll),
             "07.2 momentum_step: about as many steps as predicted");
    contract(labs(along - 46) <= 2, "07.3 to 07.5: a step of Adam does not change when all "
                                    "gradients of a weight are multiplied by 100");
    measured(TURNED, (double)turned);
    first = kappa == 10 ? along : first;
    measured(ADAM, (double)along / (double)first);
    if (kappa == 1000) {
        measured(SGD, (double)plain);
        measured(MOMENTUM, (double)rolling);
    }
}

int main(void)
{
    Scope *scope = scope_open();
    predict(STATE, "what Adam keeps for 5,000,000 weights", "MB");
    predict(SGD, "steps of SGD at kappa = 1000", "");
    predict(MOMENTUM, "steps of SGD with momentum at kappa = 1000", "");
    predict(ADAM, "Adam at kappa = 10000: times the steps of kappa = 10", "");
    predict(TURNED, "steps of Adam at kappa = 10000, turned by 45 degrees", "");
    printf("\nState of 5,000,000 parameters, and one step\n\n  %-14s %13s %13s %13s\n", "",
           "predicted", "measured", "a step");
    measure_state("SGD", sgd_new, 0, 0);
    measure_state("SGD, momentum", sgd_new, 0.9, 1);
    measure_state("Adam", adam_new, 0, 2);
    scope_close(scope);
    printf("\nSteps to a millionth of the loss on (a^2 + kappa b^2) / 2\n\n"
           "  %7s %18s %18s %9s %9s\n  %7s %9s %8s %9s %8s %9s %9s\n",
           "", "SGD", "momentum", "Adam", "turned", "kappa", "predicted", "measured", "predicted",
           "measured", "measured", "measured");
    for (double kappa = 10; kappa <= 10000; kappa *= 10)
        measure_steps(kappa);
    printf("\nturned: the same valley, turned by 45 degrees. SGD and momentum do not notice.\n\n");
    return conclude();
}
