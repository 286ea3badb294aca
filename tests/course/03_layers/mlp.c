/* mlp.c - 03.6: the multi-layer perceptron. */
#include "want.h"

/* "0 Linear, 1 Tanh, 2 Linear": the number and kind of each layer. */
static const char *layers_of(const Module *m)
{
    static char text[256];
    size_t used = 0;
    text[0] = '\0';
    for (int at = 0; m != NULL && at < m->n_children && used < sizeof text - 40; at++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%d %.12s", at > 0 ? ", " : "",
                                 m->children[at].index, m->children[at].module->kind);
    return text;
}

/* "Linear (5, 7), Tanh, Linear (7, 3)": kinds and widths. */
static const char *widths_of(const Module *m)
{
    static char text[512];
    size_t used = 0;
    text[0] = '\0';
    for (int at = 0; m != NULL && at < m->n_children && used < sizeof text - 80; at++) {
        const Linear *l = (const Linear *)m->children[at].module;
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%.12s", at > 0 ? ", " : "",
                                 l->module.kind);
        if (strcmp(l->module.kind, "Linear") == 0)
            used += (size_t)snprintf(text + used, sizeof text - used, " (%ld, %ld)%s",
                                     l->weight->shape[0], l->weight->shape[1],
                                     l->bias == NULL ? " without bias" : "");
    }
    return text;
}

TEST(mlp_has_bends_between_its_layers, .points = 5, .exercise = "03.6 mlp_new", .file = "mlp.c")
{
    long widths[] = {5, 7, 3, 2, 6, 4, 9}; /* the 9 is behind the end */
    int n = (int)draw_long("n", 4, 6);
    const struct {
        Activation activation;
        const char *kind;
    } all[] = {{ACT_TANH, "Tanh"}, {ACT_GELU, "GELU"}, {ACT_SIGMOID, "Sigmoid"}};
    long which = draw_long("which", 0, 2);
    Activation activation = all[which].activation;
    given("widths", "the first n of (5, 7, 3, 2, 6, 4)");
    given("activation", "%s", all[which].kind);
    Rng rng = rng_seed(draw_seed());

    const char *want = EXPECT(mlp_layers_want(n, all[which].kind));
    Module *m = CALL(mlp_new(n, widths, activation, &rng));
    const char *layers = layers_of(m);
    check_text(layers, want,
               "numbered in turn: a Linear for each two neighbouring widths, and an "
               "activation between any two of them");
    module_free(m);
}

TEST(mlp_widths, .points = 5, .exercise = "03.6 mlp_new", .file = "mlp.c")
{
    long widths[] = {5, 7, 3, 4, 9}, two[] = {4, 2, 9};
    given("widths", "(5, 7, 3, 4)");
    given("two", "(4, 2)");
    Rng rng = rng_seed(draw_seed()), before = rng;

    const char *want = EXPECT(mlp_widths_want(4, widths, "GELU"));
    long want_drawn = EXPECT(mlp_draws_want(4, widths));
    Tensor *weight = EXPECT(weight_want(5, 7, before));
    Module *m = CALL(mlp_new(4, widths, ACT_GELU, &rng));
    const char *layers = widths_of(m);
    check_text(layers, want, "each Linear leads from a width to the next, and has a bias");
    long numbers_drawn = draws_between(before, rng);
    check_long(numbers_drawn, want_drawn,
               "5 * 7 + 7 numbers for the first Linear, 7 * 3 + 3 and 3 * 4 + 4 for the others");
    const Linear *first = (const Linear *)m->children[0].module;
    check_tensor(first->weight, weight, "the first Linear draws first");
    module_free(m);
    const char *want_single = EXPECT(mlp_widths_want(2, two, "GELU"));
    Module *single = CALL(mlp_new(2, two, ACT_GELU, &rng));
    const char *only = widths_of(single);
    check_text(only, want_single, "two widths: one Linear and nothing else");
    module_free(single);
    check_fails(mlp_new(1, two, ACT_RELU, &rng), "expected at least 2", "one width is no layer");
    check_fails(mlp_new(SHAPE(3, -1), ACT_RELU, &rng), "width 1 is -1", "no width below 0");
}
