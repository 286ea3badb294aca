/* lookup_want.c - rows out of a table and back into it, element by element. */
#include "plain_rows.h"

static long count_of(const IntTensor *ids)
{
    long n = 1;
    for (int d = ids->ndim - 1; d >= 0; d--)
        n *= ids->shape[d];
    return n;
}

/* 1 for an id without axes. */
static long axis_of(const IntTensor *ids, int axis)
{
    return ids->ndim > 0 ? ids->shape[axis < 0 ? axis + ids->ndim : axis] : 1;
}

/* A message that refuses ids from this limit on; number: 0, 1, of each call one. */
static void limit_mistake(int number, long limit, const char *sentence)
{
    static char words[2][40];
    snprintf(words[number], sizeof words[number], "is outside [0, %ld)", limit);
    MISTAKE_MESSAGE(words[number], sentence);
}

/* ---- 11.1 embedding_kernel ----------------------------------------------------------------------------- */

/* A blank (..., C) for ids (...). */
static Tensor *blank_rows(const IntTensor *ids, long C)
{
    long shape[TENSOR_MAX_AXES];
    memcpy(shape, ids->shape, sizeof shape);
    shape[ids->ndim] = C;
    return blank(ids->ndim + 1, shape);
}

/* Which id is read for place i. */
static long place_read(const IntTensor *ids, long i, Pick pick)
{
    switch (pick) {
    case PICK_FIRST:
        return 0;
    case PICK_BACKWARDS:
        return count_of(ids) - 1 - i;
    case PICK_SEQUENCE_0:
        return i % axis_of(ids, -1);
    default:
        return i;
    }
}

/* Channel c of a row. */
static double number_read(const Tensor *table, long row, long c, Pick pick)
{
    switch (pick) {
    case PICK_FLAT:
        return (double)table->data[row + c];
    case PICK_COLUMN:
        return (double)table->data[row * table->shape[1] + c];
    case PICK_CHANNEL_0:
        return at(table, AT(row, 0));
    default:
        return at(table, AT(row, c));
    }
}

Tensor *plain_lookup(const Tensor *table, const IntTensor *ids, Pick pick)
{
    long n = count_of(ids), V = table->shape[0], C = table->shape[1];
    long written = pick == PICK_AXIS_0      ? axis_of(ids, 0)
                   : pick == PICK_LAST_AXIS ? axis_of(ids, -1)
                                            : n;
    Tensor *t = blank_rows(ids, C);
    for (long i = 0; i < n * C; i++) {
        long row = pick == PICK_PLACE ? i / C % V : ids->data[place_read(ids, i / C, pick)];
        t->data[i] = i / C < written ? (real)number_read(table, row, i % C, pick) : (real)NAN;
    }
    return t;
}

