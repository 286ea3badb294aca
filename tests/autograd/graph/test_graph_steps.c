/* test_graph_steps.c - loops without regions: their rounds are drawn once, and what many boxes read is drawn at each. */
#include "dot_text.h"

static Tensor *named_parameter(int rows, int columns, const char *name)
{
    return tensor_named(random_leaf(SHAPE(rows, columns)), name);
}

/* A recurrent net by hand, as people write one. */
typedef struct {
    Tensor *wx, *wh, *b;
} Cell;

static Cell cell(void)
{
    return (Cell){named_parameter(4, 8, "Wx"), named_parameter(8, 8, "Wh"),
                  named_parameter(1, 8, "b")};
}

static Tensor *cell_step(Cell c, Tensor *x, Tensor *h)
{
    Tensor *both = tensor_add(tensor_matmul(x, c.wx), tensor_matmul(h, c.wh));
    return tensor_tanh(tensor_add(both, c.b));
}

static Tensor *unrolled(long steps, bool numbered)
{
    Cell c = cell();
    Tensor *h = tensor_zeros(SHAPE(1, 8));
    for (long t = 0; t < steps; t++) {
        if (numbered)
            region_open("round", (int)t);
        h = cell_step(c, random_tensor(SHAPE(1, 4)), h);
        if (numbered)
            region_close();
    }
    return tensor_sum(h, ALL_AXES, false);
}

static void test_steps_of_a_recurrent_net_are_drawn_once(void **state)
{
    (void)state;
    const char *dot = dot_of(unrolled(50, false), (GraphOptions){0});
    assert_title(dot, "step x50");
    assert_int_equal(boxes(dot), 11); /* 3 parameters, x, h, 5 operations, sum */
    assert_int_equal(arrows(dot), 10);
    assert_has(dot, "<B>input</B> x50");
    assert_true(dot_accepts(dot));
}

static void test_steps_in_regions_have_inputs_of_their_own(void **state)
{
    (void)state;
    const char *dot = dot_of(unrolled(50, true), (GraphOptions){0});
    assert_title(dot, "round x50");
    assert_int_equal(boxes(dot), 11);
}

/* Slices of one tensor, layers with regions, an output at each step, a learned beginning. */
static Tensor *with_outputs(long steps)
{
    Cell c = cell();
    Tensor *x = random_leaf(SHAPE(steps, 4)), *out = named_parameter(8, 2, "out"), *loss = NULL;
    Tensor *h = named_parameter(1, 8, "h0");
    for (long t = 0; t < steps; t++) {
        h = cell_step(c, tensor_slice(x, 0, t, t + 1, 1), h);
        region_begin("output");
        Tensor *y = tensor_abs(tensor_matmul(h, out));
        region_close();
        Tensor *share = tensor_sum(y, ALL_AXES, false);
        loss = loss ? tensor_add(loss, share) : share;
    }
    return tensor_mul_scalar(loss, (real)0.5);
}

static void test_steps_take_what_stands_beside_them(void **state)
{
    (void)state;
    const char *dot = dot_of(with_outputs(12), (GraphOptions){0});
    assert_has(dot, "label=<step 1..11 x11>"); /* the first round has nothing to add to */
    assert_int_equal(occurrences(dot, "label=<output>"), 2);
    assert_int_equal(occurrences(dot, "op=\"slice\""), 2);
    assert_true(dot_accepts(dot));
}

static void test_steps_of_a_deep_net_keep_their_weights(void **state)
{
    (void)state;
    Tensor *x = random_tensor(SHAPE(2, 3));
    for (int i = 0; i < 6; i++)
        x = tensor_relu(tensor_matmul(x, named_parameter(3, 3, "w")));
    const char *dot = dot_of(tensor_sum(x, ALL_AXES, false), (GraphOptions){0});
    assert_title(dot, "step x6");
    assert_int_equal(boxes(dot), 5); /* x, w, matmul, relu, sum */
}

