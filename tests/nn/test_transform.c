/* test_transform.c - pictures by hand, draws that are counted, the same bits however they are handed
 * out, a dataset of them, mistakes.
 */
#include "test.h"

/* ---- by hand ----------------------------------------------------------------------------------- */

static Tensor *one_to(long n, long c, long h, long w)
{
    Tensor *x = tensor_new(SHAPE(n, c, h, w));
    for (long i = 0; i < tensor_numel(x); i++)
        x->data[i] = (real)(i + 1);
    return x;
}

static Tensor *changed(Transform t, const Tensor *x)
{
    Rng *rng = scope_alloc(scope_current(), (size_t)(x->shape[0] + 1) * sizeof *rng);
    for (long i = 0; i < x->shape[0]; i++)
        rng[i] = rng_stream(5, (uint64_t)i);
    return transform_pictures(&t, x, rng);
}

static void test_flip(void **state)
{
    (void)state;
    Tensor *x = one_to(1, 2, 2, 3);
    assert_values(changed(transform_random_horizontal_flip(1), x), SHAPE(1, 2, 2, 3),
                  VALUES(3, 2, 1, 6, 5, 4, 9, 8, 7, 12, 11, 10), 0);
    assert_tensor_identical(changed(transform_random_horizontal_flip(0), x), x);
}

static void test_pad(void **state)
{
    (void)state;
    Tensor *x = random_tensor(SHAPE(2, 3, 2, 4));
    assert_tensor_identical(changed(transform_pad(2), x), tensor_pad(x, SHAPE(2, 2, 2, 2), 0));
    assert_tensor_identical(changed(transform_pad(0), x), x);
}

static void test_center_crop(void **state)
{
    (void)state;
    Tensor *x = one_to(1, 1, 4, 5);
    assert_values(changed(transform_center_crop(2, 2), x), SHAPE(1, 1, 2, 2), VALUES(7, 8, 12, 13),
                  0);
    assert_tensor_identical(changed(transform_center_crop(4, 5), x), x);
}

static void test_normalize(void **state)
{
    (void)state;
    const real mean[] = {1, 10}, std[] = {2, (real)0.5};
    Tensor *x = tensor_from(SHAPE(1, 2, 1, 2), VALUES(1, 3, 10, 11));
    assert_values(changed(transform_normalize(2, mean, std), x), SHAPE(1, 2, 1, 2),
                  VALUES(0, 1, 0, 2), 0);
}

static void test_one_after_the_other(void **state)
{
    (void)state;
    const real mean[] = {0}, std[] = {2};
    Tensor *x = one_to(1, 1, 1, 2);
    Transform inner = transform_compose(
        TRANSFORMS(transform_random_horizontal_flip(1), transform_normalize(1, mean, std)));
    Transform both = transform_compose(TRANSFORMS(inner, transform_pad(1)));
    assert_values(changed(both, x), SHAPE(1, 1, 3, 4),
                  VALUES(0, 0, 0, 0, 0, 1, (real)0.5, 0, 0, 0, 0, 0), 0);
    assert_tensor_identical(changed(transform_compose(0, NULL), x), x);
}

/* x itself stays, and is never what comes back; a view is read as what it shows. */
static void test_the_pictures_stay(void **state)
{
    (void)state;
    Tensor *x = one_to(2, 1, 2, 2), *before = tensor_keep(x);
    Tensor *y = changed(transform_compose(0, NULL), x);
    y->data[0] = 99;
    changed(transform_random_horizontal_flip(1), x);
    assert_tensor_identical(x, before);
    Tensor *turned = tensor_transpose(x, 2, 3);
    assert_values(changed(transform_random_horizontal_flip(1), turned), SHAPE(2, 1, 2, 2),
                  VALUES(3, 1, 4, 2, 7, 5, 8, 6), 0);
    assert_false(changed(transform_pad(1), random_leaf(SHAPE(1, 1, 1, 1)))->requires_grad);
    tensor_free(before);
}

static void test_no_pictures(void **state)
{
    (void)state;
    Transform t = transform_compose(
        TRANSFORMS(transform_random_crop(3, 3, 1), transform_random_horizontal_flip((real)0.5)));
    assert_shape(changed(t, tensor_new(SHAPE(0, 3, 2, 2))), SHAPE(0, 3, 3, 3));
}

/* ---- what is drawn ----------------------------------------------------------------------------- */

