/* svd.c - 16.4: an angle, a sweep, and the right order. */
#include "draws.h"
#include "want.h"

/* ---- svd_rotation ----------------------------------------------------------------------------------------- */

static void check_rotation(double alpha, double beta, double gamma, const char *rule)
{
    given("alpha, beta, gamma", "%.5g, %.5g, %.5g", alpha, beta, gamma);

    Tensor *want = EXPECT(rotation_want(alpha, beta, gamma));
    SvdRotation r = CALL(svd_rotation(alpha, beta, gamma));
    Tensor *cosine_and_sine = values(SHAPE(2), VALUES((real)r.cosine, (real)r.sine));
    check_tensor(cosine_and_sine, want, rule);
}

TEST(half_a_right_angle, .points = 1, .exercise = "16.4 svd_sweep", .file = "svd_sweep.c")
{
    check_rotation(2, 2, 1, "z = 0, t = 1, both are 1 / sqrt(2)");
}

TEST(angles, .points = 4, .exercise = "16.4 svd_sweep", .file = "svd_sweep.c")
{
    double small = draw_double("small", 1, 2), large = draw_double("large", 3, 5),
           gamma = draw_double("gamma", 0.4, 0.9);

    check_rotation(small, large, gamma, "q is longer, gamma positive: z > 0");
    check_rotation(small, large, -gamma, "gamma negative: z < 0, and so are t and the sine");
    check_rotation(large, small, gamma, "p is longer: z < 0");
}

TEST(nothing_to_turn, .points = 2, .exercise = "16.4 svd_sweep", .file = "svd_sweep.c")
{
    double alpha = draw_double("alpha", 1, 2), gamma = draw_double("gamma", 0.2, 0.8);

    check_rotation(alpha, alpha, -gamma,
                   "equal lengths: sign(0) is 1, also where gamma is negative");
    check_rotation(alpha, draw_double("beta", 3, 4), 0, "orthogonal already: (1, 0)");
    check_rotation(alpha, alpha, 0, "equal lengths, and orthogonal");
    check_rotation(alpha, 3 * alpha, gamma, "all else is turned");
    double beta = 3 * alpha, little = 1e-9 * gamma;
    double want_of_little = EXPECT(small_turn_want(alpha, beta));
    SvdRotation r = CALL(svd_rotation(alpha, beta, little));
    double sine_over_gamma = r.sine / little;
    check_number(sine_over_gamma, want_of_little, CHECK_TOLERANCE,
                 "nearly orthogonal: a small angle has all its digits");
}

/* ---- svd_sweep -------------------------------------------------------------------------------------------- */

static void check_sweep(const Tensor *columns, const Tensor *v, const char *rule)
{
    SvdColumns columns_and_v = columns_of(columns, v), *c = &columns_and_v;
    long n = columns->shape[0], m = columns->shape[1];

    Tensor *want = EXPECT(sweep_want(columns, v));
    Tensor *want_v = EXPECT(turns_want(columns, v));
    long want_turned = EXPECT(turned_want(columns, v));
    long turned = CALL(svd_sweep(c));
    Tensor *after = doubles(c->column, SHAPE(n, m));
    check_tensor(after, want, rule);
    Tensor *turns = doubles(c->v, SHAPE(n, n));
    check_tensor(turns, want_v, "columns of v are turned by the same angles");
    check_long(turned, want_turned, "how many pairs were turned");
}

TEST(two_columns, .points = 1, .exercise = "16.4 svd_sweep", .file = "svd_sweep.c")
{
    real times = (real)draw_long("times", 1, 99);
    Tensor *columns = input("columns, one a line", SHAPE(2, 2), VALUES(times, 0, times, times)),
           *v = input("v, one a line", SHAPE(2, 2), VALUES(1, 0, 0, 1));

    check_sweep(columns, v, "the two columns become orthogonal");
}

TEST(every_pair_once, .points = 4, .exercise = "16.4 svd_sweep", .file = "svd_sweep.c")
{
    long n = draw_long("n", 3, 5), m = n + draw_long("m - n", 1, 3);
    Tensor *columns = draw("columns, one a line", SHAPE(n, m)),
           *v = draw("v, one a line", SHAPE(n, n));

    check_sweep(columns, v, "i < j, each pair once, i = 0 first; what was turned is turned on");
    Tensor *wide = draw("wide, a column a line", SHAPE(n, n - 1)),
           *of_wide = draw("v of wide, one a line", SHAPE(n, n));
    check_sweep(wide, of_wide, "columns may be shorter than there are columns: those of v are not");
}

