/* lookup.c - 11.1 and 11.2: rows out of a table, and gradients back into it. */
#include "plain_rows.h"

/* ---- 11.1 embedding_kernel ----------------------------------------------------------------------------- */

static void register_pick_mistakes(const Tensor *table, const IntTensor *ids)
{
#ifndef CHECK_RECORD
    MISTAKE(
        plain_lookup(table, ids, PICK_PLACE),
        "the rows were taken by their place in the text: out row i is table row ids->data[i], not "
        "table row i");
    MISTAKE(plain_lookup(table, ids, PICK_FIRST),
            "every token got the row of the first one: read ids->data[i] inside the loop over i");
    MISTAKE(plain_lookup(table, ids, PICK_SEQUENCE_0),
            "the whole batch shares the ids of its first sequence: ids->data holds B * T ids one "
            "after the other, and each has a row of its own");
    MISTAKE(plain_lookup(table, ids, PICK_FLAT),
            "the id was used as an offset: row ids->data[i] starts at ids->data[i] * stride[0]");
    MISTAKE(plain_lookup(table, ids, PICK_BACKWARDS),
            "the ids were read from the last to the first");
    MISTAKE(
        plain_lookup(table, ids, PICK_CHANNEL_0),
        "every channel is a copy of channel 0: the c of the inner loop is missing on the right");
#else
    (void)table, (void)ids;
#endif
}

TEST(rows_copied_by_hand, .points = 5, .exercise = "11.1 embedding_kernel", .file = "lookup.c",
     .hints =
         HINTS("A loop over the ids, and inside a loop over the channels.",
               "Row number ids->data[i] of the table becomes row number i of out.",
               "out->data[i * C + c] = table->data[id * table->stride[0] + c * table->stride[1]];"))
{
    Tensor *table = input("table", SHAPE(3, 2), VALUES(10, 11, 20, 21, 30, 31));
    IntTensor *ids = input_ids("ids", SHAPE(3), IDS(2, 0, 2));
    EXPECT(Tensor *want = values(SHAPE(3, 2), VALUES(30, 31, 10, 11, 30, 31)));
    EXPECT(register_pick_mistakes(table, ids););
    Tensor *out = output("out", SHAPE(3, 2));
    CALL(embedding_kernel(out, table, ids));
    check_tensor_within(out, want, 0, "out row i is table row ids[i]: rows 2, 0 and 2");
}

TEST(a_batch_of_sequences, .points = 4, .exercise = "11.1 embedding_kernel", .file = "lookup.c",
     .hints = HINTS("ids may have any number of axes; their numbers lie one after the other.",
                    "int_tensor_numel(ids) counts them all, whatever the axes.",
                    "for (long i = 0, n = int_tensor_numel(ids); i < n; i++)"))
{
    Tensor *table = draw("table", SHAPE(7, 4));
    IntTensor *ids = input_ids("ids", SHAPE(2, 3), IDS(6, 0, 3, 1, 5, 6));
    EXPECT(Tensor *want = plain_lookup(table, ids, PICK_RIGHT));
    EXPECT(register_pick_mistakes(table, ids););
    Tensor *out = output("out", SHAPE(2, 3, 4));
    CALL(embedding_kernel(out, table, ids));
    check_tensor_within(out, want, 0, "each of the B * T ids gets its row");
    IntTensor *more = draw_ids("more", SHAPE(3, 2, 5), 0, 6),
              *none = draw_ids("none", SHAPE(0), 0, 6);
    EXPECT(Tensor *rows = plain_lookup(table, more, PICK_RIGHT), *nothing = blank(SHAPE(0, 4)));
    Tensor *many = output("many", SHAPE(3, 2, 5, 4)), *empty = output("empty", SHAPE(0, 4));
    CALL(embedding_kernel(many, table, more));
    check_tensor_within(many, rows, 0, "three axes of ids, the same rule");
    CALL(embedding_kernel(empty, table, none));
    check_tensor_within(empty, nothing, 0, "no ids, no rows, no mistake");
    Tensor *thin = draw("thin", SHAPE(7, 1)), *column = output("column", SHAPE(2, 3, 1));
    EXPECT(Tensor *single = plain_lookup(thin, ids, PICK_RIGHT));
    CALL(embedding_kernel(column, thin, ids));
    check_tensor_within(column, single, 0, "one channel, the same rule");
}

