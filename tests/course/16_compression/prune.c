/* prune.c - 16.1: how much goes, and that it stays away. */
#include "draws.h"
#include "want.h"

/* ---- 16.1 prune_cut -------------------------------------------------------------------------------------- */

static void check_cut(Tensor *a, Tensor *b, double fraction, const char *rule)
{
    ParameterList *list = parameters_new();
    parameters_add(list, "a", a);
    parameters_add(list, "b", b);

    Tensor *want = EXPECT(cut_want(list, fraction));
    PruneCut cut = CALL(prune_cut(list, fraction));
    Tensor *threshold_and_ties = values(SHAPE(2), VALUES((real)cut.threshold, (real)cut.ties));
    check_tensor_within(threshold_and_ties, want, 0, rule);
    parameters_free(list);
}

TEST(three_of_six, .points = 1, .exercise = "16.1 prune_cut", .file = "prune.c")
{
    Tensor *a = input("a", SHAPE(4), VALUES(3, -1, 2, 1)), *b = input("b", SHAPE(2), VALUES(-2, 5));

    check_cut(a, b, 0.5, "1, 1 and one of the two 2s");
}

TEST(one_cut_for_all, .points = 3, .exercise = "16.1 prune_cut", .file = "prune.c")
{
    long n = draw_long("numbers of a", 30, 40);
    Tensor *a = draw("a", SHAPE(n)), *b = draw_between("b", SHAPE(2, 10), -3, 3);
    double fraction = ((double)draw_long("so many", n / 2, n) + 0.25) / (double)(n + 20);
    given("fraction", "%.4g", fraction);

    check_cut(a, b, fraction, "the magnitude up to which round(fraction n) of both go, and 1 tie");
    double more = ((double)draw_long("and so many", 5, 12) + 0.75) / (double)(n + 20);
    given("fraction", "%.4g", more);
    check_cut(a, b, more, "rounded to the nearest: .75 goes up");
    Tensor *c = draw("c", SHAPE(12)), *d = draw_between("d", SHAPE(4, 5), -3, 3);
    double halves = (2 * (double)draw_long("half of so many", 3, 13) + 0.5) / 32;
    given("fraction", "%.8g", halves);
    check_cut(c, d, halves, "a half goes up, also above an even number");
    Tensor *large = draw("large", SHAPE(draw_long("numbers of large", 300, 600)));
    for (long i = 0; i < 60; i++)
        large->data[i] = 0;
    resealed(large);
    check_cut(large, d, 0.4, "there may be any number of them, and some are 0 already");
}

TEST(many_are_equal, .points = 4, .exercise = "16.1 prune_cut", .file = "prune.c")
{
    Tensor *a = draw_whole("a", SHAPE(20), 1, 3), *b = draw_whole("b", SHAPE(4, 5), -4, -2);
    double fraction = (double)draw_long("of 40", 12, 28) / 40;
    given("fraction", "%.4g", fraction);

    check_cut(a, b, fraction, "of those equal to the threshold so many as are still to go");
    Tensor *c = draw_whole("all equal", SHAPE(20), 2, 2),
           *d = draw_whole("as well", SHAPE(20), -2, -2);
    check_cut(c, d, fraction, "if all are equal, all that go are ties");
}

TEST(nothing_and_everything, .points = 1, .exercise = "16.1 prune_cut", .file = "prune.c")
{
    long n = draw_long("numbers of a", 5, 9);
    Tensor *a = draw_between("a", SHAPE(n), 0.5, 3), *b = draw("b", SHAPE(3));

    check_cut(a, b, 0, "of none the cut is {0, 0}");
    check_cut(a, b, 1, "of all the largest magnitude, and 1 tie");
    check_cut(a, b, 1 / (double)(n + 3), "of one the least magnitude, and 1 tie");
    ParameterList *list = parameters_new();
    parameters_add(list, "a", a);
    check_fails(prune_cut(list, 1.5), "fraction is 1.5", "a fraction is at most 1");
    parameters_free(list);
}

static void check_mask(const Tensor *w, PruneCut *cut, const char *rule)
{
    Tensor *mask = output("mask", w->ndim, w->shape);
    double threshold = cut->threshold;
    long ties = cut->ties;
    given("cut", "threshold %g, ties %ld", threshold, ties);

    Tensor *want = EXPECT(mask_want(w, threshold, ties));
    long left = EXPECT(ties_left_want(w, threshold, ties));
    CALL(prune_mask(mask, w, cut));
    check_tensor_within(mask, want, 0, rule);
    check_long(cut->ties, left, "ties that are taken are counted off");
}

TEST(three_go, .points = 1, .exercise = "16.1 prune_cut", .file = "prune.c")
{
    const real x[] = {3, -1, 2, 1};
    long k = draw_long("the first of them", 0, 3);
    Tensor *w = input("w", SHAPE(4), VALUES(x[k], x[(k + 1) % 4], x[(k + 2) % 4], x[(k + 3) % 4]));

    check_mask(w, &(PruneCut){2, 1}, "1, 1 and 2 go");
}

