/* sgd_want.c - a step of SGD in plain loops, right and with each of the mistakes people make. */
#include "want.h"

typedef enum {
    RIGHT,
    UPHILL,
    NO_LR,
    FIRST_ONLY,
    NO_DECAY,
    DECAY_SIGN,
    DECAY_WITHOUT_LR,
    PARENTHESES,
    DECAY_WITHOUT_WEIGHT,
    OF_MOMENTUM, /* the others need a velocity */
    DECAY_OUTSIDE_BUF = OF_MOMENTUM,
    SLOPE_SCALED,
    NOT_KEPT,
    NOT_USED,
    WITHOUT_MOMENTUM,
    OLD_BUF,
    LR_INSIDE,
    NESTEROV,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [UPHILL] = "uphill: the gradient points where the loss grows, so take the step off the weight",
    [NO_LR] = "the learning rate is missing",
    [FIRST_ONLY] = "only the first weight moved: there are n of them",
    [NO_DECAY] = "no weight decay: add decay * w to the gradient",
    [DECAY_SIGN] = "the decay has the wrong sign: weights grow; it is added to the gradient, both "
                   "are taken off",
    [DECAY_WITHOUT_LR] = "the learning rate is missing in the decay: lr times (g + decay w), both",
    [PARENTHESES] = "parentheses are missing: w - lr g + decay w makes weights grow; it is w - lr "
                    "(g + decay w)",
    [DECAY_WITHOUT_WEIGHT] = "decay itself was added to the gradient: it is decay times the weight",
    [DECAY_OUTSIDE_BUF] = "the decay stays outside of buf: it is a part of the slope, and the "
                          "slope enters buf",
    [SLOPE_SCALED] = "the slope was scaled by 1 - momentum, and so was the first step: it enters "
                     "buf whole",
    [NOT_KEPT] = "the velocity was not kept: the new one has to be stored in buf[i]",
    [NOT_USED] = "the velocity was not used: the weight moves by lr times the new buf[i]",
    [WITHOUT_MOMENTUM] = "the old buf was not multiplied by momentum: it never slows down",
    [OLD_BUF] = "the weight moved by the old buf: update buf first, then the weight",
    [LR_INSIDE] = "the learning rate is inside buf: when lr changes, old slopes still count with "
                  "the old one",
    [NESTEROV] = "this is Nesterov's form, slope + momentum buf; here the weight moves by buf",
};

static double slope_of(Slip slip, double w, double g, double decay)
{
    switch (slip) {
    case NO_DECAY:
    case DECAY_OUTSIDE_BUF:
    case DECAY_WITHOUT_LR:
    case PARENTHESES:
        return g;
    case DECAY_SIGN:
        return g - decay * w;
    case DECAY_WITHOUT_WEIGHT:
        return g + decay;
    default:
        return g + decay * w;
    }
}

static double velocity_of(Slip slip, const Sgd *s, double slope, double old)
{
    double momentum = (double)s->momentum;
    switch (slip) {
    case SLOPE_SCALED:
        return momentum * old + (1 - momentum) * slope;
    case LR_INSIDE:
        return momentum * old + (double)s->lr * slope;
    case WITHOUT_MOMENTUM:
        return old + slope;
    default:
        return momentum * old + slope;
    }
}

/* How far the weight moves. */
static double move_of(Slip slip, const Sgd *s, double w, double slope, double old, double buf)
{
    double lr = (double)s->lr, decayed = (double)s->decay * w;
    switch (slip) {
    case UPHILL:
        return -lr * buf;
    case NO_LR:
    case LR_INSIDE:
        return buf;
    case DECAY_WITHOUT_LR:
        return lr * buf + decayed;
    case PARENTHESES:
        return lr * buf - decayed;
    case DECAY_OUTSIDE_BUF:
        return lr * (buf + decayed);
    case NOT_USED:
        return lr * slope;
    case OLD_BUF:
        return lr * old;
    case NESTEROV:
        return lr * (slope + (double)s->momentum * buf);
    default:
        return lr * buf;
    }
}

static long count(const Tensor *t)
{
    long n = 1;
    for (int d = 0; d < t->ndim; d++)
        n *= t->shape[d];
    return n;
}

/* Row 0 holds the weights, row 1 their velocities; without any (NULL) there is row 0 alone. */
static Tensor *moved(const Sgd *s, const Tensor *w, const Tensor *buf, const Tensor *g, Slip slip)
{
    long n = count(w);
    Tensor *after = buf == NULL ? copy_of(w) : blank(SHAPE(2, n));
    for (long i = 0; i < n; i++) {
        bool moves = i == 0 || slip != FIRST_ONLY;
        double x = (double)w->data[i], old = buf == NULL ? 0 : (double)buf->data[i];
        double slope = slope_of(slip, x, (double)g->data[i], (double)s->decay);
        double velocity = velocity_of(slip, s, slope, old);
        after->data[i] = (real)(moves ? x - move_of(slip, s, x, slope, old, velocity) : x);
        if (buf != NULL)
            after->data[n + i] = (real)(moves && slip != NOT_KEPT ? velocity : old);
    }
    return after;
}

/* Does the mistake make a difference with these numbers? */
static bool shows(Slip slip, const Sgd *s, const Tensor *w)
{
    if (slip == FIRST_ONLY)
        return count(w) > 1;
    return s->decay != 0 || slip < NO_DECAY || slip > DECAY_OUTSIDE_BUF;
}

Tensor *sgd_want(const Sgd *s, const Tensor *w, const Tensor *g)
{
    for (Slip slip = 1; slip < OF_MOMENTUM; slip++)
        if (shows(slip, s, w))
            MISTAKE(moved(s, w, NULL, g, slip), said[slip]);
    return moved(s, w, NULL, g, RIGHT);
}

Tensor *momentum_want(const Sgd *s, const Tensor *w, const Tensor *buf, const Tensor *g)
{
    for (Slip slip = 1; slip < SLIPS; slip++)
        if (shows(slip, s, w))
            MISTAKE(moved(s, w, buf, g, slip), said[slip]);
    return moved(s, w, buf, g, RIGHT);
}

/* ---- the gradient afterwards --------------------------------------------------------------------- */

Tensor *gradient_want(const Sgd *s, const Tensor *w, const Tensor *g)
{
    Tensor *slope = plain_pair(g, plain_scaled(w, (double)s->decay), plus);
    MISTAKE(slope, "the slope was written into the gradient: keep it in a variable of its own");
    MISTAKE(plain_scaled(g, (double)s->lr), "the gradient was multiplied by lr where it lies");
    MISTAKE(plain_scaled(slope, (double)s->lr),
            "the step was written into the gradient: keep it in a variable of its own");
    MISTAKE(plain_scaled(g, 0), "the step has cleared the gradient: only optimizer_zero_grad does");
    return copy_of(g);
}

/* w after step 0, 1 or 2. */
Tensor *uncleared_want(int step, double first, double slope)
{
    static const int shares[] = {1, 3, 6}; /* 1, 1 + 2, 1 + 2 + 3 */
    MISTAKE(values(SHAPE(1), VALUES((real)(first - 0.1 * slope * (step + 1)))),
            "the step has cleared the gradient: only optimizer_zero_grad does");
    return values(SHAPE(1), VALUES((real)(first - 0.1 * slope * shares[step])));
}
