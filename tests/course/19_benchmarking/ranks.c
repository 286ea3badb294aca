/* ranks.c - 19.3 and 19.4: places, and what chance would make of them. */
#include "draws.h"
#include "want.h"

static Tensor *ranks_of(const Tensor *x)
{
    Tensor *t = output("rank", SHAPE(x->shape[0]));
    double *rank = ROOM_FOR(x->shape[0], double);
    mid_ranks(rank, doubles(x), x->shape[0]);
    for (long i = 0; i < x->shape[0]; i++)
        t->data[i] = (real)rank[i];
    return t;
}

TEST(places_of_three, .points = 1, .exercise = "19.3 mid_ranks", .file = "mid_ranks.c")
{
    Tensor *x = input("x", SHAPE(3), VALUES(7, 3, 7));

    Tensor *want = EXPECT(ranks_want(x));
    check_called("mid_ranks(rank, x, 3)");
    Tensor *rank = ranks_of(x);
    check_tensor_within(rank, want, 0, "3 is first, the two 7 share the places 2 and 3");
}

TEST(places_without_ties, .points = 3, .exercise = "19.3 mid_ranks", .file = "mid_ranks.c")
{
    Tensor *x = draw("x", SHAPE(draw_long("n", 260, 300)));

    Tensor *want = EXPECT(ranks_want(x));
    check_called("mid_ranks(rank, x, n)");
    Tensor *rank = ranks_of(x);
    check_tensor_within(rank, want, 0, "rank[i] is the place of x[i], from 1 for the least");
    x->data[0] = (real)0.75; /* its neighbour is nearer than any epsilon, DBL_EPSILON, too */
    x->data[draw_long("a neighbour of 0.75", 1, 5)] =
        (real)(0.75 + (IS_DOUBLE ? 0x1p-53 : 0x1p-24));
    resealed(x);
    Tensor *want_near = EXPECT(ranks_want(x));
    check_called("mid_ranks(rank, x, n)");
    Tensor *near = ranks_of(x);
    check_tensor_within(near, want_near, 0, "numbers that are near are not equal");
}

TEST(places_with_ties, .points = 6, .exercise = "19.3 mid_ranks", .file = "mid_ranks.c")
{
    Tensor *x = draw_with_ties("x", draw_long("n", 9, 14), 1, 5);

    Tensor *want = EXPECT(ranks_want(x));
    check_called("mid_ranks(rank, x, n)");
    Tensor *rank = ranks_of(x);
    check_tensor_within(rank, want, 0,
                        "equal numbers share the mean of the places that they take together");
}

TEST(places_of_equal_ones, .points = 1, .exercise = "19.3 mid_ranks", .file = "mid_ranks.c")
{
    long n = draw_long("n", 2, 9);
    Tensor *x = draw("x", SHAPE(n)), *single = draw_times("single", 1);
    for (long i = 1; i < n; i++)
        x->data[i] = x->data[0];
    resealed(x);

    Tensor *want = EXPECT(ranks_want(x));
    check_called("mid_ranks(rank, x, n)");
    Tensor *rank = ranks_of(x);
    check_tensor_within(rank, want, 0, "n equal numbers share the places 1 to n");
    Tensor *want_single = EXPECT(ranks_want(single));
    check_called("mid_ranks(rank, single, 1)");
    Tensor *alone = ranks_of(single);
    check_tensor_within(alone, want_single, 0, "a single number is first");
}

TEST(two_against_two, .points = 1, .exercise = "19.4 mann_whitney_exact",
     .file = "mann_whitney_exact.c")
{
    Tensor *a = input("a", SHAPE(2), VALUES(1, 2)), *b = input("b", SHAPE(2), VALUES(3, 4));

    double want = EXPECT(exact_want(a, b));
    double p = CALL(mann_whitney_exact(doubles(a), 2, doubles(b), 2));
    check_number(p, want, CHECK_TOLERANCE, "of the six ways two are as uneven as this one: 2 / 6");
}

