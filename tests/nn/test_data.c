/* test_data.c - datasets and the loader: each example once per epoch, orders from a seed. */
#include "test.h"

enum { N = 10 };

/* x = 0, 10, 20, ... in rows of two; labels = 0, 1, 2, ... */
static Dataset *rows(void)
{
    Tensor *x = tensor_zeros(SHAPE(N, 2)), *y = tensor_zeros(SHAPE(N));
    IntTensor *labels = int_tensor_new(SHAPE(N));
    for (int i = 0; i < N; i++) {
        x->data[2 * i] = (real)(10 * i);
        x->data[2 * i + 1] = (real)(10 * i + 1);
        y->data[i] = (real)-i;
        labels->data[i] = i;
    }
    return tensor_dataset_new(x, y, labels);
}

/* ---- datasets ----------------------------------------------------------------------------- */

static void test_tensor_dataset_fetches_rows(void **state)
{
    (void)state;
    Dataset *d = rows();
    Batch b;
    d->fetch(d, 3, (long[]){7, 0, 7}, &b);
    assert_int_equal(b.size, 3);
    assert_values(b.x, SHAPE(3, 2), VALUES(70, 71, 0, 1, 70, 71), 0);
    assert_values(b.y, SHAPE(3), VALUES(-7, 0, -7), 0);
    assert_int_equal(b.labels->ndim, 1);
    assert_int_equal(b.labels->data[0], 7);
    assert_int_equal(b.labels->data[1], 0);
    assert_null(b.ids);
    assert_ptr_equal(b.x->scope, scope_current());
    dataset_free(d);
    dataset_free(NULL);
}

static void test_tensor_dataset_without_labels(void **state)
{
    (void)state;
    Dataset *d = tensor_dataset_new(tensor_ones(SHAPE(4, 2, 3)), NULL, NULL);
    Batch b;
    d->fetch(d, 2, (long[]){0, 3}, &b);
    assert_shape(b.x, SHAPE(2, 2, 3));
    assert_null(b.y);
    assert_null(b.labels);
    dataset_free(d);
}

static void test_rows_of_nothing(void **state)
{
    (void)state;
    Dataset *d = tensor_dataset_new(tensor_ones(SHAPE(4, 0)), NULL, int_tensor_new(SHAPE(4)));
    Batch b;
    d->fetch(d, 3, (long[]){3, 0, 3}, &b);
    assert_int_equal(b.size, 3);
    assert_shape(b.x, SHAPE(3, 0));
    assert_int_equal(b.labels->shape[0], 3);
    dataset_free(d);
}

static void test_tensor_dataset_names_what_does_not_fit(void **state)
{
    (void)state;
    Tensor *x = tensor_ones(SHAPE(4, 2));
    assert_fails_with("y is (3,), expected 4 rows",
                      tensor_dataset_new(x, tensor_ones(SHAPE(3)), NULL));
    assert_fails_with("labels are (5,), expected 4 rows",
                      tensor_dataset_new(x, NULL, int_tensor_new(SHAPE(5))));
    assert_fails_with("labels are (), expected 4 rows",
                      tensor_dataset_new(x, NULL, int_tensor_new(SCALAR)));
    assert_fails_with("labels are (), expected 0 rows", /* none is not one without an axis */
                      tensor_dataset_new(tensor_ones(SHAPE(0, 2)), NULL, int_tensor_new(SCALAR)));
    assert_fails_with("x is a scalar", tensor_dataset_new(tensor_scalar(1), NULL, NULL));
    assert_fails_with("not contiguous", tensor_dataset_new(tensor_transpose(x, 0, 1), NULL, NULL));
}

static void test_text_dataset_pairs_each_token_with_the_next(void **state)
{
    (void)state;
    static const int tokens[] = {5, 6, 7, 8, 9};
    Dataset *d = text_dataset_new(tokens, 5, 3);
    assert_int_equal(d->count, 2);
    Batch b;
    d->fetch(d, 2, (long[]){1, 0}, &b);
    static const int ids[] = {6, 7, 8, 5, 6, 7}, labels[] = {7, 8, 9, 6, 7, 8};
    assert_int_equal(b.ids->ndim, 2);
    assert_int_equal(b.ids->shape[0], 2);
    assert_int_equal(b.ids->shape[1], 3);
    assert_memory_equal(b.ids->data, ids, sizeof ids);
    assert_memory_equal(b.labels->data, labels, sizeof labels);
    assert_null(b.x);
    dataset_free(d);
    assert_fails_with("3 tokens are too few for a context of 3, which needs 4",
                      text_dataset_new(tokens, 3, 3));
    assert_fails_with("context is 0", text_dataset_new(tokens, 3, 0));
}

static void test_sample_draws_with_replacement_from_its_stream(void **state)
{
    (void)state;
    Dataset *d = rows();
    Rng rng = rng_seed(4);
    Batch a, b;
    int times[N] = {0};
    dataset_sample(d, 2000, &rng, &a);
    for (long i = 0; i < a.size; i++)
        times[a.labels->data[i]]++;
    for (int i = 0; i < N; i++)
        assert_in_range(times[i], 140, 260);
    rng = rng_seed(4);
    dataset_sample(d, 2000, &rng, &b);
    assert_memory_equal(a.labels->data, b.labels->data, 2000 * sizeof(int));
    assert_fails_with("n is 0", dataset_sample(d, 0, &rng, &a));
    assert_fails_with("expected 1 to 1073741823", dataset_sample(d, LONG_MAX, &rng, &a));
    dataset_free(d);
    d = tensor_dataset_new(tensor_zeros(SHAPE(0, 2)), NULL, NULL);
    assert_fails_with("the dataset is empty", dataset_sample(d, 1, &rng, &a));
    assert_fails_with("the dataset is empty", loader_new(d, 1, false, false, 0));
    dataset_free(d);
}