TEST(what_is_orthogonal_stays, .points = 1, .exercise = "16.4 svd_sweep", .file = "svd_sweep.c")
{
    double length = draw_double("length", 2, 5), little = 2e-8;
    Tensor *columns = input("columns, one a line", SHAPE(6, 8), 48, (real[48]){0}),
           *v = draw("v, one a line", SHAPE(6, 6));
    const struct {
        long column, row;
        double number;
    } set[] = {{0, 0, 1e9 * length},
               {1, 0, 1e-9},
               {1, 1, 1e9 * length}, /* orthogonal enough */
               {2, 2, little},
               {2, 3, little / 2},
               {3, 2, little}, /* small, and not so */
               {3, 4, little},
               {4, 5, length},
               {4, 6, 1},
               {5, 5, 1},
               {5, 7, 1}};
    for (size_t k = 0; k < sizeof set / sizeof *set; k++)
        columns->data[set[k].column * 8 + set[k].row] = (real)set[k].number;
    resealed(columns);

    check_sweep(columns, v, "small numbers are judged by the lengths of their columns");
    Tensor *zeros = input("zeros", SHAPE(2, 3), 6, (real[6]){0}),
           *turns = draw("turns", SHAPE(2, 2));
    check_sweep(zeros, turns, "columns of zeros are orthogonal");
}

/* ---- svd_sort --------------------------------------------------------------------------------------------- */

static Tensor *joined(const Svd *d)
{
    long m = d->u->shape[0], n = d->s->shape[0];
    Tensor *t = blank(SHAPE(m + 1 + n, n));
    for (long j = 0; j < n; j++) {
        for (long i = 0; i < m; i++)
            t->data[i * n + j] = tensor_get(d->u, AT(i, j));
        t->data[m * n + j] = tensor_get(d->s, AT(j));
        for (long i = 0; i < n; i++)
            t->data[(m + 1 + i) * n + j] = tensor_get(d->v, AT(i, j));
    }
    return t;
}

static void check_sorted(const Tensor *columns, const Tensor *v, const char *rule)
{
    SvdColumns columns_and_v = columns_of(columns, v), *c = &columns_and_v;
    Svd svd = {NULL, NULL, NULL}, *out = &svd;

    Tensor *want = EXPECT(sorted_want(columns, v));
    CALL(svd_sort(out, c));
    Tensor *u_then_s_then_v = joined(out);
    check_tensor(u_then_s_then_v, want, rule);
}

/* Orthogonal columns: each has numbers where no other has any. */
static Tensor *drawn_columns(long n, long m)
{
    Tensor *columns = draw("columns, one a line", SHAPE(n, m));
    for (long j = 0; j < n; j++)
        for (long i = 0; i < m; i++)
            if (i % n != j)
                columns->data[j * m + i] = 0;
    resealed(columns);
    return columns;
}

TEST(three_before_two, .points = 1, .exercise = "16.4 svd_sweep", .file = "svd_sweep.c")
{
    real times = (real)draw_long("times", 1, 99);
    Tensor *columns = input("columns, one a line", SHAPE(2, 2), VALUES(0, 2 * times, 3 * times, 0)),
           *v = input("v, one a line", SHAPE(2, 2), VALUES(1, 0, 0, 1));

    check_sorted(columns, v, "s = 3, 2, times as much; u = 1 0, 0 1; v = 0 1, 1 0");
}

TEST(lengths_in_order, .points = 3, .exercise = "16.4 svd_sweep", .file = "svd_sweep.c")
{
    long n = draw_long("n", 4, 5), m = 2 * n + draw_long("more", 1, 3);
    Tensor *columns = drawn_columns(n, m), *v = draw("v, one a line", SHAPE(n, n));
    for (long i = 0; i < n * m; i++) /* not sorted already: each is longer than the one in front */
        columns->data[i] *= (real)(1L << i / m * 2);
    resealed(columns);

    check_sorted(columns, v, "the longest first; u, s and v in one order, u divided by s");
}

TEST(zero_and_equal_lengths, .points = 1, .exercise = "16.4 svd_sweep", .file = "svd_sweep.c")
{
    long zero = draw_long("column of zeros", 0, 2), length = draw_long("length", 2, 4);
    Tensor *columns = draw("columns, one a line", SHAPE(4, 5)),
           *v = draw("v, one a line", SHAPE(4, 4));
    for (long i = 0; i < 20; i++)
        columns->data[i] = (real)(i % 5 == i / 5 && i / 5 != zero ? length : 0);
    resealed(columns);

    check_sorted(columns, v, "a column of zeros stays 0 in u; of equal lengths the first is first");
}
