/* report.c - 19.5, 19.6: a front, and when one may stop. */
#include "draws.h"
#include "want.h"

static Tensor *front_of(const Tensor *points, const bool *lower)
{
    long n = points->shape[0];
    bool *is = ROOM_FOR(n, bool);
    for (long i = 0; i < n; i++)
        is[i] = draw_seed() % 2 == 0; /* what was there before */
    long count = pareto_front(is, doubles(points), n, points->shape[1], lower);
    return marks_of(is, n, count);
}

TEST(four_programs, .points = 1, .exercise = "19.5 pareto_front", .file = "pareto_front.c")
{
    Tensor *points = input("points", SHAPE(4, 2), VALUES(10, 90, 5, 80, 10, 85, 5, 80));
    const bool lower[] = {true, false};
    given("lower_is_better", "yes, no");

    Tensor *want = EXPECT(front_want(points, lower));
    check_called("pareto_front(is, points, 4, 2, lower_is_better)");
    Tensor *is_and_count = front_of(points, lower);
    check_tensor_within(is_and_count, want, 0,
                        "(10, 85) is dominated by (10, 90); nobody else is by anybody");
}

/* At least one objective of each kind, drawn which. */
static void draw_directions(bool *lower, long n)
{
    for (long k = 0; k < n; k++)
        lower[k] = draw_seed() % 2 == 0;
    lower[n - 1] = !lower[0];
    for (long k = 0; k < n; k++)
        given("lower_is_better", "%s", lower[k] ? "yes" : "no");
}

TEST(points_without_ties, .points = 3, .exercise = "19.5 pareto_front", .file = "pareto_front.c")
{
    long n = draw_long("n", 12, 18), objectives = draw_long("objectives", 2, 3);
    Tensor *points = draw("points", SHAPE(n, objectives));
    bool lower[4];
    draw_directions(lower, objectives);

    Tensor *want = EXPECT(front_want(points, lower));
    check_called("pareto_front(is, points, n, objectives, lower_is_better)");
    Tensor *is_and_count = front_of(points, lower);
    check_tensor_within(is_and_count, want, 0,
                        "on the front are the points that no other one dominates");
}

TEST(points_with_ties, .points = 3, .exercise = "19.5 pareto_front", .file = "pareto_front.c")
{
    long n = draw_long("n", 14, 20), objectives = draw_long("objectives", 2, 3);
    Tensor *points = draw("points", SHAPE(n, objectives));
    bool lower[4];
    for (long i = 0; i < n * objectives; i++)
        points->data[i] = (real)(draw_seed() % 5);
    for (long k = 0; k < objectives; k++) /* twice the same one */
        points->data[objectives + k] = points->data[k];
    resealed(points);
    draw_directions(lower, objectives);

    Tensor *want = EXPECT(front_want(points, lower));
    check_called("pareto_front(is, points, n, objectives, lower_is_better)");
    Tensor *is_and_count = front_of(points, lower);
    check_tensor_within(is_and_count, want, 0,
                        "nowhere worse and somewhere better is enough to dominate");
}

TEST(one_objective, .points = 1, .exercise = "19.5 pareto_front", .file = "pareto_front.c")
{
    Tensor *times = draw("times", SHAPE(draw_long("n", 5, 9), 1));
    const bool lower[] = {true};
    given("lower_is_better", "yes");

    Tensor *want = EXPECT(front_want(times, lower));
    check_called("pareto_front(is, times, n, 1, lower_is_better)");
    Tensor *is_and_count = front_of(times, lower);
    check_tensor_within(is_and_count, want, 0, "of one objective the best alone is the front");
}