/* Each place equally often, and half of them mirrored: within 5 standard deviations. */
static void test_shares(void **state)
{
    (void)state;
    enum { N = 4000, PLACES = 9 };
    Tensor *x = tensor_zeros(SHAPE(N, 1, 1, 1));
    for (long i = 0; i < N; i++)
        x->data[i] = 1;
    Tensor *y = changed(transform_random_crop(3, 3, 2), x); /* 3 x 3 places of a frame of 5 x 5 */
    long seen[PLACES] = {0};
    for (long i = 0; i < N * PLACES; i++)
        seen[i % PLACES] += y->data[i] == 1;
    for (int i = 0; i < PLACES; i++)
        assert_true(labs(seen[i] - N / PLACES) < 100);
    x = tensor_zeros(SHAPE(N, 1, 1, 2));
    for (long i = 0; i < N; i++)
        x->data[2 * i] = 1;
    y = changed(transform_random_horizontal_flip(0.5), x);
    long mirrored = 0;
    for (long i = 0; i < N; i++)
        mirrored += y->data[2 * i + 1] == 1;
    assert_true(labs(mirrored - N / 2) < 160);
}

static Transform usual(void)
{
    static Transform parts[2];
    parts[0] = transform_random_crop(6, 5, 2);
    parts[1] = transform_random_horizontal_flip(0.5);
    return transform_compose(2, parts);
}

/* A picture alone is what it is among others, in whatever pieces they are handed out. */
static void test_same_bits_in_any_company(void **state)
{
    (void)state;
    Tensor *x = random_tensor(SHAPE(40, 3, 6, 5)), *all = changed(usual(), x);
    for (int pieces = 1; pieces <= 7; pieces++) {
        parallel_in_pieces(pieces);
        kindling_set_threads(1 + pieces % 3);
        assert_tensor_identical(changed(usual(), x), all);
    }
    parallel_in_pieces(1);
    for (long i = 0; i < 40; i += 13) {
        Rng rng = rng_stream(5, (uint64_t)i);
        Transform t = usual();
        Tensor *alone = transform_pictures(&t, tensor_slice(x, 0, i, i + 1, 1), &rng);
        assert_tensor_identical(alone, tensor_slice(all, 0, i, i + 1, 1));
    }
}

/* ---- a dataset --------------------------------------------------------------------------------- */

enum { EXAMPLES = 12 };

static Dataset *examples(IntTensor **labels)
{
    *labels = int_tensor_new(SHAPE(EXAMPLES));
    for (int i = 0; i < EXAMPLES; i++)
        (*labels)->data[i] = i;
    return tensor_dataset_new(one_to(EXAMPLES, 3, 6, 5), NULL, *labels);
}

/* Two loaders that share the work see what one sees, example by example. */
static void test_any_number_of_loaders(void **state)
{
    (void)state;
    IntTensor *labels;
    Dataset *plain = examples(&labels);
    Dataset *d = transformed_dataset_new(plain, usual(), (long[]){3, 6, 5}, 9);
    Batch all, one;
    long every[EXAMPLES];
    for (long i = 0; i < EXAMPLES; i++)
        every[i] = i;
    transformed_dataset_epoch(d, 4);
    d->fetch(d, EXAMPLES, every, &all);
    assert_shape(all.x, SHAPE(EXAMPLES, 3, 6, 5));
    for (int workers = 1; workers <= 4; workers++)
        for (int w = workers - 1; w >= 0; w--)
            for (long i = w; i < EXAMPLES; i += workers) {
                d->fetch(d, 1, &i, &one);
                assert_tensor_identical(one.x, tensor_slice(all.x, 0, i, i + 1, 1));
                assert_int_equal(one.labels->data[0], i);
            }
    dataset_free(d);
    dataset_free(plain);
}

static void test_an_epoch_shows_others(void **state)
{
    (void)state;
    IntTensor *labels;
    Dataset *plain = examples(&labels);
    Dataset *d = transformed_dataset_new(plain, usual(), (long[]){3, 6, 5}, 9);
    Dataset *other = transformed_dataset_new(plain, usual(), (long[]){3, 6, 5}, 10);
    long every[] = {0, 1, 2, 3, 4, 5};
    Batch first, second, again, elsewhere;
    char why[512];
    d->fetch(d, 6, every, &first);
    transformed_dataset_epoch(d, 1);
    d->fetch(d, 6, every, &second);
    transformed_dataset_epoch(d, 0);
    d->fetch(d, 6, every, &again);
    other->fetch(other, 6, every, &elsewhere);
    assert_tensor_identical(again.x, first.x);
    assert_false(tensor_is_close(second.x, first.x, 0, 0.1, why, sizeof why));
    assert_false(tensor_is_close(elsewhere.x, first.x, 0, 0.1, why, sizeof why));
    dataset_free(other);
    dataset_free(d);
    dataset_free(plain);
}

