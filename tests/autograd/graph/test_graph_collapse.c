/* test_graph_collapse.c - regions in the picture: frames, and the boxes they collapse to. */
#include "dot_text.h"

static const GraphOptions full = {.level = GRAPH_FULL};
static const GraphOptions overview = {.level = GRAPH_OVERVIEW};
static const GraphOptions usual = {.level = GRAPH_DEFAULT};

/* ---- frames ---------------------------------------------------------------------------------- */

static void test_fold_frames_nest(void **state)
{
    (void)state;
    region_open("outer", 2);
    Tensor *y = tensor_exp(random_leaf(SHAPE(2)));
    region_begin("inner");
    y = tensor_sum(tensor_abs(y), ALL_AXES, false);
    region_close();
    region_close();
    const char *dot = dot_of(y, full);
    const char *outer = strstr(dot, "label=<outer 2>"), *inner = strstr(dot, "label=<inner>");
    assert_non_null(outer);
    assert_non_null(inner);
    assert_true(outer < strstr(dot, "<exp<") && strstr(dot, "<exp<") < inner);
    assert_true(inner < strstr(dot, "<abs<"));
    assert_int_equal(occurrences(dot, "subgraph"), 2);
    assert_has(dot, "\n  }\n  }\n");
    assert_true(dot_accepts(dot));
}

/* The text between a frame's title and its end. */
static bool is_in_frame(const char *dot, const char *title, const char *what)
{
    const char *start = strstr(dot, title);
    assert_non_null(start);
    const char *at = strstr(start, what), *end = strstr(start, "\n  }\n");
    return at != NULL && at < end;
}

static void test_fold_leaves_stand_beside_their_use(void **state)
{
    (void)state;
    Tensor *x = tensor_named(tensor_ones(SHAPE(2)), "x");
    Tensor *w = tensor_named(random_leaf(SHAPE(2)), "w");
    Tensor *shared = tensor_named(random_leaf(SHAPE(2)), "shared");
    region_begin("first");
    Tensor *y = tensor_add(tensor_mul(x, w), shared);
    region_close();
    region_begin("second");
    y = tensor_mul(y, shared);
    region_close();
    const char *dot = dot_of(y, full);
    assert_true(is_in_frame(dot, "label=<first>", "<B>w</B>"));
    assert_true(strstr(dot, "<B>shared</B>") < strstr(dot, "subgraph"));
    assert_true(strstr(dot, "<B>x</B>") <
                strstr(dot, "subgraph")); /* an input comes from outside */
}

static void test_fold_a_frame_that_adds_nothing_is_not_drawn(void **state)
{
    (void)state;
    Tensor *x = tensor_exp(random_leaf(SHAPE(2, 3)));
    region_begin_collapsed("softmax");
    Tensor *y = tensor_softmax(x, -1);
    region_close();
    assert_has_not(dot_of(y, full), "subgraph");
    assert_has(dot_of(y, usual), "<softmax <FONT"); /* nor is there anything to collapse */
    region_begin_collapsed("softmax");
    y = tensor_softmax(tensor_exp(x), -1); /* two operations */
    region_close();
    assert_title(dot_of(y, full), "softmax");
    region_begin_collapsed("layer norm");
    y = tensor_layer_norm(x, NULL, NULL, (real)1e-5);
    region_close();
    assert_has_not(dot_of(y, full), "subgraph"); /* layer_norm is layer norm */
}

static void test_a_closed_region_took_as_long_as_all_in_it(void **state)
{
    (void)state;
    region_begin_collapsed("pair");
    Tensor *a = tensor_exp(random_leaf(SHAPE(2))), *y = tensor_abs(a);
    region_close();
    a->closure->origin.forward_seconds = 1.5e-6;
    y->closure->origin.forward_seconds = 2e-6;
    a->closure->origin.backward_seconds = 0.25e-3;
    y->closure->origin.backward_seconds = 0.5e-3;
    const char *dot = dot_of(y, (GraphOptions){.level = GRAPH_DEFAULT, .times = true});
    assert_has(dot, ">3.5 + 750.0 \xc2\xb5s</FONT>");
}

static void test_fold_a_well_known_region_of_one_node_is_that_node(void **state)
{
    (void)state;
    Tensor *x = tensor_exp(random_leaf(SHAPE(2, 3)));
    region_begin_collapsed("loss");
    Tensor *y = tensor_sum(x, ALL_AXES, false);
    region_close();
    assert_has(dot_of(y, usual), "<sum");
    assert_has(dot_of(y, usual), "#fff3e0");
    assert_title(dot_of(y, full), "loss");
    assert_has(dot_of(y, overview), ">1 node</FONT>");
}

/* ---- collapsing ------------------------------------------------------------------------------ */

/* sum(second(first(x))): a region of two operations and a parameter, then softmax step by step. */
static Tensor *two_regions(void)
{
    Tensor *x = tensor_named(tensor_ones(SHAPE(2, 3)), "x");
    region_begin("first");
    Tensor *y = tensor_mul(x, tensor_named(random_leaf(SHAPE(3)), "w"));
    region_begin("deep");
    y = tensor_exp(tensor_abs(y));
    region_close();
    region_close();
    region_begin_collapsed("softmax");
    Tensor *e = tensor_exp(y);
    y = tensor_div(e, tensor_sum(e, AXES(-1), true));
    region_close();
    return tensor_sum(y, ALL_AXES, false);
}