static void test_steps_are_four_or_more_and_of_one_line(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2, 3)), *y;
    for (int i = 0; i < 3; i++)
        x = tensor_relu(tensor_exp(x));
    assert_has_not(dot_of(x, (GraphOptions){0}), "label=<step");
    y = tensor_relu(tensor_exp(x));
    y = tensor_relu(tensor_exp(y));
    y = tensor_relu(tensor_exp(y));
    y = tensor_relu(tensor_exp(y));
    assert_has_not(dot_of(y, (GraphOptions){0}), "label=<step");
    for (int i = 0; i < 4; i++)
        x = tensor_relu(tensor_exp(x));
    assert_has_not(dot_of(x, (GraphOptions){.no_fold = true}), "label=<step");
}

/* Two chains in opposite directions, joined: no step is like the next. The picture has none then. */
static void test_steps_that_do_not_fold_are_none(void **state)
{
    (void)state;
    enum { T = 6 };
    Cell c = cell();
    Tensor *x[T], *forth[T], *back[T], *h = tensor_zeros(SHAPE(1, 8));
    for (int t = 0; t < T; t++) {
        x[t] = random_tensor(SHAPE(1, 4));
        forth[t] = h = cell_step(c, x[t], h);
    }
    for (int t = T - 1; t >= 0; t--)
        back[t] = h = cell_step(c, x[t], t == T - 1 ? tensor_zeros(SHAPE(1, 8)) : h);
    Tensor *sum = forth[0];
    for (int t = 0; t < T; t++)
        sum = tensor_add(sum, tensor_mul(forth[t], back[t]));
    const char *dot = dot_of(sum, (GraphOptions){0});
    assert_true(dot_accepts(dot));
    assert_true(occurrences(dot, "label=<step ") < T);
}

/* ---- a parameter of many readers ------------------------------------------------------------- */

static Tensor *reads(int n)
{
    Tensor *w = named_parameter(3, 3, "W"), *y = random_tensor(SHAPE(3, 3));
    for (int i = 0; i < n; i++)
        y = tensor_matmul(y, w);
    return y;
}

static void test_steps_much_read_parameter_is_drawn_at_each_use(void **state)
{
    (void)state;
    const GraphOptions single = {.no_fold = true};
    assert_int_equal(occurrences(dot_of(reads(8), single), "<B>W</B>"), 1);
    const char *dot = dot_of(reads(9), single);
    assert_int_equal(occurrences(dot, "<B>W</B>"), 9);
    assert_int_equal(occurrences(dot, "one of 9 uses"), 9);
    assert_int_equal(occurrences(dot, "same="), 8);
    assert_int_equal(arrows(dot), 18);
    assert_true(dot_accepts(dot));
}

/* Within a limit of processor time, which the kernel keeps. */
static bool dot_draws_within(int seconds, const char *dot)
{
    char command[80];
    snprintf(command, sizeof command, "ulimit -t %d; exec dot -Tsvg -o /dev/null", seconds);
    FILE *pipe = popen(command, "w");
    assert_non_null(pipe);
    fputs(dot, pipe);
    return pclose(pipe) == 0;
}

static void test_steps_cost_graphviz_little(void **state)
{
    (void)state;
    if (system("dot -V >/dev/null 2>&1") != 0)
        skip();
    assert_true(dot_draws_within(5, dot_of(unrolled(200, false), (GraphOptions){0})));
    assert_true(dot_draws_within(5, dot_of(unrolled(60, false), (GraphOptions){.no_fold = true})));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_steps_of_a_recurrent_net_are_drawn_once),
        UNIT_TEST(test_steps_in_regions_have_inputs_of_their_own),
        UNIT_TEST(test_steps_take_what_stands_beside_them),
        UNIT_TEST(test_steps_of_a_deep_net_keep_their_weights),
        UNIT_TEST(test_steps_are_four_or_more_and_of_one_line),
        UNIT_TEST(test_steps_that_do_not_fold_are_none),
        UNIT_TEST(test_steps_much_read_parameter_is_drawn_at_each_use),
        UNIT_TEST(test_steps_cost_graphviz_little),
    };
    return run_tests("autograd/graph/graph_steps", tests);
}
