/* gradient.c - 11.3 and 11.4: the lookup as a recorded operation, and 11.5: its table as a module. */
#include "plain_rows.h"

/* ---- 11.3 tensor_embedding ------------------------------------------------------------------------------ */

TEST(a_vector_for_each_token, .points = 4, .exercise = "11.3 tensor_embedding",
     .file = "op_embedding.c",
     .hints = HINTS(
         "The result has the axes of ids, and one more for the channels.",
         "shape[d] = ids->shape[d] for each d; shape[ids->ndim] = table->shape[1].",
         "Tensor *out = tensor_new(ids->ndim + 1, shape); embedding_kernel(out, table, ids);"))
{
    Tensor *table = draw("table", SHAPE(6, 4));
    IntTensor *ids = input_ids("ids", SHAPE(2, 3), IDS(5, 0, 2, 2, 1, 5));
    EXPECT(Tensor *want = plain_lookup(table, ids, PICK_RIGHT));
    MISTAKE_SHAPE(SHAPE(6, 4),
                  "the axes of ids were flattened: (2, 3) ids give (2, 3, 4), not (6, 4)");
    MISTAKE_SHAPE(SHAPE(4, 2, 3), "the channels go last: (2, 3) ids give (2, 3, 4)");
    MISTAKE_SHAPE(SHAPE(2, 3, 6),
                  "the last axis holds the channels C = table->shape[1], not the vocabulary");
    MISTAKE_SHAPE(SHAPE(2, 3), "the axis of the channels is missing: ids->ndim + 1 axes");
    MISTAKE_MESSAGE("rows of shape (6, 4)",
                    "the axes of ids were flattened: (2, 3) ids give (2, 3, 4), not (6, 4)");
    MISTAKE_MESSAGE("rows of shape (4, 2, 3)", "the channels go last: (2, 3) ids give (2, 3, 4)");
    MISTAKE_MESSAGE("rows of shape (2, 3, 6)",
                    "the last axis holds the channels C = table->shape[1], not the vocabulary");
    MISTAKE_MESSAGE("rows of shape (2, 3) ",
                    "the axis of the channels is missing: ids->ndim + 1 axes");
    Tensor *rows = CALL(tensor_embedding(table, ids));
    check_tensor_within(rows, want, 0, "(..., C): all axes of ids, then the channels");
}

TEST(one_token_and_wrong_shapes, .points = 1, .exercise = "11.3 tensor_embedding",
     .file = "op_embedding.c",
     .hints = HINTS("A single id without axes gives a vector (C).",
                    "The checks are given: they come first.",
                    "shape[ids->ndim] = table->shape[1]; works for ids->ndim = 0 as well"))
{
    Tensor *table = draw("table", SHAPE(6, 4)), *cube = draw("cube", SHAPE(6, 4, 2));
    IntTensor *id = draw_ids("id", 0, NULL, 0, 5), *ids = draw_ids("ids", SHAPE(2), 0, 5);
    IntTensor *seven = draw_ids("seven", SHAPE(1, 2, 1, 2, 1, 2, 1), 0, 5);
    IntTensor *eight = draw_ids("eight", SHAPE(1, 1, 1, 1, 1, 1, 1, 2), 0, 5);
    EXPECT(Tensor *want = plain_lookup(table, id, PICK_RIGHT));
    EXPECT(Tensor *most = plain_lookup(table, seven, PICK_RIGHT));
    Tensor *row = CALL(tensor_embedding(table, id));
    check_tensor_within(row, want, 0, "a scalar id gives one row, (C)");
    Tensor *rows = CALL(tensor_embedding(table, seven));
    check_tensor_within(rows, most, 0, "seven axes of ids and one of channels are the most");
    check_fails(tensor_embedding(cube, ids), "expected (vocabulary, channels)",
                "a table has two axes");
    check_fails(tensor_embedding(table, eight), "leave no axis for the channels",
                "a tensor has at most 8 axes");
}

TEST(the_lookup_remembers_its_table, .points = 5, .exercise = "11.3 tensor_embedding",
     .file = "op_embedding.c",
     .hints = HINTS("embedding_kernel computes and forgets; closure_record remembers.",
                    "Backward will need the ids: CAPTURE(EmbeddingCapture, ids) keeps them.",
                    "return closure_record(out, &embedding_op, INPUTS(table), "
                    "CAPTURE(EmbeddingCapture, ids));"))
{
    Tensor *table = leaf(draw("table", SHAPE(6, 4)));
    IntTensor *ids = draw_ids("ids", SHAPE(3), 0, 5);
    Tensor *rows = CALL(tensor_embedding(table, ids));
    check_long(
        tensor_closure(rows) != NULL, 1,
        "the operation is recorded: without closure_record no gradient finds the way to the table");
    check_long(rows->requires_grad, 1, "the table wants a gradient, so its rows do");
    check_long(rows->closure->n_in == 1 && rows->closure->in[0] == table, 1,
               "the table is the one input");
    check_long(rows->closure->capture != NULL, 1,
               "the ids are not captured: backward finds them in CAPTURE(EmbeddingCapture, ids)");
    const IntTensor *captured;
    memcpy(&captured, rows->closure->capture, sizeof captured);
    check_long(captured == ids, 1, "EmbeddingCapture holds the ids that were looked up");
    bool was = grad_mode(false);
    Tensor *quiet = CALL(tensor_embedding(table, ids));
    grad_mode(was);
    check_long(tensor_closure(quiet) == NULL, 1,
               "recording is off: no closure, and no crash either");
}