TEST(all_of_a_are_faster, .points = 1, .exercise = "19.4 mann_whitney_exact",
     .file = "mann_whitney_exact.c")
{
    long n = draw_long("n", 3, 6), m = draw_long("m", 3, 6);
    Tensor *a = draw_between("a", SHAPE(n), 1, 2), *b = draw_between("b", SHAPE(m), 3, 4);

    double want = EXPECT(exact_want(a, b));
    double p = CALL(mann_whitney_exact(doubles(a), n, doubles(b), m));
    check_number(p, want, CHECK_TOLERANCE,
                 "only this way and its mirror image are so far from the middle: 2 / C(n + m, n)");
}

TEST(samples_that_overlap, .points = 3, .exercise = "19.4 mann_whitney_exact",
     .file = "mann_whitney_exact.c")
{
    long n = 12, m = draw_long("m", 11, 12);
    Tensor *a = draw_between("a", SHAPE(n), 1, 3), *b = draw_between("b", SHAPE(m), 1.5, 3.5);

    double want = EXPECT(exact_want(a, b));
    double p = CALL(mann_whitney_exact(doubles(a), n, doubles(b), m));
    check_number(p, want, CHECK_TOLERANCE,
                 "the share of all ways whose sum of ranks is at least as far from the middle");
}

TEST(more_ways_than_anyone_lists, .points = 5, .exercise = "19.4 mann_whitney_exact",
     .file = "mann_whitney_exact.c")
{
    long n = draw_long("n", 26, 28), m = draw_long("m", 26, 28);
    Tensor *a = draw_between("a", SHAPE(n), 1, 3), *b = draw_between("b", SHAPE(m), 1.3, 3.5);
    given("ways", "C(n + m, n): from 4.9e14 for 26 of 52 to 7.6e15 for 28 of 56, far too many for a list");

    double want = EXPECT(exact_want(a, b));
    double p = CALL(mann_whitney_exact(doubles(a), n, doubles(b), m));
    check_number(p, want, IS_DOUBLE ? 1e-12 : CHECK_TOLERANCE,
                 "28 of 56 can be dealt in 7.6e15 ways: count them in double");
}

TEST(samples_with_ties, .points = 3, .exercise = "19.4 mann_whitney_exact",
     .file = "mann_whitney_exact.c")
{
    for (int i = 0; i < 3; i++) {
        long n = draw_long("n", 3, 6), m = n + draw_long("m more than n", 1, 3);
        Tensor *a = draw_with_ties("a", n, 1, 5), *b = draw_with_ties("b", m, 3, 8);

        double want = EXPECT(exact_want(a, b));
        double p = CALL(mann_whitney_exact(doubles(a), n, doubles(b), m));
        check_number(p, want, CHECK_TOLERANCE,
                     "mid-ranks, so that equal numbers weigh the same in both samples");
    }
}

TEST(no_way_to_tell, .points = 1, .exercise = "19.4 mann_whitney_exact",
     .file = "mann_whitney_exact.c")
{
    long n = draw_long("n", 2, 5), m = draw_long("m", 2, 5);
    Tensor *a = draw_with_ties("a", n, 4, 4), *b = draw_with_ties("b", m, 4, 4);
    Tensor *one = draw_between("one", SHAPE(1), 3.5, 4.5), *few = draw_times("few", m + 3);

    double want = EXPECT(exact_want(a, b));
    double p_of_equal = CALL(mann_whitney_exact(doubles(a), n, doubles(b), m));
    check_number(p_of_equal, want, CHECK_TOLERANCE,
                 "if all are equal, every way is as uneven as ours");
    double want_one = EXPECT(exact_want(one, few));
    double p_of_one = CALL(mann_whitney_exact(doubles(one), 1, doubles(few), m + 3));
    check_number(p_of_one, want_one, CHECK_TOLERANCE,
                 "a single run is first or last by chance in 2 of 1 + m cases");
    double want_few = EXPECT(exact_want(few, one));
    double p_of_few = CALL(mann_whitney_exact(doubles(few), m + 3, doubles(one), 1));
    check_number(p_of_few, want_few, CHECK_TOLERANCE,
                 "a and b exchanged: the sums are larger, and the share is the same");
}
