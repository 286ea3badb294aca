/* gradient.c - 11.3 and 11.4: the lookup as a recorded operation. */
#include "want.h"

/* ---- 11.3 tensor_embedding ------------------------------------------------------------------------------ */

TEST(a_vector_for_each_token, .points = 3, .exercise = "11.3 tensor_embedding",
     .file = "op_embedding.c")
{
    Tensor *table = draw("table", SHAPE(7, 5));
    IntTensor *ids = input_ids("ids", SHAPE(2, 3), IDS(5, 0, 2, 2, 1, 6));

    Tensor *want = EXPECT(rows_want(table, ids));
    Tensor *rows = CALL(tensor_embedding(table, ids));
    check_tensor_within(rows, want, 0, "(..., C): all axes of ids, then the channels");
}

TEST(one_token_and_wrong_shapes, .points = 1, .exercise = "11.3 tensor_embedding",
     .file = "op_embedding.c")
{
    Tensor *table = draw("table", SHAPE(6, 4)), *cube = draw("cube", SHAPE(6, 4, 2));
    IntTensor *id = draw_ids("id", 0, NULL, 0, 5), *ids = draw_ids("ids", SHAPE(2), 0, 5);
    IntTensor *seven = draw_ids("seven", SHAPE(1, 2, 1, 2, 1, 2, 1), 0, 5);
    IntTensor *eight = draw_ids("eight", SHAPE(1, 1, 1, 1, 1, 1, 1, 2), 0, 5);

    Tensor *want = EXPECT(rows_want(table, id));
    Tensor *row = CALL(tensor_embedding(table, id));
    check_tensor_within(row, want, 0, "a scalar id gives one row, (C)");
    Tensor *most = EXPECT(rows_want(table, seven));
    Tensor *rows = CALL(tensor_embedding(table, seven));
    check_tensor_within(rows, most, 0, "seven axes of ids and one of channels are the most");
    check_fails(tensor_embedding(cube, ids), "expected (vocabulary, channels)",
                "a table has two axes");
    check_fails(tensor_embedding(table, eight), "leave no axis for the channels",
                "a tensor has at most 8 axes");
}

/* How many ids EmbeddingCapture holds if they are these; -1 if it holds others, 0 if there is none. */
static long ids_captured(const Tensor *rows, const IntTensor *ids)
{
    const Closure *c = tensor_closure(rows);
    const IntTensor *captured;
    if (c == NULL || c->capture == NULL)
        return 0;
    memcpy(&captured, c->capture, sizeof captured);
    return captured == ids ? int_tensor_numel(ids) : -1;
}

TEST(the_lookup_remembers_its_table, .points = 4, .exercise = "11.3 tensor_embedding",
     .file = "op_embedding.c")
{
    Tensor *table = leaf(draw("table", SHAPE(6, 4)));
    IntTensor *ids = draw_ids("ids", SHAPE(draw_long("n", 3, 14)), 0, 5);

    Tensor *rows = CALL(tensor_embedding(table, ids));
    const Closure *c = tensor_closure(rows);
    long inputs = c == NULL ? 0 : c->n_in;
    check_long(inputs, 1, "the operation is recorded, with one input: the table");
    const char *name_of_the_operation = inputs < 1 ? "" : c->op->name;
    check_text(name_of_the_operation, "embedding", "under this name drawings and messages know it");
    Tensor *input = inputs < 1 ? NULL : c->in[0];
    check_shares(input, table, "the table is what the rows are made from");
    Tensor *again = CALL(tensor_embedding(table, ids));
    long ids_kept = ids_captured(again, ids);
    check_long(ids_kept, ids->shape[0], "EmbeddingCapture holds the ids that were looked up");
    bool was = grad_mode(false);
    Tensor *quiet = CALL(tensor_embedding(table, ids));
    grad_mode(was);
    long closures = tensor_closure(quiet) != NULL;
    check_long(closures, 0, "recording is off: no closure, and no crash either");
}

/* ---- 11.4 embedding_backward ---------------------------------------------------------------------------- */

TEST(both_shares_by_hand, .points = 1, .exercise = "11.4 embedding_backward",
     .file = "embedding_backward.c")
{
    Tensor *table = leaf(input("table", SHAPE(4, 2), VALUES(1, 2, 3, 4, 5, 6, 7, 8)));
    IntTensor *ids = input_ids("ids", SHAPE(3), IDS(0, 2, 0));
    Tensor *dy = input("dy", SHAPE(3, 2), VALUES(1, 2, 3, 4, 10, 20));
    Tensor *rows = tensor_embedding(table, ids);

    Tensor *want = EXPECT(gradient_want(table, dy, ids));
    CALL(tensor_backward_from(rows, dy, false));
    check_tensor(table->grad, want, "row 0 gets both its shares, row 2 its one, the others stay 0");
}

TEST(two_lookups_in_one_table, .points = 6, .exercise = "11.4 embedding_backward",
     .file = "embedding_backward.c")
{
    Tensor *table = leaf(draw("table", SHAPE(6, 3))), *dy = draw("dy", SHAPE(4, 3));
    IntTensor *first = input_ids("first", SHAPE(4), IDS(1, 5, 1, 0));
    IntTensor *second = input_ids("second", SHAPE(4), IDS(3, 1, 3, 2));
    Tensor *sum = tensor_add(tensor_embedding(table, first), tensor_embedding(table, second));

    Tensor *want = EXPECT(gradient_of_two_want(table, dy, first, second));
    CALL(tensor_backward_from(sum, dy, false));
    check_tensor(table->grad, want, "the shares of both lookups");
    Tensor *more = EXPECT(more_gradient_want(table, dy, first));
    Tensor *rows = tensor_embedding(table, first);
    CALL(tensor_backward_from(rows, dy, false));
    check_tensor(table->grad, more, "a second backward adds to what the first left");
}

static Tensor *looked_up(Tensor *const in[], void *ids)
{
    return tensor_embedding(in[0], ids);
}

TEST(the_gradient_is_the_slope, .points = 2, .exercise = "11.4 embedding_backward",
     .file = "embedding_backward.c")
{
    Tensor *table = leaf(draw("table", SHAPE(7, 3))), *dy = draw("dy", SHAPE(2, 5, 3));
    IntTensor *ids = draw_ids("ids", SHAPE(2, 5), 0, 6);
    Tensor *rows = tensor_embedding(table, ids);

    Tensor *want = EXPECT(gradient_want(table, dy, ids));
    CALL(tensor_backward_from(rows, dy, false));
    check_tensor(table->grad, want, "each row: the sum of its shares");
    tensor_zero_grad(table);
    check_gradients(looked_up, ids, "as central differences say", INPUTS(table));
}

TEST(no_second_table, .points = 7, .exercise = "11.4 embedding_backward",
     .file = "embedding_backward.c")
{
    Tensor *large = leaf(draw("large", SHAPE(4000, 16))), *dy = draw("dy", SHAPE(3, 16));
    IntTensor *few = draw_ids("few", SHAPE(3), 0, 3999);
    tensor_backward_from(tensor_embedding(large, few), dy, false);
    Tensor *rows = tensor_embedding(large, few);

    Tensor *want = EXPECT(gradient_of_two_want(large, dy, few, few));
    memory_mark();
    CALL(tensor_backward_from(rows, dy, false));
    long bytes = memory_peak();
    check_tensor(large->grad, want, "the shares of both lookups");
    check_at_most(bytes, 4000 * 16 * (double)sizeof(real) / 2,
                  "three rows of a large table that has a gradient: no second table");
}