/* ---- 11.4 embedding_backward ---------------------------------------------------------------------------- */

static void register_gradient_mistakes(long V, const Tensor *dy, const IntTensor *ids)
{
#ifndef CHECK_RECORD
    MISTAKE(plain_scatter(V, dy, ids, ADD_LAST),
            "a repeated id kept only its last share: shares of the same row add up");
    MISTAKE(plain_scatter(V, dy, ids, ADD_ONCE),
            "a repeated id kept only its first share: shares of the same row add up");
    MISTAKE(plain_scatter(V, dy, ids, ADD_PLACE),
            "the shares went into the wrong rows: row i of dy belongs to row ids->data[i], not "
            "to row i");
    MISTAKE(plain_scaled(plain_scatter(V, dy, ids, ADD_RIGHT), 2),
            "the gradient is there twice: grad_buffer's tensor is the gradient itself, so adding "
            "to it is enough; no grad_add");
#else
    (void)V, (void)dy, (void)ids;
#endif
}

TEST(both_shares_by_hand, .points = 5, .exercise = "11.4 embedding_backward",
     .file = "op_embedding.c",
     .hints = HINTS(
         "The gradient has the shape of the table, and is zero but for the rows that were used.",
         "grad_buffer(c->in[0], NULL) gives it: zeros, or what others have added.",
         "embedding_scatter_add(grad_buffer(c->in[0], NULL), dy, capture->ids);"))
{
    Tensor *table = leaf(input("table", SHAPE(4, 2), VALUES(1, 2, 3, 4, 5, 6, 7, 8)));
    IntTensor *ids = input_ids("ids", SHAPE(3), IDS(0, 2, 0));
    Tensor *dy = input("dy", SHAPE(3, 2), VALUES(1, 2, 3, 4, 10, 20));
    EXPECT(Tensor *want = values(SHAPE(4, 2), VALUES(11, 22, 0, 0, 3, 4, 0, 0)));
    EXPECT(register_gradient_mistakes(4, dy, ids););
    Tensor *rows = tensor_embedding(table, ids);
    CALL(tensor_backward_from(rows, dy, false));
    check_tensor(table->grad, want,
                 "row 0 gets both its shares, row 2 its one, the others stay 0: a fresh gradient "
                 "begins with zeros, as grad_buffer(c->in[0], NULL) makes it");
}

TEST(two_lookups_in_one_table, .points = 5, .exercise = "11.4 embedding_backward",
     .file = "op_embedding.c",
     .hints = HINTS("A gradient that holds something must not be cleared.",
                    "grad_buffer(c->in[0], NULL) has done it where it was needed.",
                    "No tensor_fill: only embedding_scatter_add."))
{
    Tensor *table = leaf(draw("table", SHAPE(6, 3))), *dy = draw("dy", SHAPE(4, 3));
    IntTensor *first = input_ids("first", SHAPE(4), IDS(1, 5, 1, 0));
    IntTensor *second = input_ids("second", SHAPE(4), IDS(3, 1, 3, 2));
    EXPECT(Tensor *one = plain_scatter(6, dy, first, ADD_RIGHT));
    EXPECT(Tensor *two = plain_scatter(6, dy, second, ADD_RIGHT));
    EXPECT(Tensor *want = plain_pair(one, two, plus));
    MISTAKE(one,
            "the gradient of one lookup wiped out that of the other: add to it, clear nothing");
    MISTAKE(two,
            "the gradient of one lookup wiped out that of the other: add to it, clear nothing");
    Tensor *sum = tensor_add(tensor_embedding(table, first), tensor_embedding(table, second));
    CALL(tensor_backward_from(sum, dy, false));
    check_tensor(table->grad, want,
                 "the shares of both lookups, in a gradient that began with zeros");
    EXPECT(Tensor *thrice = plain_pair(want, one, plus));
    MISTAKE(one, "a second backward wiped out the gradient of the first: add to it, clear nothing");
    CALL(tensor_backward_from(tensor_embedding(table, first), dy, false));
    check_tensor(table->grad, thrice, "a second backward adds to what the first left");
}

static Tensor *looked_up(Tensor *const in[], void *ids)
{
    return tensor_embedding(in[0], ids);
}

