/* test_refusals.c - each of the conditions under which layers, optimizers and the training loop refuse their
 * arguments. */
#include "scratch.h"
#include "test.h"

static void test_options_of_optimizers(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Linear *l = linear_new(2, 2, true, &rng);
    ParameterList *p = parameters_of(&l->module);
    const double wrong[] = {-1, 1, NAN};
    for (int i = 0; i < 3; i++) {
        double x = wrong[i];
        assert_fails_with("momentum is", sgd_new(p, (OptimizerOptions){.lr = 1, .momentum = x}));
        assert_fails_with("beta1 is", adam_new(p, (OptimizerOptions){.lr = 1, .beta1 = x}));
        assert_fails_with("beta2 is", adam_new(p, (OptimizerOptions){.lr = 1, .beta2 = x}));
        if (i == 1)
            continue;
        assert_fails_with("lr is", adam_new(p, (OptimizerOptions){.lr = x}));
        assert_fails_with("eps is", adam_new(p, (OptimizerOptions){.lr = 1, .eps = x}));
        assert_fails_with("weight_decay is",
                          adam_new(p, (OptimizerOptions){.lr = 1, .weight_decay = x}));
    }
    Optimizer *o = sgd_new(p, (OptimizerOptions){.lr = 1});
    Tensor *wide = tensor_ones(SHAPE(2, 4));
    l->weight->grad = tensor_slice(wide, 1, 0, 4, 2);
    Tensor *before = tensor_keep(l->weight);
    assert_fails_with("the gradient of \"weight\" is not contiguous", optimizer_step(o));
    assert_tensor_identical(l->weight, before);
    l->weight->grad = NULL;
    tensor_free(before);
    optimizer_free(o);
    parameters_free(p);
    module_free(&l->module);
}

static void draw(void *context, Batch *batch)
{
    (void)context;
    batch->size = 1;
}

static Tensor *loss(void *context, const Batch *batch)
{
    (void)context, (void)batch;
    return tensor_scalar(0);
}

static void test_what_a_trainer_needs(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Linear *l = linear_new(2, 2, true, &rng);
    ParameterList *p = parameters_of(&l->module);
    Optimizer *o = sgd_new(p, (OptimizerOptions){.lr = 1});
    for (int missing = 0; missing < 5; missing++) {
        Trainer t = {
            .model = &l->module, .optimizer = o, .parameters = p, .draw = draw, .loss = loss};
        if (missing == 0)
            t.model = NULL;
        else if (missing == 1)
            t.optimizer = NULL;
        else if (missing == 2)
            t.parameters = NULL;
        else if (missing == 3)
            t.draw = NULL;
        else
            t.loss = NULL;
        assert_fails_with("must all be set", trainer_run(&t));
    }
    optimizer_free(o);
    parameters_free(p);
    module_free(&l->module);
}

static void test_layers(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Conv2dOptions o = {.in = 4, .out = 6, .window = {.kernel = {1, 1}}, .init = &rng};
    const long groups[] = {-1, 3, 4}; /* 3 divides 6 only, 4 divides 4 only */
    for (int i = 0; i < 3; i++) {
        o.groups = groups[i];
        assert_fails_with("conv2d_new: groups is", conv2d_new(o));
    }
    o.groups = 1;
    o.in = 0;
    assert_fails_with("channels are 0 in", conv2d_new(o));
    o.in = 4;
    o.out = 0;
    assert_fails_with("0 out", conv2d_new(o));
    o.out = 6;
    o.init = NULL;
    assert_fails_with("init is NULL", conv2d_new(o));
    o.init = &rng;
    Conv2d *conv = conv2d_new(o);
    BatchNorm2d *norm = batch_norm2d_new(3);
    Tensor *five = tensor_ones(SHAPE(1, 5, 2, 2)), *flat = tensor_ones(SHAPE(5, 2));
    assert_fails_with("5", module_forward(&conv->module, five));
    assert_fails_with("(5, 2)", module_forward(&conv->module, flat));
    assert_fails_with("5", module_forward(&norm->module, five));
    assert_fails_with("(5, 2)", module_forward(&norm->module, flat));
    assert_fails_with("embedding", embedding_new(-1, 2, &rng));
    assert_fails_with("embedding", embedding_new(2, -1, &rng));
    module_free(&conv->module);
    module_free(&norm->module);
}

static void test_checkpoints(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Linear *l = linear_new(2, 2, true, &rng);
    CheckpointState s = {.n_rng = -1};
    assert_fails_with("n_rng is -1", checkpoint_save(scratch("a"), &l->module, NULL, &s));
    s.n_rng = CHECKPOINT_MAX_RNG + 1;
    assert_fails_with("n_rng is 5", checkpoint_load(scratch("a"), &l->module, NULL, &s));
    module_free(&l->module);
}

/* A run whose metadata lack one key, or have no number there. */
static void test_metadata_of_checkpoints(void **state)
{
    (void)state;
    static const MetadataEntry all[] = {{"optimizer.kind", "SGD"},   {"optimizer.step", "3"},
                                        {"optimizer.lr", "0.5"},     {"training.step", "4"},
                                        {"training.best_loss", "1"}, {"training.rng.0", "ff"}};
    Rng rng = rng_seed(1), mine = rng_seed(2);
    Linear *l = linear_new(2, 2, true, &rng);
    ParameterList *p = parameters_of(&l->module);
    Optimizer *o = sgd_new(p, (OptimizerOptions){.lr = 1});
    CheckpointState s = {.n_rng = 1, .rng = {&mine}};
    const char *names[] = {"weight", "bias"};
    Tensor *tensors[] = {tensor_ones(SHAPE(2, 2)), tensor_ones(SHAPE(2))};
    for (int i = -1; i < 12; i++) { /* -1: all is there; 0 .. 5: missing; 6 .. 11: "x" */
        MetadataEntry some[6];
        int n = 0;
        for (int k = 0; k < 6; k++)
            if (k != i)
                some[n++] = (MetadataEntry){all[k].key, k == i - 6 ? "x" : all[k].value};
        assert_int_equal(safetensors_save(scratch("a"), 2, names, tensors, n, some), 0);
        kindling_set_error("%s", "");
        int status = checkpoint_load(scratch("a"), &l->module, o, &s);
        assert_int_equal(status, i < 0 ? 0 : -1);
        if (i >= 0 && i != 6) /* (a kind has no number) */
            assert_non_null(strstr(kindling_error(), all[i % 6].key));
        if (i == 6)
            assert_non_null(strstr(kindling_error(), "its moments are those of x"));
    }
    assert_int_equal(s.step, 4);
    assert_int_equal(mine.state, 0xff);
    assert_close(o->lr, 0.5, 0);
    optimizer_free(o);
    parameters_free(p);
    module_free(&l->module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_options_of_optimizers),
        UNIT_TEST(test_what_a_trainer_needs),
        UNIT_TEST(test_layers),
        UNIT_TEST(test_checkpoints),
        UNIT_TEST(test_metadata_of_checkpoints),
    };
    return run_tests_in_scratch("nn/refusals", tests);
}
