/* own.c - 07.7: steps down hidden valleys, counted. */
#include "optim.h"
#include "want.h"
#include <math.h>

enum { KINDS = 5, VALLEYS = 25, MOST = 300 };

/* loss = sum of slope[i] u[i]^2 / 2, where u is the place seen from the bottom, in two mirrors. */
typedef struct {
    long n;
    bool turned;
    double slope[MOST], bottom[MOST], mirror[2][MOST];
} Valley;

static void reflect(const double *mirror, double *u, long n)
{
    double along = 0, length = 0;
    for (long i = 0; i < n; i++) {
        along += mirror[i] * u[i];
        length += mirror[i] * mirror[i];
    }
    for (long i = 0; i < n; i++)
        u[i] -= 2 * along / length * mirror[i];
}

static void valley_draw(Valley *v, Rng *rng, double kappa, long n, bool turned)
{
    v->n = n;
    v->turned = turned;
    for (long i = 0; i < n; i++) {
        v->slope[i] = i == 0 ? 1 : i == 1 ? 1 / kappa : pow(kappa, -rng_uniform(rng));
        v->bottom[i] = rng_normal(rng);
        v->mirror[0][i] = rng_normal(rng);
        v->mirror[1][i] = rng_normal(rng);
    }
}

/* Each direction has an equal part of the loss in the beginning. */
static void valley_start(const Valley *v, Rng *rng, real *w)
{
    double u[MOST];
    for (long i = 0; i < v->n; i++)
        u[i] = (rng_uniform(rng) < 0.5 ? -1 : 1) / sqrt(v->slope[i]);
    for (int m = 1; m >= 0 && v->turned; m--)
        reflect(v->mirror[m], u, v->n);
    for (long i = 0; i < v->n; i++)
        w[i] = (real)(u[i] + v->bottom[i]);
}

static double valley_loss(const Valley *v, const real *w, real *g)
{
    double u[MOST], loss = 0;
    for (long i = 0; i < v->n; i++)
        u[i] = (double)w[i] - v->bottom[i];
    for (int m = 0; m < 2 && v->turned; m++)
        reflect(v->mirror[m], u, v->n);
    for (long i = 0; i < v->n; i++) {
        loss += v->slope[i] * u[i] * u[i] / 2;
        u[i] *= v->slope[i];
    }
    for (int m = 1; m >= 0 && v->turned; m--)
        reflect(v->mirror[m], u, v->n);
    for (long i = 0; i < v->n; i++)
        g[i] = (real)u[i];
    return loss;
}

/* Steps until the loss is a millionth; `most` if it takes as many or more. *left: the share of it that is left. */
static double steps_down(const Valley *v, Rng *rng, double most, double *left)
{
    real *w = ROOM_FOR(v->n, real), *g = ROOM_FOR(v->n, real);
    real *a = ROOM_FOR(v->n, real), *b = ROOM_FOR(v->n, real);
    for (long i = 0; i < v->n; i++)
        a[i] = b[i] = 0;
    valley_start(v, rng, w);
    double first = valley_loss(v, w, g), loss = first;
    double steps = 0;
    while (steps < most && !(loss <= 1e-6 * first)) {
        own_step((long)++steps, v->n, w, g, a, b);
        loss = valley_loss(v, w, g);
    }
    *left = loss / first;
    return steps;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median_of_steps(double kappa, bool turned, double most, double *left)
{
    Rng rng = rng_seed(draw_seed());
    double steps[VALLEYS];
    Valley *v = scope_alloc(scope_current(), sizeof *v);
    for (long i = 0; i < VALLEYS; i++) {
        Scope *scope = scope_open();
        long n = i == 0 ? MOST - (long)(draw_seed() % 40) : 3 + (long)(draw_seed() % 8);
        valley_draw(v, &rng, kappa, n, turned);
        steps[i] = steps_down(v, &rng, most, left);
        scope_close(scope);
    }
    qsort(steps, VALLEYS, sizeof *steps, compare);
    return steps[VALLEYS / 2];
}

/* How much a weight moves whose slope has always been 0. */
static double move_on_flat_ground(void)
{
    real w[2] = {3, -2}, g[2] = {0, 0}, a[2] = {0, 0}, b[2] = {0, 0};
    for (long t = 1; t < 4; t++)
        own_step(t, 2, w, g, a, b);
    return fabs((double)w[0] - 3) + fabs((double)w[1] + 2);
}

/* Numbers 0 to 4: the median of the steps in valleys that are kappa[i] times as steep, from what is allowed on;
 * number 5: a move on flat ground; 6 to 10: where steps are too many, what is left of the loss of one valley. */
static void check_steps(bool momentum, bool turned, const char *rule)
{
    Tensor *kappa = draw_between("kappa", SHAPE(KINDS), 0, 1);
    Tensor *allowed = draw_between("allowed", SHAPE(KINDS), 0, 1);
    for (long i = 0; i < KINDS; i++) {
        kappa->data[i] = (real)(100 * pow(30, ((double)i + (double)kappa->data[i]) / KINDS));
        double k = momentum ? sqrt((double)kappa->data[i]) : (double)kappa->data[i];
        double best = log(1000) / log((k + 1) / (k - 1)); /* what each step leaves, at best */
        allowed->data[i] = (real)ceil(1.2 * best);
    }
    resealed(kappa), resealed(allowed);

    Tensor *want = EXPECT(own_want(allowed));
    check_called("own_step(t, n, w, g, a, b)");
    Tensor *steps = blank(SHAPE(2 * KINDS + 1));
    for (long i = 0; i < KINDS; i++) {
        double limit = (double)allowed->data[i], left = 0;
        double median = median_of_steps((double)kappa->data[i], turned, 2 * limit, &left);
        steps->data[i] = (real)fmax(limit, median);
        steps->data[KINDS + 1 + i] = (real)(median > limit ? left : 0);
    }
    steps->data[KINDS] = (real)move_on_flat_ground();
    check_tensor_within(steps, want, 0, rule);
}

TEST(no_slower_than_plain_descent, .points = 5, .exercise = "07.7 own_step", .file = "own.c")
{
    check_steps(
        false, false,
        "numbers 0 to 4: steps in valleys kappa[i] times as steep, where they are more than "
        "allowed, and 6 to 10 the loss that is left then; 5: a move without a slope");
}

TEST(no_slower_than_momentum, .points = 5, .exercise = "07.7 own_step", .file = "own.c")
{
    check_steps(
        true, false,
        "numbers 0 to 4: steps in valleys kappa[i] times as steep, where they are more than "
        "the best momentum needs, and 6 to 10 the loss that is left then");
}

TEST(in_any_direction, .points = 6, .exercise = "07.7 own_step", .file = "own.c")
{
    check_steps(
        true, true,
        "numbers 0 to 4: steps in valleys that lie across the axes, where they are more than "
        "the best momentum needs, and 6 to 10 the loss that is left then");
}
