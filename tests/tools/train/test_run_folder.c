/* test_run_folder.c - the folder of a training run. Invariant: no run is lost to another one by mistake. */
#include "small_run.h"
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

static void refuse(const Recipe *recipe, const Corpus *corpus, const char *why)
{
    assert_null(run_new(recipe, corpus));
    assert_error_has(why);
    assert_error_has(scratch_folder);
}

static void test_an_older_run_is_not_overwritten(void **state)
{
    (void)state;
    Corpus *corpus = some_text();
    Recipe recipe = small_recipe();
    train(&recipe, corpus, NULL);
    const char *last = text_of_file(scratch("last.safetensors")),
               *log = text_of_file(scratch("log.tsv"));
    recipe.overwrite = false;
    refuse(&recipe, corpus, "as they were after step 12,");
    assert_error_has("hint: --resume to go on with that run, another --out, or --overwrite");
    assert_string_equal(text_of_file(scratch("last.safetensors")), last);
    assert_string_equal(text_of_file(scratch("log.tsv")), log);
    unlink(scratch("last.safetensors"));
    refuse(&recipe, corpus, "the files of another run lie,"); /* the best weights are still there */
    unlink(scratch("best.safetensors"));
    train(&recipe, corpus, NULL);
    assert_string_equal(text_of_file(scratch("last.safetensors")), last);
    corpus_free(corpus);
}

/* The best weights of a run that was overwritten are not those of the one that took its place. */
static void test_overwriting_leaves_nothing_of_the_older_run(void **state)
{
    (void)state;
    Corpus *corpus = some_text();
    Recipe recipe = small_recipe();
    train(&recipe, corpus, NULL);
    volatile sig_atomic_t stop = 1;
    train(&recipe, corpus, &stop);
    assert_int_not_equal(access(scratch("best.safetensors"), F_OK), 0);
    assert_int_equal(access(scratch("last.safetensors"), F_OK), 0);
    assert_int_equal(occurrences(text_of_file(scratch("log.tsv")), "\n"), 1);
    assert_int_equal(occurrences(text_of_file(scratch("log.tsv")), "step\t"), 1);
    corpus_free(corpus);
}

static void test_two_runs_at_a_time_are_refused(void **state)
{
    (void)state;
    Corpus *corpus = some_text();
    Recipe recipe = small_recipe();
    Run *run = run_new(&recipe, corpus);
    assert_non_null(run);
    refuse(&recipe, corpus, "which another run is writing to at this moment");
    fclose(fopen(run->log_name, "r")); /* as the curve is drawn */
    refuse(&recipe, corpus, "which another run is writing to at this moment");
    assert_int_equal(run_train(run), 0);
    run_free(run);
    recipe.resume = true;
    run_free(run_new(&recipe, corpus));
    corpus_free(corpus);
}

static void test_leftovers_of_killed_runs_go(void **state)
{
    (void)state;
    Corpus *corpus = some_text();
    Recipe recipe = small_recipe();
    write_bytes(scratch("last.safetensors.tmp.4711"), "x", 1);
    write_bytes(scratch("best.safetensors.tmp.4711"), "x", 1);
    write_bytes(scratch("mine.safetensors.tmp.4711"), "x", 1);
    write_bytes(scratch("best.safetensors.txt"), "x", 1);
    train(&recipe, corpus, NULL);
    assert_int_not_equal(access(scratch("last.safetensors.tmp.4711"), F_OK), 0);
    assert_int_not_equal(access(scratch("best.safetensors.tmp.4711"), F_OK), 0);
    assert_int_equal(access(scratch("mine.safetensors.tmp.4711"), F_OK), 0);
    assert_int_equal(access(scratch("best.safetensors.txt"), F_OK), 0);
    corpus_free(corpus);
}

static void test_fewer_steps_than_there_were(void **state)
{
    (void)state;
    Corpus *corpus = some_text();
    Recipe recipe = small_recipe();
    train(&recipe, corpus, NULL);
    recipe.resume = true;
    recipe.steps = 11;
    refuse(&recipe, corpus, "train: --steps: got 11, expected at least 12");
    corpus_free(corpus);
}

/* The weights are saved even so. */
static void test_a_log_that_is_lost_is_an_error(void **state)
{
    (void)state;
    if (access("/dev/full", W_OK) != 0)
        skip_without("/dev/full");
    Corpus *corpus = some_text();
    Recipe recipe = small_recipe();
    train(&recipe, corpus, NULL);
    unlink(scratch("log.tsv"));
    assert_int_equal(symlink("/dev/full", scratch("log.tsv")), 0);
    refuse(&recipe, corpus, "log.tsv: cannot write: ");
    recipe.resume = true;
    recipe.steps = 20;
    Run *run = run_new(&recipe, corpus);
    assert_non_null(run);
    assert_int_equal(run_train(run), -1);
    assert_error_has("log.tsv: cannot write: ");
    assert_int_equal(run->trainer.step, 15); /* the first that is logged */
    run_free(run);
    assert_string_equal(checkpoint_metadata(scratch("last.safetensors"), "training.step"), "15");
    unlink(scratch("log.tsv"));
    corpus_free(corpus);
}

