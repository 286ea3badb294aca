/* clip.c - 07.6: all gradients as one vector, shortened when it is too long. */
#include "parameters.h"

/* Clips the gradients a and b of two parameters, with one between them that has none. */
static void check_clip(const Tensor *a, const Tensor *b, double max_norm, const char *rule)
{
    ParameterList *list = parameters_new();
    Tensor *p = parameter(a), *none = parameter(a), *q = parameter(b);
    set_gradient(p, a->data), set_gradient(q, b->data);
    tensor_fill(p, 2), tensor_fill(none, 3), tensor_fill(q, -4); /* weights of another size */
    parameters_add(list, "p", p), parameters_add(list, "none", none), parameters_add(list, "q", q);
    given("list", "three parameters: the gradient of the second is NULL");

    const Tensor *grad_of_p = p->grad;
    Tensor *want = EXPECT(clipped_want(a, b, max_norm));
    double length = EXPECT(norm_want(a, b));
    double norm = CALL(clip_grad_norm(list, max_norm));
    Tensor *gradients = joined(p->grad, q->grad);
    check_tensor(gradients, want, rule);
    check_number(norm, length, 1e-6, "the norm before clipping is returned, in any case");
    long same_tensor = p->grad == grad_of_p;
    check_long(same_tensor, 1, "the numbers of a gradient change where they are");
    parameters_free(list);
}

TEST(three_and_four_make_five, .points = 1, .exercise = "07.6 clip_grad_norm", .file = "clip.c")
{
    Tensor *a = input("a", SHAPE(1), VALUES(3)), *b = input("b", SHAPE(1), VALUES(4));
    given("max_norm", "2");

    check_clip(a, b, 2, "norm = sqrt(9 + 16) = 5, so 3 and 4 are multiplied by 2 / (5 + 1e-6)");
}

TEST(one_factor_for_all_gradients, .points = 4, .exercise = "07.6 clip_grad_norm", .file = "clip.c")
{
    Tensor *a = draw("a", SHAPE(1, 2, 5)), *b = draw_between("b", SHAPE(7), 2, 3);
    double max_norm = draw_double("max_norm", 0.4, 0.9);

    check_clip(a, b, max_norm, "all gradients times max_norm / (norm + 1e-6)");
    check_clip(a, b, 0, "max_norm 0: a factor of 0");
}

/* A norm between 0.22 and 0.25: the factor would lie between 1 and 2. */
TEST(a_short_gradient_is_left_alone, .points = 3, .exercise = "07.6 clip_grad_norm",
     .file = "clip.c")
{
    Tensor *a = draw_between("a", SHAPE(4), 0.09, 0.1), *b = draw_between("b", SHAPE(2), 0.09, 0.1);
    double max_norm = draw_double("max_norm", 0.26, 0.4);

    check_clip(a, b, max_norm, "the norm is below max_norm: nothing changes");
}

TEST(infinity_is_reported_not_spread, .points = 2, .exercise = "07.6 clip_grad_norm",
     .file = "clip.c")
{
    long place = draw_long("place", 0, 3);
    Tensor *a = draw("a", SHAPE(4)), *b = draw("b", SHAPE(2));
    a->data[place] = (real)INFINITY;
    resealed(a);
    double max_norm = draw_double("max_norm", 0.4, 3);

    check_clip(a, b, max_norm,
               "one number of a is infinity: a norm that is not finite changes nothing");
}
