/* test_graph_options.c - what GraphOptions add to the picture: numbers, strides, names, roots. */
#include "dot_text.h"

/* micrograd's first example: e = a b, d = e + c, L = d f. */
static Tensor *scalars(void)
{
    const char *const names[] = {"a", "b", "c", "f"};
    const real numbers[] = {2, -3, 10, -2};
    Tensor *leaf[4];
    for (int i = 0; i < 4; i++)
        leaf[i] = tensor_named(tensor_requires_grad(tensor_scalar(numbers[i])), names[i]);
    Tensor *e = tensor_named(tensor_mul(leaf[0], leaf[1]), "e");
    Tensor *d = tensor_named(tensor_add(e, leaf[2]), "d_1");
    tensor_retain_grad(e);
    return tensor_mul(d, leaf[3]);
}

/* ---- names, values and gradients --------------------------------------------------------------- */

static void test_results_show_their_names(void **state)
{
    (void)state;
    const char *dot = dot_full(scalars());
    assert_has(dot, "label=<<B>e</B>&#160;= mul<");
    assert_has(dot, "label=<<B>d<SUB><FONT POINT-SIZE=\"8\">1</FONT></SUB></B>&#160;= add<");
    assert_has(dot, "label=<mul<"); /* L has no name */
    assert_has_not(dot_full(tensor_named(tensor_exp(random_leaf(SCALAR)), "")), "= exp");
}

static void test_scalars_show_signed_numbers(void **state)
{
    (void)state;
    Tensor *loss = scalars();
    tensor_backward(loss);
    const char *dot = dot_of(loss, (GraphOptions){.values = true, .gradients = true});
    assert_has(dot, ">value -8<");
    assert_has(dot, ">value -6<");
    assert_int_equal(occurrences(dot, ">value "), 7);
    assert_has(dot, ">grad 6<");                        /* a */
    assert_has(dot, ">grad -4<");                       /* b */
    assert_int_equal(occurrences(dot, ">grad -2<"), 2); /* c, e */
    assert_int_equal(occurrences(dot, ">grad "), 5);
    assert_has_not(dot_full(loss), ">value ");
    assert_has_not(dot_full(loss), ">grad ");
}

static void test_tensors_show_their_range(void **state)
{
    (void)state;
    Tensor *x = tensor_requires_grad(tensor_from(SHAPE(2, 2), VALUES(-1, 2, 3, 40)));
    Tensor *y = tensor_mul(tensor_scalar((real)0.5), tensor_slice(x, 1, 0, 1, 1));
    const char *dot =
        dot_of(tensor_mul(y, random_leaf(SHAPE(2, 1))), (GraphOptions){.values = true});
    assert_has(dot, ">-1 to 40<");
    assert_has(dot, ">-1 to 3<"); /* a view: its own numbers only */
    assert_has(dot, ">-0.5 to 1.5<");
    assert_has_not(dot, "not finite");
    assert_has_not(dot, ">value 0.5<"); /* its name is its number */
}

static void test_numbers_that_are_none_are_counted(void **state)
{
    (void)state;
    Tensor *x = tensor_from(SHAPE(4), VALUES((real)NAN, 1, (real)INFINITY, 2));
    const char *dot = dot_of(tensor_named(x, "x"), (GraphOptions){.values = true});
    assert_has(dot, ">1 to 2<");
    assert_has(dot, ">2 not finite<");
    assert_has(dot_of(tensor_full(SHAPE(3), (real)NAN), (GraphOptions){.values = true}),
               ">3 not finite<");
    assert_has_not(dot_of(tensor_ones(SHAPE(0, 2)), (GraphOptions){.values = true}), " to ");
    assert_has(
        dot_of(tensor_named(tensor_scalar((real)-INFINITY), "low"), (GraphOptions){.values = true}),
        ">value -inf<");
    assert_has(
        dot_of(tensor_named(tensor_scalar(-(real)NAN), "none"), (GraphOptions){.values = true}),
        ">value nan<");
}

