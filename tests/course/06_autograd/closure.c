/* closure.c - 06.1: who is recorded, who is not, and what is remembered. */
#include "nodes.h"

#define FILE_AND_EXERCISE .exercise = "06.1 closure_record", .file = "closure.c"

TEST(a_result_remembers_how_it_was_made, .points = 3, FILE_AND_EXERCISE,
     .hints =
         HINTS("a requires a gradient, so the result needs a closure.",
               "closure_new fills it, with copies of the inputs and of the capture: hand on what "
               "you were given.",
               "out->closure = closure_new(out, op, n, in, size, capture);"))
{
    Tensor *a = leaf(draw("a", SCALAR)), *b = draw("b", SCALAR), *out = tensor_scalar(0);
    Tensor *list[] = {a, b};
    Node note = {7, (real)0.5};
    given("in, capture", "{a, b}, and a struct of the operation's own");
    Tensor *y = CALL(closure_record(out, &node_op, 2, list, sizeof note, &note));
    list[0] = b;
    note = (Node){8, 1};
    MISTAKE_NUMBER(0, "the function must return out, the result");
    check_long(y == out, 1, "the result itself comes back");
    FORGET();
    MISTAKE_NUMBER(
        0, "nothing was recorded: out->closure is still empty, though a requires a gradient");
    const Closure *c = tensor_closure(out);
    check_long(c != NULL, 1, "a requires a gradient: the result has a closure");
    if (c == NULL)
        return;
    FORGET();
    MISTAKE_NUMBER(0, "the closure names another operation, or another result");
    check_long(c->op == &node_op && c->out == out, 1, "made by op, and this is the result");
    FORGET();
    MISTAKE_NUMBER(1, "only one of the two inputs was handed on: n says how many there are");
    check_long(c->n_in, 2, "made from two inputs");
    FORGET();
    MISTAKE_NUMBER(0, "the list of inputs was kept, not copied: it belongs to the caller");
    check_long(c->n_in == 2 && c->in[0] == a && c->in[1] == b, 1, "made from a and b");
    FORGET();
    MISTAKE_NUMBER(0, "the capture was lost: hand size and capture on to closure_new");
    check_long(c->capture != NULL, 1, "backward will need the capture");
    FORGET();
    MISTAKE_NUMBER(8,
                   "the capture was kept, not copied: the struct belongs to the caller, and ends "
                   "with the call");
    check_long(c->capture != NULL ? id_of(c) : -1, 7, "the capture is a copy");
}

static Tensor *made_from(Tensor *a, Tensor *b, Tensor *c)
{
    return closure_record(tensor_scalar(0), &node_op, INPUTS(a, b, c), NO_CAPTURE);
}

/* 1 where the results are recorded, or, with wanting, where they require a gradient. */
static Tensor *which_of(int n, Tensor *const results[], bool wanting)
{
    Tensor *which = blank(SHAPE(n));
    for (int i = 0; i < n; i++)
        which->data[i] = wanting ? results[i]->requires_grad : tensor_closure(results[i]) != NULL;
    return which;
}

TEST(one_input_that_wants_a_gradient_is_enough, .points = 3, FILE_AND_EXERCISE,
     .hints = HINTS("A gradient is wanted if any input wants one, whichever that is.",
                    "A loop over all n inputs; the result of the or wants a gradient itself.",
                    "bool wanted = false; for (...) wanted = wanted || in[i]->requires_grad;"))
{
    Tensor *w = leaf(draw("w", SCALAR)), *k = draw("k", SCALAR);
    given("results",
          "f(w, k, k), f(k, w, k), f(k, k, w), f(k, k, k), f(w, w, w), f(the first, k, k); "
          "w requires a gradient");
    Tensor *made[6] = {CALL(made_from(w, k, k)), CALL(made_from(k, w, k)), CALL(made_from(k, k, w)),
                       CALL(made_from(k, k, k)), CALL(made_from(w, w, w))};
    made[5] = CALL(made_from(made[0], k, k));
    EXPECT(Tensor *want = values(SHAPE(6), VALUES(1, 1, 1, 0, 1, 1)));
    MISTAKE(values(SHAPE(6), VALUES(1, 0, 0, 0, 1, 1)), "only the first input was looked at");
    MISTAKE(values(SHAPE(6), VALUES(0, 0, 1, 0, 1, 0)),
            "only the last input was looked at: later ones overwrite what earlier ones said");
    MISTAKE(values(SHAPE(6), VALUES(0, 0, 0, 0, 1, 0)),
            "all inputs had to want a gradient: one is enough");
    MISTAKE(values(SHAPE(6), VALUES(0, 0, 0, 0, 0, 1)),
            "no leaf was recorded: a leaf that wants a gradient has no closure, so ask for "
            "requires_grad");
    MISTAKE(values(SHAPE(6), VALUES(0, 0, 0, 0, 0, 0)),
            "nothing was recorded: a leaf that wants a gradient has no closure, so ask for "
            "requires_grad");
    MISTAKE(values(SHAPE(6), VALUES(1, 1, 1, 1, 1, 1)),
            "recorded although no input requires a gradient: memory and time for nothing");
    MISTAKE(
        values(SHAPE(6), VALUES(1, 1, 1, 0, 1, 0)),
        "the result does not require a gradient itself, so what is made from it is not recorded");
    check_tensor(which_of(6, made, false), want, "recorded: all but f(k, k, k)");
    FORGET();
    MISTAKE(values(SHAPE(6), VALUES(1, 1, 1, 1, 1, 1)),
            "a result that nobody needs a gradient for requires one");
    MISTAKE(blank(SHAPE(6)),
            "the result does not require a gradient itself: the walk would end here");
    check_tensor(which_of(6, made, true), want, "requires a gradient: all but f(k, k, k)");
}

TEST(what_nobody_wants_costs_nothing, .points = 2, FILE_AND_EXERCISE,
     .hints = HINTS("No gradient wanted, or recording off: no closure of yours.",
                    "closure_no_gradient takes care of these cases; requires_grad stays false.",
                    "if (wanted && grad_mode_is_on()) { ... } else closure_no_gradient(...);"))
{
    Tensor *w = leaf(draw("w", SCALAR)), *k = draw("k", SCALAR), *out = tensor_scalar(0);
    long before = (long)scope_bytes(scope_current());
    CALL(closure_record(out, &node_op, INPUTS(k, k), NO_CAPTURE));
    long bytes = (long)scope_bytes(scope_current()) - before;
    check_long(bytes, 0, "a result of constants needs no memory but its numbers");
    grad_mode(false);
    Tensor *off = CALL(made_from(w, w, w));
    grad_mode(true);
    MISTAKE_NUMBER(1, "it was recorded though recording was off: ask grad_mode_is_on()");
    check_long(tensor_closure(off) != NULL, 0, "recording was off: no closure");
    FORGET();
    MISTAKE_NUMBER(1,
                   "recording was off, and the result requires a gradient all the same: that goes "
                   "with the closure");
    check_long(off->requires_grad, 0, "recording was off: no gradient");
    FORGET();
    MISTAKE_NUMBER(0,
                   "closure_no_gradient was not called: a message could not say that recording was "
                   "off");
    check_long(tensor_made_in_no_grad(off), 1, "it is remembered that recording was off");
    FORGET();
    MISTAKE_NUMBER(1,
                   "a detached input has a past, but requires no gradient: ask for requires_grad, "
                   "not for the closure");
    Tensor *cut = tensor_detach(node(1, w, w)), *after = CALL(made_from(cut, k, k));
    check_long(after->requires_grad, 0, "behind a detach no gradient is wanted");
}
