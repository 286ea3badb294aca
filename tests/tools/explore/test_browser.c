/* test_browser.c - the explorer's page in a real browser, clicked through from inside.
 *
 * Each test writes a page, puts clicks.js behind its script, lets a headless Chromium run it and
 * reads the report from the resulting document. Skipped where there is no Chromium.
 */
#include "scratch.h"
#include "explore.h"
#include "../../../tools/explore/heads.h"

static const char *browser(void)
{
    static const char *const names[] = {"chromium", "chromium-browser", "google-chrome"};
    char command[80];
    for (int i = 0; i < 3; i++) {
        snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", names[i]);
        if (system(command) == 0)
            return names[i];
    }
    return NULL;
}

/* Puts the script behind the page's own. */
static void add_script(const char *page, const char *script)
{
    const char *text = text_of_file(page), *clicks = text_of_file(script);
    FILE *file = fopen(page, "w");
    assert_non_null(file);
    fprintf(file, "%s<script>%s</script>", text, clicks);
    fclose(file);
}

static void add_clicks(const char *page)
{
    add_script(page, "tests/tools/explore/clicks.js");
}

/* Runs a command that writes the document with its report. */
static void check_reported(const char *command)
{
    char line[4096], *report = NULL;
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    while (report == NULL && fgets(line, sizeof line, pipe))
        report = strstr(line, "data-report=\"");
    char text[1024] = "no report: the page's script did not come to its end";
    if (report)
        sscanf(report + strlen("data-report=\""), "%1023[^\"]", text);
    while (fgets(line, sizeof line, pipe))
        continue;
    pclose(pipe);
    if (strncmp(text, "ok ", 3) != 0)
        print_error("%s\n", text);
    assert_true(strncmp(text, "ok ", 3) == 0);
}

/* The browser gets a fresh profile each time and must not talk to anybody. With IN_FIREFOX=1 the
 * page is clicked through there, too, which takes seconds for each: make test-firefox. */
static void check_report(const char *page, const char *window)
{
    char command[640];
    snprintf(
        command, sizeof command,
        "d=$(mktemp -d) && timeout 900 %s --headless --no-sandbox --disable-gpu --no-first-run "
        "--disable-background-networking --disable-component-update --disable-sync "
        "--user-data-dir=\"$d\" --window-size=%s --virtual-time-budget=20000 --dump-dom file://%s "
        "2>/dev/null; rm -rf \"$d\"",
        browser(), window, page);
    check_reported(command);
    if (getenv("IN_FIREFOX") == NULL)
        return;
    snprintf(command, sizeof command, "node tests/tools/explore/in_firefox.mjs %s %s", page,
             window);
    check_reported(command);
}

static void explore_in_browser(Tensor *root, ExploreOptions options, const char *window)
{
    const char *page = scratch("page.html");
    assert_int_equal(graph_explore(page, root, &options), 0);
    add_clicks(page);
    check_report(page, window);
}

static Tensor *network(bool cut)
{
    Tensor *x = tensor_named(tensor_ones(SHAPE(4, 2)), "x");
    Tensor *W1 = tensor_named(random_leaf(SHAPE(2, 3)), "W_1");
    Tensor *b1 = tensor_named(random_leaf(SHAPE(3)), "b_1");
    Tensor *W2 = tensor_named(random_leaf(SHAPE(3, 1)), "W_2");
    region_begin("hidden");
    Tensor *h = tensor_tanh(tensor_add(tensor_matmul(x, W1), b1));
    region_close();
    if (cut)
        h = tensor_detach(h);
    region_begin("output");
    Tensor *y = tensor_matmul(h, W2);
    region_close();
    return tensor_mean(tensor_mul(y, y), ALL_AXES, false);
}

/* One weight, turned round in every step, on a laptop at 200 %. */
static void test_browser_views_of_a_weight(void **state)
{
    (void)state;
    if (browser() == NULL)
        skip_without("Chromium");
    Tensor *w = random_leaf(SHAPE(3, 3)), *h = random_leaf(SHAPE(2, 3));
    for (int i = 0; i < 6; i++)
        h = tensor_tanh(tensor_matmul(h, tensor_transpose(w, 0, 1)));
    explore_in_browser(tensor_sum(h, ALL_AXES, false), (ExploreOptions){.title = "views"}, "720,450");
}

