/* lookup.c - 11.1 and 11.2: rows out of a table, and gradients back into it. */
#include "want.h"

/* ---- 11.1 embedding_kernel ----------------------------------------------------------------------------- */

TEST(rows_copied_by_hand, .points = 1, .exercise = "11.1 embedding_kernel", .file = "lookup.c")
{
    Tensor *table = input("table", SHAPE(3, 2), VALUES(10, 11, 20, 21, 30, 31));
    IntTensor *ids = input_ids("ids", SHAPE(3), IDS(2, 0, 2));
    Tensor *out = output("out", SHAPE(3, 2));

    Tensor *want = EXPECT(rows_want(table, ids));
    CALL(embedding_kernel(out, table, ids));
    check_tensor_within(out, want, 0, "out row i is table row ids[i]: rows 2, 0 and 2");
}

TEST(a_batch_of_sequences, .points = 5, .exercise = "11.1 embedding_kernel", .file = "lookup.c")
{
    Tensor *table = draw("table", SHAPE(7, 4)), *thin = draw("thin", SHAPE(7, 1));
    IntTensor *ids = input_ids("ids", SHAPE(2, 3), IDS(6, 0, 3, 1, 5, 6));
    IntTensor *more = draw_ids("more", SHAPE(3, 2, 5), 0, 6);
    IntTensor *none = draw_ids("none", SHAPE(0), 0, 6);
    Tensor *out = output("out", SHAPE(2, 3, 4)), *many = output("many", SHAPE(3, 2, 5, 4));
    Tensor *empty = output("empty", SHAPE(0, 4)), *column = output("column", SHAPE(2, 3, 1));

    Tensor *want = EXPECT(rows_want(table, ids));
    CALL(embedding_kernel(out, table, ids));
    check_tensor_within(out, want, 0, "each of the B * T ids gets its row");
    Tensor *want_many = EXPECT(rows_want(table, more));
    CALL(embedding_kernel(many, table, more));
    check_tensor_within(many, want_many, 0, "three axes of ids, the same rule");
    Tensor *want_empty = EXPECT(rows_want(table, none));
    CALL(embedding_kernel(empty, table, none));
    check_tensor_within(empty, want_empty, 0, "no ids, no rows, no mistake");
    Tensor *want_column = EXPECT(rows_want(thin, ids));
    CALL(embedding_kernel(column, thin, ids));
    check_tensor_within(column, want_column, 0, "one channel, the same rule");
}

TEST(a_table_that_is_a_view, .points = 4, .exercise = "11.1 embedding_kernel", .file = "lookup.c")
{
    Tensor *table = draw_transposed("table", SHAPE(5, 4)), *out = output("out", SHAPE(4, 4));
    Tensor *narrow = draw_transposed("narrow", SHAPE(2, 2)), *two = output("two", SHAPE(3, 2));
    IntTensor *ids = input_ids("ids", SHAPE(4), IDS(4, 1, 4, 0));
    IntTensor *bits = input_ids("bits", SHAPE(3), IDS(1, 0, 1));

    Tensor *want = EXPECT(rows_want(table, ids));
    CALL(embedding_kernel(out, table, ids));
    check_tensor_within(out, want, 0, "element (id, c) of the table, wherever it lies");
    Tensor *want_two = EXPECT(rows_want(narrow, bits));
    CALL(embedding_kernel(two, narrow, bits));
    check_tensor_within(two, want_two, 0, "two channels, the same rule");
}

/* Rows that are no longer NaN. */
static long rows_set(const Tensor *out)
{
    long rows = 0;
    for (long i = 0; i < out->shape[0]; i++)
        rows += !isnan((double)out->data[i * out->shape[1]]);
    return rows;
}

TEST(ids_outside_the_vocabulary, .points = 3, .exercise = "11.1 embedding_kernel",
     .file = "lookup.c")
{
    Tensor *table = draw("table", SHAPE(5, 3)), *out = output("out", SHAPE(2, 3));
    Tensor *untouched = output("untouched", SHAPE(2, 3));
    IntTensor *last = input_ids("last", SHAPE(2), IDS(0, 4));
    IntTensor *beyond = input_ids("beyond", SHAPE(2), IDS(4, 5));
    IntTensor *negative = input_ids("negative", SHAPE(2), IDS(2, -1));

    Tensor *want = EXPECT(rows_want(table, last));
    CALL(embedding_kernel(out, table, last));
    check_tensor_within(out, want, 0, "ids 0 and V - 1 are the first and the last row");
    check_fails(embedding_kernel(untouched, table, beyond),
                "tensor_embedding: id 5 at position 1 is outside [0, 5)",
                "an id of V or more is refused");
    long rows_written = rows_set(untouched);
    check_long(rows_written, 0, "nothing is written when one of the ids is wrong");
    check_fails(embedding_kernel(untouched, table, negative),
                "tensor_embedding: id -1 at position 1 is outside [0, 5)",
                "an id below 0 is refused");
}

