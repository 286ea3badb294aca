/* test_scope.c - scopes nest, end at once, reuse their memory and forget what they held. */
#include "poison.h"
#include "test.h"

static void test_new_tensors_belong_to_the_innermost_scope(void **state)
{
    (void)state;
    Scope *outer = scope_open();
    Tensor *a = tensor_zeros(SHAPE(3));
    Scope *inner = scope_open();
    Tensor *b = tensor_zeros(SHAPE(3));
    assert_ptr_equal(scope_current(), inner);
    assert_ptr_equal(a->scope, outer);
    assert_ptr_equal(b->scope, inner);
    scope_close(inner);
    assert_ptr_equal(scope_current(), outer);
    assert_ptr_equal(tensor_zeros(SHAPE(3))->scope, outer);
    scope_close(outer);
}

static void test_closing_an_outer_scope_closes_the_inner_ones(void **state)
{
    Scope *outer = scope_open();
    Scope *inner = scope_open();
    scope_open();
    scope_close(outer);
    assert_ptr_equal(scope_current(), *state);
    assert_fails_with("scope_close: this scope is not open", scope_close(inner));
}

static void test_closing_twice_fails_and_changes_nothing(void **state)
{
    Scope *scope = scope_open();
    scope_close(scope);
    assert_fails_with("hint: close each scope once", scope_close(scope));
    assert_ptr_equal(scope_current(), *state);
    assert_fails_with("scope_close", scope_close(NULL));
    assert_ptr_equal(scope_current(), *state);
}

static void test_without_a_scope_there_is_the_root(void **state)
{
    kindling_release_thread();
    Scope *root = scope_current();
    assert_non_null(root);
    Tensor *t = tensor_full(SHAPE(2), 7);
    assert_ptr_equal(t->scope, root);
    assert_fails_with("scope_close", scope_close(root));
    Scope *inner = scope_open();
    scope_close(inner);
    assert_ptr_equal(scope_current(), root);
    assert_true(t->data[1] == 7);
    kindling_release_thread();
    assert_int_equal(scope_bytes(root), 0);
    void *block = scope_alloc(root, 1000);
    scope_alloc(root, 64);
    scope_recycle(root, block, 1000);
    kindling_release_thread();
    long alive = allocations_alive;
    scope_alloc(root, 1000); /* new memory, not a block that was recycled and then freed */
    assert_int_equal(allocations_alive, alive + 1);
    kindling_release_thread();
    *state = scope_open();
}

static void test_blocks_are_aligned_and_apart(void **state)
{
    (void)state;
    enum { N = 200 };
    unsigned char *block[N];
    Scope *scope = scope_open();
    for (int i = 0; i < N; i++) {
        size_t size = (size_t)(i * i * 7 % 9000);
        block[i] = scope_alloc(scope, size);
        assert_int_equal((uintptr_t)block[i] % 64, 0);
        memset(block[i], i, size);
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < i * i * 7 % 9000; j++)
            assert_int_equal(block[i][j], i);
    assert_int_equal((uintptr_t)tensor_zeros(SHAPE(5))->data % 64, 0);
    scope_close(scope);
}

static void test_owned_memory_is_aligned_and_zeroed(void **state)
{
    (void)state;
    for (size_t size = 0; size < 5000; size += 617) {
        unsigned char *block = owned_alloc(size);
        assert_int_equal((uintptr_t)block % 64, 0);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(block[i], 0);
        owned_free(block);
    }
    owned_free(NULL);
    assert_fails_with("out of memory", owned_alloc(SIZE_MAX));
    assert_fails_with("out of memory", scope_alloc(scope_current(), SIZE_MAX / 2));
}

static void test_bytes_and_peak(void **state)
{
    (void)state;
    Scope *scope = scope_open();
    assert_int_equal(scope_bytes(scope), 0);
    void *a = scope_alloc(scope, 1000);
    size_t one = scope_bytes(scope);
    assert_in_range(one, 1000, 1200);
    void *b = scope_alloc(scope, 1000);
    assert_int_equal(scope_bytes(scope), 2 * one);
    scope_recycle(scope, a, 1000);
    assert_int_equal(scope_bytes(scope), one);
    assert_int_equal(scope_peak(scope), 2 * one);
    scope_recycle(scope, b, 1000);
    assert_int_equal(scope_bytes(scope), 0);
    scope_alloc(scope, 100);
    assert_int_equal(scope_peak(scope), 2 * one);
    scope_close(scope);
}

