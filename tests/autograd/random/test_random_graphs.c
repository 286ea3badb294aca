/* test_random_graphs.c - random graphs of every differentiable operation, against central differences.
 *
 * SEED=1 COUNT=100000 build/double/tests/autograd/random/test_random_graphs hunts. A graph that goes wrong is
 * shrunk and printed as a C program, with SHOW=1 any graph is. Graphs too curved for central differences are counted, and must
 * stay few.
 */
#include "random_graph.h"
#include "text.h"

enum { SHOWN = 2 /* wrong graphs that are shrunk and printed */ };

static long setting(const char *name, long otherwise)
{
    const char *text = getenv(name);
    return text != NULL && *text != '\0' ? strtol(text, NULL, 10) : otherwise;
}

static void test_gradients_of_random_graphs(void **state)
{
    (void)state;
    long seed = setting("SEED", 1), count = setting("COUNT", 1000), nodes = 0,
         seen[OPERATIONS] = {0};
    long verdicts[3] = {0};
    Graph *g = owned_alloc(sizeof *g);
    for (long i = 0; i < count; i++) {
        graph_random(g, (uint64_t)(seed + i));
        nodes += g->n;
        for (int k = 0; k < g->n; k++)
            if (g->node[k].op != LEAF)
                seen[g->node[k].op]++;
        if (setting("SHOW", 0))
            graph_print(stdout, g, &(Check){.node = g->n - 1, .walks = 1});
        Verdict v = graph_examine(g, verdicts[WRONG] < SHOWN);
        if (v == WRONG)
            print_error("seed %ld is wrong\n", seed + i);
        verdicts[v]++;
    }
    print_message(
        "%ld graphs from seed %ld, %.1f nodes each: %ld right, %ld undecided, %ld wrong%s\n", count,
        seed, (double)nodes / (double)count, verdicts[RIGHT], verdicts[UNDECIDED], verdicts[WRONG],
        IS_DOUBLE ? "" : " (float: walks and cuts only; CONFIG=double has the differences)");
    owned_free(g);
    assert_int_equal(verdicts[WRONG], 0);
    assert_true(50 * verdicts[UNDECIDED] <= count);
    for (int op = 0; op < OPERATIONS && count >= 300; op++) {
        if (seen[op] < count / 50)
            print_error("tensor_%s was drawn %ld times\n", node_name(&(Node){.op = op}), seen[op]);
        assert_true(seen[op] >= count / 50);
    }
}

/* A leaf with numbers and a gradient; -1 where there is none, or where the root has no numbers that could be wrong. */
static int full_leaf(const Graph *g)
{
    Tensor *made[MAX_NODES];
    graph_build(g, made, -1);
    if (tensor_numel(made[g->n - 1]) == 0)
        return -1;
    for (int k = 0; k < g->n; k++)
        if (g->node[k].wants_grad && shape_numel(g->node[k].ndim, g->node[k].shape) > 0)
            return k;
    return -1;
}

/* This leaf is also used by an operation that loses half a gradient. */
static void add_a_mistake(Graph *g, int leaf)
{
    int root = g->n - 1;
    g->node[root + 1] = (Node){.op = OP_forgetful_square, .n_in = 1, .in = {leaf}};
    g->node[root + 2] = (Node){.op = OP_sum, .n_in = 1, .in = {root + 1}};
    g->node[root + 3] = (Node){.op = OP_add, .n_in = 2, .in = {root, root + 2}};
    g->n += 3;
}

static void test_a_lost_share_is_found_shrunk_and_printed(void **state)
{
    (void)state;
    if (!IS_DOUBLE) {
        print_message("CONFIG=double has the central differences\n");
        skip_without("CONFIG=double");
    }
    Graph *g = owned_alloc(sizeof *g);
    long found = 0;
    for (uint64_t seed = 1; found < 20; seed++) {
        graph_random(g, seed);
        int leaf = full_leaf(g);
        if (leaf < 0)
            continue;
        found++;
        assert_int_equal(graph_check(g).verdict, RIGHT);
        add_a_mistake(g, leaf);
        assert_int_equal(graph_check(g).verdict, WRONG);
        graph_shrink(g);
        Check check = graph_check(g);
        assert_int_equal(check.verdict, WRONG);
        assert_int_equal(g->n, 2);
        graph_print(text_stream(), g, &check);
        const char *program = text_written();
        assert_has(program, "Tensor *t1 = tensor_mul(t0, tensor_detach(t0));");
        assert_has(program, "central difference");
        assert_has(program, "leaf[0] = tensor_from(S");
    }
    owned_free(g);
}

static void test_a_graph_is_its_seed(void **state)
{
    (void)state;
    Graph *a = owned_alloc(sizeof *a), *b = owned_alloc(sizeof *b);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        graph_random(a, seed);
        graph_random(b, seed);
        graph_print(text_stream(), a, &(Check){.walks = 1});
        const char *first = text_written();
        graph_print(text_stream(), b, &(Check){.walks = 1});
        assert_string_equal(first, text_written());
        assert_true(graph_is_sane(a) && graph_loss(a) == graph_loss(b));
    }
    owned_free(a);
    owned_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_gradients_of_random_graphs),
        UNIT_TEST(test_a_lost_share_is_found_shrunk_and_printed),
        UNIT_TEST(test_a_graph_is_its_seed),
    };
    return run_tests("autograd/random/random_graphs", tests);
}