/* ---- loader ------------------------------------------------------------------------------- */

/* The labels of one epoch, in order; returns how many. sizes, if given, gets the batch sizes. */
static int epoch(DataLoader *l, int labels[], long sizes[])
{
    Batch b;
    int n = 0, batches = 0;
    while (loader_next(l, &b)) {
        for (long i = 0; i < b.size; i++)
            labels[n++] = b.labels->data[i];
        if (sizes != NULL)
            sizes[batches++] = b.size;
    }
    return n;
}

static void test_each_example_once_per_epoch(void **state)
{
    (void)state;
    Dataset *d = rows();
    DataLoader *l = loader_new(d, 3, true, false, 1);
    assert_int_equal(loader_batches(l), 4);
    int first[2 * N], second[2 * N], seen[N] = {0};
    long sizes[N];
    assert_int_equal(epoch(l, first, sizes), N);
    assert_true(sizes[0] == 3 && sizes[2] == 3 && sizes[3] == 1);
    assert_int_equal(l->epoch, 1);
    assert_int_equal(epoch(l, second, NULL), N);
    for (int i = 0; i < N; i++) {
        seen[first[i]]++;
        seen[second[i]] += 100;
    }
    for (int i = 0; i < N; i++)
        assert_int_equal(seen[i], 101);
    assert_memory_not_equal(first, second, N * sizeof(int));
    loader_free(l);
    loader_free(NULL);
    dataset_free(d);
}

static void test_drop_last_drops_the_short_batch(void **state)
{
    (void)state;
    Dataset *d = rows();
    DataLoader *l = loader_new(d, 4, true, true, 1);
    assert_int_equal(loader_batches(l), 2);
    int labels[2 * N];
    assert_int_equal(epoch(l, labels, NULL), 8);
    assert_int_equal(epoch(l, labels, NULL), 8);
    loader_free(l);
    dataset_free(d);
}

static void test_without_shuffle_the_order_is_that_of_the_data(void **state)
{
    (void)state;
    Dataset *d = rows();
    DataLoader *l = loader_new(d, 10, false, false, 1);
    assert_int_equal(loader_batches(l), 1);
    int labels[2 * N];
    for (int e = 0; e < 2; e++) {
        assert_int_equal(epoch(l, labels, NULL), N);
        for (int i = 0; i < N; i++)
            assert_int_equal(labels[i], i);
    }
    loader_free(l);
    dataset_free(d);
}

static void test_a_seed_gives_the_same_orders_again(void **state)
{
    (void)state;
    Dataset *d = rows();
    DataLoader *a = loader_new(d, 3, true, false, 7), *b = loader_new(d, 3, true, false, 7);
    DataLoader *c = loader_new(d, 3, true, false, 8);
    int x[2 * N], y[2 * N], z[2 * N];
    for (int e = 0; e < 3; e++) {
        epoch(a, x, NULL);
        epoch(b, y, NULL);
        epoch(c, z, NULL);
        assert_memory_equal(x, y, N * sizeof(int));
        assert_memory_not_equal(x, z, N * sizeof(int));
    }
    loader_free(a);
    loader_free(b);
    loader_free(c);
    dataset_free(d);
}

/* Batch number n, counted over epochs, must be the same whether reached or sought. */
static void check_seek(bool drop_last)
{
    Dataset *d = rows();
    DataLoader *walker = loader_new(d, 3, true, drop_last, 5);
    for (long n = 0; n < 13; n++) {
        DataLoader *jumper = loader_new(d, 3, true, drop_last, 5);
        loader_seek(jumper, n);
        Batch expected, actual;
        while (!loader_next(walker, &expected)) {
        }
        assert_true(loader_next(jumper, &actual));
        assert_int_equal(actual.size, expected.size);
        assert_tensor_identical(actual.x, expected.x);
        loader_free(jumper);
    }
    loader_free(walker);
    dataset_free(d);
}

static void test_seek_resumes_in_mid_epoch(void **state)
{
    (void)state;
    check_seek(false);
    check_seek(true);
}

static void test_loader_names_what_does_not_fit(void **state)
{
    (void)state;
    Dataset *d = rows();
    assert_fails_with("batch_size is 0", loader_new(d, 0, false, false, 1));
    assert_fails_with("expected 1 to 1073741823", loader_new(d, LONG_MAX, false, false, 1));
    assert_fails_with("batch_size is 64 but there are only 10 examples",
                      loader_new(d, 64, false, true, 1));
    DataLoader *l = loader_new(d, 64, false, false, 1);
    assert_int_equal(loader_batches(l), 1);
    assert_fails_with("batches is -1", loader_seek(l, -1));
    loader_free(l);
    dataset_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_tensor_dataset_fetches_rows),
        UNIT_TEST(test_tensor_dataset_without_labels),
        UNIT_TEST(test_rows_of_nothing),
        UNIT_TEST(test_tensor_dataset_names_what_does_not_fit),
        UNIT_TEST(test_text_dataset_pairs_each_token_with_the_next),
        UNIT_TEST(test_sample_draws_with_replacement_from_its_stream),
        UNIT_TEST(test_each_example_once_per_epoch),
        UNIT_TEST(test_drop_last_drops_the_short_batch),
        UNIT_TEST(test_without_shuffle_the_order_is_that_of_the_data),
        UNIT_TEST(test_a_seed_gives_the_same_orders_again),
        UNIT_TEST(test_seek_resumes_in_mid_epoch),
        UNIT_TEST(test_loader_names_what_does_not_fit),
    };
    return run_tests("nn/data", tests);
}