static void test_recycled_blocks_are_used_again(void **state)
{
    (void)state;
    Scope *scope = scope_open();
    void *a = scope_alloc(scope, 1000), *b = scope_alloc(scope, 4);
    void *c = scope_alloc(scope, 5000), *last = scope_alloc(scope, 64);
    scope_recycle(scope, a, 1000);
    scope_recycle(scope, c, 5000);
    scope_recycle(scope, b, 4); /* smaller than the note that is kept in it */
    assert_ptr_equal(scope_alloc(scope, 4990), c);
    assert_ptr_equal(scope_alloc(scope, 1000), a);
    assert_ptr_equal(scope_alloc(scope, 1), b);
    scope_recycle(scope, last, 64); /* the newest block: the mark moves back */
    assert_ptr_equal(scope_alloc(scope, 3000), last);
    scope_close(scope);
}

static void test_a_much_larger_block_is_not_wasted(void **state)
{
    (void)state;
    Scope *scope = scope_open();
    void *large = scope_alloc(scope, 100000);
    scope_alloc(scope, 64);
    scope_recycle(scope, large, 100000);
    assert_ptr_not_equal(scope_alloc(scope, 1000), large);
    assert_ptr_equal(scope_alloc(scope, 100000), large);
    scope_close(scope);
}

static void test_a_large_block_is_cut_before_more_memory_is_taken(void **state)
{
    kindling_release_thread(); /* and its chunks: the next one has 256 KB */
    Scope *scope = *state = scope_open();
    char *large = scope_alloc(scope, 100000), *part[3];
    scope_alloc(scope, 100000);
    scope_recycle(scope, large, 100000);
    long before = allocation_count;
    assert_true((char *)scope_alloc(scope, 50000) > large + 100000); /* there is room behind */
    for (int i = 0; i < 3; i++)
        memset(part[i] = scope_alloc(scope, 30000), i, 30000);
    assert_int_equal(allocation_count, before);
    for (int i = 0; i < 3; i++) {
        assert_in_range(part[i], large, large + 70000);
        assert_int_equal(part[i][0], i);
        assert_int_equal(part[i][29999], i);
    }
    scope_recycle(scope, part[1], 30000); /* a part is a block like any other */
    assert_ptr_equal(scope_alloc(scope, 30000), part[1]);
    scope_alloc(scope, 30000);
    assert_int_equal(allocation_count, before + 1);
}

static void test_reset_forgets_and_keeps_the_memory(void **state)
{
    (void)state;
    Scope *scope = scope_open();
    void *first = scope_alloc(scope, 64);
    scope_alloc(scope, 100000);
    scope_reset(scope);
    assert_int_equal(scope_bytes(scope), 0);
    assert_ptr_equal(scope_current(), scope);
    long before = allocation_count;
    assert_ptr_equal(scope_alloc(scope, 64), first);
    scope_alloc(scope, 100000);
    assert_int_equal(allocation_count, before);
    scope_close(scope);
}

static void test_recycling_a_tensor(void **state)
{
    (void)state;
    Scope *scope = scope_open();
    Tensor *a = tensor_zeros(SHAPE(10, 10));
    size_t bytes = scope_bytes(scope);
    tensor_zeros(SHAPE(3));
    tensor_recycle(a);
    assert_true(scope_bytes(scope) < bytes);
    assert_ptr_equal(tensor_zeros(SHAPE(10, 10)), a);
    Tensor *view = tensor_transpose(a, 0, 1); /* of a view only its header is given back */
    tensor_recycle(view);
    assert_tensor_identical(a, tensor_zeros(SHAPE(10, 10)));
    Tensor *owned = tensor_keep(a);
    assert_fails_with("is owned. hint: tensor_free", tensor_recycle(owned));
    tensor_free(owned);
    scope_close(scope);
}

static void use_nested_scopes(void)
{
    Scope *outer = scope_open();
    for (int i = 0; i < 3; i++) {
        tensor_zeros(SHAPE(100, 100));
        Scope *inner = scope_open();
        tensor_zeros(SHAPE(300, 300));
        tensor_zeros(SHAPE(10 + i));
        scope_close(inner);
    }
    scope_close(outer);
}

