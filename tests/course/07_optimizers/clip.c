/* clip.c - 07.8: all gradients as one vector, shortened when it is too long. */
#include "plain_steps.h"

/* Clips the gradients a and b of two parameters, with one between them that has none. Gives them one
 * after the other, and the norm that was returned. */
static Tensor *clipped(Tensor *a, Tensor *b, double max_norm, double *norm)
{
    ParameterList *list = parameters_new();
    Tensor *p = parameter(a), *none = parameter(a), *q = parameter(b);
    set_gradient(p, a, 0);
    set_gradient(q, b, 0);
    parameters_add(list, "p", p);
    parameters_add(list, "none", none);
    parameters_add(list, "q", q);
    *norm = clip_grad_norm(list, max_norm);
    parameters_free(list);
    long n = tensor_numel(a), m = tensor_numel(b);
    Tensor *both = tensor_zeros(SHAPE(n + m));
    memcpy(both->data, p->grad->data, (size_t)n * sizeof(real));
    memcpy(both->data + n, q->grad->data, (size_t)m * sizeof(real));
    return both;
}

static double length(const Tensor *t)
{
    double sum = 0;
    for (long i = 0; i < tensor_numel(t); i++)
        sum += (double)t->data[i] * (double)t->data[i];
    return sqrt(sum);
}

/* a times fa, then b times fb. */
static inline Tensor *joined(const Tensor *a, double fa, const Tensor *b, double fb)
{
    long n = tensor_numel(a), m = tensor_numel(b);
    Tensor *both = blank(SHAPE(n + m));
    for (long i = 0; i < n + m; i++)
        both->data[i] = (real)(i < n ? (double)a->data[i] * fa : (double)b->data[i - n] * fb);
    return both;
}

static inline Tensor *clamped(const Tensor *a, const Tensor *b, double limit)
{
    Tensor *both = joined(a, 1, b, 1);
    for (long i = 0; i < tensor_numel(both); i++)
        both->data[i] = (real)fmax(-limit, fmin(limit, (double)both->data[i]));
    return both;
}

static double at_most_one(double x)
{
    return x < 1 ? x : 1;
}

static inline void register_mistakes(const Tensor *a, const Tensor *b, double limit)
{
    double la = length(a), lb = length(b), norm = hypot(la, lb);
    MISTAKE(joined(a, 1, b, 1), "the gradients came back unchanged: multiply each by the factor");
    MISTAKE(joined(a, at_most_one(limit / (la + 1e-6)), b, at_most_one(limit / (lb + 1e-6))),
            "each tensor was clipped by itself: there is one norm, of all gradients together");
    MISTAKE(joined(a, limit / (la + 1e-6), b, limit / (lb + 1e-6)),
            "each tensor was clipped by itself: there is one norm, of all gradients together");
    MISTAKE(clamped(a, b, limit),
            "each number was clipped by itself: that turns the gradient; shorten it as a whole");
    MISTAKE(joined(a, limit / (norm * norm + 1e-6), b, limit / (norm * norm + 1e-6)),
            "the norm is the square root of the sum of squares");
    MISTAKE(joined(a, limit / (la + lb + 1e-6), b, limit / (la + lb + 1e-6)),
            "the norms of the tensors were added: add their squares, then take the root");
    MISTAKE(joined(a, 1 / (norm + 1e-6), b, 1 / (norm + 1e-6)),
            "max_norm is missing in the factor: everything has length 1");
    MISTAKE(joined(a, (norm + 1e-6) / limit, b, (norm + 1e-6) / limit),
            "the factor is upside down: max_norm / norm");
    MISTAKE(joined(a, limit / (norm + 1e-6), b, 1),
            "only the first gradient was scaled: the factor is for all of them");
    MISTAKE(joined(a, 1, b, limit / (norm + 1e-6)),
            "the first gradient was not scaled: the factor is for all of them");
}

