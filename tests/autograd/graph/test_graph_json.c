/* test_graph_json.c - the graph as JSON, and the page around it, compared as text. */
#include "scratch.h"
#include "explore.h"

static const char *json_of(Tensor *root, long limit)
{
    assert_int_equal(graph_json(text_stream(), root, limit), 0);
    return text_written();
}

static Tensor *small_graph(void)
{
    Tensor *x = tensor_named(tensor_from(SHAPE(2, 2), VALUES(1, 2, 3, 4)), "x");
    Tensor *w = tensor_named(tensor_requires_grad(tensor_from(SHAPE(2), VALUES(5, -6))), "w");
    region_open("product", 3);
    Tensor *y = tensor_mul(x, w);
    region_close();
    return tensor_sum(y, ALL_AXES, false);
}

static void test_json_has_nodes_in_order(void **state)
{
    (void)state;
    const char *json = json_of(small_graph(), 100);
    assert_has(json, "\"regions\":[{\"parent\":-1,\"index\":-1,\"name\":\"\"},\n"
                     "{\"parent\":0,\"index\":3,\"name\":\"product\"}]");
    assert_has(json, "{\"kind\":\"input\",\"region\":0,");
    assert_has(json, "{\"kind\":\"parameter\",\"region\":1,");
    assert_has(json, "\"in\":[0,1],\"shape\":[2,2],\"stride\":[2,1]");
    assert_has(json, "\"op\":\"mul\"");
    assert_has(json, "{\"kind\":\"loss\",\"region\":0,");
    assert_has(json, "\"backward\":[3,2]}");
    assert_has(json, "\"data\":[5,-12,15,-24]");
    assert_has(json, "\"low\":-24,\"high\":15,\"mean\":-4,");
    assert_has(json, "test_graph_json.c");
}

static void test_json_of_views_walks_strides(void **state)
{
    (void)state;
    Tensor *x = tensor_requires_grad(tensor_from(SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, 6)));
    const char *json = json_of(tensor_transpose(x, 0, 1), 100);
    assert_has(json, "\"data\":[1,4,2,5,3,6]");
    assert_has(json, "\"shape\":[3,2],\"stride\":[1,3]");
    assert_has(json, "\"view\":true");
}

static void test_json_limit_keeps_whole_rows(void **state)
{
    (void)state;
    Tensor *x = tensor_requires_grad(tensor_from(SHAPE(3, 2), VALUES(1, 2, 3, 4, 5, 60)));
    assert_has(json_of(x, 5), "\"data\":[1,2,3,4]");
    assert_has(json_of(x, 5), "\"high\":60"); /* of all numbers */
    assert_has(json_of(x, 1), "\"data\":[1]");
    assert_has(json_of(tensor_ones(SHAPE(0, 3)), 5), "\"data\":[]");
    assert_has(json_of(tensor_scalar(7), 1), "\"data\":[7]");
}

static void test_json_rounds_to_five_digits(void **state)
{
    (void)state;
    const char *json = json_of(tensor_from(SHAPE(2), VALUES(12345, -98765)), 9);
    /* the root of 12345^2 + 98765^2 = 9906924250 */
    assert_has(json, "\"low\":-98765,\"high\":12345,\"mean\":-43210,\"norm\":99534,");
}

static void test_json_writes_strange_numbers_and_names(void **state)
{
    (void)state;
    Tensor *x = tensor_from(SHAPE(4), VALUES((real)NAN, (real)INFINITY, (real)-INFINITY, 2));
    tensor_named(x, "</script>\"\\\x01\xff\xc3\xa9");
    const char *json = json_of(x, 9);
    assert_has(json, "\"data\":[\"nan\",\"inf\",\"-inf\",2]");
    assert_has(json, "\"strange\":3,\"low\":2,\"high\":2");
    assert_has(json, "\"\\u003c/script\\u003e\\u0022\\u005c\\u0001\xef\xbf\xbd\xc3\xa9\"");
    assert_null(strchr(json, '<'));
    assert_has(json_of(tensor_full(SHAPE(2), (real)NAN), 9),
               "\"n\":2,\"strange\":2,\"low\":0,\"high\":0,\"mean\":0,");
}

static void test_json_tells_where_gradients_arrive(void **state)
{
    (void)state;
    Tensor *w = tensor_named(random_leaf(SHAPE(2)), "w"),
           *v = tensor_named(random_leaf(SHAPE(2)), "v");
    const char *json = json_of(tensor_mul(tensor_detach(w), v), 9);
    assert_has(json, "\"name\":\"w\",\"contiguous\":true,\"wants\":true,\"value\"");
    assert_has(json,
               "\"name\":\"v\",\"contiguous\":true,\"wants\":true,\"reached\":true,\"value\"");
    assert_has(json, "\"op\":\"detach\",\"view\":true");
    assert_has(json, "\"backward\":[3]}"); /* only the product */
}

