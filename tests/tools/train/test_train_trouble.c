/* test_train_trouble.c - training runs for which the world has no room: files that lie, disks that refuse,
 * memory that ends. Invariant: the run says so, and leaves nothing behind. */
#include "small_run.h"

/* What is allocated while a checkpoint is compared with options, in blocks. */
static long refuse_to_fit(const char *path, const GptOptions *o, const char *text)
{
    long before = allocation_count;
    assert_int_equal(checkpoint_fits(path, o), -1);
    long made = allocation_count - before;
    assert_error_has(text);
    assert_error_has(path);
    return made;
}

static void test_metadata_that_lie_about_sizes(void **state)
{
    (void)state;
    Corpus *corpus = some_text();
    Recipe recipe = small_recipe();
    train(&recipe, corpus, NULL);
    const char *path = scratch("last.safetensors");
    const GptOptions right = recipe_gpt(&recipe, corpus->vocabulary->size);
    assert_int_equal(checkpoint_fits(path, &right), 0);
    GptOptions o = right;
    o.num_layers = 200;
    assert_true(refuse_to_fit(path, &o, "blocks.1.attn.out.weight") < 20);
    o = right;
    o.embed_dim = 65536;
    assert_true(refuse_to_fit(path, &o, "\"tokens.weight\" is (") < 20);
    o = right;
    o.context = 65536;
    assert_true(refuse_to_fit(path, &o, "expected (65536, 8)") < 20);
    o = right;
    o.vocabulary++;
    refuse_to_fit(path, &o, "\"tokens.weight\" is (");

    recipe.resume = true;
    recipe.layers = 200; /* as if the file's metadata said so */
    recipe.channels = 4096;
    long alive = allocations_alive;
    assert_null(run_new(&recipe, corpus));
    assert_error_has("\"tokens.weight\" is (");
    assert_true(allocations_alive - alive < 3); /* at most a chunk for the scope */
    corpus_free(corpus);
}

/* A file that cannot be written is a reason to end at once. */
static void test_a_save_that_fails_ends_the_run(void **state)
{
    (void)state;
    Corpus *corpus = some_text();
    Recipe recipe = small_recipe();
    unlink(scratch("last.safetensors"));
    assert_int_equal(mkdir(scratch("last.safetensors"), 0700), 0);
    Run *run = run_new(&recipe, corpus);
    assert_int_equal(run_train(run), -1);
    assert_error_has("last.safetensors: not saved");
    assert_int_equal(run->trainer.step, recipe.save_every);
    run_free(run);
    assert_int_equal(rmdir(scratch("last.safetensors")), 0);
    corpus_free(corpus);
}

static const Corpus *given;

static bool make_run(void)
{
    Recipe recipe = small_recipe();
    Run *run = run_new(&recipe, given);
    run_free(run);
    return run != NULL;
}

static bool make_corpus(void)
{
    char *paths[] = {(char *)scratch("text.txt")};
    Corpus *corpus = corpus_read(1, paths, 0.1, "characters");
    corpus_free(corpus);
    return corpus != NULL;
}

/* With its n-th allocation failing, and all that follow, for every n. */
static void torture(bool (*make)(void))
{
    int descriptor = dup(0);
    close(descriptor);
    for (volatile long n = 1, done = 0; !done; n++) {
        kindling_release_thread();
        long alive = allocations_alive;
        jmp_buf here;
        expected_failure = &here;
        fail_from(n);
        if (setjmp(here) == 0)
            done = make();
        fail_after(0);
        expected_failure = NULL;
        kindling_release_thread();
        assert_int_equal(allocations_alive, alive);
        assert_int_equal(dup(0), descriptor);
        close(descriptor);
        assert_true(done || n < 1000);
    }
}

/* A run that cannot be made leaves neither memory nor its log open. */
static void test_out_of_memory_leaves_nothing(void **state)
{
    char text[1000];
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = "to be or not to be\n"[i % 19];
    write_bytes(scratch("text.txt"), text, sizeof text);
    torture(make_corpus);
    Corpus *corpus = some_text();
    given = corpus;
    torture(make_run);
    corpus_free(corpus);
    unlink(scratch("text.txt"));
    *state = scope_open();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_metadata_that_lie_about_sizes),
        UNIT_TEST(test_a_save_that_fails_ends_the_run),
        UNIT_TEST(test_out_of_memory_leaves_nothing),
    };
    return run_tests_in_scratch("tools/train/train_trouble", tests);
}
