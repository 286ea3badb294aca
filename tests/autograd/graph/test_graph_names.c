/* test_graph_names.c - names and titles may hold anything, and the DOT text stays well-formed. */
#include "dot_text.h"

#define SMALL "<FONT POINT-SIZE=\"8\">"

static const char *dot_named(const char *name)
{
    return dot_full(tensor_exp(tensor_named(random_leaf(SHAPE(2)), name)));
}

static void test_dump_escapes_names(void **state)
{
    (void)state;
    const char *dot = dot_named("a\"b\\c<d>&e\nf\tg\x01h");
    assert_has(dot, "<B>a&quot;b&#92;c&lt;d&gt;&amp;e f g h</B>");
    assert_true(dot_accepts(dot));
}

static void test_dump_keeps_utf8_and_replaces_what_is_not(void **state)
{
    (void)state;
    assert_has(dot_named("Gr\xc3\xb6\xc3\x9f"
                         "e \xe6\xb3\xa8\xe6\x84\x8f \xf0\x9f\x94\xa5"),
               "<B>Gr\xc3\xb6\xc3\x9f"
               "e \xe6\xb3\xa8\xe6\x84\x8f \xf0\x9f\x94\xa5</B>");
    static const char *const broken[] = {
        "\xff",     "\xc3",         "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80",
        "\xe6\xb3", "\xf0\x9f\x94", "\x80"};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        const char *dot = dot_named(broken[i]);
        assert_has(dot, "<B>\xef\xbf\xbd");
        assert_has_not(dot, broken[i]);
        assert_true(dot_accepts(dot));
    }
}

static void test_dump_names_that_are_empty_or_long(void **state)
{
    (void)state;
    assert_has(dot_named(""), "<B>parameter</B>");
    char name[5001];
    memset(name, 'a', 5000);
    name[5000] = '\0';
    const char *dot = dot_named(name);
    assert_has(dot, "aaa\xe2\x80\xa6</B>");
    assert_true(strlen(dot) < 3000);
}

static void test_dump_subscripts(void **state)
{
    (void)state;
    assert_has(dot_named("W_K"), "<B>W<SUB>" SMALL "K</FONT></SUB></B>");
    assert_has(dot_named("W_down"), "<B>W<SUB>" SMALL "down</FONT></SUB></B>");
    assert_has(dot_named("W_<"), "<B>W<SUB>" SMALL "&lt;</FONT></SUB></B>");
    assert_has(dot_named("1/\xe2\x88\x9a"
                         "d_k"),
               "<B>1/\xe2\x88\x9a"
               "d<SUB>" SMALL "k</FONT></SUB></B>");
    assert_has(dot_named("causal_mask"), "<B>causal_mask</B>");
    assert_has(dot_named("_x"), "<B>_x</B>");
    assert_has(dot_named("x_"), "<B>x_</B>");
    assert_has(dot_named("a_b_c"), "<B>a_b_c</B>");
}

static void test_dump_escapes_titles_and_regions(void **state)
{
    (void)state;
    region_open("<r & \"s\">", -1);
    Tensor *y = tensor_exp(random_leaf(SHAPE(2)));
    region_close();
    const char *dot = dot_of(y, (GraphOptions){.level = GRAPH_FULL, .title = "a < \\N"});
    assert_has(dot, "<B>a &lt; &#92;N</B></TD>");
    assert_has(dot, "label=<&lt;r &amp; &quot;s&quot;&gt;>");
    assert_true(dot_accepts(dot));
    dot = dot_of(y, (GraphOptions){.level = GRAPH_OVERVIEW});
    assert_has(dot, "<B>&lt;r &amp; &quot;s&quot;&gt;</B>");
    assert_true(dot_accepts(dot));
}

/* A layer in a row of layers has a frame with its number; one that is a single operation of that name has none. */
static void test_layers_in_a_row(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Module *m = mlp_new(3, (const long[]){2, 3, 1}, ACT_RELU, &rng);
    Tensor *y = module_forward(m, tensor_ones(SHAPE(4, 2)));
    const char *dot = dot_of(y, (GraphOptions){0});
    assert_has(dot, "tooltip=\"Linear\"");
    assert_has(dot, "<Linear 0>");
    assert_has(dot, "<Linear 2>");
    assert_has_not(dot, "ReLU");
    assert_int_equal(occurrences(dot, "subgraph cluster_"), 2);
    assert_true(dot_accepts(dot));
    assert_has(dot_of(y, (GraphOptions){.level = GRAPH_OVERVIEW}), "<B>Linear 0</B>");
    Tensor *alone = linear_forward((Linear *)m->children[0].module, tensor_ones(SHAPE(4, 2)));
    assert_int_equal(occurrences(dot_of(alone, (GraphOptions){0}), "subgraph cluster_"), 0);
    module_free(m);
}

/* Rows of a constant are called as it is; rows of a weight are what was done to it. */
static void test_views_of_constants_keep_its_name(void **state)
{
    (void)state;
    Tensor *table = tensor_named(tensor_ones(SHAPE(5, 3)), "positions");
    Tensor *rows = tensor_slice(table, 0, 0, 2, 1);
    const char *dot = dot_full(tensor_add(random_leaf(SHAPE(2, 3)), rows));
    assert_has(dot, "<B>positions</B>");
    assert_has_not(dot, "<B>constant</B>");
    Tensor *weight = tensor_named(random_leaf(SHAPE(5, 3)), "w");
    assert_null(tensor_slice(weight, 0, 0, 2, 1)->name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_views_of_constants_keep_its_name),
        UNIT_TEST(test_dump_escapes_names),
        UNIT_TEST(test_dump_keeps_utf8_and_replaces_what_is_not),
        UNIT_TEST(test_dump_names_that_are_empty_or_long),
        UNIT_TEST(test_dump_subscripts),
        UNIT_TEST(test_dump_escapes_titles_and_regions),
        UNIT_TEST(test_layers_in_a_row),
    };
    return run_tests("autograd/graph/graph_names", tests);
}
