/* test_graph_attributes.c - what a box says of its operation besides the name: axes, bounds, windows; and what JSON
 * says of what an operation keeps. */
#include "dot_text.h"

static void test_numbers_of_operations(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2, 3, 4));
    Tensor *y = tensor_clamp(tensor_pow(tensor_leaky_relu(x, (real)0.25), 3), (real)-1.5, 2);
    y = tensor_slice(tensor_permute(y, AXES(2, 0, 1)), 0, 3, SLICE_END, -2);
    const char *dot = dot_full(tensor_slice(y, 1, 0, 2, 1));
    assert_has(dot, "0.25");
    assert_has(dot, ">3<");
    assert_has(dot, "-1.5..2");
    assert_has(dot, "2,0,1");
    assert_has(dot, "axis 0, 3::-2");
    assert_has(dot, "axis 1, 0:2");
    assert_has_not(dot, "0:2:1");
}

static void test_axes_of_reductions(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2, 3, 4));
    const char *dot = dot_full(tensor_norm(x, 3, AXES(-1, 0), true));
    assert_has(dot, ">p 3, axis 0,2<");
    assert_has(dot_full(tensor_norm(x, (real)1.5, ALL_AXES, false)), ">p 1.5, axis 0,1,2<");
    assert_has(dot_full(tensor_norm(tensor_select(tensor_reshape(x, SHAPE(24)), 0, 0), 1, ALL_AXES,
                                    false)),
               ">p 1<");
    assert_has(dot_full(tensor_var(x, AXES(1), 1, false)), "axis 1<");
}

static void test_windows(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(1, 2, 9, 9)), *w = random_leaf(SHAPE(2, 1, 3, 3));
    Window window = {.stride = {2, 1}, .padding = {1, 1}, .dilation = {1, 2}};
    Tensor *y = tensor_conv2d(x, w, NULL, window, 2);
    y = tensor_max_pool2d(y, (Window){.kernel = {2, 2}});
    y = tensor_avg_pool2d(y, (Window){.kernel = {2, 2}, .stride = {1, 1}}, true);
    const char *dot = dot_full(y);
    assert_has(dot, "3x3 stride 2,1 padding 1 dilation 1,2 groups 2");
    assert_has(dot, ">2x2<");
    assert_has(dot, "2x2 stride 1<");
    assert_has_not(dot_full(tensor_conv2d(x, random_leaf(SHAPE(2, 2, 3, 3)), NULL, (Window){0}, 1)),
                   "groups");
}

static void test_kinds_of_attention(void **state)
{
    (void)state;
    Tensor *q = random_leaf(SHAPE(1, 2, 4)), *mask = tensor_ones(SHAPE(2, 2));
    assert_has(dot_full(flash_attention(q, q, q, (FlashAttentionOptions){.causal = true})),
               ">causal<");
    assert_has(dot_full(flash_attention(q, q, q, (FlashAttentionOptions){.mask = mask})),
               ">masked<");
    const char *plain = dot_full(flash_attention(q, q, q, (FlashAttentionOptions){0}));
    assert_has_not(plain, ">causal<");
    assert_has_not(plain, ">masked<");
}

static const char *json_of(Tensor *root, const GraphTokens *tokens)
{
    assert_int_equal(graph_json_tokens(text_stream(), root, 100, tokens), 0);
    return text_written();
}

static void test_what_json_says(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2, 3)), *hidden;
    bool was = grad_mode(false);
    hidden = tensor_exp(x);
    grad_mode(was);
    graph_timing(true);
    Tensor *y = tensor_layer_norm(tensor_mul(x, hidden), NULL, NULL, (real)1e-5);
    Tensor *loss = tensor_sum(tensor_softmax(y, -1), ALL_AXES, false);
    tensor_backward_from(loss, NULL, true);
    graph_timing(false);
    const char *rows[] = {"a", "<b>"};
    const char *json = json_of(loss, &(GraphTokens){.n_rows = 2, .rows = rows});
    assert_has(json, "\"no_grad\":true");
    assert_has(json, "\"forward\":");
    assert_has(json, "\"is\":\"own\"");
    assert_has(json, "\"rows\":[\"a\",\"");
    assert_has(json, "\"columns\":[]");
    assert_has_not(json, "<b>");
    assert_fails_with("-1 rows, and the array of them is there",
                      json_of(loss, &(GraphTokens){.n_rows = -1, .rows = rows}));
    fclose(text_file);
    free(text_memory);
    assert_fails_with("2 columns, and the array of them is NULL",
                      json_of(loss, &(GraphTokens){.n_columns = 2}));
    fclose(text_file);
    free(text_memory);
}