static void resume_to(Recipe recipe, const Corpus *corpus, long steps)
{
    recipe.resume = true;
    recipe.overwrite = false;
    recipe.steps = steps;
    train(&recipe, corpus, NULL);
}

/* After a crash the log has lines of steps that no checkpoint knows, and a part of one; when the run goes on, it has each
 * step once, in order, as if nothing had happened. */
static void test_a_log_goes_on_where_the_checkpoint_stands(void **state)
{
    (void)state;
    Corpus *corpus = some_text();
    Recipe recipe = small_recipe();
    recipe.eval_every = 0;
    recipe.log_every = 1;
    static const char *const behind[] = {"",
                                         "13\t3.1\t-\t0.001\t100\n14\t3.2\t-\t0.001\t100\n",
                                         "13\t3.1\t-\t0.0",
                                         "144\t3.1\t-\t0.000101\t3.289\t-\t0.001\t258978\n",
                                         "\n\n",
                                         "no number\n",
                                         "12\t3\t-\t1\t1\n"};
    for (size_t i = 0; i < sizeof behind / sizeof *behind; i++) {
        train(&recipe, corpus, NULL);
        FILE *log = fopen(scratch("log.tsv"), "a");
        fputs(behind[i], log);
        assert_int_equal(fclose(log), 0);
        resume_to(recipe, corpus, 15);
        const char *at = text_of_file(scratch("log.tsv"));
        assert_int_equal(strncmp(at, "step\ttrain_loss\t", 16), 0);
        for (long step = 1; step <= 15; step++) {
            at = strchr(at, '\n') + 1;
            assert_int_equal(strtol(at, NULL, 10), step);
        }
        assert_string_equal(strchr(at, '\n'), "\n");
    }
    unlink(scratch("log.tsv")); /* who has thrown it away gets a new one, with its titles */
    resume_to(recipe, corpus, 17);
    assert_int_equal(occurrences(text_of_file(scratch("log.tsv")), "step\t"), 1);
    assert_int_equal(occurrences(text_of_file(scratch("log.tsv")), "\n"), 3);
    corpus_free(corpus);
}

/* ---- the program --------------------------------------------------------------------------------- */

static const char *folder_of_programs;

/* Starts the program on a run that has no end, and waits until it runs. */
static pid_t start_endless(void)
{
    char program[512];
    snprintf(program, sizeof program, "%s/train", folder_of_programs);
    unlink(scratch("log.tsv"));
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        int null = open("/dev/null", O_WRONLY);
        dup2(null, 1);
        dup2(null, 2);
        execl(program, "train", "--text", scratch("a.txt"), "--layers", "1", "--heads", "2",
              "--channels", "8", "--context", "8", "--steps", "1000000000", "--log-every", "1",
              "--quiet", "--overwrite", "--out", scratch_folder, (char *)NULL);
        _exit(127);
    }
    struct stat log;
    int status;
    while (stat(scratch("log.tsv"), &log) != 0 || log.st_size < 200) { /* lines of steps */
        if (waitpid(child, &status, WNOHANG) != 0)
            assert_string_equal("train has ended", "");
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    return child;
}

static void test_a_signal_saves_and_is_the_status(void **state)
{
    (void)state;
    static const int sent[] = {SIGINT, SIGTERM, SIGHUP};
    corpus_free(some_text());
    for (size_t i = 0; i < sizeof sent / sizeof *sent; i++) {
        unlink(scratch("last.safetensors"));
        pid_t child = start_endless();
        int status;
        kill(child, sent[i]);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 128 + sent[i]);
        assert_int_equal(access(scratch("last.safetensors"), F_OK), 0);
    }
}

static void test_output_that_is_lost_is_an_error(void **state)
{
    (void)state;
    char command[1024];
    if (access("/dev/full", W_OK) != 0)
        skip_without("/dev/full");
    snprintf(command, sizeof command, "%s/trace > /dev/full 2> %s", folder_of_programs,
             scratch("said"));
    assert_int_equal(WEXITSTATUS(system(command)), 1);
    assert_has(text_of_file(scratch("said")), "trace: the output could not be written");
    snprintf(command, sizeof command, "%s/trace > /dev/null", folder_of_programs);
    assert_int_equal(system(command), 0);
}

int main(int argc, char **argv)
{
    (void)argc;
    for (int i = 0; i < 4 && strrchr(argv[0], '/') != NULL;
         i++) /* build/release/tests/tools/train/... */
        *strrchr(argv[0], '/') = '\0';
    folder_of_programs = argv[0];
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_an_older_run_is_not_overwritten),
        UNIT_TEST(test_overwriting_leaves_nothing_of_the_older_run),
        UNIT_TEST(test_two_runs_at_a_time_are_refused),
        UNIT_TEST(test_leftovers_of_killed_runs_go),
        UNIT_TEST(test_fewer_steps_than_there_were),
        UNIT_TEST(test_a_log_goes_on_where_the_checkpoint_stands),
        UNIT_TEST(test_a_log_that_is_lost_is_an_error),
        UNIT_TEST(test_a_signal_saves_and_is_the_status),
        UNIT_TEST(test_output_that_is_lost_is_an_error),
    };
    return run_tests_in_scratch("tools/train/run_folder", tests);
}
