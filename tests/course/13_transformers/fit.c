/* fit.c - 13.10: depth, width and heads for a budget. */
#include "want.h"

enum { BUDGETS = 24, EXACT = 6 };

/* Limits of about the same size, so that now one of them binds and now another: `cache` and `flops` are the
 * ranges of what each may be, in units of what a model with so many parameters is likely to need. */
typedef struct {
    double least, most;
} Range;

/* How many numbers a GPT learns that is as narrow as its depth allows; the model itself says it. */
static double numbers_of(const GptBudget *b, long layers)
{
    long heads = (layers * b->aspect + b->head_dim - 1) / b->head_dim;
    Gpt *g = gpt_new_uninitialized((GptOptions){.vocabulary = b->vocabulary,
                                                .context = b->context,
                                                .embed_dim = heads * b->head_dim,
                                                .num_heads = heads,
                                                .num_layers = layers,
                                                .causal = true,
                                                .tied = true});
    ParameterList *list = parameters_of(&g->module);
    double numbers = (double)parameters_numel(list);
    parameters_free(list);
    module_free(&g->module);
    return numbers;
}

static const GptBudget *asked; /* for a report */

static void tell_budget(long i)
{
    const GptBudget *b = &asked[i];
    given("b",
          "vocabulary %ld, context %ld, head_dim %ld, aspect %ld, parameters %.0f, cache %.0f, "
          "flops %.0f",
          b->vocabulary, b->context, b->head_dim, b->aspect, b->parameters, b->cache, b->flops);
}

static const GptBudget *draw_budgets(Range cache, Range flops)
{
    IntTensor *vocabulary = draw_ids("vocabulary", SHAPE(BUDGETS), 5, 90);
    IntTensor *context = draw_ids("context", SHAPE(BUDGETS), 5, 200);
    IntTensor *head_dim = draw_ids("head_dim", SHAPE(BUDGETS), 1, 6);
    IntTensor *aspect = draw_ids("aspect", SHAPE(BUDGETS), 2, 12);
    Tensor *parameters = draw_between("parameters", SHAPE(BUDGETS), 0, 1);
    Tensor *numbers = draw_between("cache", SHAPE(BUDGETS), cache.least, cache.most);
    Tensor *operations = draw_between("flops", SHAPE(BUDGETS), flops.least, flops.most);
    GptBudget *budgets = scope_alloc(scope_current(), BUDGETS * sizeof *budgets);
    for (long i = 0; i < BUDGETS; i++) {
        double size = exp(10 + 5 * (double)parameters->data[i]), deep = aspect->data[i];
        parameters->data[i] = (real)(i == 0 ? draw_long("a small budget", 1, 9) : floor(size));
        numbers->data[i] *= (real)floor(cbrt(size * size / deep) / 2);
        operations->data[i] *= (real)floor(2 * size);
        budgets[i] = (GptBudget){.vocabulary = vocabulary->data[i],
                                 .context = context->data[i],
                                 .head_dim = head_dim->data[i],
                                 .aspect = aspect->data[i],
                                 .parameters = (double)parameters->data[i],
                                 .cache = (double)numbers->data[i],
                                 .flops = (double)operations->data[i]};
    }
    /* A model fits that needs all there is, and none that needs one number more. */
    for (long i = 1; i <= EXACT; i++) {
        GptBudget *b = &budgets[i];
        double exact = numbers_of(b, 1 + i % 3) - (double)(i > EXACT / 2);
        b->parameters = parameters->data[i] = (real)exact;
        b->cache = numbers->data[i] = (real)1e9;
        b->flops = operations->data[i] = (real)1e9;
    }
    resealed(parameters);
    resealed(numbers);
    resealed(operations);
    given("b", "budget i has number i of each");
    return budgets;
}

/* The sizes for each budget, one member of them in each row. */
static Tensor *sizes_for(const GptBudget *budgets)
{
    Tensor *sizes = blank(SHAPE(3, BUDGETS));
    for (long i = 0; i < BUDGETS; i++) {
        GptOptions o = gpt_fit(budgets[i]);
        long size[] = {o.num_layers, o.embed_dim, o.num_heads};
        for (int k = 0; k < 3; k++)
            sizes->data[k * BUDGETS + i] = (real)size[k];
    }
    return sizes;
}

static void check_budgets(Range cache, Range flops, const char *rule)
{
    const GptBudget *budgets = draw_budgets(cache, flops);

    Tensor *want = EXPECT(fit_want(budgets, BUDGETS));
    check_called("gpt_fit(b)");
    asked = budgets;
    check_columns(tell_budget);
    Tensor *sizes = sizes_for(budgets);
    check_tensor_within(sizes, want, 0, rule);
}

TEST(fit_parameters, .points = 2, .exercise = "13.10 gpt_fit", .file = "gpt_fit.c")
{
    check_budgets((Range){1e3, 1e6}, (Range){1e3, 1e6},
                  "row 0 num_layers, row 1 embed_dim, row 2 num_heads: as deep, then as wide as "
                  "parameters allow");
    const GptBudget *budgets = draw_budgets((Range){1e3, 1e6}, (Range){1e3, 1e6});
    GptBudget b = budgets[BUDGETS - 1], small = budgets[0];
    long vocabulary = EXPECT(b.vocabulary), context = EXPECT(b.context);
    GptOptions o = CALL(gpt_fit(b));
    check_long(o.vocabulary, vocabulary, "that of the budget");
    check_long(o.context, context, "that of the budget");
    long is_gpt = o.causal && o.tied;
    check_long(is_gpt, 1, "causal and tied");
    GptOptions none = CALL(gpt_fit(small));
    long members = none.vocabulary + none.context + none.causal + none.tied;
    check_long(members, 0, "{0} if nothing fits: vocabulary, context, causal and tied, too");
}

TEST(fit_the_cache, .points = 3, .exercise = "13.10 gpt_fit", .file = "gpt_fit.c")
{
    check_budgets((Range){0.3, 1.5}, (Range){1e3, 1e6},
                  "row 0 num_layers, row 1 embed_dim, row 2 num_heads: keys and values of a token "
                  "in all layers fit, too");
}

TEST(fit_the_operations, .points = 4, .exercise = "13.10 gpt_fit", .file = "gpt_fit.c")
{
    check_budgets((Range){0.6, 3}, (Range){0.6, 1.8},
                  "row 0 num_layers, row 1 embed_dim, row 2 num_heads: the last token of a full "
                  "context may take so many operations");
}
