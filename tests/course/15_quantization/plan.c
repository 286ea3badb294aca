/* plan.c - 15.7: a scheme for each matrix, looked at by its bytes and by what it is off. */
#include "draws.h"
#include "want.h"

enum { PLANS = 6, ROWS = 48, HIDDEN = 64 };

/* What a plan is made for. */
typedef struct {
    long n;
    Tensor *w[MATRICES], *x[MATRICES];
} Model;

static double bell(void)
{
    return uniform(-1, 1) + uniform(-1, 1) + uniform(-1, 1);
}

/* (rows, in), as large as `size`, and 0 where an input is unused. */
static Tensor *rows_of(long rows, long in, double size, const bool *unused)
{
    Tensor *x = blank(SHAPE(rows, in));
    for (long i = 0; i < rows * in; i++)
        x->data[i] = (real)(unused[i % in] ? 0 : size * bell());
    return x;
}

/* A matrix: like a bell; with one column that is large; with some numbers far out; with large rows for inputs that
 * are unused. */
static void fill_matrix(Tensor *w, long kind, bool *unused)
{
    long in = w->shape[0], out = w->shape[1], column = below(out);
    double size = exp(uniform(-0.7, 0.7));
    for (long i = 0; i < in; i++) {
        unused[i] = kind == 3 && below(6) == 0;
        for (long j = 0; j < out; j++) {
            bool large = unused[i] || (kind == 1 && j == column);
            w->data[i * out + j] = (real)(size * bell() * (large ? 25 : 1));
        }
    }
    for (long k = 0; k < out && kind == 2; k++)
        w->data[below(in * out)] *= (real)uniform(8, 20);
}

/* ---- what a scheme does to a matrix, number by number --------------------------------------------------- */

/* Of the numbers that share a scale with (i, j) the one that is furthest from 0; the first of equals. */
static double furthest(const Tensor *w, long i, long j, QuantScheme s)
{
    long in = w->shape[0], out = w->shape[1];
    long first = s.group > 0 ? i / s.group * s.group : 0, rows = s.group > 0 ? s.group : in;
    double far = 0;
    for (long c = s.group == PER_TENSOR ? 0 : j; c < (s.group == PER_TENSOR ? out : j + 1); c++)
        for (long r = first; r < first + rows; r++)
            if (fabs((double)w->data[r * out + c]) > fabs(far))
                far = (double)w->data[r * out + c];
    return far;
}

static double half_of(double x)
{
    return (double)half_to_float(half_from_float((float)x));
}

static double back(double x, double far, QuantScheme s)
{
    if (far == 0)
        return 0;
    double step = s.bits == 4 ? far / -8 : fabs(far) / 127;
    double code = s.bits == 4 ? fmin(floor(x / step + 8.5), 15) - 8 : round(x / step);
    return code * (s.group > 0 ? half_of(step) : step);
}

/* Squares of what these rows times the matrix are off by. */
static double error_of(const Tensor *w, const Tensor *x, QuantScheme s)
{
    long in = w->shape[0], out = w->shape[1];
    double sum = 0, *off = scope_alloc(scope_current(), (size_t)in * sizeof *off);
    for (long j = 0; j < out; j++) {
        for (long i = 0; i < in; i++) {
            double number = (double)w->data[i * out + j];
            off[i] = back(number, furthest(w, i, j, s), s) - number;
        }
        for (long r = 0; r < x->shape[0]; r++) {
            double y = 0;
            for (long i = 0; i < in; i++)
                y += (double)x->data[r * in + i] * off[i];
            sum += y * y;
        }
    }
    return sum;
}

static long bytes_of(const Tensor *w, QuantScheme s)
{
    long n = w->shape[0] * w->shape[1];
    long scales = s.group > 0 ? 2 * n / s.group : s.group == PER_TENSOR ? 4 : 4 * w->shape[1];
    return n * s.bits / 8 + scales;
}

/* ---- models that are drawn -------------------------------------------------------------------------------- */

/* mixed: rows of a matrix may be much larger than those of another, and inputs unused. */
static Model draw_model(long n, bool mixed, Costs *costs)
{
    Model m = {.n = n};
    costs->n = n;
    for (long k = 0; k < n; k++) {
        long in = 32 * (1 + below(3)), out = 4 + below(9);
        bool unused[96];
        double size = mixed ? exp(uniform(-2, 2)) : 1;
        m.w[k] = blank(SHAPE(in, out));
        fill_matrix(m.w[k], below(mixed ? 4 : 3), unused);
        m.x[k] = rows_of(ROWS, in, size, unused);
        const Tensor *hidden = rows_of(HIDDEN, in, size, unused);
        for (int s = 0; s < QUANT_SCHEMES; s++) {
            costs->bytes[k][s] = bytes_of(m.w[k], quant_scheme(s));
            costs->error[k][s] = error_of(m.w[k], hidden, quant_scheme(s));
        }
    }
    return m;
}

/* All matrices in the same one. */
static long bytes_in(const Costs *costs, int scheme)
{
    long sum = 0;
    for (long k = 0; k < costs->n; k++)
        sum += costs->bytes[k][scheme];
    return sum;
}

