/* recipe.h - the settings of a training run: on the command line and in its checkpoints. */
#ifndef RECIPE_H
#define RECIPE_H

#include "kindling.h"
#include "options.h"

typedef struct {
    /* the model */
    long layers, heads, channels, context;
    double dropout;
    bool bias, untied, llama;
    long kv_heads, mlp_dim;      /* 0: the usual ones */
    double norm_eps, rope_base;  /* 0: the usual ones */
    bool rope_half;
    /* its training */
    long batch, steps, warmup, seed;
    long shares; /* of a batch, for ranks; 0: none */
    double lr, lr_min, beta1, beta2, weight_decay, clip, held_out;
    /* what is said and saved along the way */
    OptionList text;
    const char *tokenizer; /* "characters", "bpe:N"; "given": those of --init */
    const char *init;      /* NULL: begins at random */
    const char *freeze;    /* beginnings of names, with commas between; "" */
    long lora; /* the rank of what learns beside the weights; 0: they learn themselves */
    const char *answers;   /* how lines begin that the loss counts; "": it counts all */
    const char *out;
    bool resume, overwrite, quiet, recompute, shard_moments;
    long eval_every, eval_batches, final_batches, save_every, log_every, threads, ranks;
    /* what is written at the end */
    const char *from, *prompt;
    long sample, sample_seed, top_k;
    double temperature, top_p;
} Recipe;

/* nanoGPT's for a CPU (Karpathy 2022), without text. */
extern const Recipe recipe_nanogpt;

/* The command line on top of r. With --resume or --from, settings that are not on the command line
 * come from that checkpoint, and those of the model must agree with it. */
OptionsResult recipe_read(Recipe *r, int argc, char *const argv[]);
/* The command line once more on r, whose model is that of `path`: only dropout, and a shorter context,
 * may differ. 0, -1. */
int recipe_read_model(Recipe *r, const char *path, int argc, char *const argv[]);
/* The checkpoint --resume and --from speak of, in the current scope; NULL: neither was given. */
const char *recipe_checkpoint(const Recipe *r);
GptOptions recipe_gpt(const Recipe *r, long vocabulary);
/* Settings as metadata, in the current scope, with room for `more` further entries behind them. */
MetadataEntry *recipe_metadata(const Recipe *r, long more, long *count);

#endif
