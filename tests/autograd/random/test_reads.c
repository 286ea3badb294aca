/* test_reads.c - does an operation say what its backward function reads, no more and no less?
 *
 * What is read is found by experiment. Each input, and the result, is filled with NaN between forward and backward: who
 * read it, hands out other gradients. Then it only counts as written: just where it was read, the walk must refuse. Every
 * operation of random graphs, with each choice of inputs that want a gradient.
 */
#include "random_drawing.h"

enum { DRAWS = 24, RESULT = MAX_INPUTS, NOBODY };

static long differences;

/* Is there an operation that can be drawn on leaves alone? The nodes before the last are leaves. */
static bool draw_one(Graph *g, Rng *rng, int op)
{
    for (int tries = 0; tries < 3000; tries++) {
        Drawing d = {.g = g, .favourite = 0, .leaves = 4, .rng = *rng};
        long shape[4];
        Scope *scope = scope_open();
        int ndim = (int)draw_below(&d, 5);
        for (int a = 0; a < ndim; a++)
            shape[a] = 1 + draw_below(&d, 3);
        g->n = 0;
        bool fits = draw_leaf(&d, ndim, shape, true) == 0 && draw_operation(&d, op);
        *rng = d.rng;
        scope_close(scope);
        for (int k = 0; k + 1 < g->n; k++)
            fits = fits && g->node[k].op == LEAF;
        if (fits)
            return true;
    }
    return false;
}

/* What the walk gives where `who` was written into, (poison 0) or filled with that number behind everybody's back: all
 * gradients, one behind the other. */
static Tensor *gradients(const Graph *g, unsigned wanted, int who, real poison, bool first_is_zero)
{
    Tensor *made[MAX_NODES], *in[MAX_INPUTS], *all = tensor_zeros(SHAPE(MAX_INPUTS * MAX_NUMBERS));
    Node node = g->node[g->n - 1];
    graph_build(g, made, -1);             /* leaves, and a result that nobody uses */
    for (int i = 0; i < node.n_in; i++) { /* each input a leaf of its own */
        Tensor *t = tensor_contiguous(made[node.in[i]]);
        in[i] = tensor_from(t->ndim, t->shape, tensor_numel(t), t->data);
        if (wanted >> i & 1)
            tensor_requires_grad(in[i]);
        node.in[i] = i;
    }
    if (first_is_zero)
        tensor_fill(in[0], 0);
    Tensor *y = node_build(&node, in);
    if (!y->requires_grad)
        return all;
    if (who != NOBODY) {
        Tensor *t = who == RESULT ? y : in[who];
        if (poison != 0)
            for (long i = 0, n = tensor_numel(t); i < n && tensor_is_contiguous(t); i++)
                t->data[i] = poison;
        else
            tensor_written(t, "test");
    }
    tensor_backward_from(y, root_seed(y), false);
    for (int i = 0, at = 0; i < node.n_in; i++) {
        const Tensor *grad = in[i]->grad;
        for (long j = 0; grad != NULL && j < tensor_numel(grad); j++)
            all->data[at++] = grad->data[j];
    }
    return all;
}

static bool refuses(const Graph *g, unsigned wanted, int who)
{
    jmp_buf here, *before = expected_failure;
    volatile bool refused = true;
    expected_failure = &here;
    if (setjmp(here) == 0) {
        gradients(g, wanted, who, 0, false);
        refused = false;
    }
    expected_failure = before;
    return refused;
}

/* Numbers that are drawn are rarely 0, which some backward functions ask for. */
static bool is_read(const Graph *g, unsigned wanted, int who)
{
    const real poison[] = {(real)NAN, (real)1e30, (real)-1e30};
    for (int i = 0; i < 6; i++) {
        Tensor *usual = gradients(g, wanted, NOBODY, 0, i >= 3);
        Tensor *other = gradients(g, wanted, who, poison[i % 3], i >= 3);
        if (memcmp(usual->data, other->data, (size_t)tensor_numel(usual) * sizeof(real)) != 0)
            return true;
    }
    return false;
}

/* Over all draws of an operation: a relu of nothing but zeros cannot show what it reads. */
typedef struct {
    bool read, refused;
} Seen;

static void complain(const Graph *g, unsigned wanted, int who, const char *what)
{
    char input[20];
    snprintf(input, sizeof input, "input %d", who);
    print_error("%s: %s %s (inputs that want a gradient, as bits: %u)\n",
                node_name(&g->node[g->n - 1]), who == RESULT ? "its result" : input, what, wanted);
    differences++;
}

static void check(const Graph *g, unsigned wanted, int who, Seen *seen)
{
    Scope *scope = scope_open();
    bool read = is_read(g, wanted, who);
    bool refused = refuses(g, wanted, who);
    scope_close(scope);
    if (read && !refused)
        complain(g, wanted, who, "is read, and may be written into without a word");
    seen->read = seen->read || read;
    seen->refused = seen->refused || refused;
}

static void check_operation(int op, Rng *rng)
{
    static Graph g;
    Seen seen[1 << MAX_INPUTS][RESULT + 1] = {{{false, false}}};
    for (int draw = 0; draw < DRAWS; draw++) {
        assert_true(draw_one(&g, rng, op));
        int n = g.node[g.n - 1].n_in;
        for (unsigned wanted = 1; wanted < 1u << n; wanted++)
            for (int who = 0; who <= RESULT; who++)
                if (who < n || who == RESULT)
                    check(&g, wanted, who, &seen[wanted][who]);
    }
    for (unsigned wanted = 0; wanted < 1u << MAX_INPUTS; wanted++)
        for (int who = 0; who <= RESULT; who++) {
            if (seen[wanted][who].refused && !seen[wanted][who].read)
                complain(&g, wanted, who, "is never read, and a walk after writing is refused");
        }
}

static void test_operations_say_what_they_read(void **state)
{
    Rng rng = rng_seed(5);
    (void)state;
    differences = 0;
    for (int op = 0; op < OPERATIONS; op++)
        check_operation(op, &rng);
    assert_int_equal(differences, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {UNIT_TEST(test_operations_say_what_they_read)};
    return run_tests("autograd/random/reads", tests);
}
