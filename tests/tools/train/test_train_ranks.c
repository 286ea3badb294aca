/* test_train_ranks.c - the program `train` on ranks: files of the same bits, another number of ranks. */
#include <stdlib.h>
#include <sys/wait.h>
#include "small_run.h"

#define SMALL                                                                                      \
    "--layers 1 --heads 2 --channels 8 --context 8 --batch 5 --warmup 2 --dropout 0.1 --held-out " \
    "0.2 "                                                                                         \
    "--eval-every 0 --eval-batches 1 --final-batches 1 --sample 0 --quiet --lr-min 1e-3"

/* The program itself, with these options and the small text. Its status; what it said is in said.txt. */
static int run(const char *options)
{
    char command[1500];
    snprintf(command, sizeof command, "OMP_NUM_THREADS=1 %s --text %s %s %s > %s 2>&1",
             TRAIN_PROGRAM, scratch("a.txt"), SMALL, options, scratch("said.txt"));
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
        assert_non_null(strstr(text_of_file(scratch("said.txt")),
                               " of 1 thread each, by pipes; a batch is 8 shares"));
        assert_null(strstr(strstr(text_of_file(scratch("said.txt")), "by pipes") + 1,
                           "by pipes")); /* said once */
        same_files(one, many);
        assert_int_equal(
            run(options("--steps 8 --overwrite --shard-moments --out %s --ranks %ld", many, n)), 0);
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
    assert_int_equal(run(options("--steps 9 --shares 4 --out %s --ranks %ld", one, 1)), 0);
    assert_int_equal(run(options("--steps 4 --shares 4 --out %s --ranks %ld", parts, 4)), 0);
    assert_int_equal(
        run(options("--resume --shard-moments --steps 7 --out %s --ranks %ld", parts, 2)), 0);
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
    assert_int_equal(run(options("--steps 1 --shard-moments --out %s --ranks %ld", scratch("r"), 1)),
                     1);
    assert_non_null(strstr(text_of_file(scratch("said.txt")),
                           "--shard-moments: got one rank, which keeps them all"));
}

/* ---- a rank that dies --------------------------------------------------------------------------- */

static long step_of(const char *path)
{
    SafeTensors *file = safetensors_open(path);
    assert_non_null(file);
    long step = strtol(safetensors_metadata(file, "training.step"), NULL, 10);
    safetensors_close(file);
    return step;
}

/* Starts three ranks and sends one a signal when there is a checkpoint. The status; -1: this system does not tell who the
 * ranks are. */
static int run_and_kill(const char *out, const char *signal)
{
    char command[2000];
    snprintf(command, sizeof command,
             "OMP_NUM_THREADS=1 %s --text %s %s --out %s --ranks 3 --steps 1000000 --save-every 5 "
             "> %s 2>&1 &\n"
             "pid=$!\n"
             "while [ ! -s %s/last.safetensors ]; do kill -0 $pid || exit 99; sleep 0.02; done\n"
             "read -r first second rest < /proc/$pid/task/$pid/children\n"
             "if [ -z \"$second\" ]; then kill -9 $pid; exit 98; fi\n"
             "kill -%s $second\n"
             "wait $pid\n",
             TRAIN_PROGRAM, scratch("a.txt"), SMALL, out, scratch("said.txt"), out, signal);
    int status = system(command);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status) == 98 ? -1 : WEXITSTATUS(status);
}

static void test_a_rank_that_dies_ends_all_and_nothing_is_lost(void **state)
{
    (void)state;
    corpus_free(some_text());
    const char *dies = folder("dies"), *whole = folder("unharmed");
    int status = run_and_kill(dies, "9");
    if (status < 0)
        skip_without("a rank to kill before it ends");
    assert_int_equal(status, 1);
    const char *said = text_of_file(scratch("said.txt"));
    assert_non_null(strstr(said, "rank 2 of 3 was ended by signal 9"));
    assert_non_null(strstr(said, "The last checkpoint is whole; go on with --resume"));
    char last[320], steps[40];
    snprintf(last, sizeof last, "%s/last.safetensors", dies);
    long more = step_of(last) + 3;
    snprintf(steps, sizeof steps, "--steps %ld", more);
    char resume[100], from_start[100];
    snprintf(resume, sizeof resume, "--resume %s --out %%s --ranks %%ld", steps);
    snprintf(from_start, sizeof from_start, "%s --out %%s --ranks %%ld", steps);
    assert_int_equal(run(options(resume, dies, 2)), 0);
    assert_int_equal(run(options(from_start, whole, 1)), 0);
    assert_int_equal(step_of(last), more);
    same_files(dies, whole);
}

/* The first SIGTERM to any rank ends the run of all, in order: it is saved, and the status says that it is a part. */
static void test_any_rank_may_be_told_to_stop(void **state)
{
    (void)state;
    corpus_free(some_text());
    const char *stops = folder("stops"), *whole = folder("not_stopped");
    int status = run_and_kill(stops, "TERM");
    if (status < 0)
        skip_without("a rank to kill before it ends");
    assert_int_equal(status, 128 + 15);
    assert_non_null(strstr(text_of_file(scratch("said.txt")), "Stopped after step "));
    char last[320], resume[100], from_start[100];
    snprintf(last, sizeof last, "%s/last.safetensors", stops);
    long more = step_of(last) + 2;
    snprintf(resume, sizeof resume, "--resume --steps %ld --out %%s --ranks %%ld", more);
    snprintf(from_start, sizeof from_start, "--steps %ld --out %%s --ranks %%ld", more);
    assert_int_equal(run(options(resume, stops, 3)), 0);
    assert_int_equal(run(options(from_start, whole, 1)), 0);
    same_files(stops, whole);
}