static void test_closed_memory_is_used_again(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++)
        use_nested_scopes();
    long before = allocation_count;
    for (int i = 0; i < 50; i++)
        use_nested_scopes();
    assert_int_equal(allocation_count, before);
}

/* The second time everything lies where it lay: nothing is asked of the system, and no page is touched
 * that the first time left alone. */
static void test_the_same_step_finds_the_same_memory(void **state)
{
    enum { N = 60 };
    void *block[2][N];
    long allocations = 0;
    kindling_release_thread(); /* no chunks yet */
    for (int step = 0; step < 2; step++) {
        Rng rng = rng_seed(1);
        Scope *scope = scope_open();
        for (int i = 0; i < N; i++)
            block[step][i] =
                scope_alloc(scope, (size_t)rng_below(&rng, i % 8 == 0 ? 3000000 : 90000));
        scope_close(scope);
        assert_true(step == 0 || allocation_count == allocations);
        allocations = allocation_count;
    }
    for (int i = 0; i < N; i++)
        assert_ptr_equal(block[1][i], block[0][i]);
    *state = scope_open();
}

static void test_release_returns_everything(void **state)
{
    kindling_release_thread();
    long before = allocations_alive;
    for (int i = 0; i < 3; i++)
        use_nested_scopes();
    scope_open();
    scope_open();
    tensor_zeros(SHAPE(1000));
    assert_true(allocations_alive > before);
    kindling_release_thread();
    assert_int_equal(allocations_alive, before);
    *state = scope_open();
}

static void test_close_restores_recording_and_region(void **state)
{
    (void)state;
    Scope *scope = scope_open();
    struct Region *was = scope_settings()->region;
    assert_true(scope_settings()->recording);
    Scope *inner = scope_open();
    grad_mode(false);
    region_begin("inside");
    assert_false(grad_mode_is_on());
    Scope *innermost = scope_open();
    assert_false(grad_mode_is_on()); /* handed on */
    scope_close(innermost);
    scope_close(inner);
    assert_true(grad_mode_is_on());
    assert_ptr_equal(scope_settings()->region, was);
    scope_close(scope);
}

/* ---- scopes that are swept ---- */

static void test_a_sweep_ends_what_is_young_and_not_kept(void **state)
{
    (void)state;
    Scope *around = scope_open();
    size_t before = scope_bytes(around);
    Scope *scope = scope_open_swept();
    Tensor *kept = tensor_full(SHAPE(100), 7), *gone = tensor_full(SHAPE(100), 8);
    assert_true(scope_is_young(kept) && scope_is_young(gone));
    scope_keep(kept);
    assert_false(scope_is_young(kept));
    size_t both = scope_bytes(around);
    tensor_recycle(gone); /* the sweep will, once */
    scope_sweep(scope);
    assert_true(scope_bytes(around) < both);
    tensor_full(SHAPE(100), 9); /* where the other was */
    assert_tensor_identical(kept, tensor_full(SHAPE(100), 7));
    scope_sweep(scope);
    assert_tensor_identical(kept, tensor_full(SHAPE(100), 7));
    tensor_recycle(kept);
    scope_sweep(scope);
    assert_int_equal(scope_bytes(around), before); /* lent by the scope around, and given back */
    Scope *inner = scope_open_swept();
    scope_keep(tensor_zeros(SHAPE(10)));
    assert_true(scope_bytes(around) > before);
    scope_sweep(inner);
    scope_close(inner);
    tensor_zeros(SHAPE(10)); /* young, and never swept */
    scope_close(scope);
    assert_ptr_equal(scope_current(), around);
    scope_close(around);
}

static void fail_deep_inside(void)
{
    scope_open();
    tensor_zeros(SHAPE(1000));
    scope_open();
    grad_mode(false);
    tensor_zeros(SHAPE(100000));
    tensor_reshape(tensor_zeros(SHAPE(6)), SHAPE(4));
}

static void break_a_scope(void)
{
    Scope *outer = scope_open();
    assert_fails_with("tensor_reshape", fail_deep_inside());
    assert_ptr_not_equal(scope_current(), outer);
    scope_close(outer);
}

