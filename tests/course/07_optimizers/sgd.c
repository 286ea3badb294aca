/* sgd.c - 07.2 and 07.3: walking downhill, and rolling. */
#include "plain_steps.h"
#include "fixtures/optimizers.h"

static Tensor *after_sgd(Tensor *w, Tensor *g, Tensor *lr, double momentum, double decay)
{
    return steps_of(sgd_new, w, g, lr,
                    (OptimizerOptions){.momentum = momentum, .weight_decay = decay});
}

static inline void register_mistakes(const Tensor *w, const Tensor *g, const Tensor *lr,
                                     double momentum, double decay)
{
    MISTAKE(plain_sgd(SGD_UPHILL, w, g, lr, momentum, decay),
            "uphill: the gradient points where the loss grows, so take the step off the weight");
    MISTAKE(plain_sgd(SGD_NO_LR, w, g, lr, momentum, decay), "the learning rate is missing");
    if (decay != 0) {
        MISTAKE(plain_sgd(SGD_NO_DECAY, w, g, lr, momentum, decay),
                "no weight decay: add decay * w to the gradient");
        MISTAKE(plain_sgd(SGD_DECAY_SIGN, w, g, lr, momentum, decay),
                "the decay has the wrong sign: weights grow; it is added to the gradient, both are "
                "taken off");
        MISTAKE(plain_sgd(SGD_DECAY_WITHOUT_LR, w, g, lr, momentum, decay),
                "the learning rate is missing in the decay: lr times (g + decay w), both");
        MISTAKE(plain_sgd(SGD_PARENTHESES, w, g, lr, momentum, decay),
                "parentheses are missing: w - lr g + decay w makes weights grow; it is w - lr (g + "
                "decay w)");
        MISTAKE(plain_sgd(SGD_DECAY_WITHOUT_WEIGHT, w, g, lr, momentum, decay),
                "decay itself was added to the gradient: it is decay times the weight");
    }
    if (momentum == 0)
        return;
    if (decay != 0)
        MISTAKE(
            plain_sgd(SGD_DECAY_OUTSIDE_BUF, w, g, lr, momentum, decay),
            "the decay stays outside of buf: it is a part of the slope, and the slope enters buf");
    MISTAKE(plain_sgd(SGD_SLOPE_SCALED, w, g, lr, momentum, decay),
            "the slope was scaled by 1 - momentum, and so was the first step: it enters buf whole");
    MISTAKE(plain_sgd(SGD_BUF_NOT_KEPT, w, g, lr, momentum, decay),
            "the velocity was not kept, or not used: store the new buf[i], and move the weight by "
            "lr times that");
    MISTAKE(plain_sgd(SGD_BUF_WITHOUT_MOMENTUM, w, g, lr, momentum, decay),
            "the old buf was not multiplied by momentum: it never slows down");
    MISTAKE(plain_sgd(SGD_OLD_BUF, w, g, lr, momentum, decay),
            "the weight moved by the old buf: update buf first, then the weight");
    MISTAKE(plain_sgd(SGD_LR_INSIDE, w, g, lr, momentum, decay),
            "the learning rate is inside buf: when lr changes, old slopes still count with the old "
            "one");
    MISTAKE(plain_sgd(SGD_NESTEROV, w, g, lr, momentum, decay),
            "this is Nesterov's form, slope + momentum buf; here the weight moves by buf");
}

/* ---- 07.2 sgd_step ------------------------------------------------------------------------ */

