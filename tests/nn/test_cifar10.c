/* test_cifar10.c - the reader of CIFAR-10's files: small ones that are right, and ways to be wrong. */
#include "../support/scratch.h"
#include "test.h"

enum { RECORD = 3073 };

static Tensor *pictures;
static IntTensor *labels;
static unsigned char record[3 * RECORD];

/* Files of so many records each, labels 0, 1, 2 ... in turn; 0: no such file. */
static void write_file(const char *name, long n, int first_label)
{
    for (long i = 0; i < n; i++) {
        record[i * RECORD] = (unsigned char)((first_label + i) % 10);
        for (long k = 1; k < RECORD; k++)
            record[i * RECORD + k] = (unsigned char)((k + 7 * (first_label + i)) % 256);
    }
    write_bytes(scratch(name), record, (size_t)(n * RECORD));
}

static void write_all(void)
{
    char name[32];
    for (int i = 1; i <= 5; i++) {
        snprintf(name, sizeof name, "data_batch_%d.bin", i);
        write_file(name, 2, 2 * (i - 1));
    }
    write_file("test_batch.bin", 3, 4);
}

static void assert_refused(const char *kind, const char *why)
{
    pictures = NULL;
    labels = NULL;
    assert_int_equal(cifar10_read(scratch_folder, kind, 100, &pictures, &labels), -1);
    assert_error_has(why);
    assert_null(pictures);
    assert_null(labels);
}

static void test_all_files(void **state)
{
    (void)state;
    write_all();
    assert_int_equal(cifar10_read(scratch_folder, "train", 60000, &pictures, &labels), 10);
    assert_shape(pictures, SHAPE(10, 3, 32, 32));
    for (int i = 0; i < 10; i++) {
        assert_int_equal(labels->data[i], i);
        for (long k = 0; k < 3072; k += 777)
            assert_close((double)pictures->data[i * 3072 + k],
                         (double)((k + 1 + 7 * i) % 256) / 255, 1e-6);
    }
    assert_int_equal(cifar10_read(scratch_folder, "test", 60000, &pictures, &labels), 3);
    assert_int_equal(labels->data[0], 4);
}

/* What is not needed is not opened, nor looked at. */
static void test_only_so_many(void **state)
{
    (void)state;
    write_all();
    unlink(scratch("data_batch_3.bin"));
    assert_int_equal(cifar10_read(scratch_folder, "train", 3, &pictures, &labels), 3);
    assert_shape(pictures, SHAPE(3, 3, 32, 32));
    assert_int_equal(labels->data[2], 2);
    assert_int_equal(cifar10_read(scratch_folder, "train", 4, &pictures, &labels), 4);
    assert_refused("train", "data_batch_3.bin: cannot open");
}

static void test_bad_files(void **state)
{
    (void)state;
    write_all();
    write_bytes(scratch("data_batch_2.bin"), record, RECORD - 1);
    assert_refused("train", "data_batch_2.bin: 3072 bytes, expected a multiple of 3073");
    write_bytes(scratch("data_batch_2.bin"), record, 0);
    assert_refused("train", "data_batch_2.bin: 0 bytes");
    write_bytes(scratch("data_batch_2.bin"), record, 2 * RECORD + 5);
    assert_refused("train", "hint: unpack cifar-10-binary.tar.gz");
    write_file("data_batch_2.bin", 2, 0);
    record[RECORD] = 10;
    write_bytes(scratch("data_batch_2.bin"), record, 2 * RECORD);
    assert_refused("train", "data_batch_2.bin: label 10 of picture 1, expected 0 to 9");
    unlink(scratch("test_batch.bin"));
    assert_refused("test", "test_batch.bin: cannot open");
}

static void test_mistakes(void **state)
{
    (void)state;
    assert_fails_with("most is 0, expected 1 or more",
                      cifar10_read(scratch_folder, "train", 0, &pictures, &labels));
    assert_fails_with("kind is \"t10k\", expected \"train\" or \"test\"",
                      cifar10_read(scratch_folder, "t10k", 1, &pictures, &labels));
    assert_fails_with("cifar10_name: label 10, expected 0 to 9", cifar10_name(10));
    assert_fails_with("label -1", cifar10_name(-1));
    assert_string_equal(cifar10_name(0), "airplane");
    assert_string_equal(cifar10_name(9), "truck");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_all_files),
        UNIT_TEST(test_only_so_many),
        UNIT_TEST(test_bad_files),
        UNIT_TEST(test_mistakes),
    };
    return run_tests_in_scratch("nn/cifar10", tests);
}