TEST(the_gradient_is_the_slope, .points = 3, .exercise = "11.4 embedding_backward",
     .file = "op_embedding.c",
     .hints = HINTS("Every number of the table moves the result as often as its row was used.",
                    "Nothing else: no factor, no sign.",
                    "embedding_scatter_add(dtable, dy, capture->ids);"))
{
    Tensor *table = leaf(draw("table", SHAPE(7, 3))), *dy = draw("dy", SHAPE(2, 5, 3));
    IntTensor *ids = draw_ids("ids", SHAPE(2, 5), 0, 6);
    EXPECT(Tensor *want = plain_scatter(7, dy, ids, ADD_RIGHT));
    EXPECT(register_gradient_mistakes(7, dy, ids););
    CALL(tensor_backward_from(tensor_embedding(table, ids), dy, false));
    check_tensor(table->grad, want, "each row: the sum of its shares");
    tensor_zero_grad(table);
    check_gradients(looked_up, ids, "as central differences say", INPUTS(table));
}

/* ---- 11.5 embedding_new --------------------------------------------------------------------------------- */

static double mean_of(const Tensor *t)
{
    double sum = 0;
    for (long i = 0; i < t->shape[0] * t->shape[1]; i++)
        sum += (double)t->data[i];
    return sum / (double)(t->shape[0] * t->shape[1]);
}

static double deviation_of(const Tensor *t)
{
    double sum = 0, mean = mean_of(t);
    for (long i = 0; i < t->shape[0] * t->shape[1]; i++)
        sum += ((double)t->data[i] - mean) * ((double)t->data[i] - mean);
    return sqrt(sum / (double)(t->shape[0] * t->shape[1]));
}

static double largest_difference(const Tensor *a, const Tensor *b)
{
    double largest = 0;
    for (long i = 0; i < a->shape[0] * a->shape[1]; i++)
        largest = fmax(largest, fabs((double)(a->data[i] - b->data[i])));
    return largest;
}

TEST(a_table_that_is_a_parameter, .points = 3, .exercise = "11.5 embedding_new",
     .file = "embedding.c",
     .hints = HINTS(
         "The optimizer finds what the module has registered.",
         "module_parameter(&e->module, name, shape) makes and registers a tensor.",
         "e->weight = module_parameter(&e->module, \"weight\", SHAPE(vocabulary, channels));"))
{
    long V = draw_long("V", 5, 9), C = draw_long("C", 2, 4);
    Rng rng = rng_seed(draw_seed());
    Embedding *e = CALL(embedding_new(V, C, &rng));
    check_long(e != NULL && e->weight != NULL, 1, "the Embedding and its weight exist");
    MISTAKE_SHAPE(SHAPE(C, V),
                  "the table is transposed: rows are tokens, so (vocabulary, channels)");
    check_shape(e->weight, SHAPE(V, C), "the table has a row for each id: (V, C)");
    check_long(e->module.n_parameters, 1,
               "the table is registered by module_parameter: an optimizer finds nothing else");
    check_text(e->module.parameter[0].name, "weight",
               "the parameter is named as in PyTorch: weight");
    check_long(e->weight->requires_grad, 1, "a parameter wants a gradient");
    check_text(e->module.kind, "Embedding", "the kind is what module_summary prints");
    module_free(&e->module);
    Embedding *none = CALL(embedding_new(0, 0, &rng));
    check_long(none->weight->shape[0] + none->weight->shape[1], 0, "an empty table is no mistake");
    module_free(&none->module);
    check_fails(embedding_new(-1, 3, &rng), "vocabulary is -1", "no sizes below 0");
    check_fails(embedding_new(3, -1, &rng), "channels -1", "no sizes below 0");
}

TEST(
    a_normal_start, .points = 3, .exercise = "11.5 embedding_new", .file = "embedding.c",
    .hints = HINTS(
        "Rows that start equal get equal gradients wherever they are used alike: they must differ.",
        "init_normal(tensor, mean, standard deviation, rng)", "init_normal(e->weight, 0, 1, rng);"))
{
    given("V", "80"), given("C", "50");
    long V = 80, C = 50;
    Rng rng = rng_seed(draw_seed());
    Embedding *e = CALL(embedding_new(V, C, &rng)), *other = CALL(embedding_new(V, C, &rng));
    MISTAKE_NUMBER(1, "mean and standard deviation are swapped: init_normal(t, mean, std, rng)");
    MISTAKE_NUMBER(0.5, "these numbers are uniform in [0, 1): the start is normal, around 0");
    check_number(mean_of(e->weight), 0, 0.08, "a mean of 0");
    double hundredfold = 100 * deviation_of(e->weight);
    MISTAKE_NUMBER(
        0,
        "every number is the same: the table was never filled. init_normal(e->weight, 0, 1, rng)");
    MISTAKE_NUMBER(
        2, "0.02 is the start of positions and of GPT-2's weights; an embedding starts with 1, "
           "as in PyTorch");
    MISTAKE_NUMBER(100 / sqrt(3.0), "these numbers are uniform in [-1, 1]: the start is normal");
    MISTAKE_NUMBER(100 / sqrt(3.0 * 80),
                   "this is the start of a linear layer's weights: a lookup sums nothing up, "
                   "so nothing is divided by the number of rows");
    check_number(hundredfold, 100, 0.08,
                 "100 times the standard deviation of the numbers, which is 1");
    check_at_least(largest_difference(e->weight, other->weight), 1,
                   "the numbers come from the caller's rng, so the next table is another");
    module_free(&e->module);
    module_free(&other->module);
}