/* Each rank reads the text for itself: a stale copy on one node is told on every rank, before a step is taken. */
static void test_ranks_with_another_text_do_not_train(void **state)
{
    (void)state;
    Corpus *corpus = some_text();
    Recipe recipe = small_recipe();
    recipe.out = folder("texts");
    Ranks *r = ranks_pipe(3);
    assert_non_null(r);
    if (r->rank == 2)
        memset(corpus->fingerprint, '7', 16); /* as long, and another */
    Run *run = run_new_on(r, &recipe, corpus);
    bool told =
        run == NULL && strstr(kindling_error(), "the fingerprint of the text: rank 2 of 3 has "
                                                "7777777777777777, and rank 0 ") != NULL;
    bool same = ranks_compare_text(r, "a library", "built-in") == 0;
    bool other = ranks_compare_text(r, "a library", r->rank == 1 ? "BLAS" : "built-in") != 0 &&
                 strcmp(kindling_error(), "a library: rank 1 of 3 has BLAS, and rank 0 built-in, "
                                          "expected the same on all") == 0;
    char well[3] = {0};
    well[r->rank] = told && same && other;
    ranks_gather(r, well, (const size_t[]){0, 1, 2, 3});
    if (r->rank != 0)
        _exit(0);
    ranks_close(r, true);
    assert_true(well[0] && well[1] && well[2]);
    assert_int_not_equal(access(recipe.out, F_OK), 0); /* not even the folder is made */
    corpus_free(corpus);
}

/* ---- a machine that is too small --------------------------------------------------------------- */

/* 600 MB of addresses, as a container may have; one matrix of the model would take 1 GB. */
static void test_a_model_that_fits_no_memory(void **state)
{
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    skip_without("a configuration other than asan"); /* it needs more addresses than that for itself */
#endif
    static const struct {
        const char *options, *says;
    } all[] = {{"--channels 16384", "--channels (16384) or --layers (1)"},
               {"--channels 64 --batch 1000000", "--batch (it is 1000000) or --context (8)"}};
    corpus_free(some_text());
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char command[1500];
        snprintf(command, sizeof command,
                 "ulimit -c 0; ulimit -v 600000 || exit 97; OMP_NUM_THREADS=1 %s --text %s %s %s "
                 "--steps 1 "
                 "--overwrite --out %s > %s 2>&1",
                 TRAIN_PROGRAM, scratch("a.txt"), SMALL, all[i].options, folder("large"),
                 scratch("said.txt"));
        int status = system(command);
        const char *said = text_of_file(scratch("said.txt"));
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 1 || strstr(said, all[i].says) == NULL)
            print_error("%s\n", said);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1); /* and no core */
        assert_non_null(strstr(said, "train: out of memory"));
        assert_non_null(strstr(said, all[i].says));
    }
}

/* ---- what a share draws ------------------------------------------------------------------------- */

enum { SHARES = 4, WINDOWS = 8, CONTEXT = 8 };

typedef struct {
    int ids[WINDOWS * CONTEXT];
    long size;
    uint64_t dropout; /* its first number */
} Drawn;

static Drawn drawn(Run *run, long step, long share, long shares)
{
    Drawn d = {.size = 0};
    Batch batch;
    Scope *scope = scope_open();
    run->trainer.step = step;
    run->trainer.draw_share(run, share, shares, &batch);
    d.size = batch.size;
    memcpy(d.ids, batch.ids->data, (size_t)(batch.size * CONTEXT) * sizeof(int));
    Rng copy = run->gpt->dropout_rng;
    d.dropout = rng_bits(&copy);
    scope_close(scope);
    return d;
}

static void test_each_step_and_share_draws_its_own(void **state)
{
    (void)state;
    Recipe recipe = small_recipe();
    recipe.batch = WINDOWS;
    recipe.shares = SHARES;
    Corpus *corpus = some_text();
    Run *run = run_new_on(NULL, &recipe, corpus);
    assert_non_null(run);
    Drawn all[2 * SHARES];
    for (int i = 0; i < 2 * SHARES; i++) {
        all[i] = drawn(run, i / SHARES, i % SHARES, SHARES);
        assert_int_equal(all[i].size, WINDOWS / SHARES);
        for (int j = 0; j < i; j++) {
            assert_true(all[i].dropout != all[j].dropout);
            assert_memory_not_equal(all[i].ids, all[j].ids,
                                    (size_t)(WINDOWS / SHARES * CONTEXT) * sizeof(int));
        }
    }
    Drawn whole = drawn(run, 1, 0, 1); /* the shares of a step are one batch, cut */
    for (int i = 0; i < SHARES; i++)
        assert_memory_equal(whole.ids + i * (WINDOWS / SHARES * CONTEXT), all[SHARES + i].ids,
                            (size_t)(WINDOWS / SHARES * CONTEXT) * sizeof(int));
    run_free(run);
    corpus_free(corpus);
}

static int close_folder(void **state)
{
    (void)state;
    char command[200];
    snprintf(command, sizeof command,
             "cd %s && rm -rf one many whole parts dies unharmed r stops not_stopped texts large",
             scratch_folder);
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
        UNIT_TEST(test_any_rank_may_be_told_to_stop),
        UNIT_TEST(test_ranks_with_another_text_do_not_train),
        UNIT_TEST(test_a_model_that_fits_no_memory),
        UNIT_TEST(test_a_rank_that_dies_ends_all_and_nothing_is_lost),
        UNIT_TEST(test_each_step_and_share_draws_its_own),
        UNIT_TEST(test_refusals),
        UNIT_TEST(test_folders_go),
    };
    return run_tests_in_scratch("tools/train/train_ranks", tests);
}
