/* test_idx.c - the reader of MNIST's files: small ones that are right, and every way to be wrong. */
#include "../support/scratch.h"
#include "test.h"

#define TRAIN_IMAGES "train-images-idx3-ubyte"
#define TRAIN_LABELS "train-labels-idx1-ubyte"

static Tensor *pictures;
static IntTensor *digits;

static long read_train(long most)
{
    return mnist_read(scratch_folder, "train", most, &pictures, &digits);
}

/* Two pictures of 2 x 2, labels 7 and 3. */
enum { IMAGES = 16 + 8, LABELS = 8 + 2 };
static unsigned char images[IMAGES], labels[LABELS];

static int set_up(void **state)
{
    static const unsigned char right_images[IMAGES] = {0, 0, 8, 3, 0, 0,   0,  2, 0,   0,   0, 2,
                                                       0, 0, 0, 2, 0, 255, 51, 0, 102, 153, 0, 255};
    static const unsigned char right_labels[LABELS] = {0, 0, 8, 1, 0, 0, 0, 2, 7, 3};
    memcpy(images, right_images, IMAGES);
    memcpy(labels, right_labels, LABELS);
    return test_setup(state);
}

static void write_both(size_t image_bytes, size_t label_bytes)
{
    write_bytes(scratch(TRAIN_IMAGES), images, image_bytes);
    write_bytes(scratch(TRAIN_LABELS), labels, label_bytes);
}

static void assert_refused(const char *why)
{
    pictures = NULL;
    digits = NULL;
    assert_int_equal(read_train(9), -1);
    assert_error_has(why);
    assert_null(pictures);
    assert_null(digits);
}

static void test_right_files(void **state)
{
    (void)state;
    write_both(IMAGES, LABELS);
    assert_int_equal(read_train(60000), 2);
    assert_values(pictures, SHAPE(2, 4), VALUES(0, 1, (real)0.2, 0, (real)0.4, (real)0.6, 0, 1),
                  1e-6);
    assert_int_equal(int_tensor_numel(digits), 2);
    assert_int_equal(digits->data[0], 7);
    assert_int_equal(digits->data[1], 3);
}

static void test_only_so_many(void **state)
{
    (void)state;
    write_both(IMAGES, LABELS);
    read_train(1);
    assert_values(pictures, SHAPE(1, 4), VALUES(0, 1, (real)0.2, 0), 1e-6);
    assert_int_equal(int_tensor_numel(digits), 1);
}

static void test_sizes_take_four_bytes_the_largest_first(void **state)
{
    (void)state;
    memcpy(images + 4, ((unsigned char[]){0, 0, 0xea, 0x60}), 4);
    write_both(IMAGES, LABELS);
    assert_refused("axis 0 has size 60000, expected 1 or more and no more than the file holds");
}

static void test_file_that_is_not_there(void **state)
{
    (void)state;
    write_both(IMAGES, LABELS);
    unlink(scratch(TRAIN_LABELS));
    assert_refused(TRAIN_LABELS ": cannot open");
}

static void assert_told(size_t image_bytes, size_t label_bytes, const char *name)
{
    write_both(image_bytes, label_bytes);
    assert_refused(name);
}

/* Cut anywhere, in the head or in the numbers, and the reader says so and reads no further. */
static void test_truncated_files(void **state)
{
    (void)state;
    for (size_t size = 0; size < IMAGES; size++)
        assert_told(size, LABELS, TRAIN_IMAGES ": ");
    for (size_t size = 0; size < LABELS; size++)
        assert_told(IMAGES, size, TRAIN_LABELS ": ");
}

static void test_bytes_that_are_left_over(void **state)
{
    (void)state;
    unsigned char longer[IMAGES + 1] = {0};
    memcpy(longer, images, IMAGES);
    write_both(IMAGES, LABELS);
    write_bytes(scratch(TRAIN_IMAGES), longer, sizeof longer);
    assert_refused("25 bytes, expected 24");
}

static void assert_magic_told(int byte, unsigned char wrong)
{
    unsigned char right = images[byte];
    images[byte] = wrong;
    assert_told(IMAGES, LABELS, TRAIN_IMAGES ": expected an IDX file of bytes with 3 axes");
    images[byte] = right;
}

static void test_wrong_magic(void **state)
{
    (void)state;
    assert_magic_told(0, 1);
    assert_magic_told(1, 1);
    assert_magic_told(2, 0x0d); /* floats */
    assert_magic_told(3, 1);    /* one axis */
    labels[3] = 3;
    assert_told(IMAGES, LABELS, TRAIN_LABELS ": expected an IDX file of bytes with 1 axis.");
}

static void test_wrong_counts(void **state)
{
    (void)state;
    labels[7] = 1;
    write_both(IMAGES, LABELS - 1);
    assert_refused("1 labels for 2 pictures, expected one each");
    labels[7] = 2;
    images[4] = 0xff; /* four thousand million pictures */
    write_both(IMAGES, LABELS);
    assert_refused("no more than the file holds");
    images[4] = 0;
    images[7] = 0;
    write_both(IMAGES, LABELS);
    assert_refused("axis 0 has size 0");
}

static void test_pictures_that_are_no_squares(void **state)
{
    (void)state;
    images[11] = 4;
    images[15] = 1;
    write_both(IMAGES, LABELS);
    assert_refused("pictures of 4 x 1");
}

static void test_the_kind_chooses_the_files(void **state)
{
    (void)state;
    images[7] = labels[7] = 1;
    write_bytes(scratch("t10k-images-idx3-ubyte"), images, 16 + 4);
    write_bytes(scratch("t10k-labels-idx1-ubyte"), labels, LABELS - 1);
    mnist_read(scratch_folder, "t10k", 9, &pictures, &digits);
    assert_shape(pictures, SHAPE(1, 4));
}

static void test_a_folder_with_a_long_name(void **state)
{
    (void)state;
    char folder[5000];
    memset(folder, 'd', sizeof folder - 1);
    folder[sizeof folder - 1] = '\0';
    assert_int_equal(mnist_read(folder, "train", 9, &pictures, &digits), -1);
    assert_error_has("ddd");
}

static void test_none_at_most(void **state)
{
    (void)state;
    write_both(IMAGES, LABELS);
    assert_fails_with("mnist_read: most is 0, expected 1 or more", read_train(0));
}

static void test_label_that_is_no_digit(void **state)
{
    (void)state;
    labels[9] = 10;
    write_both(IMAGES, LABELS);
    assert_refused("label 10 at position 1, expected 0 to 9");
}

#define FILES_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, test_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        FILES_TEST(test_right_files),
        FILES_TEST(test_only_so_many),
        FILES_TEST(test_sizes_take_four_bytes_the_largest_first),
        FILES_TEST(test_file_that_is_not_there),
        FILES_TEST(test_truncated_files),
        FILES_TEST(test_bytes_that_are_left_over),
        FILES_TEST(test_wrong_magic),
        FILES_TEST(test_wrong_counts),
        FILES_TEST(test_pictures_that_are_no_squares),
        FILES_TEST(test_the_kind_chooses_the_files),
        FILES_TEST(test_label_that_is_no_digit),
        FILES_TEST(test_a_folder_with_a_long_name),
        FILES_TEST(test_none_at_most),
    };
    return run_tests_in_scratch("nn/idx", tests);
}
