/* test_graph_dump.c - boxes, arrows and numbers of the DOT text. */
#include "dot_text.h"
#include <time.h>

/* sum(x * w): x (2, 3) without a gradient, w (3,) with one. */
static Tensor *small_graph(void)
{
    Tensor *x = tensor_named(tensor_ones(SHAPE(2, 3)), "x");
    Tensor *w = tensor_named(tensor_requires_grad(tensor_ones(SHAPE(3))), "w");
    return tensor_sum(tensor_mul(x, w), ALL_AXES, false);
}

static void test_dump_writes_nodes_and_edges(void **state)
{
    (void)state;
    const char *dot = dot_full(small_graph());
    assert_true(strncmp(dot, "digraph kindling {\n", 19) == 0);
    assert_string_equal(dot + strlen(dot) - 2, "}\n");
    assert_int_equal(boxes(dot), 4);
    assert_has(dot, "  n0 [label=<<B>x</B>");
    assert_has(dot, "  n1 [label=<<B>w</B>");
    assert_has(dot, "  n2 [label=<mul<");
    assert_has(dot, "  n3 [label=<sum");
    assert_has(dot, ">(2, 3)</FONT>");
    assert_has(dot, "  n0 -> n2 [weight=2];\n  n1 -> n2 [weight=1];\n  n2 -> n3;\n}\n");
}

static void test_dump_colours_follow_the_kind(void **state)
{
    (void)state;
    Tensor *x = tensor_ones(SHAPE(2, 3));
    Tensor *w = tensor_requires_grad(tensor_ones(SHAPE(3)));
    Tensor *half = tensor_scalar((real)0.5);
    Tensor *y = tensor_mul(half, tensor_mul(x, w)); /* a scalar is no input */
    const char *dot = dot_full(tensor_sum(y, ALL_AXES, false));
    assert_has(dot, "<B>input</B>");
    assert_has(dot, "<B>parameter</B>");
    assert_has(dot, "<B>0.5</B>");
    assert_int_equal(occurrences(dot, "fillcolor=\"#bbdefb\""), 1); /* input: blue */
    assert_int_equal(occurrences(dot, "fillcolor=\"#e8f5e9\""), 1); /* parameter: green */
    assert_int_equal(occurrences(dot, "fillcolor=\"#f5f5f5\""), 1); /* constant: grey */
    assert_int_equal(occurrences(dot, "fillcolor=\"#ffffff\""), 2); /* operations: white */
    assert_int_equal(occurrences(dot, "fillcolor=\"#fff3e0\""), 1); /* loss: orange */
}

static void test_dump_root_that_is_no_scalar_is_no_loss(void **state)
{
    (void)state;
    assert_has_not(dot_full(tensor_exp(random_leaf(SHAPE(2)))), "#fff3e0");
}

static void test_dump_draws_a_shared_tensor_once(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2));
    const char *dot = dot_full(tensor_add(tensor_mul(x, x), tensor_exp(x)));
    assert_int_equal(boxes(dot), 4);
    assert_int_equal(occurrences(dot, "n0 -> n1 [weight=1];"), 2); /* x times x: two arrows */
    assert_int_equal(arrows(dot), 5);
}

static void test_dump_of_a_leaf(void **state)
{
    (void)state;
    const char *dot = dot_full(tensor_named(tensor_ones(SHAPE(0, 4)), "empty"));
    assert_int_equal(boxes(dot), 1);
    assert_int_equal(arrows(dot), 0);
    assert_has(dot, "(0, 4)");
    assert_true(dot_accepts(dot));
}

static void test_dump_shows_attributes(void **state)
{
    (void)state;
    const char *dot = dot_full(tensor_transpose(random_leaf(SHAPE(2, 3, 4)), 1, -1));
    assert_has(dot, "<transpose <FONT");
    assert_has(dot, ">1,2</FONT>");
}

static void test_dump_default_options(void **state)
{
    (void)state;
    Tensor *root = small_graph();
    assert_int_equal(graph_dump(text_stream(), root, NULL), 0);
    const char *dot = text_written();
    assert_string_equal(dot, dot_of(root, (GraphOptions){.level = GRAPH_DEFAULT}));
}

static void test_dump_does_not_depend_on_addresses(void **state)
{
    (void)state;
    Tensor *roots[2]; /* one line of code for both, for tooltips name it */
    for (int i = 0; i < 2; i++) {
        tensor_ones(SHAPE(1000 + 7777 * i));
        roots[i] = small_graph();
    }
    assert_string_equal(dot_full(roots[0]), dot_full(roots[1]));
}

static void test_dump_changes_nothing(void **state)
{
    (void)state;
    Tensor *root = small_graph();
    Scope *scope = scope_current();
    size_t before = scope_bytes(scope);
    FILE *stream = tmpfile();
    assert_int_equal(graph_dump(stream, root, NULL), 0);
    fclose(stream);
    assert_ptr_equal(scope_current(), scope);
    assert_int_equal(scope_bytes(scope), before);
    tensor_backward(root); /* the marks of the walk are as they were */
    assert_int_equal(boxes(dot_full(root)), 4);
}

