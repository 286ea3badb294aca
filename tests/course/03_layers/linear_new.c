/* linear_new.c - 03.2: a layer is made. */
#include "want.h"

/* "weight (3, 7), bias (7)": what the module knows of. */
static const char *registered_in(const Linear *l)
{
    static char text[256];
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; l != NULL && i < l->module.n_parameters; i++) {
        const Tensor *t = l->module.parameter[i].tensor;
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%.20s (", i > 0 ? ", " : "",
                                 l->module.parameter[i].name);
        for (int d = 0; d < t->ndim; d++)
            used +=
                (size_t)snprintf(text + used, sizeof text - used, d ? ", %ld" : "%ld", t->shape[d]);
        used += (size_t)snprintf(text + used, sizeof text - used, ")");
    }
    return text;
}

TEST(a_layer_with_two_parameters, .points = 3, .exercise = "03.2 linear_new",
     .file = "linear_new.c")
{
    long in = draw_long("in", 2, 9), out = draw_long("out", 11, 19);
    Rng rng = rng_seed(draw_seed());

    const char *want = EXPECT(registered_want(in, out, true));
    Linear *l = CALL(linear_new(in, out, true, &rng));
    const char *registered = registered_in(l);
    check_text(registered, want, "weight (in, out), then bias (out), registered with the module");
    check_shape(l->weight, SHAPE(in, out), "l->weight is the weight, for linear_forward");
    check_shape(l->bias, SHAPE(out), "l->bias is the bias, for linear_forward");
    module_free(&l->module);
}

TEST(a_layer_without_bias, .points = 1, .exercise = "03.2 linear_new", .file = "linear_new.c")
{
    long in = draw_long("in", 2, 9), out = draw_long("out", 11, 19);
    Rng rng = rng_seed(draw_seed());

    const char *want = EXPECT(registered_want(in, out, false));
    Linear *l = CALL(linear_new(in, out, false, &rng));
    const char *registered = registered_in(l);
    check_text(registered, want, "bias = false: the weight is the only parameter");
    long biases = l->bias != NULL;
    check_long(biases, 0, "bias = false: l->bias stays NULL");
    module_free(&l->module);
    Tensor *zeros = EXPECT(bias_want(0, 4, rng));
    Linear *none = CALL(linear_new(0, 4, true, &rng));
    check_tensor(none->bias, zeros, "without inputs the bias starts as 0");
    module_free(&none->module);
    Tensor *between_ones = EXPECT(bias_want(1, 2, rng));
    Linear *single = CALL(linear_new(1, 2, true, &rng));
    check_tensor(single->bias, between_ones, "one input: the bias starts between -1 and 1");
    module_free(&single->module);
    check_fails(linear_new(-1, 2, true, &rng), "widths are -1 and 2", "no widths below 0");
    check_fails(linear_new(1, -2, true, &rng), "widths are 1 and -2", "no widths below 0");
}

TEST(how_a_layer_starts, .points = 4, .exercise = "03.2 linear_new", .file = "linear_new.c")
{
    long in = draw_long("in", 2, 5), out = draw_long("out", 6, 9);
    Rng rng = rng_seed(draw_seed());

    Tensor *weight = EXPECT(weight_want(in, out, rng)), *bias = EXPECT(bias_want(in, out, rng));
    Linear *l = CALL(linear_new(in, out, true, &rng));
    check_tensor(l->weight, weight, "the weight starts as in 03.1, from the caller's rng");
    check_tensor(l->bias, bias, "the bias is drawn after the weight, within the same bound");
    module_free(&l->module);
}
