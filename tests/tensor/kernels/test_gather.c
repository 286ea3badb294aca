/* test_gather.c - rows and elements picked by whole numbers, and gradients added back to them. */
#include "test.h"

#define TOLERANCE (IS_DOUBLE ? 1e-12 : 1e-5)

static void test_embedding(void **state)
{
    (void)state;
    Tensor *table = tensor_from(SHAPE(3, 2), VALUES(1, 2, 3, 4, 5, 6));
    Tensor *out = tensor_new(SHAPE(2, 2, 2));
    embedding_kernel(out, table, int_tensor_from(SHAPE(2, 2), IDS(2, 0, 2, 1)));
    assert_values(out, SHAPE(2, 2, 2), VALUES(5, 6, 1, 2, 5, 6, 3, 4), 0);
}

static void test_embedding_views(void **state)
{
    (void)state;
    Tensor *block = tensor_from(SHAPE(2, 3), VALUES(1, 3, 5, 2, 4, 6)), table = {0}, out = {0};
    IntTensor *ids = int_tensor_from(SHAPE(4), IDS(2, 0, 2, 1));
    Tensor *rows = tensor_new(SHAPE(4, 2)), *target = tensor_zeros(SHAPE(2, 4));
    transpose_view(&table, block, 0, 1);
    embedding_kernel(rows, &table, ids);
    assert_values(rows, SHAPE(4, 2), VALUES(5, 6, 1, 2, 5, 6, 3, 4), 0);
    transpose_view(&out, target, 0, 1);
    assert_fails_with("tensor_embedding: the output (4, 2) is a view; its rows must be contiguous",
                      embedding_kernel(&out, &table, ids));
    assert_values(target, SHAPE(2, 4), VALUES(0, 0, 0, 0, 0, 0, 0, 0), 0);
}

static void test_embedding_of_one_id(void **state)
{
    (void)state;
    Tensor *table = random_tensor(SHAPE(4, 3)), *out = tensor_new(SHAPE(3));
    int id = 3;
    IntTensor one = {.data = &id, .ndim = 0};
    embedding_kernel(out, table, &one);
    for (int c = 0; c < 3; c++)
        assert_close(out->data[c], table->data[9 + c], 0);
    embedding_kernel(tensor_new(SHAPE(0, 3)), table, int_tensor_new(SHAPE(0)));
    embedding_kernel(tensor_new(SHAPE(2, 0)), tensor_new(SHAPE(4, 0)), int_tensor_new(SHAPE(2)));
}

static void test_scatter_add_accumulates(void **state)
{
    (void)state;
    Tensor *dtable = tensor_ones(SHAPE(3, 2));
    Tensor *dy = tensor_from(SHAPE(4, 2), VALUES(1, 2, 3, 4, 5, 6, 7, 8));
    embedding_scatter_add(dtable, dy, int_tensor_from(SHAPE(4), IDS(2, 0, 2, 2)));
    assert_values(dtable, SHAPE(3, 2), VALUES(4, 5, 1, 1, 14, 17), 0);
}

static void test_scatter_add_views(void **state)
{
    (void)state;
    Tensor *block = tensor_from(SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, 6));
    Tensor *from = tensor_from(SHAPE(2, 2), VALUES(1, 3, 2, 4));
    Tensor dtable = {0}, dy = {0};
    transpose_view(&dtable, block, 0, 1);
    transpose_view(&dy, from, 0, 1);
    embedding_scatter_add(&dtable, &dy, int_tensor_from(SHAPE(2), IDS(1, 1)));
    assert_values(block, SHAPE(2, 3), VALUES(1, 6, 3, 4, 11, 6), 0);
}