/* The user's line, and that of the layer that called the operation; none where the user called it. */
static void test_json_says_which_line_of_the_engine(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Linear *l = linear_new(2, 3, true, &rng);
    const char *json = json_of(linear_forward(l, tensor_ones(SHAPE(1, 2))), 10);
    assert_has(json, "test_graph_json.c\",\"line\":");
    assert_has(json, ",\"inside\":{\"file\":\"nn/layers/linear.c\",\"line\":");
    Tensor *x = tensor_requires_grad(tensor_ones(SHAPE(2)));
    assert_has_not(json_of(tensor_mul(x, x), 10), "inside");
    module_free(&l->module);
}

static void test_json_lists_saved_tensors(void **state)
{
    (void)state;
    const char *json = json_of(tensor_layer_norm(random_leaf(SHAPE(2, 3)), NULL, NULL, 1), 9);
    assert_has(json, IS_DOUBLE ? "\"saved\":[{\"bytes\":16," : "\"saved\":[{\"bytes\":8,");
    assert_has(json, ",\"is\":\"own\",\"shape\":[2"); /* a number for each row */
}

/* What a page must know of an operation or a region is said, so that it needs no names. */
static void test_json_says_what_pages_look_for(void **state)
{
    (void)state;
    Tensor *q = random_leaf(SHAPE(1, 2, 4)), *k = random_leaf(SHAPE(1, 4, 2));
    Tensor *weights = tensor_softmax(tensor_matmul(q, k), -1);
    const char *json = json_of(weights, 9);
    assert_has(json, "\"op\":\"matmul\",\"products\":1,");
    assert_has(json, "\"op\":\"softmax\"");
    assert_has(json, ",\"shares\":\"result\",");
    assert_int_equal(occurrences(json, "\"shares\""), 1);
    assert_has_not(json, "collapsed");
    json = json_of(flash_attention(q, q, q, (FlashAttentionOptions){0}), 9);
    assert_has(json, "\"products\":2,\"shares\":\"not kept\",");
    json = json_of(composed_softmax(q, -1), 9);
    assert_has(json, "{\"parent\":0,\"index\":-1,\"name\":\"softmax\",\"collapsed\":true}");
    assert_has_not(json, "shares");
}

static void test_json_with_tokens(void **state)
{
    (void)state;
    const char *const rows[] = {"<a>", "b\""}, *const columns[] = {"c"};
    Tensor *root = small_graph();
    const char *without = json_of(root, 9);
    GraphTokens tokens = {.n_rows = 2, .n_columns = 1, .rows = rows, .columns = columns};
    assert_int_equal(graph_json_tokens(text_stream(), root, 9, &tokens), 0);
    assert_has(text_written(), "],\n\"tokens\":{\"rows\":[\"\\u003ca\\u003e\",\"b\\u0022\"],"
                               "\"columns\":[\"c\"]},\n\"backward\":[3,2]}");
    assert_null(strstr(without, "tokens"));
    assert_int_equal(graph_json_tokens(text_stream(), root, 9, NULL), 0);
    assert_string_equal(text_written(), without);
    assert_fails_with("-1 rows", graph_json_tokens(stdout, root, 9, &(GraphTokens){.n_rows = -1}));
    assert_fails_with("2 columns, and the array of them is NULL",
                      graph_json_tokens(stdout, root, 9, &(GraphTokens){.n_columns = 2}));
    assert_fails_with("the limit is 0", graph_json_tokens(stdout, root, 0, &tokens));
}

static void test_json_tells_a_copy_from_a_view(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2, 3));
    const char *json = json_of(tensor_reshape(tensor_transpose(x, 0, 1), SHAPE(6)), 9);
    assert_int_equal(occurrences(json, "\"view\":true"), 1);
    assert_int_equal(occurrences(json, "\"copy\":true"), 1);
    assert_int_equal(occurrences(json_of(tensor_reshape(x, SHAPE(6)), 9), "\"copy\""), 0);
}

static void test_json_mistakes(void **state)
{
    (void)state;
    assert_fails_with("argument 1, stream, is NULL", graph_json(NULL, tensor_scalar(1), 9));
    assert_fails_with("argument 2, root, is NULL", graph_json(stdout, NULL, 9));
    assert_fails_with("the limit is 0", graph_json(stdout, tensor_scalar(1), 0));
    FILE *full = fopen("/dev/full", "w");
    if (full != NULL) {
        assert_int_equal(graph_json(full, tensor_scalar(1), 9), -1);
        fclose(full);
    }
}

/* ---- the page -------------------------------------------------------------------------------- */

static const char *page_of(Tensor *root, const ExploreOptions *options)
{
    const char *path = scratch("page.html");
    assert_int_equal(graph_explore(path, root, options), 0);
    return text_of_file(path);
}

