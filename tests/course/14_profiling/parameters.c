/* parameters.c - 14.2: every tensor once, whatever its names. */
#include "want.h"

static Module *bag(void)
{
    return module_new(sizeof(Module), "Bag", NULL);
}

static void add_linear(Module *m, int index, long in, long out, bool bias)
{
    Rng rng = rng_seed(draw_seed());
    module_child(m, "linear", index, &linear_new(in, out, bias, &rng)->module);
}

TEST(a_linear_layer_by_hand, .points = 1, .exercise = "14.2 count_parameters",
     .file = "count_parameters.c")
{
    Rng rng = rng_seed(14);
    Module *m = &linear_new(3, 4, true, &rng)->module;
    Registered r = registered(m);

    long want = EXPECT(parameters_want(&r));
    long count = CALL(count_parameters(m));
    check_long(count, want, "3 * 4 weights and 4 numbers of the bias");
    module_free(m);
}

TEST(layers_in_layers, .points = 2, .exercise = "14.2 count_parameters",
     .file = "count_parameters.c")
{
    long in = draw_long("in", 5, 7), out = draw_long("out", 8, 11);
    Module *m = bag(), *inner = bag();
    long numbers = draw_long("scale", 12, 15);
    Tensor *scale = module_parameter(m, "scale", SHAPE(numbers));
    module_parameter(inner, "scale", SHAPE(numbers)); /* zeros, as the other one */
    add_linear(m, 0, in, out, true);
    add_linear(inner, 1, out, in, true);
    add_linear(inner, 2, out, in, false); /* of the same shape, and another tensor */
    module_add(m, "inner", inner);
    m->children[0].module->parameter[0].tensor->requires_grad = false;
    given("linear.0.weight", "is frozen");
    Registered r = registered(m);

    long want = EXPECT(parameters_want(&r));
    long count = CALL(count_parameters(m));
    check_long(count, want, "all numbers of all tensors, also of frozen ones");
    scale->shape[0] = sizeof(long) > sizeof(int) ? 1000000000 * numbers : 10 * numbers;
    given("scale", "of such a shape; nobody reads its numbers");
    Registered large = registered(m);
    long want_large = EXPECT(parameters_want(&large));
    long large_count = CALL(count_parameters(m));
    scale->shape[0] = numbers;
    module_free(m);
    check_long(large_count, want_large, "more than an int counts: in long");
}

TEST(tied_weights, .points = 4, .exercise = "14.2 count_parameters", .file = "count_parameters.c")
{
    long V = draw_long("V", 13, 17), C = draw_long("C", 5, 7);
    Module *m = bag(), *head = bag(), *other = bag();
    add_linear(m, 0, V, C, false);
    add_linear(m, 1, C, C + 2, true);
    Tensor *table = m->children[0].module->parameter[0].tensor;
    Tensor *bias = m->children[1].module->parameter[1].tensor;
    module_share(head, "weight", table);
    module_share(head, "bias", bias);
    module_share(head, "shift", bias);
    module_share(other, "again", table);
    module_parameter(other, "scale", SHAPE(C + 3)); /* behind tied ones */
    module_add(m, "head", head);
    module_add(m, "other", other);
    Registered r = registered(m);

    long want = EXPECT(parameters_want(&r));
    long count = CALL(count_parameters(m));
    check_long(count, want, "a tensor counts once, however often it is registered");
    long want_again = EXPECT(parameters_want(&r));
    long again = CALL(count_parameters(m));
    check_long(again, want_again, "asked again, it is as many");
    module_free(m);
}
