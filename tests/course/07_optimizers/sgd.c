/* sgd.c - 07.2 and 07.3: walking downhill, and rolling. */
#include "parameters.h"

static Sgd sgd_of(double lr, double momentum, double decay)
{
    given("s", "lr %.4g, momentum %.4g, decay %.4g", lr, momentum, decay);
    return (Sgd){.lr = (real)lr, .momentum = (real)momentum, .decay = (real)decay};
}

/* ---- 07.2 sgd_step ------------------------------------------------------------------------ */

static void check_sgd(Sgd s, Tensor *weights, const Tensor *gradients, const char *rule)
{
    long n = weights->shape[0];
    real *w = weights->data;
    const real *g = gradients->data;
    may_change(weights);

    Tensor *want = EXPECT(sgd_want(&s, weights, gradients));
    CALL(sgd_step(&s, n, w, g));
    check_tensor(weights, want, rule);
}

TEST(one_weight_by_hand, .points = 1, .exercise = "07.2 sgd_step", .file = "sgd.c")
{
    Tensor *w = input("w", SHAPE(1), VALUES(2)), *g = input("g", SHAPE(1), VALUES((real)0.5));

    check_sgd(sgd_of(0.1, 0, 0.2), w, g, "2 - 0.1 * (0.5 + 0.2 * 2) = 1.91");
}

TEST(many_weights_with_decay, .points = 4, .exercise = "07.2 sgd_step", .file = "sgd.c")
{
    double lr = draw_double("lr", 0.05, 0.5), decay = draw_double("decay", 0.1, 0.9);
    Tensor *w = draw("w", SHAPE(7)), *g = draw("g", SHAPE(7));
    g->data[draw_long("flat", 0, 6)] = 0;
    resealed(g);

    check_sgd(sgd_of(lr, 0, decay), w, g, "w - lr (g + decay w), for every weight");
}

TEST(the_gradient_stays_as_it_is, .points = 2, .exercise = "07.2 sgd_step", .file = "sgd.c")
{
    Tensor *w = draw("w", SHAPE(2, 3)), *g = draw("g", SHAPE(2, 3)), *p = parameter(w);
    Sgd s = sgd_of(0.25, 0, 0.5);
    ParameterList *list = parameters_new();
    set_gradient(p, g->data);
    parameters_add(list, "w", p);
    Optimizer *o = sgd_new(list, (OptimizerOptions){.lr = 0.25, .weight_decay = 0.5});
    given("o", "SGD, lr 0.25, decay 0.5, of a parameter (2, 3)");

    Tensor *want = EXPECT(copy_of(g)), *moved = EXPECT(sgd_want(&s, w, g));
    CALL(o->update(o, 0));
    check_tensor(p->grad, want, "a step changes weights; the gradient is only read");
    check_tensor(p, moved, "w - lr (g + decay w), for every number of a matrix");
    optimizer_free(o);
    parameters_free(list);
}

TEST(gradients_add_up_until_they_are_cleared, .points = 2, .exercise = "07.2 sgd_step",
     .file = "sgd.c")
{
    double first = draw_double("first", 1, 2), slope = draw_double("slope", 0.5, 3);
    Tensor *w = tensor_requires_grad(tensor_full(SHAPE(1), (real)first));
    ParameterList *list = parameters_new();
    parameters_add(list, "w", w);
    Optimizer *o = sgd_new(list, (OptimizerOptions){.lr = 0.1});
    for (int step = 0; step < 3; step++) {
        given("o", "SGD, lr 0.1, of w, which began as first; step %d, the gradient is %d slope",
              step + 1, step + 1);
        tensor_backward(tensor_sum(tensor_mul_scalar(w, (real)slope), ALL_AXES, false));

        Tensor *want = EXPECT(uncleared_want(step, first, slope));
        CALL(o->update(o, 0));
        check_tensor(w, want, "nobody clears: the gradient is slope, then 2 slope, then 3 slope");
    }
    optimizer_free(o);
    parameters_free(list);
}

/* ---- 07.3 momentum_step --------------------------------------------------------------------- */

static void check_momentum(Sgd s, Tensor *weights, Tensor *velocity, const Tensor *gradients,
                           const char *rule)
{
    long n = weights->shape[0];
    real *w = weights->data, *buf = velocity->data;
    const real *g = gradients->data;
    may_change(weights), may_change(velocity);

    Tensor *want = EXPECT(momentum_want(&s, weights, velocity, gradients));
    CALL(momentum_step(&s, n, w, buf, g));
    Tensor *w_and_buf = joined(weights, velocity);
    check_tensor(w_and_buf, want, rule);
}

TEST(two_steps_by_hand, .points = 1, .exercise = "07.3 momentum_step", .file = "sgd.c")
{
    Sgd s = sgd_of(0.1, 0.9, 0);
    Tensor *w = input("w", SHAPE(1), VALUES(1)), *buf = input("buf", SHAPE(1), VALUES(0));
    Tensor *g = input("g", SHAPE(1), VALUES(1));

    check_momentum(s, w, buf, g, "buf = 0.9 * 0 + 1 = 1, w = 1 - 0.1 * 1 = 0.9");
    w = input("w", SHAPE(1), VALUES((real)0.9)), buf = input("buf", SHAPE(1), VALUES(1));
    g = input("g", SHAPE(1), VALUES(3));
    check_momentum(s, w, buf, g, "buf = 0.9 * 1 + 3 = 3.9, w = 0.9 - 0.1 * 3.9 = 0.51");
}

TEST(rolling_with_decay, .points = 7, .exercise = "07.3 momentum_step", .file = "sgd.c")
{
    double lr = draw_double("lr", 0.05, 0.5), momentum = draw_double("momentum", 0.3, 0.9);
    double decay = draw_double("decay", 0.1, 0.9);
    Tensor *w = draw("w", SHAPE(6)), *buf = draw("buf", SHAPE(6)), *g = draw("g", SHAPE(6));

    check_momentum(sgd_of(lr, momentum, decay), w, buf, g,
                   "rows: w = w - lr buf, of the new buf; buf = momentum buf + (g + decay w)");
}

TEST(the_steps_of_torch_sgd, .points = 4, .exercise = "07.3 momentum_step", .file = "sgd.c")
{
    check_torch(sgd_new, (OptimizerOptions){.momentum = 0.8, .weight_decay = 0.1}, TORCH_SGD,
                "torch.optim.SGD(lr=0.05, momentum=0.8, weight_decay=0.1)");
}