/* A stack that is drawn once has the range of all its copies, and no number of one of them. */
static void test_folded_numbers_are_those_of_all_copies(void **state)
{
    (void)state;
    Tensor *y = tensor_neg(tensor_requires_grad(tensor_scalar(-1)));
    for (int i = 0; i < 3; i++) {
        region_open("double", i);
        y = tensor_mul_scalar(tensor_abs(y), 2);
        region_close();
    }
    y = tensor_mul_scalar(y, (real)0.5);
    tensor_backward(y);
    const char *dot = dot_of(y, (GraphOptions){.values = true, .gradients = true});
    assert_has(dot, ">2 to 8<");
    assert_has(dot, ">1 to 4<");
    assert_has(dot, ">grad -4<"); /* the leaf */
    y = tensor_neg(tensor_requires_grad(tensor_scalar(-8)));
    for (int i = 0; i < 3; i++) {
        region_open("half", i);
        y = tensor_mul_scalar(tensor_abs(y), (real)0.5);
        region_close();
    }
    dot = dot_of(tensor_neg(y), (GraphOptions){.values = true});
    assert_has(dot, ">1 to 4<");
    assert_has(dot, ">xN: N of them, drawn once<");
    assert_has_not(dot_of(tensor_neg(y), (GraphOptions){.no_fold = true}), "xN: N of them");
}

/* ---- strides, direction, attributes ---------------------------------------------------------------- */

static void test_strides_tell_views_from_copies(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2, 3, 4));
    Tensor *y = tensor_reshape(tensor_transpose(x, 0, 1), SHAPE(3, 8));
    const char *dot = dot_of(tensor_contiguous(tensor_transpose(tensor_exp(y), 0, 1)),
                             (GraphOptions){.strides = true});
    assert_has(dot, ">strides 12, 4, 1<");
    assert_has(dot, ">strides 4, 12, 1<");
    assert_int_equal(occurrences(dot, ">a view<"), 2);      /* the transposes */
    assert_int_equal(occurrences(dot, "<B>a copy</B>"), 2); /* reshape, contiguous; not exp */
    assert_int_equal(occurrences(dot, "rounded,filled,dotted"), 2);
    assert_has(dot, ">dotted: a view<");
    dot = dot_full(tensor_transpose(x, 0, 1));
    assert_has_not(dot, "dotted");
    assert_has_not(dot, "strides");
    assert_has_not(dot_of(tensor_exp(random_leaf(SCALAR)), (GraphOptions){.strides = true}),
                   "strides");
}

static void test_left_to_right(void **state)
{
    (void)state;
    assert_has(dot_of(scalars(), (GraphOptions){.left_to_right = true}), "\n  rankdir=LR;\n");
    assert_has_not(dot_full(scalars()), "rankdir");
}

static void test_tools_find_plain_attributes(void **state)
{
    (void)state;
    region_begin_collapsed("softmax");
    Tensor *y = tensor_exp(tensor_exp(tensor_named(random_leaf(SHAPE(2, 3)), "w\"")));
    region_close();
    const char *dot = dot_of(y, (GraphOptions){.level = GRAPH_FULL});
    assert_has(dot, ", kind=\"parameter\", name=\"w&quot;\", shape_=\"(2, 3)\", tooltip=");
    assert_int_equal(occurrences(dot, ", kind=\"operation\", op=\"exp\", shape_=\"(2, 3)\","), 2);
    assert_has(dot, ", kind=title];"); /* the title of a region is no node */
    assert_has(dot, "  tooltip=\"softmax\";\n");
    dot = dot_of(y, (GraphOptions){0});
    assert_has(dot, ", kind=\"region\", name=\"softmax\", nodes=3];");
    assert_true(dot_accepts(dot));
}

/* ---- several roots, names of a module --------------------------------------------------------------- */

