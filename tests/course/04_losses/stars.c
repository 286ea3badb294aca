/* stars.c - 04.5: a loss for classes that have an order, by what holds of it. */
#include "want.h"
#include <math.h>

enum { RATINGS = 6, MOST_STARS = 7 };

/* Each has classes, a right one, and what a class further away costs more; of all of them shares. */
typedef struct {
    IntTensor *classes, *right;
    Tensor *step, *shares, *nats;
} Ratings;

static Ratings draw_ratings(double least_nats, double most_nats)
{
    Ratings r = {.classes = draw_ids("n", SHAPE(RATINGS), 3, MOST_STARS)};
    r.right = draw_ids("target", SHAPE(RATINGS), 0, MOST_STARS - 1);
    r.step = draw_between("step", SHAPE(RATINGS), 0.5, 3);
    r.nats = draw_between("nats", SHAPE(RATINGS), least_nats, most_nats);
    r.shares = draw_between("shares", SHAPE(RATINGS, MOST_STARS), 0.05, 1);
    for (long i = 0; i < RATINGS; i++)
        r.right->data[i] %= r.classes->data[i];
    resealed_ids(r.right);
    return r;
}

/* The loss of a model that is sure of class j, by so many nats, wherever all logits lie. */
static double loss_when_sure(const Ratings *r, long i, int j, double nats)
{
    long n = r->classes->data[i];
    real x[MOST_STARS];
    for (long k = 0; k < n; k++)
        x[k] = (real)(k == j ? 3 + nats : 3);
    return stars_loss(n, x, r->right->data[i], (double)r->step->data[i]);
}

/* The least by which a class further away costs more; what is asked for, if none costs less. */
static double least_step(const Ratings *r, long i, double nats)
{
    double asked = (double)r->step->data[i], least = asked;
    for (int side = -1; side <= 1; side += 2) {
        int j = r->right->data[i];
        double before = loss_when_sure(r, i, j, nats);
        for (j += side; j >= 0 && j < r->classes->data[i]; j += side) {
            double now = loss_when_sure(r, i, j, nats), more = now - before;
            if (!(more >= asked * (1 - 1e-3)) && !(more > least))
                least = more;
            before = now;
        }
    }
    return least;
}

/* ---- honest --------------------------------------------------------------------------------------- */

static double mean_loss(long n, const double *p, const double *q, double step)
{
    real x[MOST_STARS];
    double sum = 0;
    for (long k = 0; k < n; k++)
        x[k] = (real)log(q[k]);
    for (int t = 0; t < n; t++)
        sum += p[t] * stars_loss(n, x, t, step);
    return sum;
}

/* How many of 2 n other answers cost less than the shares by which classes are right. */
static double cheaper_answers(const Ratings *r, long i)
{
    long n = r->classes->data[i];
    double p[MOST_STARS], q[MOST_STARS], sum = 0, cheaper = 0;
    double step = (double)r->step->data[i];
    for (long k = 0; k < n; k++)
        sum += (double)r->shares->data[i * MOST_STARS + k];
    for (long k = 0; k < n; k++)
        p[k] = (double)r->shares->data[i * MOST_STARS + k] / sum;
    double least = mean_loss(n, p, p, step) * (1 - 1e-9);
    for (long way = 0; way < 2 * n; way++) {
        double part = way < n ? 0.1 : 0.7;
        for (long k = 0; k < n; k++)
            q[k] = (1 - part) * p[k] + (k == way % n ? part : 0);
        cheaper += !(mean_loss(n, p, q, step) >= least);
    }
    return cheaper;
}

/* ---- tests ---------------------------------------------------------------------------------------- */

TEST(further_costs_more, .points = 6, .exercise = "04.5 stars_loss", .file = "stars_loss.c")
{
    Ratings r = draw_ratings(20, 30);

    Tensor *want = EXPECT(stars_want(r.step, NULL));
    check_called("stars_loss(n, x, target, step)");
    Tensor *losses = blank(SHAPE(2, RATINGS));
    for (long i = 0; i < RATINGS; i++) {
        double right = loss_when_sure(&r, i, r.right->data[i], (double)r.nats->data[i]);
        losses->data[i] = (real)least_step(&r, i, (double)r.nats->data[i]);
        losses->data[RATINGS + i] = (real)(right >= 0 && right < 1e-5 ? 0 : right);
    }
    check_tensor_within(losses, want, 0,
                        "row 0: what a class further away costs more, at least, of what is asked "
                        "for; row 1: the loss of logits sure of the target");
}

TEST(honest_answers_cost_least, .points = 6, .exercise = "04.5 stars_loss", .file = "stars_loss.c")
{
    Ratings r = draw_ratings(20, 30);

    Tensor *want = EXPECT(stars_want(r.step, NULL));
    check_called("stars_loss(n, x, target, step)");
    Tensor *losses = blank(SHAPE(2, RATINGS));
    for (long i = 0; i < RATINGS; i++) {
        losses->data[i] = (real)least_step(&r, i, (double)r.nats->data[i]);
        losses->data[RATINGS + i] = (real)cheaper_answers(&r, i);
    }
    check_tensor_within(losses, want, 0,
                        "row 0: what a class further away costs more, of what is asked for; row "
                        "1: how many answers cost less, on average, than the true shares");
}

TEST(no_loss_has_an_end, .points = 4, .exercise = "04.5 stars_loss", .file = "stars_loss.c")
{
    Ratings r = draw_ratings(1000, 9000);

    Tensor *want = EXPECT(stars_want(r.step, r.nats));
    check_called("stars_loss(n, x, target, step)");
    Tensor *losses = blank(SHAPE(2, RATINGS));
    for (long i = 0; i < RATINGS; i++) {
        double nats = (double)r.nats->data[i];
        int other = r.right->data[i] > 0 ? r.right->data[i] - 1 : 1;
        double wrong = loss_when_sure(&r, i, other, nats);
        losses->data[i] = (real)least_step(&r, i, nats);
        losses->data[RATINGS + i] = (real)(wrong >= nats * (1 - 1e-6) ? nats : wrong);
    }
    check_tensor_within(losses, want, 0,
                        "row 0: what a class further away costs more, of what is asked for; row "
                        "1: what it costs to be sure of a wrong class, of as many nats");
}