TEST(some_of_the_equal_ones, .points = 4, .exercise = "16.1 prune_cut", .file = "prune.c")
{
    long rows = draw_long("rows", 6, 9), ties = draw_long("ties", 1, 3);
    Tensor *w = draw_whole("w", SHAPE(rows, 6), -3, 3);
    double half = draw_long("halved", 0, 1) == 0 ? 1 : 0.5;
    for (long i = 0; i < 6 * rows; i++)
        w->data[i] *= (real)(half / 2);
    resealed(w);
    PruneCut cut = {half / 2 * (double)draw_long("threshold", 1, 2), ties};

    check_mask(w, &cut, "below the threshold all go, of those at it the first ones");
    PruneCut none = {half, 0};
    check_mask(w, &none, "no ties: only what is below");
    double near = IS_DOUBLE ? 0x1p-52 : 0x1p-23; /* neighbours of 2 */
    Tensor *three = draw_whole("three", SHAPE(9), 2, 2);
    for (long i = 0; i < 9; i++)
        three->data[i] *= (real)(1 + near * (double)((long)(draw_seed() % 3) - 1));
    three->data[0] = (real)(2 + 2 * near), three->data[1] = 2;
    resealed(three);
    PruneCut middle = {2, 9};
    check_mask(three, &middle, "magnitudes that are near the threshold are not at it");
}

TEST(the_next_tensor_goes_on, .points = 1, .exercise = "16.1 prune_cut", .file = "prune.c")
{
    Tensor *w = draw_whole("w", SHAPE(4), 2, 2), *w2 = draw_whole("w2", SHAPE(7), -2, 1);
    PruneCut cut = {2, draw_long("ties", 5, 6)};

    check_mask(w, &cut, "all four are ties, and go");
    Tensor *mask = output("mask2", SHAPE(7));
    long left = cut.ties;
    Tensor *want = EXPECT(mask_want(w2, 2, left));
    CALL(prune_mask(mask, w2, &cut));
    check_tensor_within(mask, want, 0, "the ties that are left");
}

static Tensor *drawn_mask(const char *name, const Tensor *of)
{
    Tensor *mask = draw_whole(name, of->ndim, of->shape, 0, 1);
    mask->data[1] = 0; /* not all the same */
    mask->data[2] = 1;
    resealed(mask);
    return mask;
}

TEST(what_is_masked_is_zero, .points = 1, .exercise = "16.1 prune_cut", .file = "prune.c")
{
    long columns = draw_long("columns", 4, 7);
    Tensor *a = draw("a", SHAPE(3, columns)), *whole = draw("whole", SHAPE(5)),
           *b = draw("b", SHAPE(4, columns));
    Tensor *masks[] = {drawn_mask("mask of a", a), draw_whole("mask of whole", SHAPE(5), 1, 1),
                       drawn_mask("mask of b", b)};
    Tensor *later = draw("later", SHAPE(4)), *mask_of_later = drawn_mask("mask of later", later);
    Tensor *all[] = {masks[0], masks[1], masks[2], mask_of_later};
    a->grad = draw("gradient of a", SHAPE(3, columns));
    may_change(a->grad), may_change(later);
    a->data[1] = (real)INFINITY;
    b->data[1] = (real)NAN;
    resealed(a), resealed(b);
    masks[2]->data[4 * columns - 1] = 0;
    resealed(masks[2]);
    may_change(a), may_change(b);
    ParameterList *list = parameters_new();
    parameters_add(list, "a", a);
    parameters_add(list, "whole", whole);
    parameters_add(list, "b", b);
    parameters_add(list, "later", later);
    given("p", "a, whole and b, p->n is 3; the list has got a fourth tensor since");
    Pruning pruning = {list, 3, all}, *p = &pruning;

    Tensor *want = EXPECT(applied_want(a, masks[0]));
    Tensor *want_b = EXPECT(applied_want(b, masks[2]));
    Tensor *want_gradient = EXPECT(copy_of(a->grad));
    Tensor *want_later = EXPECT(copy_of(later));
    CALL(pruning_apply(p));
    check_tensor_within(a, want, 0, "0 where the mask is 0, and no other number changes");
    check_tensor_within(b, want_b, 0, "every tensor of the list, and NaN becomes 0, too");
    check_tensor_within(a->grad, want_gradient, 0, "its gradient stays as it is");
    check_tensor_within(later, want_later, 0, "p->n tensors, however many the list has by now");
    parameters_free(list);
}

TEST(zeros_survive_adamw, .points = 1, .exercise = "16.1 prune_cut", .file = "prune.c")
{
    Tensor *w = leaf(draw("w", SHAPE(4, 6))), *x = draw("x", SHAPE(5, 4));
    Tensor *masks[] = {drawn_mask("mask", w)};
    may_change(w);
    ParameterList *list = parameters_new();
    parameters_add(list, "w", w);
    Pruning pruning = {list, 1, masks}, *p = &pruning;
    Optimizer *adamw = adamw_new(list, (OptimizerOptions){.lr = 0.01, .weight_decay = 0.1});

    long want = EXPECT(zeros_want(masks[0]));
    for (int step = 0; step < 20; step++) {
        Tensor *y = tensor_matmul(x, w);
        tensor_backward(tensor_sum(tensor_mul(y, y), ALL_AXES, false));
        optimizer_step(adamw);
        CALL(pruning_apply(p));
        optimizer_zero_grad(adamw);
    }
    long zeros = 0;
    for (long i = 0; i < 24; i++)
        zeros += w->data[i] == 0;
    check_long(zeros, want, "after each step of AdamW the pruned weights are exactly 0 again");
    optimizer_free(adamw);
    parameters_free(list);
}
