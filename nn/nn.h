/* nn.h - layers, losses, data, optimizers, training: everything around the gradient.
 *
 * A Module is a bag of named parameters and named children; a layer is a struct whose first member
 * is a Module, so that walking, counting, saving, loading and freeing are written once. Modules and
 * their parameters are owned: they outlive scopes and end with module_free. Results of a forward
 * call live in the innermost open scope.
 */
#ifndef KINDLING_NN_H
#define KINDLING_NN_H

#include "../autograd/autograd.h"

#pragma GCC visibility push(default) /* what the shared library exports */

/* ---- module.c: named parameters and children ---------------------------------------------- */

#define MODULE_MAX_PARAMETERS 4
#define MODULE_MAX_BUFFERS 2

typedef struct Module Module;
typedef struct {
    const char *name; /* not copied; NULL: the index alone */
    int index;        /* -1, or the number in a list: "blocks.3" */
    Module *module;
} ModuleChild;

struct Module {
    const char *kind;                            /* "Linear" */
    Tensor *(*forward)(Module *self, Tensor *x); /* NULL where it takes more than one tensor */
    void (*destroy)(Module *self); /* frees what is neither parameter nor child; mostly NULL */
    bool training;                 /* dropout acts only while true */
    const Module *owner;           /* the module it is a child of, NULL at the top */
    int n_parameters;
    struct {
        const char *name;
        Tensor *tensor;
        bool shared; /* made by another module, which frees it */
    } parameter[MODULE_MAX_PARAMETERS];
    int n_buffers;
    struct {
        const char *name;
        Tensor *tensor;
        bool saved;
    } buffer[MODULE_MAX_BUFFERS];
    int n_children;
    ModuleChild *children;
};

/* A zeroed block of `size` bytes that starts with a Module; training is on. A constructor that goes on
 * from here begins with UNDO_ON_FAIL (tensor.h), so that a failure leaves nothing half-made. */
void *module_new(size_t size, const char *kind, Tensor *(*forward)(Module *self, Tensor *x));
/* A new owned leaf that requires a gradient, registered under a name; numbers are 0. */
Tensor *module_parameter(Module *m, const char *name, int ndim, const long *shape);
/* Registers a parameter of another module once more (tied weights). Its maker still owns it. */
void module_share(Module *m, const char *name, Tensor *parameter);
/* The child belongs to m from here on; a module that has an owner already is a mistake. */
void module_child(Module *m, OR_NULL const char *name, int index, Module *child);
void module_free(OR_NULL Module *m); /* children, parameters, their gradients; NULL is fine */
void module_train(Module *m, bool training); /* the module and everything below it */
Tensor *module_forward(Module *m, Tensor *x);

/* ---- parameters.c: every parameter below a module, by name -------------------------------- */

/* Each once, by its path: "blocks.0.attn.q.weight". A tensor that is registered twice (tied
 * weights) appears under its first name. */
typedef struct {
    long count, capacity;
    Tensor **tensor;
    char **name;
    long buffers, after_buffers; /* in module_state: [buffers, after_buffers) are no parameters */
} ParameterList;
ParameterList *parameters_of(Module *m);
ParameterList *parameters_new(void); /* an empty list, to train a few parameters only */
void parameters_add(ParameterList *list, const char *name, Tensor *t); /* the name is copied */
void parameters_free(OR_NULL ParameterList *list); /* the list, not the tensors */
long parameters_numel(const ParameterList *list);
Tensor *parameters_find(const ParameterList *list, const char *name); /* NULL if absent */
void parameters_zero_grad(const ParameterList *list);
void module_summary(FILE *stream, Module *m); /* a table: name, shape, count; and the total */

/* ---- buffers.c: tensors of a module that are not trained ---------------------------------- */

/* A new owned tensor of zeros that gets no gradient: a running mean, a fixed table. No optimizer sees
 * it, parameters_of does not list it, and module_free ends it. As torch's register_buffer. */
typedef enum {
    BUFFER_SAVED,    /* goes into files with the weights: what training has changed */
    BUFFER_NOT_SAVED /* the constructor can make it again */
} BufferKind;
Tensor *module_buffer(Module *m, const char *name, BufferKind kind, int ndim, const long *shape);
/* All that files keep of a module: its parameters, then its saved buffers. torch's state_dict. */
ParameterList *module_state(Module *m);

/* ---- weights.c: weights by name, as safetensors ------------------------------------------- */

/* Parameters and saved buffers. Loading checks every name and shape before it changes anything; a
 * name that is missing, left over or of another shape is an error that names it. Only a file with none
 * of the buffers was written before the model had any, and loads: they keep their numbers. 0, -1 */