/* Many repeated ids: the plain sum, and the same bits for any threads. */
static void test_scatter_add_is_deterministic(void **state)
{
    (void)state;
    int before = kindling_threads();
    long count = 3000, n = 100;
    IntTensor *ids = int_tensor_new(SHAPE(count));
    for (long i = 0; i < count; i++)
        ids->data[i] = (int)rng_below(&test_rng, 7);
    Tensor *dy = random_tensor(SHAPE(count, n)), *sums[3];
    for (int i = 0; i < 3; i++) {
        kindling_set_threads(i + 1);
        sums[i] = tensor_zeros(SHAPE(7, n));
        embedding_scatter_add(sums[i], dy, ids);
    }
    kindling_set_threads(before);
    assert_tensor_identical(sums[1], sums[0]);
    assert_tensor_identical(sums[2], sums[0]);
    double expected = 0;
    for (long i = 0; i < count; i++)
        if (ids->data[i] == 4)
            expected += (double)dy->data[i * n + 99];
    assert_close(tensor_get(sums[0], AT(4, 99)), expected, TOLERANCE * 10);
}

/* The example in PyTorch's documentation of torch.gather. */
static void test_gather(void **state)
{
    (void)state;
    Tensor *a = tensor_from(SHAPE(2, 2), VALUES(1, 2, 3, 4)), *out = tensor_new(SHAPE(2, 2));
    IntTensor *index = int_tensor_from(SHAPE(2, 2), IDS(0, 0, 1, 0));
    gather_kernel(out, a, 1, index);
    assert_values(out, SHAPE(2, 2), VALUES(1, 1, 4, 3), 0);
    gather_kernel(out, a, 0, index);
    assert_values(out, SHAPE(2, 2), VALUES(1, 2, 3, 2), 0);
    gather_kernel(out, a, -2, index);
    assert_values(out, SHAPE(2, 2), VALUES(1, 2, 3, 2), 0);
}

/* index may be longer than the tensor along the axis and shorter along the others. */
static void test_gather_of_another_size(void **state)
{
    (void)state;
    Tensor *a = tensor_from(SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, 6)), *out = tensor_new(SHAPE(1, 5));
    gather_kernel(out, a, 1, int_tensor_from(SHAPE(1, 5), IDS(2, 2, 0, 1, 0)));
    assert_values(out, SHAPE(1, 5), VALUES(3, 3, 1, 2, 1), 0);
    gather_kernel(tensor_new(SHAPE(2, 0)), a, 1, int_tensor_new(SHAPE(2, 0)));
}

static void test_gather_views(void **state)
{
    (void)state;
    Tensor *block = random_tensor(SHAPE(4, 3, 5)), a = {0}, out = {0};
    transpose_view(&a, block, 0, 2); /* (5, 3, 4) */
    Tensor *target = tensor_zeros(SHAPE(4, 3, 5));
    transpose_view(&out, target, 0, 2);
    IntTensor *index = int_tensor_new(SHAPE(5, 3, 4));
    for (long i = 0; i < 60; i++)
        index->data[i] = (int)rng_below(&test_rng, 3);
    gather_kernel(&out, &a, 1, index);
    for (long i = 0; i < 5; i++)
        for (long j = 0; j < 3; j++)
            for (long k = 0; k < 4; k++)
                assert_close(tensor_get(&out, AT(i, j, k)),
                             tensor_get(&a, AT(i, index->data[(i * 3 + j) * 4 + k], k)), 0);
}

/* <gather(a), b> = <a, scatter_add(b)>: the two are each other's transpose. */
static void test_scatter_add_is_the_transpose_of_gather(void **state)
{
    (void)state;
    for (int axis = 0; axis < 2; axis++) {
        Tensor *a = random_tensor(SHAPE(4, 6)), *b = random_tensor(SHAPE(4, 6));
        Tensor *picked = tensor_new_like(a), *back = tensor_zeros(SHAPE(4, 6));
        IntTensor *index = int_tensor_new(SHAPE(4, 6));
        for (long i = 0; i < 24; i++)
            index->data[i] = (int)rng_below(&test_rng, a->shape[axis]);
        gather_kernel(picked, a, axis, index);
        scatter_add_kernel(back, axis, index, b);
        double left = 0, right = 0;
        for (long i = 0; i < 24; i++) {
            left += (double)picked->data[i] * (double)b->data[i];
            right += (double)a->data[i] * (double)back->data[i];
        }
        assert_close(left, right, TOLERANCE);
    }
}

