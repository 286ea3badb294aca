/* test_data_folder.c - make data-cifar and data-mnist ask for what milestone 1998 needs, and no less. */
#include "scratch.h"

/* Runs it; what it says is in the file "said". Its status. */
static int say(const char *kind)
{
    char command[1200];
    snprintf(command, sizeof command, "sh tools/notebook/data.sh %s %s > %s 2>&1", kind,
             scratch_folder, scratch("said"));
    return system(command);
}

static void write_zeros(const char *name, long bytes)
{
    char *zeros = owned_alloc((size_t)bytes + 1);
    write_bytes(scratch(name), zeros, (size_t)bytes);
    owned_free(zeros);
}

/* The milestone says how many a batch has. */
static long batch_of_milestone(void)
{
    static const char name[] = " BATCH = ";
    const char *at = strstr(text_of_file("notebooks-c/1998_lenet.c"), name);
    assert_non_null(at);
    return strtol(at + sizeof name - 1, NULL, 10);
}

static void test_photographs(void **state)
{
    (void)state;
    long least = batch_of_milestone();
    static const char *const names[] = {"data_batch_1.bin", "data_batch_2.bin", "data_batch_3.bin",
                                        "data_batch_4.bin", "test_batch.bin"};
    for (int i = 0; i < 5; i++)
        write_zeros(names[i], 3073);
    assert_int_not_equal(say("cifar"), 0);
    assert_has(text_of_file(scratch("said")), "lacks data_batch_5.bin\n");
    write_zeros("data_batch_5.bin", 3073 * (least - 5));
    assert_int_not_equal(say("cifar"), 0);
    assert_has(text_of_file(scratch("said")), "has 31 pictures to train on, expected at least 32");
    write_zeros("data_batch_5.bin", 3073 * (least - 4));
    assert_int_equal(say("cifar"), 0);
    assert_has(text_of_file(scratch("said")), "has all of it");
}

static void test_digits(void **state)
{
    (void)state;
    long least = batch_of_milestone();
    write_zeros("train-images-idx3-ubyte", 16);
    write_zeros("t10k-images-idx3-ubyte", 16);
    write_zeros("t10k-labels-idx1-ubyte", 9);
    write_zeros("train-labels-idx1-ubyte", 8 + least - 1);
    assert_int_not_equal(say("mnist"), 0);
    assert_has(text_of_file(scratch("said")), "pictures to train on, expected at least");
    write_zeros("train-labels-idx1-ubyte", 8 + least);
    assert_int_equal(say("mnist"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_photographs),
        UNIT_TEST(test_digits),
    };
    return run_tests_in_scratch("tools/notebook/data_folder", tests);
}
