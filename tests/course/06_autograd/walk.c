/* walk.c - 06.3: every closure has one turn, when its gradient is complete; then the graph is spent. */
#include "nodes.h"

#define FILE_AND_EXERCISE .exercise = "06.3 tensor_backward_from", .file = "backward.c"

#define NOTHING_ARRIVED                                                                            \
    "nothing arrived: either the root has no gradient when its turn comes (the seed is set after " \
    "walk_open), or a turn is not ended, or a closure gets something else than its result's "      \
    "gradient"

TEST(a_walk_by_hand, .points = 4, FILE_AND_EXERCISE,
     .hints = HINTS(
         "The root's gradient is the seed; each closure then hands on what has arrived.",
         "gradient_share(t, ...) after walk_open, and one turn for each closure of the list.",
         "walk_begin_turn(walk, c); c->op->backward(c, c->out->grad); walk_end_turn(walk, c);"))
{
    Tensor *x = leaf(draw("x", SCALAR)), *k = draw("k", SCALAR), *g = draw("g", SCALAR);
    Tensor *a = node(0, x, k), *b = node(1, a, a), *root = node(2, a, b);
    Tensor *a2 = node(0, x, k), *b2 = node(1, a2, a2), *root2 = node(2, a2, b2);
    Scope *scope = scope_current();
    given("graph", "a = f(x, constant), b = f(a, a), root = f(a, b), with the derivatives 1");
    EXPECT(Tensor *three = values(SCALAR, VALUES(3)); Tensor *seeded = plain_scaled(g, 3));
    MISTAKE(
        values(SCALAR, VALUES(1)),
        "only one share arrived at x: a's turn came before b had handed out its shares, or a share "
        "replaced another");
    seen.early = 0;
    CALL(tensor_backward(root));
    MISTAKE_NUMBER(0, NOTHING_ARRIVED);
    check_long(x->grad != NULL, 1, "a gradient arrives at the leaf");
    check_tensor(x->grad, three, "x is reached by three ways: 3 times the seed of 1");
    MISTAKE_NUMBER(0, "the gradient of an intermediate is still there: it ends with walk_end_turn");
    check_long(a->grad == NULL && root->grad == NULL, 1, "gradients of intermediates are gone");
    FORGET();
    MISTAKE_NUMBER(0, "the walk's scope is still open: walk_close is missing");
    check_long(scope_current() == scope && grad_mode_is_on(), 1, "all is as it was before");
    FORGET();
    MISTAKE_NUMBER(0, "a constant got a gradient");
    check_long(k->grad == NULL, 1, "a constant gets no gradient");
    FORGET();
    MISTAKE_NUMBER(4, "shares were added while the function that hands them out was still running: "
                      "walk_begin_turn is missing");
    check_long(seen.early, 0, "nothing changes before a backward function has returned");
    FORGET();
    x->grad = NULL;
    MISTAKE(copy_of(three), "the seed was ignored: it is 1 only where the seed is NULL");
    CALL(tensor_backward_from(root2, g, false));
    check_tensor(x->grad, seeded, "the seed is the gradient of the root");
    FORGET();
    x->grad = NULL;
    CALL(tensor_backward_from(x, g, false));
    MISTAKE_NUMBER(
        0, "nothing arrived: a leaf as the root has no closure to run, but it gets the seed");
    check_long(x->grad != NULL, 1, "a leaf as the root gets the seed");
    check_tensor(x->grad, copy_of(g),
                 "a leaf as the root: there is no closure, and its gradient is the "
                 "seed");
    check_copies(x->grad, g, "a gradient is a block of its own, not the caller's seed");
}