TEST(shapes_that_do_not_fit, .points = 1, .exercise = "11.1 embedding_kernel", .file = "lookup.c")
{
    Tensor *table = draw("table", SHAPE(5, 3)), *flat = draw("flat", SHAPE(5));
    IntTensor *ids = input_ids("ids", SHAPE(2), IDS(0, 4));
    Tensor *out = output("out", SHAPE(2, 3)), *wide = output("wide", SHAPE(2, 4));
    Tensor *long_out = output("long_out", SHAPE(3, 3)), *deep = output("deep", SHAPE(1, 2, 3));

    Tensor *want = EXPECT(rows_want(table, ids));
    CALL(embedding_kernel(out, table, ids));
    check_tensor_within(out, want, 0, "shapes that fit are fine");
    check_fails(embedding_kernel(wide, table, ids), "rows of shape (2, 4) do not fit",
                "out has the channels of the table");
    check_fails(embedding_kernel(long_out, table, ids), "rows of shape (3, 3) do not fit",
                "out has a row for each id");
    check_fails(embedding_kernel(deep, table, ids), "rows of shape (1, 2, 3) do not fit",
                "out has one axis more than ids");
    check_fails(embedding_kernel(out, flat, ids), "the table has shape (5,)",
                "a table has two axes");
}

/* ---- 11.2 embedding_scatter_add ------------------------------------------------------------------------- */

static Tensor *changing(Tensor *t)
{
    may_change(t);
    return t;
}

TEST(a_repeated_id_by_hand, .points = 1, .exercise = "11.2 embedding_scatter_add",
     .file = "lookup.c")
{
    Tensor *dtable = changing(input("dtable", SHAPE(4, 2), VALUES(0, 0, 0, 0, 0, 0, 0, 0)));
    Tensor *dy = input("dy", SHAPE(3, 2), VALUES(1, 2, 3, 4, 10, 20));
    IntTensor *ids = input_ids("ids", SHAPE(3), IDS(0, 2, 0));

    Tensor *want = EXPECT(scatter_want(dtable, dy, ids));
    CALL(embedding_scatter_add(dtable, dy, ids));
    check_tensor(dtable, want,
                 "row 0 gets 1 + 10 and 2 + 20, row 2 gets 3 and 4, rows 1 and 3 nothing");
}

TEST(on_top_of_what_is_there, .points = 8, .exercise = "11.2 embedding_scatter_add",
     .file = "lookup.c")
{
    Tensor *dtable = changing(draw("dtable", SHAPE(6, 3))), *dy = draw("dy", SHAPE(2, 4, 3));
    IntTensor *ids = input_ids("ids", SHAPE(2, 4), IDS(5, 1, 1, 0, 3, 5, 1, 4));
    Tensor *nothing = draw("nothing", SHAPE(0, 3));
    IntTensor *none = draw_ids("none", SHAPE(0), 0, 5);

    Tensor *want = EXPECT(scatter_want(dtable, dy, ids));
    CALL(embedding_scatter_add(dtable, dy, ids));
    check_tensor(dtable, want, "what was there, plus the share of every id");
    CALL(embedding_scatter_add(dtable, nothing, none));
    check_tensor(dtable, want, "no ids: nothing changes");
}

TEST(gradients_that_are_views, .points = 4, .exercise = "11.2 embedding_scatter_add",
     .file = "lookup.c")
{
    IntTensor *ids = input_ids("ids", SHAPE(4), IDS(4, 1, 4, 0));
    Tensor *plain = changing(draw("plain", SHAPE(5, 3)));
    Tensor *dtable = changing(draw_transposed("dtable", SHAPE(5, 3)));
    Tensor *dy = draw_transposed("dy", SHAPE(4, 3)), *rows = draw("rows", SHAPE(4, 3));
    Tensor *narrow = changing(draw_transposed("narrow", SHAPE(2, 2)));
    Tensor *pair = draw("pair", SHAPE(1, 2));
    IntTensor *one = input_ids("one", SHAPE(1), IDS(1));

    Tensor *want = EXPECT(scatter_want(plain, dy, ids));
    CALL(embedding_scatter_add(plain, dy, ids));
    check_tensor(plain, want, "row i of dy, wherever it lies");
    Tensor *sum = EXPECT(scatter_want(dtable, rows, ids));
    CALL(embedding_scatter_add(dtable, rows, ids));
    check_tensor(dtable, sum, "element (id, c) of dtable, wherever it lies");
    Tensor *two = EXPECT(scatter_want(narrow, pair, one));
    CALL(embedding_scatter_add(narrow, pair, one));
    check_tensor(narrow, two, "a single id and two channels, the same rule");
}

TEST(wrong_ids_change_nothing, .points = 3, .exercise = "11.2 embedding_scatter_add",
     .file = "lookup.c")
{
    Tensor *dtable = changing(draw("dtable", SHAPE(5, 3))), *dy = draw("dy", SHAPE(2, 3));
    IntTensor *last = input_ids("last", SHAPE(2), IDS(0, 4));
    IntTensor *beyond = input_ids("beyond", SHAPE(2), IDS(4, 5));
    IntTensor *negative = input_ids("negative", SHAPE(2), IDS(2, -1));

    Tensor *want = EXPECT(scatter_want(dtable, dy, last));
    CALL(embedding_scatter_add(dtable, dy, last));
    check_tensor(dtable, want, "ids 0 and V - 1 are the first and the last row");
    Tensor *before = EXPECT(copy_of(dtable));
    check_fails(embedding_scatter_add(dtable, dy, beyond), "id 5 at position 1 is outside [0, 5)",
                "an id of V or more is refused");
    check_tensor(dtable, before, "nothing is added when one of the ids is wrong");
    check_fails(embedding_scatter_add(dtable, dy, negative),
                "id -1 at position 1 is outside [0, 5)", "an id below 0 is refused");
    check_tensor(dtable, before, "nothing is added when one of the ids is wrong");
}
