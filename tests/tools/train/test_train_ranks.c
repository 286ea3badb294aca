/* test_train_ranks.c - the program `train` on ranks: files of the same bits, another number of ranks. */
#include <stdlib.h>
#include <sys/wait.h>
#include "small_run.h"

/* The program itself, with these options and the small text. Its status; what it said is in said.txt. */
static int run(const char *options)
{
    char command[1500];
    snprintf(command, sizeof command,
             "OMP_NUM_THREADS=1 %s --text %s --layers 1 --heads 2 --channels 8 --context 8 --batch 5 "
             "--warmup 2 --dropout 0.1 --held-out 0.2 --eval-every 0 --eval-batches 1 "
             "--final-batches 1 --sample 0 --quiet %s > %s 2>&1",
             TRAIN_PROGRAM, scratch("a.txt"), options, scratch("said.txt"));
    int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static const char *options(const char *format, const char *folder, long number)
{
    static char text[300];
    snprintf(text, sizeof text, format, folder, number);
    return text;
}

/* scratch's paths are good for a few calls only. */
static const char *folder(const char *name)
{
    char *path = scope_alloc(scope_current(), 300);
    snprintf(path, 300, "%s", scratch(name));
    return path;
}

static void same_files(const char *a, const char *b)
{
    char command[300];
    snprintf(command, sizeof command, "cmp %s/last.safetensors %s/last.safetensors", a, b);
    assert_int_equal(system(command), 0);
}

static void test_files_have_the_same_bits(void **state)
{
    (void)state;
    corpus_free(some_text());
    const char *one = folder("one"), *many = folder("many");
    assert_int_equal(run(options("--steps 8 --out %s --ranks %ld", one, 1)), 0);
    for (long n = 2; n <= 4; n++) {
        assert_int_equal(run(options("--steps 8 --overwrite --out %s --ranks %ld", many, n)), 0);
        assert_non_null(strstr(text_of_file(scratch("said.txt")), " of 1 thread each, by pipes; a batch is 8 shares"));
        assert_null(strstr(strstr(text_of_file(scratch("said.txt")), "by pipes") + 1, "by pipes")); /* said once */
        same_files(one, many);
    }
    assert_int_equal(run(options("--steps 8 --overwrite --out %s --shares %ld", many, 8)), 0);
    same_files(one, many); /* no ranks at all */
}

static void test_resumed_on_another_number_of_ranks(void **state)
{
    (void)state;
    corpus_free(some_text());
    const char *one = folder("whole"), *parts = folder("parts");
    assert_int_equal(run(options("--lr-min 1e-3 --steps 9 --shares 4 --out %s --ranks %ld", one, 1)), 0);
    assert_int_equal(run(options("--lr-min 1e-3 --steps 4 --shares 4 --out %s --ranks %ld", parts, 4)), 0);
    assert_int_equal(run(options("--resume --steps 7 --out %s --ranks %ld", parts, 2)), 0);
    assert_int_equal(run(options("--resume --steps 9 --out %s --ranks %ld", parts, 3)), 0);
    same_files(one, parts);
}

static void test_refusals(void **state)
{
    (void)state;
    corpus_free(some_text());
    assert_int_equal(run(options("--steps 1 --out %s --ranks 4 --shares %ld", scratch("r"), 3)), 1);
    assert_non_null(strstr(text_of_file(scratch("said.txt")),
                           "--shares: got 3 for 4 ranks, expected at least one for each"));
}

static int close_folder(void **state)
{
    (void)state;
    char command[200];
    snprintf(command, sizeof command, "rm -rf %s/one %s/many %s/whole %s/parts %s/dies %s/r", scratch_folder,
             scratch_folder, scratch_folder, scratch_folder, scratch_folder, scratch_folder);
    return system(command);
}

static void test_folders_go(void **state)
{
    assert_int_equal(close_folder(state), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_files_have_the_same_bits),
        UNIT_TEST(test_resumed_on_another_number_of_ranks),
        UNIT_TEST(test_refusals),
        UNIT_TEST(test_folders_go),
    };
    return run_tests_in_scratch("tools/train/train_ranks", tests);
}