static void test_several_roots(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2));
    Tensor *h = tensor_exp(x), *loss = tensor_sum(h, ALL_AXES, false), *side = tensor_neg(h);
    Tensor *roots[] = {side, h, loss, tensor_mean(tensor_abs(side), ALL_AXES, false)};
    const char *dot = dot_of(loss, (GraphOptions){.n_roots = 4, .roots = roots});
    assert_int_equal(boxes(dot), 6); /* x, exp, sum, neg, abs, mean: each once */
    assert_int_equal(arrows(dot), 5);
    assert_int_equal(occurrences(dot, "kind=\"result\""), 2); /* sum, mean */
    assert_has_not(dot, "style=dashed");                      /* every root sends a gradient */
    assert_int_equal(boxes(dot_full(loss)), 3);
    Tensor *apart = tensor_exp(tensor_detach(random_leaf(SHAPE(2))));
    dot = dot_of(loss, (GraphOptions){.n_roots = 1, .roots = &apart, .only_gradient = true});
    assert_int_equal(boxes(dot), 4); /* a root stays, reached or not */
}

static void test_names_of_a_module(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Linear *first = linear_new(2, 3, true, &rng), *second = linear_new(3, 1, true, &rng);
    Module *layers[] = {&first->module, &second->module};
    Module *mlp = sequential_new(2, layers);
    ParameterList *p = parameters_of(mlp);
    GraphOptions options = {.n_names = p->count, .named = p->tensor, .names = p->name};
    Tensor *y = module_forward(mlp, tensor_named(tensor_ones(SHAPE(4, 2)), "x"));
    const char *dot = dot_of(y, options);
    for (long i = 0; i < p->count; i++) {
        char label[64];
        snprintf(label, sizeof label, "label=<<B>%s</B>", p->name[i]);
        assert_int_equal(occurrences(dot, label), 1);
    }
    assert_has(dot, "<B>x</B>");
    assert_has(dot_full(y), "<B>weight</B>");
    char *other = "other"; /* what an operation made keeps its own */
    assert_has_not(dot_of(y, (GraphOptions){.n_names = 1, .named = &y, .names = &other}), "other");
    parameters_free(p);
    module_free(mlp);
}

/* ---- the legend ------------------------------------------------------------------------------------- */

static void test_legend_has_what_the_picture_has(void **state)
{
    (void)state;
    const char *dot = dot_full(scalars());
    assert_has(dot, "labelloc=t;\n  label=<<TABLE");
    assert_int_equal(occurrences(dot, "<TD BGCOLOR="), 3); /* parameter, operation, result */
    assert_has(dot, ">parameter</FONT></TD>");
    assert_has_not(dot, ">input</FONT></TD>");
    assert_has_not(dot, "no gradient comes back");
    Tensor *x = random_leaf(SHAPE(2)), *y = tensor_mul(x, tensor_detach(tensor_exp(x)));
    dot = dot_full(y);
    assert_has(dot, ">behind a cut</FONT></TD>");
    assert_has(dot, ">red: the gradient ends here<");
    assert_has(dot, "- - &gt; no gradient comes back");
    region_begin("closed");
    Tensor *hidden = tensor_exp(random_leaf(SHAPE(2)));
    region_close();
    dot = dot_of(tensor_exp(hidden), (GraphOptions){.level = GRAPH_OVERVIEW});
    assert_has(dot, ">closed region</FONT></TD>");
    assert_has_not(dot, ">parameter</FONT></TD>"); /* it is inside */
    assert_has_not(dot_of(y, (GraphOptions){.no_legend = true}), "<TABLE");
    assert_has(dot_of(y, (GraphOptions){.no_legend = true, .title = "t"}), "<B>t</B>");
    assert_true(dot_accepts(dot));
}

static void test_kinds_differ_without_colours(void **state)
{
    (void)state;
    Tensor *x = tensor_ones(SHAPE(2)), *half = tensor_scalar((real)0.5);
    const char *dot = dot_full(tensor_mul(tensor_mul(x, random_leaf(SHAPE(2))), half));
    assert_has(dot, "fillcolor=\"#bbdefb\", color=\"#1565c0\", kind=\"input\"");
    assert_has(dot, "color=\"#2e7d32\", penwidth=2, kind=\"parameter\"");
    assert_has(dot, "color=\"#757575\", style=filled, kind=\"constant\""); /* sharp corners */
}

