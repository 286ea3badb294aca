/* test_graph_fold.c - stacks of equal regions in the picture: drawn once. */
#include "dot_text.h"

static const GraphOptions full = {.level = GRAPH_FULL};
static const GraphOptions unfolded = {.level = GRAPH_FULL, .no_fold = true};
static const GraphOptions overview = {.level = GRAPH_OVERVIEW};

/* One block: exp(x w), with an inner region; the operation and the width can be other ones. */
static Tensor *block(Tensor *x, int index, Tensor *(*operation)(Tensor *), Tensor *mask)
{
    region_open("block", index);
    Tensor *y = tensor_mul(x, tensor_named(random_leaf(SHAPE(3)), "w"));
    region_begin("inner");
    y = tensor_mul(operation(y), mask);
    region_close();
    y = tensor_add(x, y);
    region_close();
    return y;
}

static Tensor *stack(int n, int first)
{
    Tensor *mask = tensor_named(tensor_ones(SHAPE(3)), "mask");
    Tensor *y = tensor_neg(random_leaf(SHAPE(2, 3)));
    for (int i = 0; i < n; i++)
        y = block(y, first + i, tensor_exp, mask);
    return tensor_sum(y, ALL_AXES, false);
}

static void test_fold_draws_a_chain_of_blocks_once(void **state)
{
    (void)state;
    const char *dot = dot_of(stack(6, 0), full);
    assert_title(dot, "block x6");
    assert_int_equal(occurrences(dot, "label=<block"), 1);
    assert_int_equal(occurrences(dot, "label=<inner>"), 1);
    /* leaf, neg, mask, sum, and w, mul, exp, mul, add of the block */
    assert_int_equal(boxes(dot), 9);
    /* leaf-neg, neg-mul, w-mul, mul-exp, exp-mul, mask-mul, neg-add, mul-add, add-sum */
    assert_int_equal(arrows(dot), 9);
    assert_true(dot_accepts(dot));
}

static void test_fold_edges_enter_the_first_and_leave_it(void **state)
{
    (void)state;
    const char *dot = dot_of(stack(3, 0), overview);
    assert_has(dot, "<B>block x3</B>");
    assert_has(dot, ">6 nodes</FONT>"); /* the mask is inside, at its use */
    assert_has(dot, "peripheries=2");
    assert_int_equal(boxes(dot), 4);
    assert_has(dot, " -> r1;\n");
    assert_int_equal(occurrences(dot, "  r1 -> "), 1);
    assert_has_not(dot, "r1 -> r1");
    assert_has_not(dot, "r3");
}

/* From two copies on the frame has the colour of what stands for several. */
static void test_fold_shows_by_the_frame_that_it_is_many(void **state)
{
    (void)state;
    const char *dot = dot_of(stack(2, 0), full);
    assert_title(dot, "block x2");
    assert_has(dot, "fillcolor=\"#fafafa\"; color=\"#5e35b1\";");
    assert_has_not(dot_of(stack(2, 0), unfolded), "fillcolor=\"#fafafa\"; color=\"#5e35b1\";");
}

static void test_fold_can_be_turned_off(void **state)
{
    (void)state;
    const char *dot = dot_of(stack(3, 0), unfolded);
    assert_title(dot, "block 0");
    assert_title(dot, "block 1");
    assert_title(dot, "block 2");
    assert_int_equal(boxes(dot), 3 + 3 * 6); /* the mask in each block */
}

static void test_fold_one_block_is_no_stack(void **state)
{
    (void)state;
    Tensor *y = stack(1, 0);
    assert_string_equal(dot_of(y, full), dot_of(y, unfolded));
    assert_title(dot_of(y, full), "block 0");
}

static void test_fold_names_the_range_if_it_does_not_start_at_0(void **state)
{
    (void)state;
    assert_title(dot_of(stack(3, 4), full), "block 4..6 x3");
}

static void test_fold_leaves_different_blocks_apart(void **state)
{
    (void)state;
    Tensor *mask = tensor_ones(SHAPE(3));
    Tensor *y = tensor_neg(random_leaf(SHAPE(2, 3)));
    y = block(y, 0, tensor_exp, mask);
    y = block(y, 1, tensor_abs, mask); /* another operation */
    y = block(y, 2, tensor_abs, mask);
    y = block(y, 4, tensor_abs, mask); /* a gap */
    const char *dot = dot_of(y, full);
    assert_title(dot, "block 0");
    assert_title(dot, "block 1..2 x2");
    assert_title(dot, "block 4");
    assert_has_not(dot, "x3");
}

static Tensor *transposes(Tensor *y, int index, int axis1, int axis2)
{
    region_open("turn", index);
    y = tensor_exp(tensor_transpose(y, axis1, axis2));
    region_close();
    return y;
}