/* Which of the four; -1: none of them. */
static int number_of(QuantScheme scheme)
{
    for (int s = 0; s < QUANT_SCHEMES; s++)
        if (quant_scheme(s).bits == scheme.bits && quant_scheme(s).group == scheme.group)
            return s;
    return -1;
}

/* What became of a model. */
typedef struct {
    bool fits;
    long bytes, none_of_the_four;
    double error;
} Planned;

static Planned planned(const Model *m, const Costs *costs, long limit)
{
    QuantScheme scheme[MATRICES] = {{0}};
    Planned p = {.fits = quant_plan(scheme, m->n, m->w, m->x, (size_t)limit)};
    p.error = p.fits ? 0 : INFINITY;
    for (long k = 0; k < m->n && p.fits; k++) {
        int s = number_of(scheme[k]);
        p.none_of_the_four += s < 0;
        p.bytes += s < 0 ? 0 : costs->bytes[k][s];
        p.error += s < 0 ? 0 : costs->error[k][s];
    }
    return p;
}

TEST(plan_keeps_its_bytes, .points = 3, .exercise = "15.7 quant_plan", .file = "quant_plan.c")
{
    Costs costs;
    Model m = draw_model(draw_long("n", 3, 5), false, &costs);
    long least = bytes_in(&costs, 3), more = bytes_in(&costs, 2) - least;
    const long limits[] = {least + more / 2, least, least + 7 * more / 8, least + 9 * more,
                           least + more / 5};

    check_called("quant_plan(scheme, n, w, x, bytes), with several numbers of bytes");
    for (int i = 0; i < 5; i++) {
        Planned p = planned(&m, &costs, limits[i]);
        const char *fits = p.fits ? "true" : "false";
        check_text(fits, "true", "the smallest scheme for all would fit");
        long none_of_the_four = p.none_of_the_four, bytes = p.bytes;
        check_long(none_of_the_four, 0, "each scheme is one of quant_scheme(0) to quant_scheme(3)");
        long limit = limits[i];
        check_at_most(bytes, (double)limit, "codes and scales of all matrices together");
    }
    const char *too_little = planned(&m, &costs, least - 1).fits ? "true" : "false";
    check_text(too_little, "false", "not even the smallest scheme for all fits");
    Costs one;
    Model alone = draw_model(1, false, &one);
    long bytes_alone = planned(&alone, &one, one.bytes[0][3] + draw_long("more", 0, 3)).bytes;
    long smallest = EXPECT(one.bytes[0][3]);
    check_long(bytes_alone, smallest, "one matrix, and only the smallest scheme fits");
    Costs ample;
    Model roomy = draw_model(2, false, &ample);
    double error = planned(&roomy, &ample, 1L << 30).error;
    double most = EXPECT(2 * best_mean_want(1, &ample, (const long[]){1L << 30}));
    check_at_most(error, most, "bytes enough for everything: the scheme with the least error");
}

/* The geometric mean of errors, over some models that share nothing. */
static void check_plans(bool mixed, const char *rule)
{
    Costs costs[PLANS];
    long limits[PLANS], too_many = 0, tightest = 0, in_tightest = 0;
    double logs = 0;
    check_called("quant_plan(scheme, n, w, x, bytes), for six models");
    for (int i = 0; i < PLANS; i++) {
        Model m = draw_model(5 + below(3), mixed, &costs[i]);
        long least = bytes_in(&costs[i], 3), more = bytes_in(&costs[i], 2) - least;
        limits[i] = least + (long)((double)more * uniform(0.25, 0.75));
        Planned p = planned(&m, &costs[i], limits[i]);
        tightest += least;
        in_tightest += planned(&m, &costs[i], least).bytes;
        too_many += !p.fits || p.none_of_the_four > 0 || p.bytes > limits[i];
        logs += log(p.error) / PLANS;
    }
    given("w, x, bytes", "six models of 5 to 7 matrices (32 to 96, 4 to 12), each with 48 rows");
    long fewest_bytes = EXPECT(tightest), bytes_of_the_tightest_plans = in_tightest;
    check_long(bytes_of_the_tightest_plans, fewest_bytes,
               "and with bytes for the smallest scheme alone, that one for all");
    long plans_that_do_not_fit = too_many;
    check_long(plans_that_do_not_fit, 0, "each of the six keeps its bytes");
    double most = EXPECT(1.2 * best_mean_want(PLANS, costs, limits)), error = exp(logs);
    check_at_most(error, most, rule);
}

TEST(plan_by_weights, .points = 4, .exercise = "15.7 quant_plan", .file = "quant_plan.c")
{
    check_plans(false, "rows are alike: at most 1.2 times the error of the best choices (a mean)");
}

TEST(plan_by_products, .points = 4, .exercise = "15.7 quant_plan", .file = "quant_plan.c")
{
    check_plans(true, "rows of one matrix are larger than those of another, or partly 0: at most "
                      "1.2 times the error of the best choices (a mean)");
}