int module_save(Module *m, const char *path);
int module_load(Module *m, const char *path);
/* The two halves of loading. parameters_read gives the file's tensors in the list's order, in the
 * current scope, NULL for buffers that the file may lack; NULL and kindling_error() if one does not fit. Tensors of the file whose name
 * starts with `skip` may be left over (NULL: none). path is for messages. */
Tensor **parameters_read(const ParameterList *list, SafeTensors *file, const char *path,
                         OR_NULL const char *skip);
void parameters_assign(const ParameterList *list, Tensor *const values[]);

/* ---- init.c, init_fill.c: starting values ------------------------------------------------- */

void init_uniform(Tensor *t, real low, real high, Rng *rng);
void init_normal(Tensor *t, real mean, real std, Rng *rng);
void init_kaiming_uniform(Tensor *weight, Rng *rng); /* (in, out): U(-1/sqrt(in), 1/sqrt(in)) */
void init_xavier_normal(Tensor *weight, Rng *rng);   /* N(0, 2 / (in + out)) */

/* ---- linear.c, embedding.c, embedding_forward.c, norm_layer.c, dropout.c: layers --------- */

typedef struct {
    Module module;
    Tensor *weight; /* (in, out) */
    Tensor *bias;   /* (out) or NULL */
} Linear;
/* y = x W + b; both start as U(-1/sqrt(in), 1/sqrt(in)), as in torch. */
Linear *linear_new(long in, long out, bool bias, Rng *rng);
Tensor *linear_forward(Linear *l, Tensor *x); /* (..., in) -> (..., out) */

typedef struct {
    Module module;
    Tensor *weight; /* (V, C) */
} Embedding;
Embedding *embedding_new(long vocabulary, long channels, Rng *rng); /* N(0, 1) as torch */
Tensor *embedding_forward(Embedding *e, const IntTensor *ids);      /* (...) -> (..., C) */

typedef struct {
    Module module;
    Tensor *weight, *bias; /* (C): gamma = 1, beta = 0 */
    real eps;
} LayerNorm;
LayerNorm *layer_norm_new(long channels); /* eps 1e-5 */
Tensor *layer_norm_forward(LayerNorm *n, Tensor *x);

typedef struct {
    Module module;
    real p;
    Rng *rng; /* borrowed: the stream the masks are drawn from */
} Dropout;
Dropout *dropout_new(real p, OR_NULL Rng *rng); /* p in [0, 1) */
Tensor *dropout_forward(Dropout *d, Tensor *x);

/* ---- activation_layers.c, sequential.c, mlp.c: layers in a row ---------------------------- */

/* Activations as modules. */
Module *relu_new(void);
Module *leaky_relu_new(real slope);
Module *sigmoid_new(void);
Module *tanh_new(void);
Module *gelu_new(void);
Module *silu_new(void);
Module *softmax_new(int axis);

/* The layers are owned by the Sequential from here on. */
Module *sequential_new(int n, Module *const layers[]);
#define LAYERS(...) (int)KINDLING_COUNT(Module *, __VA_ARGS__), KINDLING_LIST(Module *, __VA_ARGS__)

/* Linear layers of the given widths with an activation between: mlp_new(SHAPE(2, 16, 1), ...). */
typedef enum { ACT_RELU, ACT_GELU, ACT_TANH, ACT_SIGMOID, ACT_SILU } Activation;
Module *activation_new(Activation activation);
Module *mlp_new(int n_widths, const long *widths, Activation activation, Rng *rng);

/* ---- optimizer.c, optimizer_new.c, sgd.c, adam.c, adam_decay.c, clip.c --------------------- */

#define OPTIMIZER_MAX_STATE 2

typedef struct Optimizer Optimizer;
struct Optimizer {
    const char *kind;                     /* "SGD", "Adam", "AdamW" */
    void (*update)(Optimizer *o, long i); /* one step for parameter i */
    const ParameterList *parameters;      /* borrowed: free it after the optimizer */
    long n_parameters;                    /* how many it had at first; none may be added */
    double lr;                            /* set it between steps to follow a schedule */
    double momentum, beta1, beta2, eps, weight_decay;
    bool decay_matrices_only;                    /* no decay on biases and norms */
    long *step;                                  /* [parameter]: how often it was updated, owned */
    int n_state;                                 /* moments kept per parameter */
    const char *state_name[OPTIMIZER_MAX_STATE]; /* "exp_avg", "exp_avg_sq", "momentum_buffer" */
    Tensor **state[OPTIMIZER_MAX_STATE];         /* [which][parameter], owned */
};
/* 0 means the default, so that a member may be left out. Where the number 0 is meant, and not its
 * default: .beta1 = OPTIMIZER_ZERO. */
