/* gradient_want.c - what a recorded lookup gives, and what comes back through it. */
#include "plain_rows.h"

/* ---- 11.3 tensor_embedding ------------------------------------------------------------------------------ */

/* The shape of a result, and in the message of embedding_kernel, which mostly sees it first. */
static void wrong_rows(int ndim, const long *shape, const char *message, const char *sentence)
{
    check_mistake_shape(ndim, shape, sentence);
    MISTAKE_MESSAGE(message, sentence);
}

Tensor *vectors_want(const Tensor *table, const IntTensor *ids)
{
    if (ids->ndim == 2) { /* (2, 3) in a table (7, 5) */
        wrong_rows(SHAPE(6, 5), "rows of shape (6, 5) do",
                   "the axes of ids were flattened: (2, 3) ids give (2, 3, 5), not (6, 5)");
        wrong_rows(SHAPE(5, 2, 3), "rows of shape (5, 2, 3) do",
                   "the channels go last: (2, 3) ids give (2, 3, 5)");
        wrong_rows(SHAPE(2, 3, 7), "rows of shape (2, 3, 7) do",
                   "the last axis holds the channels C = table->shape[1], not the vocabulary");
        wrong_rows(SHAPE(2, 3), "rows of shape (2, 3) do",
                   "the axis of the channels is missing: ids->ndim + 1 axes");
    }
    return plain_lookup(table, ids, PICK_RIGHT);
}

void table_is_checked(void)
{
    static const char *const sentence =
        "the given line lookup_check_shapes(table, ids) is missing: it comes first";
    MISTAKE_MESSAGE("as if nothing were wrong", sentence);
    MISTAKE_MESSAGE("the message \"", sentence);
}

long inputs_want(void)
{
    MISTAKE_NUMBER(0, "the lookup was not recorded, so no gradient finds the way to the table: "
                      "either closure_record is missing, or the table does not stand in INPUTS");
    return 1;
}

long ids_kept_want(const IntTensor *ids)
{
    MISTAKE_NUMBER(0, "the ids are not captured: backward finds them in CAPTURE(EmbeddingCapture, "
                      "ids)");
    MISTAKE_NUMBER(-1, "EmbeddingCapture holds something else: CAPTURE(EmbeddingCapture, ids) "
                       "keeps the ids that were looked up");
    return ids->shape[0];
}

/* ---- 11.4 embedding_backward ---------------------------------------------------------------------------- */

static const char *const never_zeroed =
    "NaN: a fresh gradient was never set to zeros. grad_buffer(c->in[0], NULL) does that; with "
    "&beta, a beta of 0 says that nobody has done it";

static double not_set(double x)
{
    (void)x;
    return NAN;
}

Tensor *gradient_want(const Tensor *table, const Tensor *dy, const IntTensor *ids)
{
    static const struct {
        Add add;
        const char *sentence;
    } known[] = {
        {ADD_LAST, "a repeated id kept only its last share: shares of the same row add up"},
        {ADD_ONCE, "a repeated id kept only its first share: shares of the same row add up"},
        {ADD_PLACE, "the shares went into the wrong rows: row i of dy belongs to row ids->data[i], "
                    "not to row i"},
    };
    long V = table->shape[0];
    Tensor *want = plain_scatter(V, dy, ids, ADD_RIGHT);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        MISTAKE(plain_scatter(V, dy, ids, known[i].add), known[i].sentence);
    MISTAKE(plain_scaled(want, 2),
            "the gradient is there twice: grad_buffer's tensor is the gradient itself, so adding "
            "to it is enough; no grad_add");
    MISTAKE(plain_map(want, not_set), never_zeroed);
    return want;
}

Tensor *gradient_of_two_want(const Tensor *table, const Tensor *dy, const IntTensor *first,
                             const IntTensor *second)
{
    static const char *const wiped =
        "the gradient of one lookup wiped out that of the other: add to it, clear nothing";
    long V = table->shape[0];
    Tensor *one = plain_scatter(V, dy, first, ADD_RIGHT);
    Tensor *two = plain_scatter(V, dy, second, ADD_RIGHT), *want = plain_pair(one, two, plus);
    MISTAKE(one, wiped);
    MISTAKE(two, wiped);
    MISTAKE(plain_map(want, not_set), never_zeroed);
    return want;
}

/* On top of what table->grad holds. */
Tensor *more_gradient_want(const Tensor *table, const Tensor *dy, const IntTensor *ids)
{
    Tensor *more = plain_scatter(table->shape[0], dy, ids, ADD_RIGHT);
    MISTAKE(more,
            "a second backward wiped out the gradient of the first: add to it, clear nothing");
    return plain_pair(table->grad, more, plus);
}