TEST(the_same_program_twice, .points = 1, .exercise = "19.5 pareto_front", .file = "pareto_front.c")
{
    long n = draw_long("n", 5, 9), objectives = draw_long("objectives", 2, 3), best = 0;
    Tensor *one = draw("one", SHAPE(1, 3)), *same = draw("same", SHAPE(n, objectives));
    bool lower[4], of_one[4];
    draw_directions(lower, objectives);
    draw_directions(of_one, 3);
    double least = INFINITY;
    for (long i = 0; i < n; i++) { /* the least sum is on the front */
        double sum = 0;
        for (long k = 0; k < objectives; k++)
            sum += (lower[k] ? 1 : -1) * (double)same->data[i * objectives + k];
        best = sum < least ? i : best;
        least = fmin(least, sum);
    }
    long copy = (best + 1 + (long)(draw_seed() % (uint64_t)(n - 1))) % n;
    for (long k = 0; k < objectives; k++)
        same->data[copy * objectives + k] = same->data[best * objectives + k];
    resealed(same);

    Tensor *want = EXPECT(front_want(same, lower));
    check_called("pareto_front(is, same, n, objectives, lower_is_better)");
    Tensor *is_and_count = front_of(same, lower);
    check_tensor_within(is_and_count, want, 0,
                        "equal points do not dominate each other: both are on the front");
    Tensor *want_one = EXPECT(front_want(one, of_one));
    check_called("pareto_front(is, one, 1, 3, lower_is_better)");
    Tensor *alone = front_of(one, of_one);
    check_tensor_within(alone, want_one, 0, "a single point is the front");
}

TEST(none_slow_and_one, .points = 1, .exercise = "19.6 early_stopping_queries",
     .file = "early_stopping.c")
{
    given("p, d, c", "0.9, 0, 0.99");
    long want = EXPECT(queries_want(0, 0.9, 0, 0.99));
    long none_slow = CALL(early_stopping_queries(0, 0.9, 0, 0.99));
    check_long(none_slow, want, "0.9^44 is below 0.01, 0.9^43 is not");
    long want_one = EXPECT(queries_want(1, 0.9, 0, 0.99));
    long one_slow = CALL(early_stopping_queries(1, 0.9, 0, 0.99));
    check_long(one_slow, want_one, "0.9^64 + 64 * 0.1 * 0.9^63 is below 0.01");
}

TEST(some_slow_ones, .points = 5, .exercise = "19.6 early_stopping_queries",
     .file = "early_stopping.c")
{
    for (int i = 0; i < 3; i++) {
        long over = draw_long("over", 2, 9);
        double p = draw_double("p", 0.8, 0.97), c = draw_double("c", 0.9, 0.99);

        long want = EXPECT(queries_want(over, p, 0, c));
        long queries = CALL(early_stopping_queries(over, p, 0, c));
        check_long(queries, want,
                   "the least n for which at most `over` slow ones have a chance of 1 - c or less");
    }
    long few = draw_long("few slow ones", 0, 2);
    double p = draw_double("a small p", 0.05, 0.15), c = draw_double("a small c", 0.3, 0.5);
    long one_more = CALL(early_stopping_queries(few, p, 0, c));
    check_long(one_more, few + 1,
               "where hardly any has to be fast, one query more than the slow ones is enough");
}

TEST(a_tolerance, .points = 3, .exercise = "19.6 early_stopping_queries",
     .file = "early_stopping.c")
{
    long over = draw_long("over", 1, 6);
    double p = draw_double("p", 0.85, 0.95), d = draw_double("d", 0.02, 0.05),
           c = draw_double("c", 0.9, 0.99);

    long want = EXPECT(queries_want(over, p, d, c));
    long queries = CALL(early_stopping_queries(over, p, d, c));
    check_long(queries, want, "only a share of p - d or less has to be ruled out");
}

TEST(many_slow_ones, .points = 2, .exercise = "19.6 early_stopping_queries",
     .file = "early_stopping.c")
{
    long over = draw_long("over", 650, 700);
    double p = draw_double("p", 0.5, 0.55), c = 0.99;

    long want = EXPECT(queries_want(over, p, 0, c));
    long queries = CALL(early_stopping_queries(over, p, 0, c));
    check_long(queries, want, "the first term is less than any double: its logarithm is not");
}