TEST(three_and_four_make_five, .points = 3, .exercise = "07.8 clip_grad_norm", .file = "clip.c",
     .hints = HINTS(
         "Add the squares of all gradients, then take the root, once. A parameter without gradient "
         "(NULL) is skipped.",
         "The factor is max_norm / (norm + 1e-6); multiply every number by it.",
         "sum += sum_of_squares(parameters->tensor[i]->grad); ... g->data[j] *= (real)factor;"))
{
    Tensor *a = input("a", SHAPE(1), VALUES(3)), *b = input("b", SHAPE(1), VALUES(4));
    given("max_norm", "1");
    double max_norm = 1, norm;
    EXPECT(double f = 1 / (5 + 1e-6);
           Tensor *want = values(SHAPE(2), VALUES((real)(3 * f), (real)(4 * f))));
    EXPECT(register_mistakes(a, b, 1););
    Tensor *gradients = CALL(clipped(a, b, max_norm, &norm));
    check_tensor(gradients, want,
                 "norm = sqrt(9 + 16) = 5, so both are multiplied by 1 / (5 + 1e-6)");
    MISTAKE_NUMBER(25, "this is the sum of squares: the norm is its root");
    MISTAKE_NUMBER(1, "this is the norm afterwards: return the one before");
    MISTAKE_NUMBER(7, "the norms were added: add squares, then take the root");
    check_number(norm, 5, 1e-6, "the norm before clipping is returned");
}

TEST(one_factor_for_all_gradients, .points = 4, .exercise = "07.8 clip_grad_norm", .file = "clip.c",
     .hints =
         HINTS("The direction of the whole gradient must stay: every number has the same factor.",
               "One loop to measure, then the factor, then one loop to scale.",
               "double norm = sqrt(sum), factor = max_norm / (norm + 1e-6);"))
{
    Tensor *a = draw("a", SHAPE(1, 2, 5)), *b = draw_between("b", SHAPE(7), 2, 3);
    double max_norm = draw_double("max_norm", 0.4, 0.9), norm;
    EXPECT(double l = hypot(length(a), length(b)), f = max_norm / (l + 1e-6);
           Tensor *want = joined(a, f, b, f));
    EXPECT(register_mistakes(a, b, max_norm););
    Tensor *gradients = CALL(clipped(a, b, max_norm, &norm));
    check_tensor(gradients, want, "all gradients times max_norm / (norm + 1e-6)");
    check_number(norm, l, 1e-5, "the norm before clipping is returned");
}

TEST(a_short_gradient_is_left_alone, .points = 3, .exercise = "07.8 clip_grad_norm",
     .file = "clip.c",
     .hints = HINTS("Clipping only ever shortens.",
                    "If the factor is 1 or more, there is nothing to do.",
                    "if (!isfinite(norm) || factor >= 1) return norm;"))
{
    Tensor *a = draw_between("a", SHAPE(4), -0.1, 0.1), *b = draw_between("b", SHAPE(2), -0.1, 0.1);
    double max_norm = hypot(length(a), length(b)) * draw_double("max_norm / norm", 1.1, 1.9), norm;
    EXPECT(double l = hypot(length(a), length(b)), f = max_norm / (l + 1e-6);
           Tensor *want = joined(a, 1, b, 1));
    MISTAKE(joined(a, f, b, f),
            "a gradient that was short already was stretched to max_norm: clipping only shortens");
    MISTAKE(joined(a, 1 / f, b, 1 / f),
            "the factor is upside down, and a short gradient is left alone anyway");
    Tensor *gradients = CALL(clipped(a, b, max_norm, &norm));
    check_tensor(gradients, want, "norm is below max_norm: nothing changes");
    MISTAKE_NUMBER(max_norm, "this is max_norm: return the norm, which was smaller");
    check_number(norm, l, 1e-6, "the norm is returned in any case");
}

TEST(infinity_is_reported_not_spread, .points = 2, .exercise = "07.8 clip_grad_norm",
     .file = "clip.c",
     .hints = HINTS(
         "If one gradient is infinite the norm is, and the factor is 0: infinity times 0 is NaN.",
         "The caller sees the norm that is returned, and decides.",
         "if (!isfinite(norm)) return norm;"))
{
    Tensor *a = input("a", SHAPE(2), VALUES((real)INFINITY, 2)),
           *b = input("b", SHAPE(1), VALUES(3));
    given("max_norm", "1");
    double max_norm = 1, norm;
    EXPECT(Tensor *want = joined(a, 1, b, 1));
    MISTAKE(values(SHAPE(3), VALUES((real)NAN, 0, 0)),
            "scaled by 1 / infinity: the one bad number became NaN and the good ones 0; leave them "
            "and return the norm");
    Tensor *gradients = CALL(clipped(a, b, max_norm, &norm));
    check_tensor(gradients, want, "a norm that is not finite changes nothing");
    check_long(isinf(norm) != 0, 1, "the norm that is returned is infinite");
}
