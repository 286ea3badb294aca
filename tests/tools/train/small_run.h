/* small_run.h - a text, and a training run on it that takes no time. */
#ifndef SMALL_RUN_H
#define SMALL_RUN_H

#include "scratch.h"
#include "training_run.h"

static inline Corpus *read_two(double held_out)
{
    char *const both[] = {(char *)scratch("a.txt"), (char *)scratch("b.txt")};
    return corpus_read(2, both, held_out, "characters");
}

static inline Corpus *some_text(void)
{
    char text[600];
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = "the quick brown fox\n"[(i * i / 7 + i) % 20];
    write_bytes(scratch("a.txt"), text, sizeof text);
    write_bytes(scratch("b.txt"), "\nand more\n", 10);
    Corpus *c = read_two(0.2);
    assert_non_null(c);
    return c;
}

static inline Recipe small_recipe(void)
{
    Recipe r = recipe_nanogpt;
    r.layers = 1;
    r.heads = 2;
    r.channels = 8;
    r.context = 8;
    r.batch = 2;
    r.steps = 12;
    r.warmup = 2;
    r.dropout = 0.1;
    r.eval_every = 4;
    r.eval_batches = 2;
    r.save_every = 5;
    r.log_every = 3;
    r.quiet = true;
    r.overwrite = true;
    r.out = scratch_folder;
    return r;
}

static inline void train(const Recipe *recipe, const Corpus *corpus,
                         const volatile sig_atomic_t *stop)
{
    Run *run = run_new(recipe, corpus);
    assert_non_null(run);
    run->stop = stop;
    assert_int_equal(run_train(run), 0);
    run_free(run);
}

/* The scratch folder becomes one of HuggingFace's ("hub-words"), or has words.bin and tokenizer.bin of
 * llama2.c ("words"). false: there is no Python to write them. */
static inline bool make_llama_kind(const char *kind)
{
    char command[4400];
    if (system("python3 --version >/dev/null 2>&1") != 0) {
        print_message("         (without python3)\n");
        return false;
    }
    snprintf(command, sizeof command,
             "rm -f %s/*.json && python3 -B tests/fixtures/llama_files.py %s %s", scratch_folder,
             scratch_folder, kind);
    assert_int_equal(system(command), 0);
    return true;
}

#endif