static void test_dump_says_where_it_was_made(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2));
    Tensor *y = tensor_exp(x);
    char place[64];
    snprintf(place, sizeof place, "test_graph_dump.c:%d\"", __LINE__ - 2);
    assert_has(dot_full(y), place);
}

/* ---- where no gradient goes ------------------------------------------------------------------ */

static void test_dump_detached_edges_are_dashed(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2));
    Tensor *y = tensor_mul(x, tensor_detach(tensor_exp(x)));
    const char *dot = dot_full(y);
    assert_int_equal(boxes(dot), 4); /* what lies behind the detached tensor is drawn, too */
    assert_has(dot, "n1 -> n2 [style=dashed, color=\"#c62828\", penwidth=2, arrowhead=tee];");
    assert_has(dot, "n0 -> n1 [weight=1, style=dashed];"); /* behind the cut */
    assert_int_equal(occurrences(dot, "style=dashed"), 2);
    assert_int_equal(occurrences(dot, " color=\"#c62828\""), 1); /* x gets a gradient elsewhere */
    assert_int_equal(occurrences(dot, " color=\"#bdbdbd\""), 2); /* exp and detach are pale */
    assert_true(dot_accepts(dot));
}

static void test_dump_shows_parameters_without_gradient(void **state)
{
    (void)state;
    Tensor *w = tensor_named(random_leaf(SHAPE(2)), "w"), *v = random_leaf(SHAPE(2));
    Tensor *loss = tensor_sum(tensor_mul(v, tensor_detach(tensor_exp(w))), ALL_AXES, false);
    const char *dot = dot_full(loss);
    assert_int_equal(occurrences(dot, ">no gradient</FONT>"), 1);
    assert_int_equal(occurrences(dot, " color=\"#c62828\", penwidth=2, kind="), 1);
    tensor_backward(loss); /* the picture told the truth */
    assert_null(w->grad);
    assert_non_null(v->grad);
}

static void test_dump_only_what_a_gradient_reaches(void **state)
{
    (void)state;
    Tensor *w = random_leaf(SHAPE(2)), *v = random_leaf(SHAPE(2)), *one = tensor_ones(SHAPE(2));
    Tensor *y = tensor_mul(tensor_add(v, one), tensor_detach(tensor_exp(w)));
    const char *dot = dot_of(y, (GraphOptions){.level = GRAPH_FULL, .only_gradient = true});
    assert_int_equal(boxes(dot), 3); /* v, add, mul */
    assert_int_equal(arrows(dot), 2);
    assert_has(dot, "n0 -> n1 [weight=1];\n  n1 -> n2;\n}");
    assert_int_equal(boxes(dot_of(tensor_detach(y), (GraphOptions){.only_gradient = true})), 1);
    assert_true(dot_accepts(dot));
}

static void test_dump_links_collapsed_regions(void **state)
{
    (void)state;
    region_begin("layer");
    Tensor *y = tensor_exp(tensor_exp(random_leaf(SHAPE(2))));
    region_close();
    const char *dot = dot_of(y, (GraphOptions){.level = GRAPH_OVERVIEW, .link = "a&b.svg"});
    assert_has(dot, "URL=\"a&amp;b.svg\"");
    assert_has_not(dot_of(y, (GraphOptions){.level = GRAPH_OVERVIEW}), "URL");
    assert_true(dot_accepts(dot));
}

static void test_dump_marks_what_was_made_in_no_grad(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2));
    bool was = grad_mode(false);
    Tensor *hidden = tensor_exp(x);
    grad_mode(was);
    const char *dot = dot_full(tensor_mul(x, hidden));
    assert_has(dot, ">no_grad</FONT>");
    assert_int_equal(occurrences(dot, "style=\"rounded,filled,dashed\""), 1);
    assert_int_equal(boxes(dot), 3);
}

/* ---- numbers on request ---------------------------------------------------------------------- */

static void test_dump_gradient_norms(void **state)
{
    (void)state;
    Tensor *x = tensor_requires_grad(tensor_from(SHAPE(2), VALUES(3, 4)));
    Tensor *y = tensor_mul_scalar(tensor_sum(tensor_mul(x, x), ALL_AXES, false), (real)0.5);
    tensor_backward(y); /* dx = x, of norm 5 */
    const char *dot = dot_of(y, (GraphOptions){.level = GRAPH_FULL, .gradients = true});
    assert_has(dot, ">|grad| 5</FONT>");
    assert_has_not(dot_full(y), "|grad|");
}

static void test_dump_bytes(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(256));
    Tensor *y = tensor_exp(tensor_reshape(x, SHAPE(16, 16)));
    const char *dot = dot_of(y, (GraphOptions){.level = GRAPH_FULL, .memory = true});
    /* x and exp hold numbers of their own, the view holds none */
    assert_int_equal(occurrences(dot, IS_DOUBLE ? ">2.0 KB</FONT>" : ">1.0 KB</FONT>"), 2);
    assert_has_not(dot_full(y), "KB");
}