/* ---- constants --------------------------------------------------------------------------------------- */

static void test_constants_are_drawn_at_each_use(void **state)
{
    (void)state;
    Tensor *mask = tensor_named(tensor_ones(SHAPE(3)), "mask"), *w = random_leaf(SHAPE(3));
    Tensor *y = tensor_mul(w, mask);
    y = tensor_add(tensor_mul(y, mask), w);
    const char *dot = dot_full(y);
    assert_int_equal(occurrences(dot, "<B>mask</B>"), 2);
    assert_int_equal(occurrences(dot, "<B>parameter</B>"), 1); /* a shared one stays shared */
    assert_has(dot, "same=\"n1\"");
    assert_int_equal(boxes(dot), 6);
    assert_int_equal(arrows(dot), 6);
    assert_int_equal(
        occurrences(dot_of(y, (GraphOptions){.memory = true}), IS_DOUBLE ? ">24 B<" : ">12 B<"),
        5); /* the copy takes no memory */
    assert_has_not(dot_of(y, (GraphOptions){.memory = true}), ">1 B<");
    /* twice in one operation: one box and two arrows */
    Tensor *parts[] = {tensor_exp(w), mask, mask};
    dot = dot_full(tensor_mul(tensor_concat(3, parts, 0), tensor_concat(3, parts, 0)));
    assert_int_equal(occurrences(dot, "<B>mask</B>"), 2);
    assert_int_equal(boxes(dot), 7);
    assert_int_equal(arrows(dot), 9);
}

/* ---- mistakes ---------------------------------------------------------------------------------------- */

static void test_options_mistakes(void **state)
{
    (void)state;
    Tensor *t = tensor_ones(SCALAR), *none = NULL;
#define FAILS(text, ...)                                                                           \
    assert_fails_with(text, graph_dump(stdout, t, &(GraphOptions){__VA_ARGS__}))
    FAILS("level is 9, expected GRAPH_DEFAULT, GRAPH_OVERVIEW or GRAPH_FULL", .level = 9);
    FAILS("depth is -1, expected 0 (no limit) or more", .depth = -1);
    FAILS("most is -2, expected a number of boxes, 0 (which is 1000) or GRAPH_ALL", .most = -2);
    FAILS("n_roots is -1", .n_roots = -1);
    FAILS("n_roots is 1 and roots is NULL", .n_roots = 1);
    FAILS("roots[0] is NULL", .n_roots = 1, .roots = &none);
    FAILS("n_names is -1", .n_names = -1);
    FAILS("n_names is 1 and named is NULL", .n_names = 1);
    FAILS("n_names is 1 and names is NULL", .n_names = 1, .named = &t);
#undef FAILS
    char *no_name = NULL; /* a name that is not there, and a tensor that is not: as without */
    assert_has(dot_of(t, (GraphOptions){.n_names = 1, .named = &t, .names = &no_name}),
               "<B>input</B>");
    assert_has(dot_of(t, (GraphOptions){.n_names = 1, .named = &none, .names = &no_name}), "input");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_results_show_their_names),
        UNIT_TEST(test_scalars_show_signed_numbers),
        UNIT_TEST(test_tensors_show_their_range),
        UNIT_TEST(test_numbers_that_are_none_are_counted),
        UNIT_TEST(test_folded_numbers_are_those_of_all_copies),
        UNIT_TEST(test_strides_tell_views_from_copies),
        UNIT_TEST(test_left_to_right),
        UNIT_TEST(test_tools_find_plain_attributes),
        UNIT_TEST(test_several_roots),
        UNIT_TEST(test_names_of_a_module),
        UNIT_TEST(test_legend_has_what_the_picture_has),
        UNIT_TEST(test_kinds_differ_without_colours),
        UNIT_TEST(test_constants_are_drawn_at_each_use),
        UNIT_TEST(test_options_mistakes),
    };
    return run_tests("autograd/graph/graph_options", tests);
}