static void test_browser_small_graph(void **state)
{
    (void)state;
    if (browser() == NULL)
        skip_without("Chromium");
    explore_in_browser(network(false), (ExploreOptions){.title = "small"}, "1280,800");
}

/* The same graph by way of a file, as another program would write it. */
static void test_browser_graph_from_a_file(void **state)
{
    (void)state;
    if (browser() == NULL)
        skip_without("Chromium");
    const char *json = scratch("graph.json"), *page = scratch("page.html");
    Tensor *root = network(false);
    for (Closure *c = backward_order(root); c; c = c->next)
        tensor_retain_grad(c->out);
    tensor_backward_from(root, NULL, true);
    FILE *file = fopen(json, "w");
    assert_non_null(file);
    assert_int_equal(graph_json(file, root, 1000), 0);
    fclose(file);
    assert_int_equal(graph_explore_file(page, json, &(ExploreOptions){.title = "small"}), 0);
    add_clicks(page);
    check_report(page, "1280,800");
}

static void test_browser_cut_graph(void **state)
{
    (void)state;
    if (browser() == NULL)
        skip_without("Chromium");
    explore_in_browser(network(true), (ExploreOptions){.title = "cut"}, "1280,800");
}

static void test_browser_attention_on_a_phone(void **state)
{
    (void)state;
    if (browser() == NULL)
        skip_without("Chromium");
    static const char *const tokens[] = {"<a>", "b", "\"c", "d\\", "\xc3\xa9"};
    Rng rng = rng_seed(1);
    MultiHeadAttention *a = mha_new((MhaOptions){.embed_dim = 8, .num_heads = 4, .init = &rng});
    Tensor *x = tensor_named(tensor_normal(SHAPE(1, 5, 8), 0, 1, &rng), "x");
    Tensor *y = tensor_add(x, mha_forward(a, x, mask_causal(5)));
    explore_in_browser(tensor_mean(tensor_mul(y, y), ALL_AXES, false),
                       (ExploreOptions){.title = "attention",
                                        .n_rows = 5,
                                        .n_columns = 5,
                                        .row_labels = tokens,
                                        .column_labels = tokens},
                       "390,780");
    module_free(&a->module);
}

static void test_browser_large_graph(void **state)
{
    (void)state;
    if (browser() == NULL)
        skip_without("Chromium");
    enum { T = 6 };
    Gpt *gpt = gpt_new((GptOptions){.vocabulary = 11,
                                    .context = T,
                                    .embed_dim = 8,
                                    .num_heads = 2,
                                    .num_layers = 12,
                                    .causal = true,
                                    .seed = 1});
    IntTensor *ids = int_tensor_new(SHAPE(1, T));
    explore_in_browser(gpt_loss(gpt, ids, ids), (ExploreOptions){.title = "large"}, "1280,800");
    module_free(&gpt->module);
}

/* Tokens that the user's own program wrote beside its graph are on the axes of attention. */
static void test_browser_tokens_of_the_graph(void **state)
{
    (void)state;
    if (browser() == NULL)
        skip_without("Chromium");
    static const char *const asks[] = {"<x>", "b", "c"}, *const answers[] = {"d", "e", "f"};
    const char *json = scratch("graph.json"), *page = scratch("page.html");
    Rng rng = rng_seed(1);
    MultiHeadAttention *a = mha_new((MhaOptions){.embed_dim = 8, .num_heads = 2, .init = &rng});
    Tensor *y = mha_forward(a, tensor_normal(SHAPE(1, 3, 8), 0, 1, &rng), NULL);
    Tensor *root = tensor_mean(tensor_mul(y, y), ALL_AXES, false);
    for (Closure *c = backward_order(root); c; c = c->next)
        tensor_retain_grad(c->out);
    tensor_backward_from(root, NULL, true);
    FILE *file = fopen(json, "w");
    assert_non_null(file);
    assert_int_equal(graph_json_tokens(file, root, 1000, &(GraphTokens){3, 3, asks, answers}), 0);
    fclose(file);
    assert_int_equal(graph_explore_file(page, json, &(ExploreOptions){.title = "tokens"}), 0);
    add_clicks(page);
    check_report(page, "1280,800");
    module_free(&a->module);
}