static void test_scatter_add_adds(void **state)
{
    (void)state;
    Tensor *out = tensor_ones(SHAPE(2, 3)), *b = tensor_from(SHAPE(2, 2), VALUES(1, 2, 3, 4));
    scatter_add_kernel(out, 1, int_tensor_from(SHAPE(2, 2), IDS(2, 2, 0, 1)), b);
    assert_values(out, SHAPE(2, 3), VALUES(1, 1, 4, 4, 5, 1), 0);
}

static void test_mistakes_change_nothing(void **state)
{
    (void)state;
    Tensor *table = tensor_zeros(SHAPE(65, 2)), *rows = tensor_full(SHAPE(4, 2), 7);
    IntTensor *high = int_tensor_from(SHAPE(4), IDS(0, 64, 1, 65));
    IntTensor *low = int_tensor_from(SHAPE(4), IDS(0, -1, 1, 2));
    assert_fails_with("tensor_embedding: id 65 at position 3 is outside [0, 65)",
                      embedding_kernel(rows, table, high));
    assert_fails_with("tensor_embedding: id -1 at position 1 is outside [0, 65)",
                      embedding_kernel(rows, table, low));
    assert_fails_with("tensor_embedding: id 65 at position 3 is outside [0, 65)",
                      embedding_scatter_add(table, rows, high));
    assert_tensor_close(table, tensor_zeros(SHAPE(65, 2)), 0, 0);
    assert_tensor_close(rows, tensor_full(SHAPE(4, 2), 7), 0, 0);
    assert_fails_with("tensor_embedding: rows of shape (4, 2) do not fit ids (3,)",
                      embedding_kernel(rows, table, int_tensor_new(SHAPE(3))));
    assert_fails_with("tensor_embedding: the table has shape (2,), expected (V, C)",
                      embedding_kernel(rows, tensor_zeros(SHAPE(2)), low));
}

static void test_gather_mistakes(void **state)
{
    (void)state;
    Tensor *a = tensor_zeros(SHAPE(2, 3)), *out = tensor_full(SHAPE(2, 2), 7);
    IntTensor *index = int_tensor_from(SHAPE(2, 2), IDS(0, 1, 2, 3));
    assert_fails_with("tensor_gather: index 3 at position 3 is outside [0, 3)",
                      gather_kernel(out, a, 1, index));
    assert_fails_with("tensor_scatter_add: index 3 at position 3 is outside [0, 3)",
                      scatter_add_kernel(a, 1, index, out));
    assert_fails_with("tensor_gather: index has shape (4,), but the tensor has (2, 3)",
                      gather_kernel(out, a, 1, int_tensor_new(SHAPE(4))));
    assert_fails_with("tensor_gather: index (4, 2) is larger than the tensor (2, 3) along axis 0, "
                      "4 against 2",
                      gather_kernel(out, a, 1, int_tensor_new(SHAPE(4, 2))));
    assert_fails_with("tensor_gather: the elements have shape (2, 2), index has (2, 1)",
                      gather_kernel(out, a, 1, int_tensor_new(SHAPE(2, 1))));
    assert_fails_with("tensor_gather", gather_kernel(out, a, 2, index));
    assert_values(out, SHAPE(2, 2), VALUES(7, 7, 7, 7), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_embedding),
        UNIT_TEST(test_embedding_views),
        UNIT_TEST(test_embedding_of_one_id),
        UNIT_TEST(test_scatter_add_accumulates),
        UNIT_TEST(test_scatter_add_views),
        UNIT_TEST(test_scatter_add_is_deterministic),
        UNIT_TEST(test_gather),
        UNIT_TEST(test_gather_of_another_size),
        UNIT_TEST(test_gather_views),
        UNIT_TEST(test_scatter_add_is_the_transpose_of_gather),
        UNIT_TEST(test_scatter_add_adds),
        UNIT_TEST(test_mistakes_change_nothing),
        UNIT_TEST(test_gather_mistakes),
    };
    return run_tests("tensor/kernels/gather", tests);
}