/* Rows of numbers are pictures once their shape is said; a loader goes through them as ever. */
static void test_rows_and_a_loader(void **state)
{
    (void)state;
    Dataset *rows = tensor_dataset_new(random_tensor(SHAPE(5, 4)), NULL, NULL);
    Dataset *d = transformed_dataset_new(rows, transform_pad(1), (long[]){1, 2, 2}, 1);
    DataLoader *loader = loader_new(d, 2, true, false, 3);
    Batch batch;
    long seen = 0;
    while (loader_next(loader, &batch)) {
        assert_shape(tensor_select(batch.x, 0, 0), SHAPE(1, 4, 4));
        seen += batch.size;
    }
    assert_int_equal(seen, 5);
    loader_free(loader);
    dataset_free(d);
    dataset_free(rows);
}

/* ---- mistakes ---------------------------------------------------------------------------------- */

static void test_mistakes(void **state)
{
    (void)state;
    const real mean[] = {0, 0}, std[] = {1, 0};
    Tensor *x = tensor_zeros(SHAPE(1, 3, 4, 4));
    assert_fails_with("p is 1.5, expected a probability", transform_random_horizontal_flip(1.5));
    assert_fails_with("p is nan", transform_random_horizontal_flip((double)NAN));
    assert_fails_with("transform_pad: padding is -1, expected 0", transform_pad(-1));
    assert_fails_with("transform_random_crop: a part of 0 x 3", transform_random_crop(0, 3, 0));
    assert_fails_with("transform_random_crop: padding is", transform_random_crop(1, 1, LONG_MAX));
    assert_fails_with("transform_center_crop: a part of 5 x 4, but pictures are 4 x 4",
                      changed(transform_center_crop(5, 4), x));
    assert_fails_with("a part of 7 x 4, but pictures are 6 x 6 with their padding",
                      changed(transform_random_crop(7, 4, 1), x));
    assert_fails_with("the std of channel 1 is 0", transform_normalize(2, mean, std));
    assert_fails_with("transform_normalize: 1 means, but pictures of 3 channels",
                      changed(transform_normalize(1, mean, std), x));
    assert_fails_with("transform_compose: 2 parts, and a list that is NULL",
                      transform_compose(2, NULL));
    assert_fails_with("transform_compose: -1 parts", transform_compose(-1, NULL));
    assert_fails_with("x has shape (3, 4, 4), expected pictures (n, C, H, W)",
                      changed(transform_pad(1), tensor_zeros(SHAPE(3, 4, 4))));
}

static void test_mistakes_of_datasets(void **state)
{
    (void)state;
    Dataset *rows = tensor_dataset_new(tensor_zeros(SHAPE(2, 4)), NULL, NULL);
    Dataset *text = text_dataset_new((int[]){1, 2, 3, 4}, 4, 2);
    Dataset *d = transformed_dataset_new(rows, transform_pad(1), (long[]){1, 2, 3}, 1);
    Dataset *t = transformed_dataset_new(text, transform_pad(1), (long[]){1, 2, 2}, 1);
    Batch batch;
    assert_fails_with("x of a batch is (1, 4), expected 1 pictures of (1, 2, 3)",
                      d->fetch(d, 1, (long[]){0}, &batch));
    assert_fails_with("a batch has no x", t->fetch(t, 1, (long[]){0}, &batch));
    assert_fails_with("pictures of (1, 0, 2), expected 1 or more of each",
                      transformed_dataset_new(rows, transform_pad(1), (long[]){1, 0, 2}, 1));
    assert_fails_with("not a dataset of transformed_dataset_new",
                      transformed_dataset_epoch(rows, 1));
    Dataset *all[] = {d, t, rows, text};
    for (int i = 0; i < 4; i++)
        dataset_free(all[i]);
}

/* Neighbours in seed, epoch and example: no two draw the same, and each draws the same again. */
static void test_no_two_share_a_stream(void **state)
{
    (void)state;
    enum { N = 4 };
    uint64_t first[N * N * N];
    for (int i = 0; i < N * N * N; i++) {
        Rng rng = transform_stream((uint64_t)(i / N / N), i / N % N, i % N);
        Rng again = transform_stream((uint64_t)(i / N / N), i / N % N, i % N);
        first[i] = rng_bits(&rng);
        assert_true(rng_bits(&again) == first[i]);
        for (int j = 0; j < i; j++)
            assert_true(first[j] != first[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_flip),
        UNIT_TEST(test_pad),
        UNIT_TEST(test_center_crop),
        UNIT_TEST(test_normalize),
        UNIT_TEST(test_one_after_the_other),
        UNIT_TEST(test_the_pictures_stay),
        UNIT_TEST(test_no_pictures),
        UNIT_TEST(test_shares),
        UNIT_TEST(test_same_bits_in_any_company),
        UNIT_TEST(test_any_number_of_loaders),
        UNIT_TEST(test_an_epoch_shows_others),
        UNIT_TEST(test_rows_and_a_loader),
        UNIT_TEST(test_mistakes),
        UNIT_TEST(test_mistakes_of_datasets),
        UNIT_TEST(test_no_two_share_a_stream),
    };
    return run_tests("nn/transform", tests);
}