TEST(a_graph_is_used_once, .points = 3, FILE_AND_EXERCISE,
     .hints = HINTS(
         "Every closure of the list is released, unless the graph is retained.",
         "backward_check_order comes before walk_open: nothing may have changed when it fails.",
         "if (!retain_graph) c->flags |= CLOSURE_RELEASED;"))
{
    Tensor *x = leaf(draw("x", SCALAR)), *w = leaf(draw("w", SCALAR));
    Tensor *y = tensor_retain_grad(node(0, x, x)), *once = node(1, y, y), *later = node(2, y, w);
    given("graph", "y = f(x, x), once = f(y, y), later = f(y, w); y keeps its gradient");
    MISTAKE_MESSAGE("released", "the graph was released although it was to be retained");
    CALL(tensor_backward_from(once, NULL, true));
    CALL(tensor_backward_from(once, NULL, true));
    EXPECT(Tensor *twice = values(SCALAR, VALUES(8)));
    MISTAKE(values(SCALAR, VALUES(4)),
            "the second walk replaced the gradient of the first: they add up");
    check_tensor(x->grad, twice, "a retained graph walked twice: the gradient of a leaf doubles");
    CALL(tensor_backward_from(once, NULL, false));
    check_fails(tensor_backward_from(once, NULL, false), "was released by an earlier backward",
                "a graph is used once: a second walk is told");
    check_fails(tensor_backward_from(later, NULL, false), "was released by an earlier backward",
                "a part of this graph was released");
    FORGET();
    MISTAKE_NUMBER(0, "w has a gradient, though the call failed: backward_check_order comes before "
                      "anything is changed");
    check_long(w->grad == NULL, 1, "a call that fails has changed nothing");
    FORGET();
    MISTAKE_NUMBER(0, "the call that failed has put aside the gradient that y keeps: "
                      "backward_check_order comes before walk_open");
    check_long(y->grad != NULL, 1, "a call that fails has changed nothing");
}

TEST(only_what_was_reached_has_a_turn, .points = 2, FILE_AND_EXERCISE,
     .hints =
         HINTS("An operation may hand an input nothing: then nothing can be handed on from there.",
               "c->out->grad is NULL where nothing has arrived.",
               "if (c->out->grad != NULL) { walk_begin_turn(walk, c); ... }"))
{
    Tensor *x = leaf(draw("x", SCALAR)), *w = leaf(draw("w", SCALAR));
    Tensor *y = node(0, x, x), *idle = node(1, w, w), *unused = node(2, y, y);
    Tensor *root = scaled_node(3, 1, &first_only_op, y, idle);
    (void)unused;
    given("graph", "y = f(x, x), idle = f(w, w), root = f(y, idle), which hands idle nothing");
    MISTAKE_MESSAGE("NULL",
                    "a closure had its turn although no gradient had arrived: out->grad is NULL");
    MISTAKE_NUMBER(1, "a closure had its turn although no gradient had arrived: out->grad is NULL");
    seen.turns = seen.without_gradient = 0;
    CALL(tensor_backward(root));
    check_long(seen.without_gradient, 0, "nothing arrived at idle: it has no turn");
    FORGET();
    MISTAKE_NUMBER(
        1, "only one closure had a turn: walk the whole list, also past one that nothing reached");
    MISTAKE_NUMBER(0, "no closure had a turn");
    MISTAKE_NUMBER(3, "a closure had its turn that the root does not depend on, or twice");
    check_long(seen.turns, 2, "turns: root and y, each once");
    check_long(w->grad == NULL, 1, "w gets no gradient");
    FORGET();
    MISTAKE_NUMBER(0, "what had no turn was not released: every closure of the list is");
    check_long((idle->closure->flags & CLOSURE_RELEASED) != 0, 1, "all of the list is released");
}

TEST(retained_gradients_and_recording, .points = 2, FILE_AND_EXERCISE,
     .hints = HINTS("walk_open puts retained gradients aside and switches recording off.",
                    "So it comes before the seed, and before every turn.",
                    "Walk *walk = walk_open(order); gradient_share(t, ...); then the loop."))
{
    Tensor *x = leaf(draw("x", SCALAR));
    Tensor *a = tensor_retain_grad(node(0, x, x)), *root = tensor_retain_grad(node(1, a, a));
    given("graph", "a = f(x, x) and root = f(a, a), both keep their gradients");
    seen.recording = 0;
    MISTAKE_NUMBER(
        2, "recording was on while the closures had their turns: walk_open switches it off");
    CALL(tensor_backward_from(root, NULL, true));
    check_long(seen.recording, 0, "nothing is recorded in backward");
    FORGET();
    EXPECT(Tensor *two = values(SCALAR, VALUES(2)); Tensor *four = values(SCALAR, VALUES(4)));
    check_tensor(a->grad, two, "a retained gradient is there afterwards");
    check_tensor(root->grad, values(SCALAR, VALUES(1)), "the root's, too: it is the seed");
    CALL(tensor_backward_from(root, NULL, false));
    MISTAKE(copy_of(two), "the second walk replaced a retained gradient: they add up");
    MISTAKE(values(SCALAR, VALUES(6)), "a retained gradient flowed a second time");
    check_tensor(a->grad, four, "a second walk adds to a retained gradient");
    check_tensor(x->grad, values(SCALAR, VALUES(8)), "and to that of the leaf: 4 and 4");
}