TEST(a_table_that_is_a_view, .points = 3, .exercise = "11.1 embedding_kernel", .file = "lookup.c",
     .hints =
         HINTS("A transposed table has its rows scattered in memory.",
               "table->stride[0] is the step to the next row, table->stride[1] to the next column.",
               "table->data[id * table->stride[0] + c * table->stride[1]]"))
{
    Tensor *table = draw_transposed("table", SHAPE(5, 4));
    IntTensor *ids = input_ids("ids", SHAPE(4), IDS(4, 1, 4, 0));
    EXPECT(Tensor *want = plain_lookup(table, ids, PICK_RIGHT));
    MISTAKE(plain_lookup(table, ids, PICK_COLUMN),
            "the table was read as if it were contiguous: it may be a view, so use its strides");
    Tensor *out = output("out", SHAPE(4, 4));
    CALL(embedding_kernel(out, table, ids));
    check_tensor_within(out, want, 0, "element (id, c) of the table, wherever it lies");
    Tensor *narrow = draw_transposed("narrow", SHAPE(2, 2)), *two = output("two", SHAPE(3, 2));
    IntTensor *bits = input_ids("bits", SHAPE(3), IDS(1, 0, 1));
    EXPECT(Tensor *pairs = plain_lookup(narrow, bits, PICK_RIGHT));
    MISTAKE(plain_lookup(narrow, bits, PICK_COLUMN),
            "the table was read as if it were contiguous: it may be a view, so use its strides");
    CALL(embedding_kernel(two, narrow, bits));
    check_tensor_within(two, pairs, 0, "two channels, the same rule");
}

TEST(ids_outside_the_vocabulary, .points = 4, .exercise = "11.1 embedding_kernel",
     .file = "lookup.c",
     .hints = HINTS("Ids from 0 to V - 1 exist; anything else would read foreign memory.",
                    "gather_check_ids looks at them all; V is table->shape[0]. Before the loops.",
                    "gather_check_ids(\"tensor_embedding\", \"id\", ids, table->shape[0]);"))
{
    Tensor *table = draw("table", SHAPE(5, 3));
    IntTensor *last = input_ids("last", SHAPE(2), IDS(0, 4));
    IntTensor *beyond = input_ids("beyond", SHAPE(2), IDS(4, 5));
    IntTensor *negative = input_ids("negative", SHAPE(2), IDS(2, -1));
    EXPECT(Tensor *want = plain_lookup(table, last, PICK_RIGHT));
    MISTAKE_MESSAGE("is outside [0, 3)",
                    "the ids were checked against C: they count rows, so the limit is V, "
                    "table->shape[0]");
    MISTAKE_MESSAGE("is outside [0, 4)", "the last row was refused: ids 0 to V - 1 are fine");
    Tensor *out = output("out", SHAPE(2, 3));
    CALL(embedding_kernel(out, table, last));
    check_tensor_within(out, want, 0, "ids 0 and V - 1 are the first and the last row");
    Tensor *untouched = output("untouched", SHAPE(2, 3));
    check_fails(embedding_kernel(untouched, table, beyond),
                "tensor_embedding: id 5 at position 1 is outside [0, 5)",
                "the ids are checked: gather_check_ids must refuse an id of V or more");
    check_long(isnan(untouched->data[0]) != 0, 1,
               "the ids are checked first: nothing is written when one of them is wrong");
    check_fails(embedding_kernel(untouched, table, negative),
                "tensor_embedding: id -1 at position 1 is outside [0, 5)",
                "the ids are checked: there is no row -1 to count from the end");
}

