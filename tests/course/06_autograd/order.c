/* order.c - 06.2: consumers before producers, each once, and only what the root reaches. */
#include <sys/resource.h>
#include "nodes.h"

#define FILE_AND_EXERCISE .exercise = "06.2 backward_order", .file = "order.c"

/* As tensor_detach: there is a past, but no gradient is wanted. */
static Tensor *cut_off(Tensor *y)
{
    Tensor *out = node(0, y, y);
    out->requires_grad = false;
    return out;
}

/* The first n numbers of the list, then -1. */
static Tensor *ids_of(const Closure *list, long n)
{
    Tensor *out = blank(SHAPE(n));
    for (long i = 0; i < n; i++) {
        out->data[i] = list != NULL ? (real)id_of(list) : -1;
        list = list != NULL ? list->next : NULL;
    }
    return out;
}

#define ENDLESS 1000000000L

static long length_of(const Closure *list, long limit)
{
    long n = 0;
    for (; list != NULL && n <= limit; list = list->next)
        n++;
    return n > limit ? ENDLESS : n;
}

/* Uses of a result whose closure stands after the one that made it. */
static long uses_after_their_producer(const Closure *list, long limit)
{
    long wrong = 0;
    for (long i = 0; list != NULL && i < limit; list = list->next, i++) {
        const Closure *later = list->next;
        for (long j = i + 1; later != NULL && j < limit; later = later->next, j++)
            for (int k = 0; k < later->n_in; k++)
                wrong += later->in[k] == list->out;
    }
    return wrong;
}

static long sum_of_ids(const Closure *list, long limit)
{
    long sum = 0;
    for (long i = 0; list != NULL && i < limit; list = list->next, i++)
        sum += id_of(list);
    return sum;
}

/* ---- tests ----------------------------------------------------------------------------------- */

TEST(a_short_and_a_long_way_by_hand, .points = 3, FILE_AND_EXERCISE,
     .hints =
         HINTS("Closure 0 is used by 1 and by 3. Both must run before it does.",
               "A closure enters the list when all its inputs are done, not when it is first met.",
               "Closure *consumer = at->next; at->next = order; order = at; at = consumer;"))
{
    Tensor *x = leaf(draw("x", SCALAR));
    Tensor *a = node(0, x, x), *b = node(1, a, a), *c = node(2, b, a), *root = node(3, a, c);
    EXPECT(Tensor *want = values(SHAPE(5), VALUES(3, 2, 1, 0, -1)));
    MISTAKE(values(SHAPE(5), VALUES(0, 1, 2, 3, -1)),
            "producers first: put each closure at the front of the list, not at its end");
    MISTAKE(
        values(SHAPE(5), VALUES(3, 0, 2, 1, -1)),
        "listed when first met: closure 0 would run before 1 has added its share. List a closure "
        "after everything it was made from");
    MISTAKE(values(SHAPE(5), VALUES(3, 2, 1, 0, 0)),
            "a closure was visited twice: do not step into one that is marked already");
    MISTAKE(
        values(SHAPE(5), VALUES(0, -1, -1, -1, -1)),
        "the way back was lost: next still says where the walk came from when it becomes the link "
        "of the list. Keep it in a variable first");
    MISTAKE(values(SHAPE(5), VALUES(3, 0, -1, -1, -1)), "only the first input was followed");
    MISTAKE(values(SHAPE(5), VALUES(3, 2, 0, -1, -1)), "only the last input was followed");
    MISTAKE(values(SHAPE(5), VALUES(2, 1, 0, -1, -1)), "the closure of the root itself is missing");
    MISTAKE(values(SHAPE(5), VALUES(-1, -1, -1, -1, -1)), "the list is empty: return order");
    MISTAKE(values(SHAPE(5), VALUES(3, -1, -1, -1, -1)),
            "only the root's closure is in the list: step "
            "into the closures of its inputs");
    MISTAKE_MESSAGE("no end",
                    "either a closure was visited twice (is it marked when it is visited, and "
                    "is the mark asked for?), or the walk never goes on to the next input");
    given("graph", "0 = f(x, x), 1 = f(0, 0), 2 = f(1, 0), 3 = f(0, 2)");
    Closure *order = CALL(backward_order(root));
    check_tensor(ids_of(order, 5), want, "consumers before producers: 3, 2, 1, 0, and then NULL");
}

enum { NODES = 40 };

typedef struct {
    int from[NODES][2]; /* -1: the leaf */
    Tensor *made[NODES];
} Net;

static void draw_net(Net *net, Tensor *x)
{
    for (int i = 0; i < NODES; i++) {
        for (int k = 0; k < 2; k++)
            net->from[i][k] = (int)(draw_seed() % (uint64_t)(i + 1)) - 1;
        int a = net->from[i][0], b = net->from[i][1];
        net->made[i] = node(i, a < 0 ? x : net->made[a], b < 0 ? x : net->made[b]);
    }
}

/* What the root was made from: how many, the sum of their numbers, and how many uses of a node. */
static void reach(const Net *net, int root, long *count, long *sum, long *uses)
{
    bool seen[NODES] = {false};
    seen[root] = true;
    *count = *sum = *uses = 0;
    for (int i = root; i >= 0; i--) {
        if (!seen[i])
            continue;
        ++*count;
        *sum += i;
        for (int k = 0; k < 2; k++)
            if (net->from[i][k] >= 0) {
                seen[net->from[i][k]] = true;
                ++*uses;
            }
    }
}

