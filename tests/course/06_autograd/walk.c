/* walk.c - 06.3: every closure has one turn, when its gradient is complete; then the graph is spent. */
#include "nodes.h"
#include "want.h"

#define FILE_AND_EXERCISE .exercise = "06.3 tensor_backward_from", .file = "backward.c"

TEST(a_walk_by_hand, .points = 4, FILE_AND_EXERCISE)
{
    Tensor *x = leaf(draw("x", SCALAR)), *k = draw("k", SCALAR), *g = draw("g", SCALAR);
    Tensor *a = node(0, x, k), *b = node(1, a, a), *root = node(2, a, b);
    Tensor *a2 = node(0, x, k), *b2 = node(1, a2, a2), *root2 = node(2, a2, b2);
    Scope *scope = scope_current();
    given("root", "f(a, b) with a = f(x, constant), b = f(a, a); all derivatives are 1");
    given("root2", "made as root is");

    seen.early = 0;
    Tensor *three = EXPECT(walked_want(3, NULL)), *nothing = EXPECT(left_behind_want());
    CALL(tensor_backward(root));
    check_tensor(x->grad, three, "x is reached by three ways: 3 times the seed of 1");
    Tensor *left_behind = blank(SHAPE(4));
    left_behind->data[0] = (a->grad != NULL) + (b->grad != NULL) + (root->grad != NULL);
    left_behind->data[1] = scope_current() != scope;
    left_behind->data[2] = (real)seen.early;
    left_behind->data[3] = k->grad != NULL;
    check_tensor(left_behind, nothing,
                 "nothing is left: [gradients of intermediates, open scopes, shares added before "
                 "the end of a turn, gradients of constants]");

    x->grad = NULL;
    Tensor *seeded = EXPECT(walked_want(3, g));
    CALL(tensor_backward_from(root2, g, false));
    check_tensor(x->grad, seeded, "the seed is the gradient of the root");

    x->grad = NULL;
    Tensor *seed = EXPECT(seeded_leaf_want(g));
    CALL(tensor_backward_from(x, g, false));
    check_tensor(x->grad, seed, "a leaf as the root has no closure; its gradient is the seed");
    check_copies(x->grad, g, "a gradient is a block of its own, not the caller's seed");
}

TEST(a_graph_is_used_once, .points = 3, FILE_AND_EXERCISE)
{
    Tensor *x = leaf(draw("x", SCALAR)), *w = leaf(draw("w", SCALAR));
    Tensor *g = draw("g", SCALAR), *h = draw("h", SCALAR);
    double first = 4 * (double)g->data[0], second = 4 * (double)h->data[0];
    Tensor *y = node(0, x, x), *once = node(1, y, y), *later = node(2, y, w);
    tensor_retain_grad(later);
    given("once", "f(y, y) with y = f(x, x)");
    given("later", "f(y, w) with the same y; it keeps its gradient");

    CALL(tensor_backward_from(once, g, true));
    Tensor *both = EXPECT(added_want(first, second));
    CALL(tensor_backward_from(once, h, true));
    check_tensor(x->grad, both, "a retained graph walked twice: the gradients of a leaf add up");

    CALL(tensor_backward_from(once, g, false));
    check_fails(tensor_backward_from(once, NULL, false), "was released by an earlier backward",
                "a graph is used once: a second walk is told");
    check_fails(tensor_backward_from(later, NULL, false), "was released by an earlier backward",
                "a part of this graph was released");
    long changed = (w->grad != NULL) + 2 * (later->grad != NULL);
    check_long(changed, 0,
               "a call that fails has changed nothing: w gets no gradient (1), nor does "
               "the root (2)");
}

TEST(only_what_was_reached_has_a_turn, .points = 2, FILE_AND_EXERCISE)
{
    Tensor *x = leaf(draw("x", SCALAR)), *w = leaf(draw("w", SCALAR));
    long chain = draw_long("chain", 1, 12);
    Tensor *y = x, *idle = node(100, w, w);
    for (long i = 0; i < chain; i++)
        y = node(i, y, x);
    Tensor *unused = node(101, y, y), *root = node_of(&first_only_op, 102, y, idle);
    (void)unused;
    given("root", "g(y, idle), which hands idle nothing; y = f(... f(f(x, x), x) ..., x), a chain "
                  "of so many, idle = f(w, w)");

    seen.turns = seen.without_gradient = 0;
    Tensor *want = EXPECT(turns_want(chain + 1));
    CALL(tensor_backward(root));
    Tensor *turns = blank(SHAPE(3));
    turns->data[0] = (real)seen.turns;
    turns->data[1] = (real)seen.without_gradient;
    turns->data[2] = (idle->closure->flags & CLOSURE_RELEASED) != 0;
    check_tensor(
        turns, want,
        "[turns: root and the chain; of them without a gradient; idle is released all the same]");
}

TEST(retained_gradients_and_recording, .points = 2, FILE_AND_EXERCISE)
{
    Tensor *x = leaf(draw("x", SCALAR)), *g = draw("g", SCALAR), *h = draw("h", SCALAR);
    double first = (double)g->data[0], second = (double)h->data[0];
    Tensor *a = tensor_retain_grad(node(0, x, x)), *root = tensor_retain_grad(node(1, a, a));
    given("root", "f(a, a) with a = f(x, x); both keep their gradients");

    seen.recording = 0;
    Tensor *two = EXPECT(walked_want(2, g)), *one = EXPECT(walked_want(1, g));
    CALL(tensor_backward_from(root, g, true));
    check_long(seen.recording, 0, "nothing is recorded in backward");
    check_tensor(a->grad, two, "a retained gradient is there afterwards");
    check_tensor(root->grad, one, "the root's, too: it is the seed");

    Tensor *of_a = EXPECT(added_want(2 * first, 2 * second));
    Tensor *of_x = EXPECT(added_want(4 * first, 4 * second));
    CALL(tensor_backward_from(root, h, false));
    check_tensor(a->grad, of_a, "a second walk adds to a retained gradient");
    check_tensor(x->grad, of_x, "and to that of the leaf: 4 g and 4 h");
}