static void test_dump_times(void **state)
{
    (void)state;
    graph_timing(true);
    Tensor *y = tensor_sum(tensor_exp(random_leaf(SHAPE(4096))), ALL_AXES, false);
    tensor_backward_from(y, NULL, true);
    graph_timing(false);
    const Closure *c = y->closure;
    assert_true(c->origin.forward_seconds > 0 && c->origin.forward_seconds < 60);
    assert_true(c->origin.backward_seconds > 0 && c->origin.backward_seconds < 60);
    y->closure->origin.forward_seconds = 1.5e-6;
    y->closure->origin.backward_seconds = 0.25e-3;
    assert_has(dot_of(y, (GraphOptions){.level = GRAPH_FULL, .times = true}),
               ">1.5 + 250.0 \xc2\xb5s</FONT>");
    assert_has_not(dot_full(y), "\xc2\xb5s");
    assert_true(tensor_exp(random_leaf(SHAPE(4)))->closure->origin.forward_seconds == 0);
}

/* ---- size ------------------------------------------------------------------------------------ */

static double cpu_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static void test_dump_ten_thousand_nodes(void **state)
{
    (void)state;
    enum { N = 5000 };
    Tensor *y = random_leaf(SCALAR);
    for (int i = 0; i < N; i++)
        y = tensor_mul(y, random_leaf(SCALAR));
    double start = cpu_seconds();
    const char *dot = dot_of(y, (GraphOptions){.level = GRAPH_FULL, .no_fold = true, .most = GRAPH_ALL});
    assert_true(cpu_seconds() - start < 5);
    assert_int_equal(boxes(dot), 2 * N + 1);
    assert_int_equal(arrows(dot), 2 * N);
}

static void test_dump_many_regions(void **state)
{
    (void)state;
    enum { N = 3000 };
    Tensor *y = random_leaf(SCALAR);
    for (int i = 0; i < N; i++) {
        region_open("step", i);
        y = i % 2 ? tensor_exp(y) : tensor_abs(y); /* neighbours differ: nothing to fold */
        region_close();
    }
    double start = cpu_seconds();
    const char *dot = dot_of(y, (GraphOptions){.level = GRAPH_FULL, .most = GRAPH_ALL});
    assert_true(cpu_seconds() - start < 5);
    assert_int_equal(occurrences(dot, "subgraph cluster_"), N);
}

static void test_dump_long_chain_does_not_recurse(void **state)
{
    (void)state;
    enum { N = 100000 };
    Tensor *y = random_leaf(SCALAR);
    for (int i = 0; i < N; i++)
        y = tensor_neg(y);
    FILE *stream = tmpfile();
    assert_non_null(stream);
    assert_int_equal(graph_dump(stream, y, &(GraphOptions){.no_fold = true, .most = GRAPH_ALL}), 0);
    assert_true(ftell(stream) > 100L * N);
    fclose(stream);
}

/* ---- mistakes -------------------------------------------------------------------------------- */

static void test_dump_mistakes(void **state)
{
    (void)state;
    assert_fails_with("graph_dump: argument 2, root, is NULL", graph_dump(stdout, NULL, NULL));
    assert_fails_with("graph_dump: argument 1, stream, is NULL",
                      graph_dump(NULL, small_graph(), NULL));
}

static void test_dump_reports_a_full_disk(void **state)
{
    (void)state;
    FILE *full = fopen("/dev/full", "w");
    if (full == NULL)
        skip_without("Graphviz");
    assert_int_equal(graph_dump(full, small_graph(), NULL), -1);
    assert_error_has("graph_dump: cannot write");
    fclose(full);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_dump_writes_nodes_and_edges),
        UNIT_TEST(test_dump_colours_follow_the_kind),
        UNIT_TEST(test_dump_root_that_is_no_scalar_is_no_loss),
        UNIT_TEST(test_dump_draws_a_shared_tensor_once),
        UNIT_TEST(test_dump_of_a_leaf),
        UNIT_TEST(test_dump_shows_attributes),
        UNIT_TEST(test_dump_default_options),
        UNIT_TEST(test_dump_does_not_depend_on_addresses),
        UNIT_TEST(test_dump_changes_nothing),
        UNIT_TEST(test_dump_says_where_it_was_made),
        UNIT_TEST(test_dump_detached_edges_are_dashed),
        UNIT_TEST(test_dump_shows_parameters_without_gradient),
        UNIT_TEST(test_dump_only_what_a_gradient_reaches),
        UNIT_TEST(test_dump_links_collapsed_regions),
        UNIT_TEST(test_dump_marks_what_was_made_in_no_grad),
        UNIT_TEST(test_dump_gradient_norms),
        UNIT_TEST(test_dump_bytes),
        UNIT_TEST(test_dump_times),
        UNIT_TEST(test_dump_ten_thousand_nodes),
        UNIT_TEST(test_dump_many_regions),
        UNIT_TEST(test_dump_long_chain_does_not_recurse),
        UNIT_TEST(test_dump_mistakes),
        UNIT_TEST(test_dump_reports_a_full_disk),
    };
    return run_tests("autograd/graph/graph_dump", tests);
}