static void test_page_is_whole_and_alone(void **state)
{
    (void)state;
    const char *labels[] = {"a", "<b>"};
    const char *page = page_of(
        small_graph(), &(ExploreOptions){.title = "</script>", .n_rows = 2, .row_labels = labels});
    assert_true(strncmp(page, "<!doctype html>", 15) == 0);
    assert_has(page, "</html>");
    assert_has(page, "\"rows\":[\"a\",\"\\u003cb\\u003e\"],\"columns\":[]");
    assert_has(page, "\"title\":\"\\u003c/script\\u003e\"");
    assert_has(page, "default-src 'none'"); /* the browser lets nothing in or out */
    assert_null(strstr(page, "src=\"http"));
    assert_null(strstr(page, "<link"));
    assert_null(strstr(page, "@data@"));
    assert_null(strstr(page, "@css@"));
    assert_null(strstr(page, "@js@"));
}

static void test_page_makes_gradients_and_keeps_the_graph(void **state)
{
    (void)state;
    Tensor *loss = small_graph();
    Tensor *w = loss->closure->in[0]->closure->in[1];
    const char *page = page_of(loss, NULL);
    assert_values(w->grad, SHAPE(2), VALUES(4, 6), 1e-6);
    assert_has(page, "\"data\":[4,6]");     /* of w */
    assert_has(page, "\"data\":[1,1,1,1]"); /* of the product */
    page_of(loss, NULL); /* once more: the gradients are there, and not added a second time */
    assert_values(w->grad, SHAPE(2), VALUES(4, 6), 1e-6);
    tensor_backward(loss); /* not released */
}

static void test_page_of_anything(void **state)
{
    (void)state;
    page_of(tensor_ones(SHAPE(2, 3)), NULL);                /* a leaf */
    page_of(tensor_exp(random_leaf(SHAPE(2, 3))), NULL);    /* not a scalar */
    page_of(tensor_detach(random_leaf(SHAPE(2, 3))), NULL); /* no gradient at all */
    Tensor *loss = small_graph();
    tensor_backward(loss); /* released */
    page_of(loss, NULL);
}

static void test_page_shows_the_line(void **state)
{
    (void)state;
    if (access(__FILE__, R_OK) != 0)
        skip_without("its own source"); /* the source is not where it was compiled */
    const char *page = page_of(small_graph(), NULL);
    assert_has(page, "    Tensor *y = tensor_mul(x, w);\"");
}

static void test_page_mistakes(void **state)
{
    (void)state;
    assert_fails_with("the path is NULL", graph_explore(NULL, tensor_scalar(1), NULL));
    assert_fails_with("the tensor is NULL", graph_explore(scratch("page.html"), NULL, NULL));
    assert_int_equal(graph_explore("/nowhere/x.html", tensor_scalar(1), NULL), -1);
    assert_error_has("/nowhere/x.html");
}

static void test_files_that_are_no_graph_are_told(void **state)
{
    (void)state;
    const char *json = scratch("graph.json"), *page = scratch("none.html");
    const char *whole = json_of(small_graph(), 100);
    char *cut = owned_alloc(strlen(whole) + 16);
    const char *wrong[] = {"", "[]", "{\"nodes\":[]}", cut, cut};
    for (int i = 0; i < 5; i++) {
        snprintf(cut, strlen(whole) + 16, i == 3 ? "%.*s" : "%.*s</script>}",
                 (int)strlen(whole) - (i == 3 ? 2 : 0), whole);
        write_bytes(json, wrong[i], strlen(wrong[i]));
        assert_int_equal(graph_explore_file(page, json, &(ExploreOptions){.title = "x"}), -1);
        assert_error_has("expected a graph as graph_json writes it");
    }
    owned_free(cut);
    unlink(json);
    assert_int_equal(graph_explore_file(page, json, &(ExploreOptions){.title = "x"}), -1);
    assert_int_not_equal(access(page, F_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_json_has_nodes_in_order),
        UNIT_TEST(test_json_of_views_walks_strides),
        UNIT_TEST(test_json_limit_keeps_whole_rows),
        UNIT_TEST(test_json_rounds_to_five_digits),
        UNIT_TEST(test_json_writes_strange_numbers_and_names),
        UNIT_TEST(test_json_tells_where_gradients_arrive),
        UNIT_TEST(test_json_says_which_line_of_the_engine),
        UNIT_TEST(test_json_lists_saved_tensors),
        UNIT_TEST(test_json_says_what_pages_look_for),
        UNIT_TEST(test_json_with_tokens),
        UNIT_TEST(test_json_tells_a_copy_from_a_view),
        UNIT_TEST(test_json_mistakes),
        UNIT_TEST(test_page_is_whole_and_alone),
        UNIT_TEST(test_page_makes_gradients_and_keeps_the_graph),
        UNIT_TEST(test_page_of_anything),
        UNIT_TEST(test_page_shows_the_line),
        UNIT_TEST(test_page_mistakes),
        UNIT_TEST(test_files_that_are_no_graph_are_told),
    };
    return run_tests_in_scratch("autograd/graph/graph_json", tests);
}