static void test_fold_compares_attributes_shapes_and_wiring(void **state)
{
    (void)state;
    Tensor *cube = tensor_neg(random_leaf(SHAPE(2, 2, 2)));
    Tensor *square = tensor_neg(random_leaf(SHAPE(2, 3, 3)));
    assert_has(dot_of(transposes(transposes(cube, 0, 1, 2), 1, 1, 2), full), "turn x2");
    assert_has_not(dot_of(transposes(transposes(cube, 0, 1, 2), 1, 0, 1), full), "x2");
    assert_has_not(dot_of(transposes(transposes(square, 0, 0, 1), 1, 0, 1), full), "x2");
    Tensor *y = cube;
    for (int i = 0; i < 2; i++) {
        region_open("wire", i);
        Tensor *a = tensor_exp(y), *b = tensor_exp(a);
        y = i == 0 ? tensor_sub(a, b) : tensor_sub(b, a);
        region_close();
    }
    assert_has_not(dot_of(y, full), "x2");
}

static void test_fold_needs_equal_origins(void **state)
{
    (void)state;
    Tensor *y = NULL; /* two equal regions, each with an input of its own from outside */
    for (int i = 0; i < 2; i++) {
        Tensor *x = tensor_neg(random_leaf(SHAPE(2)));
        region_open("tower", i);
        Tensor *t = tensor_abs(tensor_exp(x));
        region_close();
        y = i == 0 ? t : tensor_add(y, t);
    }
    const char *dot = dot_of(y, full);
    assert_title(dot, "tower 0");
    assert_title(dot, "tower 1");
}

static void test_fold_draws_parallel_heads_once(void **state)
{
    (void)state;
    Tensor *x = tensor_neg(random_leaf(SHAPE(2, 3)));
    Tensor *heads[4];
    for (int i = 0; i < 4; i++) {
        region_open("head", i);
        heads[i] = tensor_exp(tensor_mul(x, tensor_named(random_leaf(SHAPE(3)), "w")));
        region_close();
    }
    const char *dot = dot_of(tensor_concat(4, heads, -1), full);
    assert_title(dot, "head x4");
    assert_int_equal(boxes(dot), 6);  /* leaf, neg, w, mul, exp, concat */
    assert_int_equal(arrows(dot), 5); /* exp to concat once */
}

static void test_fold_stacks_within_stacks(void **state)
{
    (void)state;
    Tensor *y = tensor_neg(random_leaf(SHAPE(2, 3)));
    for (int i = 0; i < 3; i++) {
        region_open("block", i);
        for (int j = 0; j < 4; j++) {
            region_open("step", j);
            y = tensor_mul(tensor_exp(y), random_leaf(SHAPE(3)));
            region_close();
        }
        region_close();
    }
    const char *dot = dot_of(tensor_sum(y, ALL_AXES, false), full);
    assert_title(dot, "block x3");
    assert_title(dot, "step x4");
    assert_int_equal(boxes(dot), 6); /* leaf, neg, exp, parameter, mul, sum */
    assert_int_equal(arrows(dot), 5);
    assert_true(dot_accepts(dot));
}

static void test_fold_keeps_both_arrows_of_a_square(void **state)
{
    (void)state;
    Tensor *y = tensor_neg(random_leaf(SHAPE(2)));
    for (int i = 0; i < 3; i++) {
        region_open("square", i);
        Tensor *e = tensor_exp(y);
        y = tensor_mul(e, e);
        region_close();
    }
    const char *dot = dot_of(y, full);
    assert_title(dot, "square x3");
    assert_int_equal(arrows(dot), 4);
}

static void test_fold_sums_over_the_copies(void **state)
{
    (void)state;
    Tensor *y = stack(3, 0);
    const char *dot = dot_of(y, (GraphOptions){.level = GRAPH_FULL, .memory = true});
    assert_has(dot, IS_DOUBLE ? ">144 B<" : ">72 B<"); /* exp: 3 copies of 6 numbers */
    assert_has(dot_of(y, (GraphOptions){.level = GRAPH_FULL, .memory = true, .no_fold = true}),
               IS_DOUBLE ? ">48 B<" : ">24 B<");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_fold_draws_a_chain_of_blocks_once),
        UNIT_TEST(test_fold_edges_enter_the_first_and_leave_it),
        UNIT_TEST(test_fold_shows_by_the_frame_that_it_is_many),
        UNIT_TEST(test_fold_can_be_turned_off),
        UNIT_TEST(test_fold_one_block_is_no_stack),
        UNIT_TEST(test_fold_names_the_range_if_it_does_not_start_at_0),
        UNIT_TEST(test_fold_leaves_different_blocks_apart),
        UNIT_TEST(test_fold_compares_attributes_shapes_and_wiring),
        UNIT_TEST(test_fold_needs_equal_origins),
        UNIT_TEST(test_fold_draws_parallel_heads_once),
        UNIT_TEST(test_fold_stacks_within_stacks),
        UNIT_TEST(test_fold_keeps_both_arrows_of_a_square),
        UNIT_TEST(test_fold_sums_over_the_copies),
    };
    return run_tests("autograd/graph/graph_fold", tests);
}