static void test_a_longjmp_out_of_scopes_leaks_nothing(void **state)
{
    kindling_release_thread();
    long before = allocations_alive;
    break_a_scope();
    assert_true(grad_mode_is_on());
    long count = allocation_count;
    for (int i = 0; i < 3; i++) /* the memory of the broken scopes is used again */
        break_a_scope();
    assert_int_equal(allocation_count, count);
    kindling_release_thread();
    assert_int_equal(allocations_alive, before);
    *state = scope_open();
}

static void test_running_out_of_memory_counts_nothing(void **state)
{
    kindling_release_thread();
    Scope *scope = scope_open();
    fail_after(1);
    assert_fails_with("out of memory", scope_alloc(scope, 1000));
    assert_int_equal(scope_bytes(scope), 0);
    assert_int_equal(scope_peak(scope), 0);
    scope_alloc(scope, 1000); /* and the scope can go on */
    scope_close(scope);
    kindling_release_thread();
    *state = scope_open();
}

#if defined(KINDLING_DEBUG) && !defined(ASAN)
static void test_closed_memory_reads_as_nan(void **state)
{
    (void)state;
    Scope *scope = scope_open();
    volatile real *data = tensor_full(SHAPE(1000), 5)->data;
    Tensor *recycled = tensor_full(SHAPE(100), 5);
    volatile real *old = recycled->data;
    tensor_full(SHAPE(1), 5);
    tensor_recycle(recycled);
    for (int i = 0; i < 100; i++)
        assert_true(old[i] != old[i]);
    scope_close(scope);
    for (int i = 0; i < 1000; i++)
        assert_true(data[i] != data[i]);
}
#endif

#ifdef ASAN
static void test_closed_memory_is_poisoned(void **state)
{
    (void)state;
    Scope *scope = scope_open();
    char *a = scope_alloc(scope, 100), *b = scope_alloc(scope, 100), *c = scope_alloc(scope, 100);
    assert_false(__asan_address_is_poisoned(a + 99));
    assert_true(__asan_address_is_poisoned(a + 100)); /* behind the end */
    scope_recycle(scope, a, 100);
    scope_recycle(scope, c, 100);
    assert_true(__asan_address_is_poisoned(a + 50));
    assert_true(__asan_address_is_poisoned(c));
    assert_ptr_equal(scope_alloc(scope, 90), a);
    assert_false(__asan_address_is_poisoned(a + 50));
    scope_close(scope);
    assert_true(__asan_address_is_poisoned(a));
    assert_true(__asan_address_is_poisoned(b + 99));
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_new_tensors_belong_to_the_innermost_scope),
        UNIT_TEST(test_closing_an_outer_scope_closes_the_inner_ones),
        UNIT_TEST(test_closing_twice_fails_and_changes_nothing),
        UNIT_TEST(test_without_a_scope_there_is_the_root),
        UNIT_TEST(test_blocks_are_aligned_and_apart),
        UNIT_TEST(test_owned_memory_is_aligned_and_zeroed),
        UNIT_TEST(test_bytes_and_peak),
        UNIT_TEST(test_recycled_blocks_are_used_again),
        UNIT_TEST(test_a_much_larger_block_is_not_wasted),
        UNIT_TEST(test_a_large_block_is_cut_before_more_memory_is_taken),
        UNIT_TEST(test_reset_forgets_and_keeps_the_memory),
        UNIT_TEST(test_recycling_a_tensor),
        UNIT_TEST(test_closed_memory_is_used_again),
        UNIT_TEST(test_the_same_step_finds_the_same_memory),
        UNIT_TEST(test_release_returns_everything),
        UNIT_TEST(test_close_restores_recording_and_region),
        UNIT_TEST(test_a_sweep_ends_what_is_young_and_not_kept),
        UNIT_TEST(test_a_longjmp_out_of_scopes_leaks_nothing),
        UNIT_TEST(test_running_out_of_memory_counts_nothing),
#if defined(KINDLING_DEBUG) && !defined(ASAN)
        UNIT_TEST(test_closed_memory_reads_as_nan),
#endif
#ifdef ASAN
        UNIT_TEST(test_closed_memory_is_poisoned),
#endif
    };
    return run_tests("tensor/memory/scope", tests);
}