TEST(one_weight_by_hand, .points = 3, .exercise = "07.2 sgd_step", .file = "sgd.c",
     .hints = HINTS("The slope is the gradient plus decay times the weight.",
                    "Take lr times the slope off the weight, for i from 0 to n - 1.",
                    "w[i] -= s->lr * (g[i] + s->decay * w[i]);"))
{
    Tensor *w = input("w", SHAPE(1), VALUES(2)), *g = input("g", SHAPE(1, 1), VALUES((real)0.5));
    Tensor *lr = input("lr", SHAPE(1), VALUES((real)0.1));
    given("decay", "0.2");
    double decay = 0.2;
    EXPECT(Tensor *want = values(SHAPE(1), VALUES((real)1.91)));
    EXPECT(register_mistakes(w, g, lr, 0, decay););
    Tensor *after = CALL(after_sgd(w, g, lr, 0, decay));
    check_tensor(after, want, "2 - 0.1 * (0.5 + 0.2 * 2) = 1.91");
}

TEST(several_steps_with_decay, .points = 3, .exercise = "07.2 sgd_step", .file = "sgd.c",
     .hints = HINTS("Each step starts from the weights the step before has left.",
                    "Decay pulls towards 0: positive weights down, negative ones up.",
                    "w[i] -= s->lr * (g[i] + s->decay * w[i]);"))
{
    Tensor *w = draw("w", SHAPE(7)), *g = draw("g", SHAPE(3, 7)),
           *lr = draw_between("lr", SHAPE(3), 0.05, 0.5);
    double decay = draw_double("decay", 0.1, 0.9);
    EXPECT(Tensor *want = plain_sgd(SGD_RIGHT, w, g, lr, 0, decay));
    EXPECT(register_mistakes(w, g, lr, 0, decay););
    Tensor *after = CALL(after_sgd(w, g, lr, 0, decay));
    check_tensor(after, want, "w - lr (g + decay w), in every step");
}

TEST(the_gradient_stays_as_it_is, .points = 3, .exercise = "07.2 sgd_step", .file = "sgd.c",
     .hints = HINTS("The optimizer reads gradients; it does not change them.",
                    "Keep the slope in a variable of its own.",
                    "real slope = g[i] + s->decay * w[i];"))
{
    Tensor *w = draw("w", SHAPE(2, 3)), *g = draw("g", SHAPE(1, 2, 3));
    Tensor *p = parameter(w);
    set_gradient(p, g, 0);
    ParameterList *list = parameters_new();
    parameters_add(list, "w", p);
    Optimizer *o = sgd_new(list, (OptimizerOptions){.lr = 0.25, .weight_decay = 0.5});
    EXPECT(Tensor *want = plain_reshape(g, SHAPE(2, 3)), *moved = copy_of(w));
    EXPECT(for (long i = 0; i < 6; i++) moved->data[i] -=
           (real)0.25 * (g->data[i] + (real)0.5 * w->data[i]););
    CALL(o->update(o, 0));
    check_tensor(p->grad, want, "a step changes weights; the gradient is only read");
    check_tensor(p, moved, "w - lr (g + decay w), for every number of a matrix");
    optimizer_free(o);
    parameters_free(list);
}

/* w after each of three steps on loss = 2 w, whose gradient is 2. */
static Tensor *three_steps(bool cleared)
{
    Tensor *w = tensor_requires_grad(tensor_ones(SHAPE(1))), *trace = tensor_zeros(SHAPE(3));
    ParameterList *list = parameters_new();
    parameters_add(list, "w", w);
    Optimizer *o = sgd_new(list, (OptimizerOptions){.lr = 0.1});
    for (int t = 0; t < 3; t++) {
        if (cleared)
            optimizer_zero_grad(o);
        tensor_backward(tensor_sum(tensor_mul_scalar(w, 2), ALL_AXES, false));
        o->update(o, 0);
        trace->data[t] = w->data[0];
    }
    optimizer_free(o);
    parameters_free(list);
    return trace;
}

