/* test_prune.c - exactly so many zeros, and they stay. */
#include "test.h"

static Module *network(Rng *rng)
{
    return sequential_new(LAYERS(&linear_new(8, 16, true, rng)->module, relu_new(),
                                 &layer_norm_new(16)->module,
                                 &linear_new(16, 4, true, rng)->module));
}

static long zeros_of(const ParameterList *list)
{
    double zeros = 0;
    for (long i = 0; i < list->count; i++)
        zeros += tensor_sparsity(list->tensor[i]) * (double)tensor_numel(list->tensor[i]);
    return lround(zeros);
}

static void test_candidates_are_matrices(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Module *m = network(&rng);
    ParameterList *list = prune_candidates(m);
    assert_int_equal(list->count, 2);
    assert_string_equal(list->name[0], "0.weight");
    assert_string_equal(list->name[1], "3.weight");
    parameters_free(list);
    module_free(m);
}

static void test_exactly_so_many(void **state)
{
    (void)state;
    for (int few = 0; few < 2; few++) /* few: many weights of equal magnitude */
        for (int percent = 0; percent <= 100; percent += 5) {
            Rng rng = rng_seed((uint64_t)percent);
            Module *m = network(&rng);
            ParameterList *list = prune_candidates(m);
            for (long i = 0; i < list->count; i++)
                for (long j = 0; few && j < tensor_numel(list->tensor[i]); j++)
                    list->tensor[i]->data[j] = (real)(rng_below(&rng, 7) - 10);
            real before[192];
            Pruning *p = pruning_new(list);
            memcpy(before, list->tensor[0]->data, 128 * sizeof(real));
            memcpy(before + 128, list->tensor[1]->data, 64 * sizeof(real));
            pruning_by_magnitude(p, percent / 100.0);
            assert_int_equal(zeros_of(list), (long)floor(percent / 100.0 * 192 + 0.5));
            double largest_gone = 0, least_left = INFINITY;
            for (long j = 0; j < 192; j++) {
                double left = fabs((double)list->tensor[j / 128]->data[j % 128]);
                if (left == 0)
                    largest_gone = fmax(largest_gone, fabs((double)before[j]));
                else
                    least_left = fmin(least_left, left);
            }
            assert_true(largest_gone <= least_left);
            pruning_free(p);
            parameters_free(list);
            module_free(m);
        }
}

/* After a hundred steps of AdamW, with decay and without masks on gradients, the zeros are those of before. */
static void test_zeros_survive_adamw(void **state)
{
    (void)state;
    Rng rng = rng_seed(7);
    Module *m = network(&rng);
    ParameterList *all = parameters_of(m), *list = prune_candidates(m);
    Optimizer *o = adamw_new(all, (OptimizerOptions){.lr = 1e-2, .weight_decay = 0.1});
    Pruning *p = pruning_new(list);
    for (int step = 0; step < 120; step++) {
        Scope *scope = scope_open();
        if (step == 20)
            pruning_by_magnitude(p, 0.8);
        Tensor *x = tensor_normal(SHAPE(6, 8), 0, 1, &rng),
               *y = tensor_normal(SHAPE(6, 4), 0, 1, &rng);
        tensor_backward(tensor_mse_loss(module_forward(m, x), y));
        optimizer_step(o);
        if (step == 60)
            assert_true(zeros_of(list) < 154); /* moments of before have moved some */
        pruning_apply(p);
        optimizer_zero_grad(o);
        scope_close(scope);
        if (step >= 20)
            assert_int_equal(zeros_of(list), 154);
    }
    pruning_free(p);
    optimizer_free(o);
    parameters_free(all);
    parameters_free(list);
    module_free(m);
}

static void test_strange_numbers(void **state)
{
    (void)state;
    Scope *scope = scope_open();
    ParameterList *list = parameters_new();
    Tensor *w = tensor_from(SHAPE(4), VALUES(NAN, INFINITY, 2, -3));
    parameters_add(list, "w", w);
    assert_fails_with("number 0 of \"w\" is NaN", prune_cut(list, 0.5));
    assert_fails_with("fraction is 90, expected 0 to 1. hint: 90 percent are 0.9",
                      prune_cut(list, 90));
    assert_fails_with("fraction is nan", prune_cut(list, NAN));
    Pruning *p = pruning_new(list);
    for (int i = 0; i < 3; i++)
        p->mask[0]->data[i] = 0;
    pruning_apply(p);
    assert_values(w, SHAPE(4), VALUES(0, 0, 0, -3), 0);
    assert_fails_with("the mask is (2,), expected the weight's shape (4,)",
                      prune_mask(tensor_zeros(SHAPE(2)), w, &(PruneCut){0, 0}));
    Tensor *room = tensor_full(SHAPE(3), 7); /* of a mask of two numbers, and one behind it */
    prune_mask(tensor_slice(room, 0, 0, 2, 1), tensor_slice(w, 0, 2, 4, 1), &(PruneCut){1, 0});
    assert_values(room, SHAPE(3), VALUES(0, 1, 7), 0);
    assert_true(tensor_sparsity(w) == 0.75);
    assert_true(tensor_sparsity(tensor_zeros(SHAPE(0, 3))) == 0);
    pruning_free(p);
    parameters_free(list);
    scope_close(scope);
}

static void test_two_of_four(void **state)
{
    (void)state;
    Scope *scope = scope_open();
    Tensor *w = tensor_from(SHAPE(4, 2), VALUES(1, -9, 5, 2, -4, 2, 0, 2)),
           *mask = tensor_zeros(SHAPE(4, 2));
    prune_mask_2_4(mask, w);
    assert_values(mask, SHAPE(4, 2), VALUES(0, 1, 1, 1, 1, 0, 0, 0), 0);
    assert_fails_with("prune_mask_2_4: the weight is (6, 2)",
                      prune_mask_2_4(tensor_zeros(SHAPE(6, 2)), tensor_zeros(SHAPE(6, 2))));
    assert_fails_with("prune_mask_2_4: the weight is (4,)",
                      prune_mask_2_4(tensor_zeros(SHAPE(4)), tensor_zeros(SHAPE(4))));
    Tensor *turned = tensor_transpose(tensor_zeros(SHAPE(2, 4)), 0, 1);
    assert_fails_with("mask and weight must be contiguous", prune_mask_2_4(turned, w));
    assert_fails_with("mask and weight must be contiguous", prune_mask_2_4(mask, turned));
    pruning_free(NULL);
    Rng rng = rng_seed(9);
    Module *m = network(&rng);
    ParameterList *list = prune_candidates(m);
    Pruning *p = pruning_new(list);
    pruning_2_4(p);
    assert_int_equal(zeros_of(list), 96);
    pruning_free(p);
    parameters_free(list);
    module_free(m);
    scope_close(scope);
}

int main(void)
{
    const struct CMUnitTest group[] = {
        UNIT_TEST(test_candidates_are_matrices),
        UNIT_TEST(test_exactly_so_many),
        UNIT_TEST(test_zeros_survive_adamw),
        UNIT_TEST(test_strange_numbers),
        UNIT_TEST(test_two_of_four),
    };
    return run_tests("nn/compress/prune", group);
}
