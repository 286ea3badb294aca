/* test_graph_limit.c - more boxes than Graphviz can place: what is closed, and that the picture says so. */
#include "dot_text.h"

static Tensor *nested(int outer, int inner)
{
    Tensor *y = random_leaf(SCALAR);
    for (int i = 0; i < outer; i++) {
        region_begin(i % 2 ? "odd" : "even");
        for (int j = 0; j < inner; j++) {
            region_begin("step");
            y = tensor_abs(tensor_exp(y));
            region_close();
        }
        region_close();
    }
    return y;
}

static void test_limit_closes_regions_from_the_inside(void **state)
{
    (void)state;
    Tensor *y = nested(4, 5); /* 1 leaf, 4 regions of 5 steps of 2 nodes */
    const char *dot = dot_of(y, (GraphOptions){.level = GRAPH_FULL, .no_fold = true, .most = 41});
    assert_int_equal(boxes(dot), 41);
    assert_has_not(dot, "too many");
    dot = dot_of(y, (GraphOptions){.level = GRAPH_FULL, .no_fold = true, .most = 40});
    assert_int_equal(boxes(dot), 4 * 5); /* the leaf is in the first */
    assert_has(dot, ">41 nodes are too many to draw: regions were closed.<");
    dot = dot_of(y, (GraphOptions){.level = GRAPH_FULL, .no_fold = true, .most = 19, .no_legend = true});
    assert_int_equal(boxes(dot), 4);
    assert_has(dot, "too many"); /* a warning is no legend */
    region_begin("tanh");
    y = tensor_tanh(y); /* the frame of one operation of its name is no region to be closed */
    region_close();
    dot = dot_of(y, (GraphOptions){.level = GRAPH_FULL, .no_fold = true, .most = 19});
    assert_int_equal(boxes(dot), 5);
    assert_has(dot, "label=<tanh<");
    assert_true(dot_accepts(dot));
}

static void test_limit_makes_one_box_of_the_beginning(void **state)
{
    (void)state;
    Tensor *y = nested(4, 5);
    const char *dot = dot_of(y, (GraphOptions){.most = 3});
    assert_int_equal(boxes(dot), 3);
    assert_has(dot, "<B>all that came before</B>");
    assert_has(dot, ">39 nodes</FONT>");
    assert_has(dot, ">41 nodes are too many to draw: the first are one box.<");
    assert_int_equal(arrows(dot), 2);
    assert_true(dot_accepts(dot));
    assert_int_equal(boxes(dot_of(y, (GraphOptions){.most = 1})), 1);
}

/* What is left of a graph whose beginning is hidden is folded like any other. */
static void test_limit_keeps_stacks_behind_the_beginning(void **state)
{
    (void)state;
    Tensor *y = random_leaf(SCALAR);
    for (int i = 0; i < 30; i++) /* the word of Thue and Morse: nothing in it comes three times in a row */
        y = __builtin_popcount((unsigned)i) % 2 ? tensor_exp(y) : tensor_neg(y);
    for (int i = 0; i < 4; i++) {
        region_open("block", i);
        y = tensor_abs(tensor_exp(y));
        region_close();
    }
    const char *dot = dot_of(tensor_neg(y), (GraphOptions){.most = 12});
    assert_title(dot, "block x4");
    assert_int_equal(boxes(dot), 1 + 2 + 2 + 1); /* the beginning, neg neg, exp abs, neg */
    assert_int_equal(arrows(dot), 5);
}

static void test_limit_is_there_unless_it_is_lifted(void **state)
{
    (void)state;
    Tensor *y = random_leaf(SCALAR), *w = random_leaf(SCALAR);
    for (int i = 0; i < GRAPH_MOST; i++)
        y = i < 4 ? tensor_mul(y, w) : tensor_neg(y);
    const char *dot = dot_of(y, (GraphOptions){.no_fold = true});
    assert_int_equal(boxes(dot), GRAPH_MOST);
    assert_has_not(dot, "weight=1"); /* the first box has data as well as the parameter */
    assert_int_equal(boxes(dot_of(y, (GraphOptions){.no_fold = true, .most = GRAPH_ALL})), GRAPH_MOST + 2);
    assert_int_equal(boxes(dot_of(y, (GraphOptions){.no_fold = true, .most = GRAPH_MOST + 2})), GRAPH_MOST + 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_limit_closes_regions_from_the_inside),
        UNIT_TEST(test_limit_makes_one_box_of_the_beginning),
        UNIT_TEST(test_limit_keeps_stacks_behind_the_beginning),
        UNIT_TEST(test_limit_is_there_unless_it_is_lifted),
    };
    return run_tests("autograd/graph/graph_limit", tests);
}