Tensor *rows_want(const Tensor *table, const IntTensor *ids)
{
    static const struct {
        Pick pick;
        const char *sentence;
    } known[] = {
        {PICK_PLACE, "the rows were taken by their place in the text: out row i is table row "
                     "ids->data[i], not table row i"},
        {PICK_FIRST,
         "every token got the row of the first one: read ids->data[i] inside the loop over i"},
        {PICK_SEQUENCE_0, "the whole batch shares the ids of its first sequence: ids->data holds B "
                          "* T ids one after the other, and each has a row of its own"},
        {PICK_FLAT,
         "the id was used as an offset: row ids->data[i] starts at ids->data[i] * stride[0]"},
        {PICK_BACKWARDS, "the ids were read from the last to the first"},
        {PICK_CHANNEL_0,
         "every channel is a copy of channel 0: the c of the inner loop is missing on the right"},
        {PICK_COLUMN, "the table was read as if it were contiguous: it may be a view, so use its "
                      "strides"},
        {PICK_AXIS_0, "only ids->shape[0] rows were written: ids may have several axes, and "
                      "int_tensor_numel(ids) counts them all"},
        {PICK_LAST_AXIS, "only the first sequence was written: int_tensor_numel(ids) counts the "
                         "ids of all axes"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        MISTAKE(plain_lookup(table, ids, known[i].pick), known[i].sentence);
    limit_mistake(0, table->shape[1],
                  "the ids were checked against C: they count rows, so the "
                  "limit is V, table->shape[0]");
    limit_mistake(1, table->shape[0] - 1, "the last row was refused: ids 0 to V - 1 are fine");
    return plain_lookup(table, ids, PICK_RIGHT);
}

long rows_written_want(long id)
{
    MISTAKE_MESSAGE("as if nothing were wrong",
                    id < 0 ? "an id below 0 was let through: there is no row -1 to count from the "
                             "end, and gather_check_ids refuses it"
                           : "an id beyond the table was let through: gather_check_ids comes "
                             "first, and its limit is V, table->shape[0]");
    MISTAKE_NUMBER(1, "the ids were checked one by one, while rows were written: first all of "
                      "them, then the first row");
    MISTAKE_NUMBER(2, "the ids were checked after the rows were written: that comes first");
    return 0;
}

void shapes_are_checked(void)
{
    static const char *const sentence =
        "the given line lookup_check_output(out, table, ids) is missing: it comes first";
    MISTAKE_MESSAGE("as if nothing were wrong", sentence);
    MISTAKE_MESSAGE("the message \"", sentence);
}

/* ---- 11.2 embedding_scatter_add ------------------------------------------------------------------------- */

Tensor *plain_scatter(long V, const Tensor *dy, const IntTensor *ids, Add add)
{
    long C = dy->shape[dy->ndim - 1];
    long n = add == ADD_SEQUENCE_0 ? axis_of(ids, -1)
             : add == ADD_AXIS_0   ? axis_of(ids, 0)
                                   : count_of(ids);
    const Tensor *rows = copy_of(dy);
    Tensor *t = blank(SHAPE(V, C)), *seen = blank(SHAPE(V));
    for (long i = 0; i < n; i++) {
        long row = add == ADD_PLACE ? i % V : ids->data[i];
        seen->data[row] += 1;
        for (long c = 0; c < C; c++) {
            real *to = &t->data[row * C + c], from = rows->data[(add == ADD_ROW_0 ? 0 : i) * C + c];
            if (add == ADD_ONCE && seen->data[row] > 1)
                from = 0;
            *to = add == ADD_LAST ? from : *to + from;
        }
    }
    for (long i = 0; add == ADD_MEAN && i < V * C; i++)
        if (seen->data[i / C] > 0)
            t->data[i] /= seen->data[i / C];
    return t;
}

/* The last share in place of what was there. */
static Tensor *overwritten(const Tensor *before, const Tensor *dy, const IntTensor *ids)
{
    long C = before->shape[1];
    const Tensor *last = plain_scatter(before->shape[0], dy, ids, ADD_LAST);
    Tensor *t = copy_of(before);
    for (long i = 0; i < count_of(ids) * C; i++)
        t->data[ids->data[i / C] * C + i % C] = last->data[ids->data[i / C] * C + i % C];
    return t;
}

/* The sum that lands in the wrong places when the strides of a transposed view are not looked at. */
static Tensor *added_flat(const Tensor *view, const Tensor *shares)
{
    long V = view->shape[0], C = view->shape[1];
    Tensor *t = copy_of(view);
    for (long k = 0; k < V * C; k++) /* place k of the memory is element (k % V, k / V) */
        t->data[k % V * C + k / V] += shares->data[k];
    return t;
}

/* The memory of dy read number by number, although dy may be a view. */
static Tensor *read_flat(const Tensor *dy)
{
    Tensor *t = copy_of(dy);
    long n = 1;
    for (int d = 0; d < dy->ndim; d++)
        n *= dy->shape[d];
    memcpy(t->data, dy->data, (size_t)n * sizeof(real));
    return t;
}

Tensor *scatter_want(const Tensor *dtable, const Tensor *dy, const IntTensor *ids)
{
    static const struct {
        Add add;
        const char *sentence;
    } known[] = {
        {ADD_ONCE, "a repeated id got only its first share: every occurrence counts"},
        {ADD_MEAN, "repeated ids were averaged: gradients of several uses add up"},
        {ADD_PLACE, "the shares went into the wrong rows: row i of dy belongs to row ids->data[i] "
                    "of dtable, not to row i"},
        {ADD_ROW_0, "every id got row 0 of dy: its own share is row i"},
        {ADD_AXIS_0, "only ids->shape[0] ids sent their shares: there are int_tensor_numel(ids)"},
        {ADD_SEQUENCE_0,
         "only the first sequence sent its shares: there are int_tensor_numel(ids) ids"},
    };
    long V = dtable->shape[0];
    Tensor *shares = plain_scatter(V, dy, ids, ADD_RIGHT);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        MISTAKE(plain_pair(dtable, plain_scatter(V, dy, ids, known[i].add), plus),
                known[i].sentence);
    MISTAKE(overwritten(dtable, dy, ids),
            "the row was overwritten: a repeated id gets the sum of its shares, and what was there "
            "before stays. That is +=, not =");
    MISTAKE(shares, "the table was cleared first: scatter-add adds to what is there");
    MISTAKE(plain_pair(dtable, shares, minus),
            "the shares were subtracted: the optimizer does that, later");
    MISTAKE(copy_of(dtable), "nothing was added: the table is as it was. Totals reach it with "
                             "row_totals_close");
    MISTAKE(plain_pair(dtable, plain_scatter(V, read_flat(dy), ids, ADD_RIGHT), plus),
            "dy was read as if it were contiguous: it may be a view, and contiguous_input(dy) "
            "makes it one block");
    if (dtable->stride[1] != 1)
        MISTAKE(added_flat(dtable, shares), "dtable was written as if it were contiguous: it may "
                                            "be a view, so use its strides");
    limit_mistake(0, dtable->shape[1],
                  "the ids were checked against C: they count rows, so the "
                  "limit is V, dtable->shape[0]");
    limit_mistake(1, count_of(ids),
                  "the ids were checked against their own number: the limit is V");
    return plain_pair(dtable, shares, plus);
}

Tensor *refused_want(const Tensor *dtable, const Tensor *dy, const IntTensor *ids)
{
    const IntTensor first = {.data = ids->data, .ndim = 1, .shape = {1}};
    long V = dtable->shape[0];
    MISTAKE_MESSAGE("as if nothing were wrong",
                    "an id outside of the table was let through: row_totals_open refuses it, as "
                    "does gather_check_ids with the limit V, dtable->shape[0]");
    MISTAKE(plain_pair(dtable, plain_scatter(V, dy, &first, ADD_RIGHT), plus),
            "shares were added before all ids were checked: that comes first");
    return copy_of(dtable);
}