/* An operation that keeps a tensor with a name, nothing, its input and its result. */
typedef struct {
    Tensor *kept[4];
} KeeperCapture;

static void no_backward(Closure *c, Tensor *dy)
{
    (void)c, (void)dy;
}

static Tensor *keep(Tensor *x, Tensor *named)
{
    static const Operation keeper = {.name = "keeper", .backward = no_backward, .saved = 4};
    Tensor *out = tensor_ones(SHAPE(2));
    KeeperCapture capture = {{named, NULL, x, out}};
    return closure_record(out, &keeper, INPUTS(x), sizeof capture, &capture);
}

static void test_what_is_kept(void **state)
{
    (void)state;
    Tensor *x = tensor_named(random_leaf(SHAPE(2)), "x");
    Tensor *named = tensor_named(tensor_ones(SHAPE(2, 5)), "kept_mask");
    Tensor *y = keep(x, named);
    assert_has(dot_full(y), "kept_mask");
    assert_has(dot_of(y, (GraphOptions){.memory = true}), IS_DOUBLE ? "80 B" : "40 B");
    const char *saved = dot_of(y, (GraphOptions){.saved = true});
    assert_has(saved, ">keeps x, the result, 1 of its own<");
    assert_true(dot_accepts(saved));
    Tensor *odd = tensor_named(random_leaf(SHAPE(2)), "<&>");
    assert_has(dot_of(keep(odd, odd), (GraphOptions){.saved = true}),
               ">keeps &lt;&amp;&gt;, &lt;&amp;&gt;, the result<");
    assert_has(dot_of(keep(random_leaf(SHAPE(2)), x), (GraphOptions){.saved = true}),
               ">keeps input 0, the result, 1 of its own<");
    assert_has_not(dot_of(tensor_add(x, x), (GraphOptions){.saved = true}), "keeps");
    const char *json = json_of(y, NULL);
    assert_has(json, "\"is\":\"own\"");
    assert_has(json, "\"is\":\"input 0\"");
    assert_has(json, "\"is\":\"result\"");
    assert_int_equal(occurrences(json, "{\"bytes\":"), 3);
    Tensor *nameless = keep(x, tensor_ones(SHAPE(2, 5)));
    assert_int_equal(boxes(dot_full(nameless)), boxes(dot_full(y)) - 1);
}

/* In a closed box, too, it is seen that a parameter gets no gradient. */
static void test_dead_ends_in_a_box(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2)), *dead = tensor_named(random_leaf(SHAPE(2)), "dead\x7f<end>");
    region_begin("part");
    Tensor *y = tensor_add(x, tensor_detach(tensor_exp(dead)));
    region_close();
    const char *dot = dot_of(tensor_exp(y), (GraphOptions){.level = GRAPH_OVERVIEW});
    assert_has(dot, "part");
    assert_has(dot_full(tensor_exp(y)), "dead &lt;end&gt;");
    assert_true(dot_accepts(dot));
}

static void test_streams_that_fail(void **state)
{
    (void)state;
    Tensor *y = tensor_exp(random_leaf(SHAPE(2)));
    FILE *full = fopen("/dev/full", "w");
    if (full == NULL)
        skip_without("Graphviz");
    assert_int_equal(graph_dump(full, y, NULL), -1);
    clearerr(full);
    assert_int_equal(graph_json(full, y, 10), -1);
    fclose(full);
    assert_fails_with("is NULL", graph_dump(stdout, y, &(GraphOptions){.n_roots = 1}));
    assert_fails_with("is an array",
                      graph_dump(stdout, y, &(GraphOptions){.n_roots = -1, .roots = &y}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_numbers_of_operations), UNIT_TEST(test_windows),
        UNIT_TEST(test_axes_of_reductions),    UNIT_TEST(test_kinds_of_attention),
        UNIT_TEST(test_what_json_says),        UNIT_TEST(test_what_is_kept),
        UNIT_TEST(test_dead_ends_in_a_box),    UNIT_TEST(test_streams_that_fail),
    };
    return run_tests("autograd/graph/attributes", tests);
}
