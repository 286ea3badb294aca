/* test_checkpoint_version.c - a checkpoint says who wrote it, and who does not fit learns it. */
#include "scratch.h"

static const char *path(void)
{
    return scratch("v.safetensors");
}

static Linear *model(long width)
{
    Rng rng = rng_seed(1);
    return linear_new(2, width, false, &rng);
}

static void test_a_checkpoint_has_the_version(void **state)
{
    (void)state;
    Linear *l = model(3);
    CheckpointState where = {.step = 2};
    assert_int_equal(checkpoint_save(path(), &l->module, NULL, &where), 0);
    SafeTensors *file = safetensors_open(path());
    assert_non_null(file);
    assert_string_equal(safetensors_metadata(file, "kindling.version"), KINDLING_VERSION);
    safetensors_close(file);
    assert_int_equal(checkpoint_load(path(), &l->module, NULL, &where), 0);
    module_free(&l->module);
}

/* A checkpoint of a model of width 3, by some version or by none. */
static void save_as(const char *version)
{
    Linear *l = model(3);
    const char *name = "weight";
    const MetadataEntry notes[] = {
        {"training.step", "2"}, {"training.best_loss", "0.5"}, {"kindling.version", version}};
    assert_int_equal(safetensors_save(path(), 1, &name, &l->weight, version ? 3 : 2, notes), 0);
    module_free(&l->module);
}

static void test_other_versions_are_read_and_named_if_they_do_not_fit(void **state)
{
    (void)state;
    static const char *const versions[] = {NULL, KINDLING_VERSION, "9.8.7"};
    Linear *fits = model(3), *other = model(4);
    CheckpointState where = {.step = 0};
    for (int i = 0; i < 3; i++) {
        save_as(versions[i]);
        assert_int_equal(checkpoint_load(path(), &fits->module, NULL, &where), 0);
        assert_true(where.step == 2 && where.best_loss == 0.5);
        assert_int_equal(checkpoint_load(path(), &other->module, NULL, NULL), -1);
        assert_error_has("(2, 4)");
        bool told = strstr(kindling_error(), "tools/CHANGELOG.md") != NULL;
        assert_int_equal(told, i == 2);
    }
    assert_error_has("; it was written by Kindling 9.8.7, this is " KINDLING_VERSION);
    module_free(&fits->module);
    module_free(&other->module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_a_checkpoint_has_the_version),
        UNIT_TEST(test_other_versions_are_read_and_named_if_they_do_not_fit),
    };
    return run_tests_in_scratch("nn/checkpoint_version", tests);
}