TEST(gradients_add_up_until_they_are_cleared, .points = 2, .exercise = "07.2 sgd_step",
     .file = "sgd.c",
     .hints = HINTS("The step uses the gradient that is there, whoever put it there.",
                    "Clearing is the business of optimizer_zero_grad: do not clear in a step.",
                    "w[i] -= s->lr * (g[i] + s->decay * w[i]);"))
{
    EXPECT(Tensor *with = values(SHAPE(3), VALUES((real)0.8, (real)0.6, (real)0.4)));
    EXPECT(Tensor *without = values(SHAPE(3), VALUES((real)0.8, (real)0.4, (real)-0.2)));
    Tensor *cleared = CALL(three_steps(true));
    check_tensor(cleared, with, "the gradient is 2 in every step");
    MISTAKE(copy_of(with), "the step has cleared the gradient: only optimizer_zero_grad does");
    Tensor *forgotten = CALL(three_steps(false));
    check_tensor(forgotten, without, "nobody clears: the gradient is 2, then 4, then 6");
}

/* ---- 07.3 momentum_step --------------------------------------------------------------------- */

TEST(two_steps_by_hand, .points = 4, .exercise = "07.3 momentum_step", .file = "sgd.c",
     .hints = HINTS("buf is zero before the first step, so the first buf is the slope.",
                    "First the new buf[i], then the weight from it.",
                    "buf[i] = s->momentum * buf[i] + slope; w[i] -= s->lr * buf[i];"))
{
    Tensor *w = input("w", SHAPE(1), VALUES(1)), *g = input("g", SHAPE(2, 1), VALUES(1, 1));
    Tensor *lr = input("lr", SHAPE(2), VALUES((real)0.1, (real)0.1));
    given("momentum", "0.9");
    double momentum = 0.9;
    EXPECT(Tensor *want = values(SHAPE(1), VALUES((real)0.71)));
    EXPECT(register_mistakes(w, g, lr, momentum, 0););
    Tensor *after = CALL(after_sgd(w, g, lr, momentum, 0));
    check_tensor(after, want, "buf is 1, then 0.9 + 1 = 1.9: 1 - 0.1 - 0.19 = 0.71");
}

TEST(rolling_while_lr_changes, .points = 6, .exercise = "07.3 momentum_step", .file = "sgd.c",
     .hints = HINTS("The learning rate may change between steps. It belongs to the weight's line, "
                    "not to buf's.",
                    "buf collects slopes: gradient and decay together.",
                    "buf[i] = s->momentum * buf[i] + (g[i] + s->decay * w[i]); "
                    "w[i] -= s->lr * buf[i];"))
{
    Tensor *w = draw("w", SHAPE(6)), *g = draw("g", SHAPE(4, 6)),
           *lr = draw_between("lr", SHAPE(4), 0.05, 0.5);
    double momentum = draw_double("momentum", 0.3, 0.9), decay = draw_double("decay", 0.1, 0.9);
    EXPECT(Tensor *want = plain_sgd(SGD_RIGHT, w, g, lr, momentum, decay));
    EXPECT(register_mistakes(w, g, lr, momentum, decay););
    Tensor *after = CALL(after_sgd(w, g, lr, momentum, decay));
    check_tensor(after, want, "buf = momentum buf + (g + decay w); w = w - lr buf");
}

TEST(the_steps_of_torch_sgd, .points = 4, .exercise = "07.3 momentum_step", .file = "sgd.c",
     .hints = HINTS("Five steps with momentum 0.8 and decay 0.1, computed by PyTorch.",
                    "If the two tests above pass, this one does.", "See two_steps_by_hand."))
{
    EXPECT(Tensor *w0 = torch_weights(), *g0 = torch_gradients(), *lr0 = torch_rates());
    EXPECT(register_mistakes(w0, g0, lr0, 0.8, 0.1););
    EXPECT(Tensor *want = after_five(sgd_momentum_decay_steps));
    Tensor *w = torch_weights(), *g = torch_gradients(), *lr = torch_rates();
    Tensor *after = CALL(after_sgd(w, g, lr, 0.8, 0.1));
    check_tensor(after, want,
                 "torch.optim.SGD(lr=0.05, momentum=0.8, weight_decay=0.1) after five steps");
}
