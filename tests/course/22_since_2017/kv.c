/* kv.c - 22.6: heads, groups and context for the memory of a cache. */
#include "want.h"

enum { BUDGETS = 24 };

/* of what all heads with keys of their own would take for least_context tokens */
static const KvBudget *draw_budgets(double least, double most)
{
    IntTensor *steps = draw_ids("embed_dim / 12", SHAPE(BUDGETS), 1, 20);
    IntTensor *layers = draw_ids("layers", SHAPE(BUDGETS), 1, 9);
    IntTensor *batch = draw_ids("batch", SHAPE(BUDGETS), 1, 4);
    IntTensor *width = draw_ids("least_width", SHAPE(BUDGETS), 1, 5);
    IntTensor *wider = draw_ids("most_width - least_width", SHAPE(BUDGETS), 0, 14);
    IntTensor *context = draw_ids("least_context", SHAPE(BUDGETS), 1, 60);
    IntTensor *longer = draw_ids("most_context - least_context", SHAPE(BUDGETS), 0, 200);
    IntTensor *size = draw_ids("number_bytes", SHAPE(BUDGETS), 1, 4);
    Tensor *bytes = draw_between("bytes", SHAPE(BUDGETS), least, most);
    KvBudget *budgets = scope_alloc(scope_current(), BUDGETS * sizeof *budgets);
    for (long i = 0; i < BUDGETS; i++) {
        long C = 12 * steps->data[i], of_token = 2 * C * layers->data[i] * batch->data[i];
        double full = (double)(of_token * size->data[i]) * (double)context->data[i];
        double part = (double)bytes->data[i], exact = full / fmax(1, floor(1 / part + 0.5));
        bytes->data[i] = (real)floor(i % 3 == 0 ? exact : full * part); /* to the last byte */
        budgets[i] = (KvBudget){.embed_dim = C,
                                .layers = layers->data[i],
                                .batch = batch->data[i],
                                .least_width = width->data[i],
                                .most_width = width->data[i] + wider->data[i],
                                .least_context = context->data[i],
                                .most_context = context->data[i] + longer->data[i],
                                .number_bytes = size->data[i],
                                .bytes = (double)bytes->data[i]};
    }
    resealed(bytes);
    given("b", "budget i has number i of each");
    return budgets;
}

static Tensor *fits_of(const KvBudget *budgets)
{
    Tensor *t = blank(SHAPE(3, BUDGETS));
    for (long i = 0; i < BUDGETS; i++) {
        KvFit f = kv_fit(budgets[i]);
        t->data[i] = (real)f.num_heads;
        t->data[BUDGETS + i] = (real)f.num_kv_heads;
        t->data[2 * BUDGETS + i] = (real)f.context;
    }
    return t;
}

static void check_budgets(double least, double most, const char *rule)
{
    const KvBudget *budgets = draw_budgets(least, most);

    Tensor *want = EXPECT(fits_want(budgets, BUDGETS));
    check_called("kv_fit(b)");
    Tensor *fits = fits_of(budgets);
    check_tensor_within(fits, want, 0, rule);
}

TEST(plenty_of_memory, .points = 2, .exercise = "22.6 kv_fit", .file = "kv_fit.c")
{
    check_budgets(1, 6,
                  "row 0 num_heads, row 1 num_kv_heads, row 2 context: each head keeps its own, "
                  "heads are as many as widths allow, and the rest goes into the context");
}

TEST(groups_are_asked_for, .points = 3, .exercise = "22.6 kv_fit", .file = "kv_fit.c")
{
    check_budgets(0.2, 0.99,
                  "row 0 num_heads, row 1 num_kv_heads, row 2 context: as many numbers of a token "
                  "as fit for least_context tokens");
}

TEST(hardly_any_memory, .points = 3, .exercise = "22.6 kv_fit", .file = "kv_fit.c")
{
    check_budgets(0.01, 0.3,
                  "row 0 num_heads, row 1 num_kv_heads, row 2 context: all 0 where not even one "
                  "narrow head of keys fits");
}