#define OPTIMIZER_ZERO 1e-300
typedef struct {
    double lr;           /* must be given */
    double momentum;     /* SGD; 0: none */
    double beta1, beta2; /* Adam, AdamW; 0: .9 and .999 */
    double eps;          /* Adam, AdamW; 0: 1e-8 */
    double weight_decay; /* SGD, Adam: added to the gradient; AdamW: taken off the weight */
    bool decay_matrices_only;
} OptimizerOptions;
Optimizer *sgd_new(const ParameterList *parameters, OptimizerOptions options);
/* Adam: Kingma and Ba 2014. AdamW: Loshchilov and Hutter 2017. Each parameter's moments are corrected
 * by its own count of steps, as in PyTorch: one that is unfrozen late begins with its first step. */
Optimizer *adam_new(const ParameterList *parameters, OptimizerOptions options);
Optimizer *adamw_new(const ParameterList *parameters, OptimizerOptions options);
/* Updates every parameter that has a gradient; the others neither move nor count the step. */
void optimizer_step(Optimizer *o);
void optimizer_zero_grad(Optimizer *o);
void optimizer_free(OR_NULL Optimizer *o);

/* To write another one: its kind, its update, then one tensor of zeros per parameter and moment. */
Optimizer *optimizer_new(const char *kind, void (*update)(Optimizer *o, long i),
                         const ParameterList *parameters, OptimizerOptions options);
void optimizer_add_state(Optimizer *o, const char *name); /* not copied */
double optimizer_decay(const Optimizer *o, long i); /* the weight decay of parameter i, or 0 */
/* Stops where parameters were added to the list behind the optimizer's back. */
void optimizer_check(const char *operation, const Optimizer *o);

/* Scale all gradients so that their common 2-norm is at most max_norm; returns the norm before. */
double clip_grad_norm(const ParameterList *parameters, double max_norm);

/* ---- schedule.c, schedule_linear.c: learning rates ---------------------------------------- */

/* Step 0 is the first step. Warm-up rises linearly over `warmup` steps: lr (step + 1) / warmup. */
double schedule_cosine(long step, long total, long warmup, double lr, double lr_min);
double schedule_linear(long step, long total, long warmup, double lr, double lr_min);
double schedule_step(long step, long every, double gamma, long warmup, double lr);

/* ---- tensor_dataset.c, text_dataset_new.c, dataset.c, loader*.c: examples in batches ------ */

/* One batch; which members are set depends on the dataset. Lives in the current scope. */
typedef struct {
    long size;
    Tensor *x, *y;           /* numbers */
    IntTensor *ids, *labels; /* token ids, class labels or next tokens */
} Batch;
typedef struct Dataset Dataset;
struct Dataset {
    long count;
    void (*fetch)(const Dataset *d, long n, const long *indices, Batch *batch);
    void (*destroy)(Dataset *d);
};
/* Rows of x (N, ...) with rows of y (N, ...) or labels (N, ...); either may be NULL. Borrowed. */
Dataset *tensor_dataset_new(Tensor *x, OR_NULL Tensor *y, OR_NULL IntTensor *labels);
/* Window i of a text: ids[i .. i+T) with the next tokens ids[i+1 .. i+T+1) as labels. Borrowed. */
Dataset *text_dataset_new(const int *tokens, long n_tokens, long context);
void dataset_free(OR_NULL Dataset *d);

typedef struct {
    Dataset *dataset; /* borrowed */
    long batch_size;
    bool shuffle, drop_last;
    uint64_t seed; /* the order of an epoch is drawn from the stream (seed, epoch) */
    long epoch;
    long position; /* examples handed out in this epoch */
    long *order;   /* all examples, in the order of this epoch */
} DataLoader;
DataLoader *loader_new(Dataset *d, long batch_size, bool shuffle, bool drop_last, uint64_t seed);
long loader_batches(const DataLoader *l); /* per epoch */
/* The next batch; false at the end of an epoch, after which the next call starts a new one. */
bool loader_next(DataLoader *l, Batch *batch);
/* Go to where a new loader is after so many batches: all that resuming a run needs. */
void loader_seek(DataLoader *l, long batches);
/* n examples drawn with replacement, as nanoGPT does. */
void dataset_sample(Dataset *d, long n, Rng *rng, Batch *batch);
void loader_free(OR_NULL DataLoader *l);

/* ---- tokenizer.c: characters and numbers -------------------------------------------------- */

