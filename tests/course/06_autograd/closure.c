/* closure.c - 06.1: who is recorded, who is not, and what is remembered. */
#include "nodes.h"
#include "want.h"

#define FILE_AND_EXERCISE .exercise = "06.1 closure_record", .file = "closure.c"

/* The numbers of what the closure says the result was made from. */
static Tensor *inputs_of(const Closure *c)
{
    Tensor *numbers = blank(SHAPE(c->n_in));
    for (int i = 0; i < c->n_in; i++)
        numbers->data[i] = c->in[i]->data[0];
    return numbers;
}

TEST(a_result_remembers_how_it_was_made, .points = 3, FILE_AND_EXERCISE)
{
    Tensor *a = leaf(draw("a", SCALAR)), *b = draw("b", SCALAR);
    Tensor *out = draw("out", SCALAR), *in[] = {a, b};
    const Operation *op = &node_op;
    long kept = draw_long("kept", 10, 99), later = draw_long("later", 100, 199);
    Node capture = {kept, (real)0.5};
    given("in", "{a, b}");
    given("capture", "a struct of the operation's own");

    Tensor *result = EXPECT(result_want(out)), *made_from = EXPECT(inputs_want(a, b));
    Tensor *y = CALL(closure_record(out, op, 2, in, sizeof capture, &capture));
    in[0] = b;
    capture = (Node){later, 1};
    check_tensor(y, result, "the result itself comes back");
    const Closure *closure = tensor_closure(out);
    long recorded = closure != NULL;
    check_long(recorded, 1, "a requires a gradient: the result has a closure");
    if (closure == NULL)
        return;
    check_tensor(closure->out, result, "the closure's result is out");
    Tensor *inputs = inputs_of(closure);
    check_tensor(inputs, made_from, "made from a and b");
    long number_in_capture = closure->capture != NULL ? id_of(closure) : -1;
    check_long(number_in_capture, kept, "backward will need the capture, as it was in the call");
}

/* An operation, as every other ends. */
static Tensor *f(Tensor *a, Tensor *b, Tensor *c)
{
    return closure_record(tensor_scalar(0), &node_op, INPUTS(a, b, c), NO_CAPTURE);
}

TEST(one_input_that_wants_a_gradient_is_enough, .points = 4, FILE_AND_EXERCISE)
{
    Tensor *w = leaf(draw("w", SCALAR)), *k = draw("k", SCALAR);
    given("f", "an operation that ends in closure_record(out, op, INPUTS(a, b, c), NO_CAPTURE)");
    given("first",
          "f(w, k, k), where w requires a gradient; the six results are, in a drawn order: first, "
          "f(k, w, k), f(k, k, w), f(k, k, k), f(w, w, w), f(first, k, k)");
    int order[6];
    for (int i = 0; i < 6; i++) {
        int j = (int)(draw_seed() % (uint64_t)(i + 1));
        order[i] = order[j];
        order[j] = i;
    }

    Tensor *first = f(w, k, k);
    Tensor *made[] = {first, f(k, w, k), f(k, k, w), f(k, k, k), f(w, w, w), NULL};
    Tensor *want = EXPECT(recording_want(order));
    made[5] = CALL(f(first, k, k));
    Tensor *results = blank(SHAPE(2, 6));
    for (int i = 0; i < 6; i++) {
        results->data[i] = tensor_closure(made[order[i]]) != NULL;
        results->data[6 + i] = made[order[i]]->requires_grad;
    }
    check_tensor(results, want, "row 0: has a closure; row 1: requires a gradient");
}

TEST(what_nobody_wants_costs_nothing, .points = 1, FILE_AND_EXERCISE)
{
    Tensor *w = leaf(draw("w", SCALAR)), *k = draw("k", SCALAR), *out = tensor_scalar(0);
    Tensor *cut = tensor_detach(node(1, w, w));
    const Operation *op = &node_op;
    given("f", "an operation that ends in closure_record(out, op, INPUTS(a, b, c), NO_CAPTURE)");
    given("cut", "tensor_detach(f(w, w, w))");

    long before = (long)scope_bytes(scope_current());
    CALL(closure_record(out, op, INPUTS(k, k), NO_CAPTURE));
    long bytes = (long)scope_bytes(scope_current()) - before;
    check_long(bytes, 0, "a result of constants needs no memory but its numbers");

    grad_mode(false);
    Tensor *want = EXPECT(while_off_want());
    Tensor *off = CALL(f(w, w, w));
    grad_mode(true);
    Tensor *result = blank(SHAPE(3));
    result->data[0] = tensor_closure(off) != NULL;
    result->data[1] = off->requires_grad;
    result->data[2] = tensor_made_in_no_grad(off);
    check_tensor(result, want,
                 "recording was off: [has a closure, requires a gradient, knows it was off]");

    Tensor *after = CALL(f(cut, k, k));
    check_long(after->requires_grad, 0, "behind a detach no gradient is wanted");
}