TEST(random_graphs_from_several_roots, .points = 4, FILE_AND_EXERCISE,
     .hints = HINTS("Every closure once, none before those that use its result.",
                    "A second walk must find no marks of the first: take them off at the end.",
                    "for (Closure *c = order; c != NULL; c = c->next) c->flags &= "
                    "~(unsigned)CLOSURE_VISITED;"))
{
    Tensor *x = leaf(draw("x", SCALAR));
    Net net;
    draw_net(&net, x);
    int roots[] = {NODES - 1, NODES - 1, NODES / 2, NODES - 2};
    given("graph", "%d operations at random", NODES);
    for (int r = 0; r < 4; r++) {
        EXPECT(long count; long sum; long uses; reach(&net, roots[r], &count, &sum, &uses));
        MISTAKE_NUMBER(ENDLESS, "a closure was visited twice: the list runs in a circle");
        MISTAKE_NUMBER(uses, "producers first: each use must stand before the result was made");
        MISTAKE_NUMBER(1,
                       "only the root is in the list: step into the closures of its inputs, and "
                       "take the marks off at the end, or a second walk finds everything visited");
        MISTAKE_NUMBER(
            0,
            "the list is empty, in this walk or in a second one: are the marks of the first still "
            "there?");
        MISTAKE_NUMBER(NODES, "there are closures in the list that the root does not depend on");
        Closure *order = CALL(backward_order(net.made[roots[r]]));
        check_long(length_of(order, NODES), count, "each closure the root depends on, once");
        check_long(sum_of_ids(order, NODES), sum, "those that the root depends on, and no others");
        MISTAKE_NUMBER(
            uses_after_their_producer(order, NODES),
            "a producer stands before a consumer: its gradient would not be complete when its "
            "turn comes. List a closure after everything it was made from");
        MISTAKE_NUMBER(uses, "producers first: each use must stand before the result was made");
        check_long(uses_after_their_producer(order, NODES), 0, "no producer before a consumer");
    }
}

TEST(what_needs_no_gradient_is_not_walked, .points = 2, FILE_AND_EXERCISE,
     .hints = HINTS("Leaves have no closure; constants and detached tensors want no gradient.",
                    "Look at requires_grad and at closure, of the root and of each input.",
                    "input->requires_grad && input->closure != NULL && !(input->closure->flags & "
                    "CLOSURE_VISITED)"))
{
    Tensor *x = leaf(draw("x", SCALAR)), *k = draw("k", SCALAR);
    Tensor *y = node(1, x, x), *unused = node(9, y, y), *cut = cut_off(y);
    Tensor *z = node(2, cut, k), *root = node(3, node(4, x, k), cut);
    (void)unused;
    EXPECT(Tensor *want = values(SHAPE(4), VALUES(3, 4, -1, -1)));
    MISTAKE_NUMBER(0, "a root without a closure, or that requires no gradient, has no order: NULL");
    MISTAKE(values(SHAPE(4), VALUES(3, 0, 1, 4)),
            "the walk passed through a detached tensor: it has a "
            "closure, but requires no gradient");
    MISTAKE(values(SHAPE(4), VALUES(3, 4, 0, 1)),
            "the walk passed through a detached tensor: it has a "
            "closure, but requires no gradient");
    given("graph", "1 = f(x, x), cut = detach(1), 4 = f(x, constant), 3 = f(4, cut)");
    check_long(CALL(backward_order(x)) == NULL, 1, "a leaf has no closure");
    check_long(CALL(backward_order(k)) == NULL, 1, "nor has a constant");
    check_long(CALL(backward_order(cut)) == NULL, 1, "a detached tensor requires no gradient");
    check_long(CALL(backward_order(z)) == NULL, 1, "made from constants: nothing was recorded");
    check_tensor(ids_of(CALL(backward_order(root)), 4), want, "3 and 4 only");
    FORGET();
    MISTAKE_NUMBER(0,
                   "all flags were cleared: only CLOSURE_VISITED is this function's to take off");
    y->closure->flags |= CLOSURE_KEEPS_GRAD;
    CALL(backward_order(y));
    check_long((y->closure->flags & CLOSURE_KEEPS_GRAD) != 0, 1,
               "the other flags stay as they were");
}

TEST(a_chain_of_100000_without_recursion, .points = 2, FILE_AND_EXERCISE,
     .hints =
         HINTS("A function that calls itself once per closure runs out of stack on a deep graph.",
               "The way back is kept in the closures: next says where the walk came from.",
               "at = visit(input->closure, at) steps in, at = consumer goes back: one loop."))
{
    enum { DEPTH = 100000 };
    struct rlimit limit;
    getrlimit(RLIMIT_STACK, &limit);
    limit.rlim_cur = 1 << 20;
    setrlimit(RLIMIT_STACK, &limit); /* of this test only */
    Tensor *x = leaf(draw("x", SCALAR)), *y = x;
    for (long i = 0; i < DEPTH; i++)
        y = node(i, y, x);
    given("graph", "a chain of 100,000 operations; the stack has 1 MB");
    MISTAKE_NUMBER(ENDLESS, "a closure was visited twice: the list runs in a circle");
    Closure *order = CALL(backward_order(y));
    check_long(length_of(order, DEPTH), DEPTH, "each closure once");
    long steps = 0;
    for (const Closure *c = order; c != NULL && steps < DEPTH; c = c->next)
        steps += id_of(c) == DEPTH - 1 - steps;
    MISTAKE_NUMBER(0, "producers first: the root's closure must be the first of the list");
    check_long(steps, DEPTH, "from the root down to the leaf");
}