static void test_fold_overview_is_a_box_per_outer_region(void **state)
{
    (void)state;
    const char *dot = dot_of(two_regions(), overview);
    assert_int_equal(boxes(dot), 4); /* x, first, softmax, sum */
    assert_has(dot, "<B>first</B>");
    assert_has(dot, ">4 nodes</FONT>");
    assert_has(dot, "<B>softmax</B>");
    assert_has(dot, ">3 nodes</FONT>");
    assert_has_not(dot, "subgraph");
    assert_int_equal(occurrences(dot, "fillcolor=\"#ede7f6\""), 2);
    assert_has(dot, "  n0 -> r1 [weight=2];\n  r1 -> r3;\n  r3 -> n8;\n}");
    assert_int_equal(occurrences(dot, ">(2, 3)</FONT>"), 3); /* x, and what leaves each box */
    assert_true(dot_accepts(dot));
}

static void test_fold_default_collapses_the_well_known(void **state)
{
    (void)state;
    Tensor *y = two_regions();
    const char *dot = dot_of(y, usual);
    assert_title(dot, "first");
    assert_has(dot, "<B>softmax</B>");
    assert_has(dot, ">3 nodes</FONT>");
    assert_int_equal(boxes(dot), 7);
    dot = dot_of(y, full);
    assert_title(dot, "softmax");
    assert_int_equal(boxes(dot), 9);
    assert_has_not(dot, "nodes</FONT>");
}

/* What is said when a region is opened counts, not its name. */
static void test_fold_default_asks_for_no_name(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2, 3));
    region_begin("softmax");
    Tensor *y = tensor_exp(tensor_abs(x));
    region_close();
    region_begin_collapsed("anything");
    y = tensor_sin(tensor_neg(y));
    region_close();
    const char *dot = dot_of(y, usual);
    assert_title(dot, "softmax");
    assert_has(dot, "<B>anything</B>");
    assert_has_not(dot, "<sin");
}

static void test_fold_depth_limits_nesting(void **state)
{
    (void)state;
    Tensor *y = two_regions();
    const char *dot = dot_of(y, (GraphOptions){.level = GRAPH_FULL, .depth = 1});
    assert_title(dot, "first");
    assert_has(dot, "<B>deep</B>");
    assert_has(dot, ">2 nodes</FONT>");
    assert_int_equal(boxes(dot), 8);
    assert_string_equal(dot_of(y, (GraphOptions){.level = GRAPH_FULL, .depth = 2}),
                        dot_of(y, full));
}

static void test_fold_the_outermost_box_hides_the_others(void **state)
{
    (void)state;
    Tensor *y = tensor_neg(random_leaf(SHAPE(2)));
    region_begin("one");
    region_begin("two");
    region_begin("three");
    y = tensor_abs(tensor_exp(y));
    region_close();
    region_close();
    region_close();
    const char *dot = dot_of(y, (GraphOptions){.level = GRAPH_FULL, .depth = 1});
    assert_title(dot, "one");
    assert_has(dot, "<B>two</B>");
    assert_has_not(dot, "three");
    assert_has(dot, "  n1 -> r2;\n}");
}

static void test_fold_parallel_arrows_of_a_box_are_one(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2));
    region_begin("a");
    Tensor *p = tensor_exp(x), *q = tensor_abs(x);
    region_close();
    region_begin("b");
    Tensor *y = tensor_mul(tensor_mul(p, q), p);
    region_close();
    assert_has(dot_of(y, overview), "  r1 -> r2 [label=\" (2,) x2  \"];\n}");
}

/* What leaves a box differs: each arrow says what takes it. */
static void test_fold_arrows_say_shapes_that_differ(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2, 3));
    region_begin("a");
    Tensor *p = tensor_exp(x), *sum = tensor_sum(p, AXES(0), false);
    region_close();
    const char *dot = dot_of(tensor_mul(tensor_neg(p), tensor_abs(sum)), overview);
    assert_has(dot, " [label=\" (2, 3)\"];\n");
    assert_has(dot, " [label=\" (3,)\"];\n");
    assert_has(dot, "<B>a</B>");
    assert_int_equal(occurrences(dot, ">(3,)</FONT>"), 1); /* abs; none in the box */
}

static void test_fold_sums_what_a_box_stands_for(void **state)
{
    (void)state;
    region_begin("a");
    Tensor *w = tensor_requires_grad(tensor_from(SHAPE(1), VALUES(1)));
    Tensor *v = tensor_requires_grad(tensor_from(SHAPE(1), VALUES(1)));
    Tensor *y = tensor_add(tensor_mul_scalar(w, 3), tensor_mul_scalar(v, 4));
    region_close();
    tensor_backward(y); /* gradients 3 and 4: together a vector of norm 5 */
    assert_has(dot_of(y, (GraphOptions){.level = GRAPH_OVERVIEW, .gradients = true}), ">|grad| 5<");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_fold_frames_nest),
        UNIT_TEST(test_fold_leaves_stand_beside_their_use),
        UNIT_TEST(test_fold_a_frame_that_adds_nothing_is_not_drawn),
        UNIT_TEST(test_a_closed_region_took_as_long_as_all_in_it),
        UNIT_TEST(test_fold_a_well_known_region_of_one_node_is_that_node),
        UNIT_TEST(test_fold_overview_is_a_box_per_outer_region),
        UNIT_TEST(test_fold_default_collapses_the_well_known),
        UNIT_TEST(test_fold_default_asks_for_no_name),
        UNIT_TEST(test_fold_depth_limits_nesting),
        UNIT_TEST(test_fold_the_outermost_box_hides_the_others),
        UNIT_TEST(test_fold_parallel_arrows_of_a_box_are_one),
        UNIT_TEST(test_fold_arrows_say_shapes_that_differ),
        UNIT_TEST(test_fold_sums_what_a_box_stands_for),
    };
    return run_tests("autograd/graph/graph_collapse", tests);
}
