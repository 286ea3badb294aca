/* test_region.c - named parts: nesting, indices, and what the end of a scope does to them. */
#include "test.h"

static void test_region_starts_and_ends_with_none(void **state)
{
    (void)state;
    assert_null(scope_settings()->region);
    region_begin("scores");
    assert_non_null(scope_settings()->region);
    region_close();
    assert_null(scope_settings()->region);
}

static void test_region_keeps_name_index_and_parent(void **state)
{
    (void)state;
    region_open("block", 3);
    Region *block = scope_settings()->region;
    region_begin("scores");
    Region *scores = scope_settings()->region;
    assert_string_equal(block->name, "block");
    assert_int_equal(block->index, 3);
    assert_null(block->parent);
    assert_string_equal(scores->name, "scores");
    assert_int_equal(scores->index, -1);
    assert_ptr_equal(scores->parent, block);
    assert_false(scores->collapsed);
    region_begin_collapsed("known");
    Region *known = scope_settings()->region;
    assert_string_equal(known->name, "known");
    assert_int_equal(known->index, -1);
    assert_ptr_equal(known->parent, scores);
    assert_true(known->collapsed);
    region_close();
    region_close();
    assert_ptr_equal(scope_settings()->region, block);
    region_close();
}

static void test_region_any_negative_index_means_none(void **state)
{
    (void)state;
    region_open("mask", -7);
    assert_int_equal(scope_settings()->region->index, -1);
    region_close();
}

static void test_region_opened_twice_is_two_regions(void **state)
{
    (void)state;
    region_begin("scores");
    Region *first = scope_settings()->region;
    region_close();
    region_begin("scores");
    assert_ptr_not_equal(scope_settings()->region, first);
    region_close();
}

static void test_region_is_noted_by_closures(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2));
    Tensor *before = tensor_exp(x);
    region_begin("inside");
    Region *inside = scope_settings()->region;
    Tensor *within = tensor_exp(x);
    region_close();
    Tensor *after = tensor_exp(x);
    assert_null(before->closure->origin.region);
    assert_ptr_equal(within->closure->origin.region, inside);
    assert_null(after->closure->origin.region);
}

static void test_region_follows_scopes(void **state)
{
    (void)state;
    region_begin("outer");
    Region *outer = scope_settings()->region;
    Scope *scope = scope_open();
    assert_ptr_equal(scope_settings()->region, outer);
    region_begin("forgotten");
    scope_close(scope);
    assert_ptr_equal(scope_settings()->region, outer);
    scope = scope_open();
    region_close(); /* steps out of `outer` in this scope only */
    assert_null(scope_settings()->region);
    scope_close(scope);
    assert_ptr_equal(scope_settings()->region, outer);
    region_close();
}

static void test_region_mistakes(void **state)
{
    (void)state;
    assert_fails_with("region_close: no region is open", region_close());
    assert_fails_with("region_open: the name is NULL", region_open(NULL, 0));
    assert_fails_with("region_begin: the name is NULL", region_begin(NULL));
    assert_fails_with("region_begin_collapsed: the name is NULL", region_begin_collapsed(NULL));
    assert_null(scope_settings()->region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_region_starts_and_ends_with_none),
        UNIT_TEST(test_region_keeps_name_index_and_parent),
        UNIT_TEST(test_region_any_negative_index_means_none),
        UNIT_TEST(test_region_opened_twice_is_two_regions),
        UNIT_TEST(test_region_is_noted_by_closures),
        UNIT_TEST(test_region_follows_scopes),
        UNIT_TEST(test_region_mistakes),
    };
    return run_tests("autograd/graph/region", tests);
}
