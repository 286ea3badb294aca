/* training_run.h - one training run of a GPT: its state, its files, its steps. */
#ifndef TRAINING_RUN_H
#define TRAINING_RUN_H

#include <signal.h>
#include "answers.h"
#include "files.h"
#include "recipe.h"

typedef struct {
    Recipe recipe;
    const Corpus *corpus; /* borrowed */
    Gpt *gpt;
    ParameterList *parameters; /* what learns */
    LoraModel *lora;           /* the model's last child; NULL: the weights learn */
    Optimizer *optimizer;
    Dataset *training, *held_out;
    bool *answers; /* tokens of the text that the loss counts; NULL: all */
    Rng batches; /* where the training windows are drawn from */
    Trainer trainer;
    Ranks *ranks;                      /* borrowed; NULL: one */
    const volatile sig_atomic_t *stop; /* not 0: end after this step; NULL: never */
    FILE *log;
    char best[FILE_NAME_SIZE], last[FILE_NAME_SIZE], log_name[FILE_NAME_SIZE];
    double started;
    long first_step; /* where this run began */
    double loss_sum; /* of the steps since the last line of the log */
    long loss_count;
    double held_out_loss; /* the last one measured, at held_out_step */
    long held_out_step;
    bool broken; /* a file could not be written */
    double *noted; /* some of the weights before step noted_step + 1; NULL: none yet */
    long noted_step;
} Run;

/* At its beginning, or where last.safetensors left it with recipe->resume. NULL, kindling_error(). */
Run *run_new(const Recipe *recipe, const Corpus *corpus);
/* The same on every rank: rank 0 has the folder to itself, the others only read what it resumes from. With more than
 * one rank, or recipe->shares, batches and dropout are drawn share by share. */
Run *run_new_on(OR_NULL Ranks *ranks, const Recipe *recipe, const Corpus *corpus);
/* To the end, or until *stop; then rank 0 saves last.safetensors, and the others wait for it. 0, or -1 and kindling_error(). */
int run_train(Run *r);
/* The mean loss over so many batches of the held-out text, the same ones every time. */
double run_measure(Run *r, long batches);
void run_free(Run *r);

/* Are there shares for all ranks, ranks for what was asked, and the same text and products on each? 0; -1,
 * kindling_error(). */
int run_check_ranks(const Run *r);
/* Are both parts of the text longer than a window? 0; -1, kindling_error(). */
int run_check_length(const Run *r);
/* Makes r->training and r->held_out: all windows, or with recipe->answers those that have one. 0;
 * -1, kindling_error(). */
int run_examples(Run *r);

/* What recipe->freeze names leaves r->parameters, and gets no gradient. 0; -1, kindling_error(): a
 * name that begins none, or nothing is left that learns. */
int run_freeze(Run *r);

/* With recipe->lora: the weights of r stay, and r->parameters becomes what learns beside them. 0; -1,
 * kindling_error(): a rank above a side of a matrix. */
int run_lora(Run *r);
/* The model as it is used, with what was learnt beside its weights in them: to a file, or for good. 0; -1, kindling_error(). */
int run_save_merged(Run *r, const char *path, const CheckpointState *state);
/* At the end: the best weights, if any were saved; the others are then lost. 0; -1, kindling_error(). */
int run_take_best(Run *r);
/* The weights of a checkpoint; where a run of that rank learnt something beside them, their sums. 0;
 * -1, kindling_error(). */
int gpt_read_merged(Gpt *g, const char *path, long rank);

/* Before a step: some numbers of each matrix that learns, with --lora of each that changes by it, if its
 * line will be written. */
void run_note_weights(Run *r);
/* Behind it: a line of the log, with what it did. Its title is run_folder_begin's. */
void run_log_line(Run *r);
double run_learning_rate(const Run *r, long step);

/* Names r's files and opens its log. -1, kindling_error(): another run is writing there, or has written and the
 * recipe neither resumes nor overwrites it. Leftovers of a killed run are removed. */
int run_folder_open(Run *r);
void run_folder_name(Run *r); /* names its files, and touches none */
/* What an overwritten run left goes, and the log gets its first line. 0; -1, kindling_error(). */
int run_folder_begin(Run *r);
/* The log of a run that goes on: what lies behind the checkpoint's step was not saved, and will be written again. 0; -1. */
int run_folder_go_on(Run *r);
/* The losses of steps that no line of the log speaks of yet, for the checkpoint that the run goes on
 * from: the next line is then the mean over all its steps. An older file says nothing of them. 0;
 * -1, kindling_error(): they are not as written. */
MetadataEntry run_unlogged(const Run *r);
int run_recall_unlogged(Run *r);
/* Has every line of the log been written? 0; -1, kindling_error(). */
int run_folder_check_log(const Run *r);

/* Does a checkpoint hold a model of these options, with learned positions? Its metadata may say sizes
 * that its tensors do not have, so this is asked before such a model is made. 0; -1, kindling_error(). */
int checkpoint_fits(const char *path, const GptOptions *o);
/* A copy of one entry of a checkpoint's metadata, in the current scope; NULL and kindling_error(). */
const char *checkpoint_metadata(const char *path, const char *key);

#endif