/* Every distinct Unicode character of a text is a token, ordered by code point. */
typedef struct {
    long size;           /* V */
    uint32_t *character; /* code point of each token, ascending */
} CharTokenizer;
/* NULL: an empty text, a zero byte or invalid UTF-8; kindling_error() names the offset. */
CharTokenizer *char_tokenizer_new(OR_NULL const char *utf8, size_t bytes);
CharTokenizer *char_tokenizer_from(const char *alphabet); /* the same, from a string */
void char_tokenizer_free(OR_NULL CharTokenizer *t);
/* Number of tokens written to ids (the caller's, at least `bytes` long); -1: invalid UTF-8 or a
 * character that is not in the vocabulary, named in kindling_error(). */
long char_encode(const CharTokenizer *t, OR_NULL const char *utf8, size_t bytes, int *ids);
/* UTF-8 text, terminated; owned_free it. */
char *char_decode(const CharTokenizer *t, const int *ids, long n);
char *char_tokenizer_alphabet(const CharTokenizer *t); /* for checkpoints; owned_free it */

/* ---- progress.c: one line that says how it goes ------------------------------------------- */

/* "step 1200/2000  loss 1.843  12.4k tok/s  ETA 0:41", redrawn in place on a terminal and silent
 * elsewhere, unless `always`: then a line every tenth of the way. */
typedef struct {
    FILE *stream;
    long total, done;
    long first; /* steps done before the start: set first and done to it when resuming */
    double started, drawn;
    long tokens;
    bool live, always;
} Progress;
Progress progress_start(OR_NULL FILE *stream, long total, bool always);
/* After step number `step` (1 is the first), which saw so many tokens. more: further text, NULL. */
void progress_step(Progress *p, long step, double loss, long tokens, OR_NULL const char *more);
void progress_end(Progress *p);
double kindling_seconds(void);

/* ---- checkpoint.c, checkpoint_tensors.c, checkpoint_notes.c: a run on disk ---------------- */

/* Where a run stands besides weights and moments. All of it is stored, so that resuming gives the
 * same bits as never having stopped. The file says which version wrote it ("kindling.version"); those
 * before 0.2 say nothing, and are read all the same. */
#define CHECKPOINT_MAX_RNG 4
typedef struct {
    long step;
    double best_loss;
    int n_rng;
    Rng *rng[CHECKPOINT_MAX_RNG];
    long n_metadata; /* anything else, as text: hyper-parameters, the alphabet */
    const MetadataEntry *metadata;
} CheckpointState;
int checkpoint_save(const char *path, Module *m, OR_NULL const Optimizer *o,
                    OR_NULL const CheckpointState *state);
/* Restores weights, moments, lr, step, best loss and the rngs; with o or state NULL, the rest.
 * Metadata are read with safetensors_metadata. Nothing changes unless all of it fits. 0, -1 */
int checkpoint_load(const char *path, Module *m, OR_NULL Optimizer *o,
                    OR_NULL CheckpointState *state);

/* ---- trainer.c: the training loop, and train_gradients.c, train_step.c, held_out.c, evaluate.c */

/* The training loop: schedule, draw batches, backward, clip, update; now and then, evaluate. The
 * functions are the caller's, and get the context. Those that may be NULL say what then happens. */
typedef struct Trainer Trainer;
struct Trainer {
    /* what is trained */
    Module *model;
    Optimizer *optimizer;
    const ParameterList *parameters;
    void *context;
    /* a step */
    void (*draw)(void *context, Batch *batch);      /* the next training batch, and nothing else */
    Tensor *(*loss)(void *context, const Batch *b); /* a scalar: a mean over its targets */
    long (*targets)(void *context, const Batch *b); /* how many those are; NULL: b->size */
    double (*schedule)(void *context, long step);   /* the rate; NULL: it stays as it is */
    double clip_norm;                               /* 0: no clipping */
    long micro_batches; /* drawn per step, which is that of one batch of all of them; 0: 1 */
    long steps;         /* how many in all */
    /* the look at held-out examples: every so many steps, and after the last; 0: only then */
    long evaluate_every;
    double (*evaluate)(void *context); /* the held-out loss; NULL: the mean over held_out */
    DataLoader *held_out;              /* NULL, too: no evaluation */
    void (*improved)(void *context, const Trainer *t, double loss); /* a new best; NULL: nothing */
    /* what follows each step and its evaluation: logs, saves; false ends the run. NULL: nothing */
    bool (*after_step)(void *context, const Trainer *t);
    /* the progress line */
    long tokens_per_step;
    bool always_log; /* without a terminal, too */
    /* where it stands, filled in by trainer_run; to resume, set step and best_loss */
    long step; /* steps taken */
    double last_loss, last_norm, best_loss;
};
/* Runs from t->step up to t->steps, or until after_step says false: 0. Stops and returns -1, naming
 * the step, when the rate is not finite or negative, or when a loss or the norm of the gradients is
 * not finite: the weights are then as they were before that step. */
int trainer_run(Trainer *t);

#pragma GCC visibility pop
#endif
