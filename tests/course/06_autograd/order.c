/* order.c - 06.2: consumers before producers, each once, and only what the root reaches. */
#include <sys/resource.h>
#include "nodes.h"
#include "want.h"

#define FILE_AND_EXERCISE .exercise = "06.2 backward_order", .file = "order.c"

TEST(a_short_and_a_long_way_by_hand, .points = 1, FILE_AND_EXERCISE)
{
    Tensor *x = leaf(draw("x", SCALAR));
    Tensor *a = node(0, x, x), *b = node(1, a, a), *c = node(2, b, a), *root = node(3, a, c);
    given("root", "3 of 0 = f(x, x), 1 = f(0, 0), 2 = f(1, 0), 3 = f(0, 2)");

    Tensor *want = EXPECT(by_hand_want());
    Closure *order = CALL(backward_order(root));
    Tensor *list = ids_of(order, 5);
    check_tensor(list, want, "consumers before producers: 3, 2, 1, 0, and then NULL (as -1)");
}

static void make_net(Tensor *made[NODES], const Net *net, Tensor *x)
{
    for (int i = 0; i < NODES; i++) {
        const int *from = net->from[i];
        made[i] = node(i, from[0] < 0 ? x : made[from[0]], from[1] < 0 ? x : made[from[1]]);
    }
}

TEST(random_graphs_from_several_roots, .points = 4, FILE_AND_EXERCISE)
{
    static const int roots[] = {NODES - 1, NODES - 1, NODES / 2, NODES - 2};
    Tensor *x = leaf(draw("x", SCALAR)), *made[NODES];
    Net net = draw_net();
    make_net(made, &net, x);
    given("root", "number 39, 39 once more, 20 or 38 of %d operations at random", NODES);

    for (int r = 0; r < 4; r++) {
        Tensor *root = made[roots[r]];
        Tensor *want = EXPECT(reached_want(&net, roots[r]));
        Closure *order = CALL(backward_order(root));
        Tensor *list = facts_of(ids_of(order, NODES + 1), &net);
        check_tensor(list, want,
                     "each closure the root depends on, once, and no other: [how many, "
                     "the sum of their numbers, uses behind their producer]");
    }
}

static void check_nothing_to_walk(Tensor *start, const char *why)
{
    Closure *order = CALL(backward_order(start));
    long closures = length_of(order, NODES);
    check_long(closures, 0, why);
}

/* As tensor_detach: there is a past, but no gradient is wanted. */
static Tensor *cut_off(long id, Tensor *y)
{
    Tensor *out = node(id, y, y);
    out->requires_grad = false;
    return out;
}

TEST(what_needs_no_gradient_is_not_walked, .points = 2, FILE_AND_EXERCISE)
{
    Tensor *x = leaf(draw("x", SCALAR)), *k = draw("k", SCALAR);
    long n = draw_long("n", 10, 99);
    Tensor *y = node(n + 1, x, x), *unused = node(n + 9, y, y), *cut = cut_off(n, y);
    Tensor *z = node(n + 2, cut, k), *root = node(n + 3, node(n + 4, x, k), cut);
    (void)unused;
    given("root", "n + 3 = f(n + 4, cut) with n + 4 = f(x, constant), n = cut = detach(y), "
                  "n + 1 = y = f(x, x)");

    check_nothing_to_walk(x, "a leaf has no closure: nothing to walk, NULL");
    check_nothing_to_walk(k, "nor has a constant");
    check_nothing_to_walk(cut, "a detached tensor requires no gradient: nothing to walk, NULL");
    check_nothing_to_walk(z, "made from constants: nothing was recorded");

    Tensor *want = EXPECT(without_detached_want(n));
    Closure *order = CALL(backward_order(root));
    Tensor *list = ids_of(order, 4);
    check_tensor(list, want, "n + 3 and n + 4 only, and then NULL (as -1)");

    y->closure->flags |= CLOSURE_KEEPS_GRAD;
    CALL(backward_order(y));
    long has_its_other_flag = (y->closure->flags & CLOSURE_KEEPS_GRAD) != 0;
    check_long(has_its_other_flag, 1, "the other flags stay as they were");
}

TEST(a_chain_of_100000_without_recursion, .points = 2, FILE_AND_EXERCISE)
{
    long depth = 100000 + draw_long("more", 0, 99);
    struct rlimit limit;
    getrlimit(RLIMIT_STACK, &limit);
    limit.rlim_cur = 1 << 20;
    setrlimit(RLIMIT_STACK, &limit); /* of this test only */
    Tensor *x = leaf(draw("x", SCALAR)), *root = x;
    for (long i = 0; i < depth; i++)
        root = node(i, root, x);
    given("root", "the last of a chain of 100,000 operations and some more; the stack has 1 MB");

    Closure *order = CALL(backward_order(root));
    long closures = length_of(order, depth + 1);
    check_long(closures, depth, "each closure once");
    long out_of_place = 0, place = depth;
    for (const Closure *c = order; c != NULL && place > 0; c = c->next)
        out_of_place += id_of(c) != --place;
    check_long(out_of_place, 0, "from the root down to the leaf");
}

TEST(no_memory_is_asked_for, .points = 2, FILE_AND_EXERCISE)
{
    Tensor *x = leaf(draw("x", SCALAR)), *made[NODES];
    Net net = draw_net();
    make_net(made, &net, x);
    Tensor *root = made[NODES - 1], *chain = x;
    long depth = draw_long("depth", 20000, 20099);
    for (long i = 0; i < depth; i++)
        chain = node(i, chain, x);
    given("root", "number 39 of %d operations at random", NODES);
    given("chain", "the last of a chain of `depth` operations");

    Tensor *want = EXPECT(reached_want(&net, NODES - 1));
    memory_mark();
    Closure *order = CALL(backward_order(root));
    long bytes = memory_asked();
    Tensor *list = facts_of(ids_of(order, NODES + 1), &net);
    check_tensor(list, want,
                 "each closure the root depends on, once, and no other: [how many, "
                 "the sum of their numbers, uses behind their producer]");
    check_long(bytes, 0, "no memory is asked for");
    CALL(backward_order(chain));
    long bytes_of_chain = memory_asked();
    check_long(bytes_of_chain, 0, "nor for a graph that no small room would hold");
}
