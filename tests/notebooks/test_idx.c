/* test_idx.c - the notebook's reader of MNIST's files: small ones that are right, and every way to be wrong.
 *
 * The notebook is compiled in; its cells are registered and never run.
 */
#include "test.h"
#include <unistd.h>
#include "../../notebooks-c/1986_digits.c"

static char folder[64];

static const char *place(const char *name)
{
    static char path[160];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void write_file(const char *name, size_t size, const unsigned char *bytes)
{
    FILE *file = fopen(place(name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
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
    snprintf(folder, sizeof folder, "/tmp/kindling-idx-XXXXXX");
    return test_setup(state) != 0 || mkdtemp(folder) == NULL;
}

static int tear_down(void **state)
{
    static const char *const names[] = {"train-images-idx3-ubyte", "train-labels-idx1-ubyte",
                                        "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"};
    for (int i = 0; i < 4; i++)
        unlink(place(names[i]));
    return rmdir(folder) != 0 || test_teardown(state) != 0;
}

static void write_both(size_t image_bytes, size_t label_bytes)
{
    write_file("train-images-idx3-ubyte", image_bytes, images);
    write_file("train-labels-idx1-ubyte", label_bytes, labels);
}

static void test_right_files(void **state)
{
    (void)state;
    write_both(IMAGES, LABELS);
    read_set(0, folder, "train", 60000);
    assert_values(x[0], SHAPE(2, 4), VALUES(0, 1, (real)0.2, 0, (real)0.4, (real)0.6, 0, 1), 1e-6);
    assert_int_equal(side, 2);
    assert_int_equal(int_tensor_numel(digits[0]), 2);
    assert_int_equal(digits[0]->data[0], 7);
    assert_int_equal(digits[0]->data[1], 3);
}

static void test_only_so_many(void **state)
{
    (void)state;
    write_both(IMAGES, LABELS);
    read_set(0, folder, "train", 1);
    assert_values(x[0], SHAPE(1, 4), VALUES(0, 1, (real)0.2, 0), 1e-6);
    assert_int_equal(int_tensor_numel(digits[0]), 1);
}

static void test_sizes_take_four_bytes_the_largest_first(void **state)
{
    (void)state;
    assert_int_equal(idx_size((const unsigned char[]){0, 0, 0xea, 0x60}), 60000);
    assert_int_equal(idx_size((const unsigned char[]){0xff, 0xff, 0xff, 0xff}), 4294967295L);
}

static void test_file_that_is_not_there(void **state)
{
    (void)state;
    write_file("train-images-idx3-ubyte", IMAGES, images);
    assert_fails_with("train-labels-idx1-ubyte", read_set(0, folder, "train", 9));
}

static void assert_told(size_t image_bytes, size_t label_bytes, const char *name)
{
    write_both(image_bytes, label_bytes);
    assert_fails_with(name, read_set(0, folder, "train", 9));
}

/* Cut anywhere, in the head or in the numbers, and the reader says so and reads no further. */
static void test_truncated_files(void **state)
{
    (void)state;
    for (size_t size = 0; size < IMAGES; size++)
        assert_told(size, LABELS, "train-images-idx3-ubyte: ");
    for (size_t size = 0; size < LABELS; size++)
        assert_told(IMAGES, size, "train-labels-idx1-ubyte: ");
}

static void test_bytes_that_are_left_over(void **state)
{
    (void)state;
    unsigned char longer[IMAGES + 1] = {0};
    memcpy(longer, images, IMAGES);
    write_both(IMAGES, LABELS);
    write_file("train-images-idx3-ubyte", sizeof longer, longer);
    assert_fails_with("25 bytes, expected 24", read_set(0, folder, "train", 9));
}

static void assert_magic_told(int byte, unsigned char wrong)
{
    unsigned char right = images[byte];
    images[byte] = wrong;
    assert_told(IMAGES, LABELS, "expected an IDX file of bytes with 3 axes");
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
    assert_told(IMAGES, LABELS, "expected an IDX file of bytes with 1 axes");
}

static void test_wrong_counts(void **state)
{
    (void)state;
    labels[7] = 1;
    write_both(IMAGES, LABELS - 1);
    assert_fails_with("1 labels for 2 pictures", read_set(0, folder, "train", 9));
    labels[7] = 2;
    images[4] = 0xff; /* four thousand million pictures */
    write_both(IMAGES, LABELS);
    assert_fails_with("more than the file holds", read_set(0, folder, "train", 9));
    images[4] = 0;
    images[7] = 0;
    write_both(IMAGES, LABELS);
    assert_fails_with("axis 0 has size 0", read_set(0, folder, "train", 9));
}

static void test_pictures_that_are_no_squares(void **state)
{
    (void)state;
    images[11] = 4;
    images[15] = 1;
    write_both(IMAGES, LABELS);
    assert_fails_with("pictures of 4 x 1", read_set(0, folder, "train", 9));
}

static void test_held_out_pictures_of_another_size(void **state)
{
    (void)state;
    write_both(IMAGES, LABELS);
    read_set(0, folder, "train", 9);
    images[7] = 8;
    images[11] = images[15] = 1;
    labels[7] = 2;
    write_file("t10k-images-idx3-ubyte", IMAGES, images);
    write_file("t10k-labels-idx1-ubyte", LABELS, labels);
    assert_fails_with("2 labels for 8 pictures", read_set(1, folder, "t10k", 9));
    images[7] = 2;
    write_file("t10k-images-idx3-ubyte", 16 + 2, images);
    assert_fails_with("expected squares, of one size", read_set(1, folder, "t10k", 9));
}

static void test_label_that_is_no_digit(void **state)
{
    (void)state;
    labels[9] = 10;
    write_both(IMAGES, LABELS);
    assert_fails_with("label 10 at position 1 is no digit", read_set(0, folder, "train", 9));
}

#define FILES_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

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
        FILES_TEST(test_held_out_pictures_of_another_size),
        FILES_TEST(test_label_that_is_no_digit),
    };
    return run_tests("notebooks/idx", tests);
}