static void test_browser_fused_attention_is_explained(void **state)
{
    (void)state;
    if (browser() == NULL)
        skip_without("Chromium");
    Tensor *x = random_leaf(SHAPE(1, 2, 3, 4));
    Tensor *y = flash_attention(x, x, x, (FlashAttentionOptions){.causal = true});
    explore_in_browser(tensor_mean(tensor_mul(y, y), ALL_AXES, false),
                       (ExploreOptions){.title = "fused"}, "1280,800");
}

static Tensor *shares_of(Tensor *scores)
{
    region_begin_collapsed("shares");
    Tensor *e = tensor_exp(scores);
    Tensor *y = tensor_div(e, tensor_sum(e, AXES(-1), true));
    region_close();
    return y;
}

/* Weights by hand, step by step, thinned out: found by what they are and not by a name; shares that no product is made
 * of are no attention. */
static void test_browser_attention_by_hand(void **state)
{
    (void)state;
    if (browser() == NULL)
        skip_without("Chromium");
    Tensor *x = random_leaf(SHAPE(1, 2, 3, 4));
    Tensor *weights = shares_of(tensor_matmul(x, tensor_transpose(x, -2, -1)));
    Tensor *thinned = tensor_dropout(weights, (real)0.1, true, &test_rng);
    Tensor *shares = shares_of(tensor_matmul(thinned, x));
    explore_in_browser(tensor_mean(tensor_mul(shares, shares), ALL_AXES, false),
                       (ExploreOptions){.title = "by hand"}, "1280,800");
}

static void test_browser_draws_names_of_results(void **state)
{
    (void)state;
    if (browser() == NULL)
        skip_without("Chromium");
    Tensor *a = random_leaf(SHAPE(2)), *c = tensor_named(tensor_mul(a, a), "c");
    explore_in_browser(tensor_sum(tensor_add(c, a), ALL_AXES, false),
                       (ExploreOptions){.title = "names"}, "1280,800");
}

/* Thousands of operations in one region: in runs, which are closed. */
static void test_browser_folds_a_flat_graph(void **state)
{
    (void)state;
    if (browser() == NULL)
        skip_without("Chromium");
    Tensor *y = random_leaf(SCALAR);
    for (int i = 0; i < 5000; i++) {
        if (i < 2000 && i % 100 == 0) /* some of them in regions, which would be open */
            region_begin("part");
        y = i % 2 ? tensor_neg(y) : tensor_tanh(y);
        if (i < 2000 && i % 100 == 99)
            region_close();
    }
    explore_in_browser(y, (ExploreOptions){.title = "flat"}, "1280,800");
}

/* The heads of a model that has hardly learnt: what the page does is the same. */
static void test_browser_heads(void **state)
{
    (void)state;
    if (browser() == NULL)
        skip_without("Chromium");
    const char *page = scratch("heads.html"), *windows[] = {"1280,800", "640,447"};
    HeadsModel m = heads_train(20);
    assert_int_equal(heads_page(page, &m), 0);
    add_script(page, "tests/tools/explore/heads_clicks.js");
    for (int i = 0; i < 2; i++)
        check_report(page, windows[i]);
    module_free(&m.gpt->module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_browser_small_graph),
        UNIT_TEST(test_browser_views_of_a_weight),
        UNIT_TEST(test_browser_graph_from_a_file),
        UNIT_TEST(test_browser_cut_graph),
        UNIT_TEST(test_browser_attention_on_a_phone),
        UNIT_TEST(test_browser_large_graph),
        UNIT_TEST(test_browser_tokens_of_the_graph),
        UNIT_TEST(test_browser_fused_attention_is_explained),
        UNIT_TEST(test_browser_attention_by_hand),
        UNIT_TEST(test_browser_draws_names_of_results),
        UNIT_TEST(test_browser_folds_a_flat_graph),
        UNIT_TEST(test_browser_heads),
    };
    return run_tests_in_scratch("tools/explore/browser", tests);
}