TEST(shapes_that_do_not_fit, .points = 1, .exercise = "11.1 embedding_kernel", .file = "lookup.c",
     .hints = HINTS("The check of the shapes is given: leave it first.",
                    "lookup_check_output(out, table, ids);"))
{
    Tensor *table = draw("table", SHAPE(5, 3)), *flat = draw("flat", SHAPE(5));
    IntTensor *ids = input_ids("ids", SHAPE(2), IDS(0, 4));
    Tensor *out = output("out", SHAPE(2, 3)), *wide = output("wide", SHAPE(2, 4));
    Tensor *long_out = output("long_out", SHAPE(3, 3)), *deep = output("deep", SHAPE(1, 2, 3));
    EXPECT(Tensor *want = plain_lookup(table, ids, PICK_RIGHT));
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

static void register_add_mistakes(const Tensor *before, const Tensor *dy, const IntTensor *ids)
{
#ifndef CHECK_RECORD
    long V = before->shape[0];
    Tensor *shares = plain_scatter(V, dy, ids, ADD_RIGHT), *wiped = copy_of(before);
    Tensor *last = plain_scatter(V, dy, ids, ADD_LAST);
    for (long i = 0, n = count_of(ids), C = before->shape[1]; i < n; i++)
        for (long c = 0; c < C; c++)
            wiped->data[ids->data[i] * C + c] = last->data[ids->data[i] * C + c];
    MISTAKE(wiped,
            "the row was overwritten: a repeated id gets the sum of its shares, and what was there "
            "before stays. That is +=, not =");
    MISTAKE(plain_pair(before, plain_scatter(V, dy, ids, ADD_ONCE), plus),
            "a repeated id got only its first share: every occurrence counts");
    MISTAKE(shares, "the table was cleared first: scatter-add adds to what is there");
    MISTAKE(plain_pair(before, plain_scatter(V, dy, ids, ADD_MEAN), plus),
            "repeated ids were averaged: gradients of several uses add up");
    MISTAKE(
        plain_pair(before, plain_scatter(V, dy, ids, ADD_PLACE), plus),
        "the shares went into the wrong rows: row i of dy belongs to row ids->data[i] of dtable, "
        "not to row i");
    MISTAKE(plain_pair(before, plain_scatter(V, dy, ids, ADD_ROW_0), plus),
            "every id got row 0 of dy: its own share is row i");
    MISTAKE(plain_pair(before, plain_scatter(V, dy, ids, ADD_SEQUENCE_0), plus),
            "only the first sequence sent its shares: there are int_tensor_numel(ids) ids");
    MISTAKE(plain_pair(before, shares, minus),
            "the shares were subtracted: the optimizer does that, later");
    MISTAKE(copy_of(before), "nothing was added: the table is as it was. Totals reach it with "
                             "row_totals_close");
#else
    (void)before, (void)dy, (void)ids;
#endif
}

TEST(a_repeated_id_by_hand, .points = 6, .exercise = "11.2 embedding_scatter_add",
     .file = "lookup.c",
     .hints = HINTS(
         "Row 0 was looked up twice, so two shares come back to it.",
         "The loops of 11.1; the table is on the left now.",
         "double *total = row_totals_of(&totals, ids->data[i]); and for each channel total[c] += "
         "(double)rows->data[i * C + c]; after the loops row_totals_close(&totals);"))
{
    IntTensor *ids = input_ids("ids", SHAPE(3), IDS(0, 2, 0));
    Tensor *dy = input("dy", SHAPE(3, 2), VALUES(1, 2, 3, 4, 10, 20));
    Tensor *dtable = input("dtable", SHAPE(4, 2), VALUES(0, 0, 0, 0, 0, 0, 0, 0));
    may_change(dtable);
    EXPECT(Tensor *want = values(SHAPE(4, 2), VALUES(11, 22, 0, 0, 3, 4, 0, 0)));
    EXPECT(register_add_mistakes(copy_of(dtable), dy, ids););
    CALL(embedding_scatter_add(dtable, dy, ids));
    check_tensor(dtable, want,
                 "row 0 gets 1 + 10 and 2 + 20, row 2 gets 3 and 4, rows 1 and 3 nothing");
}

TEST(on_top_of_what_is_there, .points = 4, .exercise = "11.2 embedding_scatter_add",
     .file = "lookup.c",
     .hints = HINTS("Another lookup of the same table may have been here before.",
                    "Nothing is cleared; whoever wants to start from zero fills the table before.",
                    "+= and no tensor_fill"))
{
    Tensor *dtable = draw("dtable", SHAPE(6, 3)), *dy = draw("dy", SHAPE(2, 4, 3));
    IntTensor *ids = input_ids("ids", SHAPE(2, 4), IDS(5, 1, 1, 0, 3, 5, 1, 4));
    may_change(dtable);
    EXPECT(Tensor *before = copy_of(dtable));
    EXPECT(Tensor *want = plain_pair(before, plain_scatter(6, dy, ids, ADD_RIGHT), plus));
    EXPECT(register_add_mistakes(before, dy, ids););
    CALL(embedding_scatter_add(dtable, dy, ids));
    check_tensor(dtable, want, "what was there, plus the share of every id");
    IntTensor *none = draw_ids("none", SHAPE(0), 0, 5);
    Tensor *nothing = draw("nothing", SHAPE(0, 3));
    CALL(embedding_scatter_add(dtable, nothing, none));
    check_tensor(dtable, want, "no ids: nothing changes");
}

/* The sum that lands in the wrong places when dtable's strides are not looked at. */
static Tensor *added_flat(const Tensor *view, const Tensor *dy, const IntTensor *ids)
{
    long V = view->shape[0], C = view->shape[1];
    Tensor *shares = plain_scatter(V, dy, ids, ADD_RIGHT), *t = copy_of(view);
    for (long row = 0; row < V; row++) /* place k of the memory is element (k % V, k / V) */
        for (long c = 0; c < C; c++)
            t->data[(row * C + c) % V * C + (row * C + c) / V] += shares->data[row * C + c];
    return t;
}

/* dy's memory read row by row, although it is a transposed view. */
static Tensor *read_flat(const Tensor *dy)
{
    Tensor *t = copy_of(dy);
    for (long i = 0; i < dy->shape[0] * dy->shape[1]; i++)
        t->data[i] = dy->data[i];
    return t;
}

TEST(gradients_that_are_views, .points = 3, .exercise = "11.2 embedding_scatter_add",
     .file = "lookup.c",
     .hints = HINTS(
         "The gradient of a transposed tensor is a transposed view.",
         "contiguous_input makes dy contiguous; row_totals_of looks after the strides of dtable.",
         "const Tensor *rows = contiguous_input(dy);"))
{
    IntTensor *ids = input_ids("ids", SHAPE(4), IDS(4, 1, 4, 0));
    Tensor *dy = draw_transposed("dy", SHAPE(4, 3)), *plain = draw("plain", SHAPE(5, 3));
    may_change(plain);
    EXPECT(Tensor *want = plain_pair(plain, plain_scatter(5, dy, ids, ADD_RIGHT), plus));
    MISTAKE(
        plain_pair(plain, plain_scatter(5, read_flat(dy), ids, ADD_RIGHT), plus),
        "dy was read as if it were contiguous: it may be a view, and contiguous_input(dy) makes "
        "it one "
        "block");
    CALL(embedding_scatter_add(plain, dy, ids));
    check_tensor(plain, want, "row i of dy, wherever it lies");
    Tensor *dtable = draw_transposed("dtable", SHAPE(5, 3)), *rows = draw("rows", SHAPE(4, 3));
    may_change(dtable);
    EXPECT(Tensor *sum = plain_pair(dtable, plain_scatter(5, rows, ids, ADD_RIGHT), plus));
    MISTAKE(added_flat(dtable, rows, ids),
            "dtable was written as if it were contiguous: it may be a view, so use its strides");
    CALL(embedding_scatter_add(dtable, rows, ids));
    check_tensor(dtable, sum, "element (id, c) of dtable, wherever it lies");
    Tensor *narrow = draw_transposed("narrow", SHAPE(2, 2)), *pair = draw("pair", SHAPE(1, 2));
    IntTensor *one = input_ids("one", SHAPE(1), IDS(1));
    may_change(narrow);
    EXPECT(Tensor *two = plain_pair(narrow, plain_scatter(2, pair, one, ADD_RIGHT), plus));
    CALL(embedding_scatter_add(narrow, pair, one));
    check_tensor(narrow, two, "a single id and two channels, the same rule");
}

TEST(wrong_ids_change_nothing, .points = 3, .exercise = "11.2 embedding_scatter_add",
     .file = "lookup.c",
     .hints = HINTS("Writing outside of the table is worse than reading there.",
                    "row_totals_open refuses such an id; without it, gather_check_ids as in 11.1.",
                    "RowTotals totals = row_totals_open(\"tensor_embedding\", dtable, ids);"))
{
    Tensor *dtable = draw("dtable", SHAPE(5, 3)), *dy = draw("dy", SHAPE(2, 3));
    IntTensor *last = input_ids("last", SHAPE(2), IDS(0, 4));
    IntTensor *beyond = input_ids("beyond", SHAPE(2), IDS(4, 5));
    IntTensor *negative = input_ids("negative", SHAPE(2), IDS(2, -1));
    may_change(dtable);
    EXPECT(Tensor *want = plain_pair(dtable, plain_scatter(5, dy, last, ADD_RIGHT), plus));
    MISTAKE_MESSAGE("is outside [0, 3)",
                    "the ids were checked against C: they count rows, so the limit is V, "
                    "dtable->shape[0]");
    MISTAKE_MESSAGE("is outside [0, 2)",
                    "the ids were checked against their own number: the limit is V");
    CALL(embedding_scatter_add(dtable, dy, last));
    check_tensor(dtable, want, "ids 0 and V - 1 are the first and the last row");
    check_fails(embedding_scatter_add(dtable, dy, beyond), "id 5 at position 1 is outside [0, 5)",
                "the ids are checked: gather_check_ids must refuse an id of V or more");
    check_fails(embedding_scatter_add(dtable, dy, negative),
                "id -1 at position 1 is outside [0, 5)", "the ids are checked: there is no row -1");
    check_tensor(dtable, want,
                 "the ids are checked first: nothing is added when one of them is wrong");
}
