/* draws.h - inputs that several tests of module 20 draw: bytes, entries made by hand, and one that is none. */
#ifndef DRAWS_H
#define DRAWS_H

#include "check.h"
#include "cup_check.h"

static inline double unit(void)
{
    return (double)(draw_seed() >> 11) * 0x1p-53;
}

/* ---- bytes ------------------------------------------------------------------------------------------------- */

enum { BEHIND = 4, UNTOUCHED = 0x5C };

/* n bytes, and some behind them that are nobody's. */
static inline unsigned char *room_for_bytes(size_t n)
{
    unsigned char *room = scope_alloc(scope_current(), n + BEHIND);
    memset(room, UNTOUCHED, n + BEHIND);
    return room;
}

static inline Tensor *bytes_in(const unsigned char *bytes, size_t n)
{
    Tensor *t = blank(SHAPE((long)n + BEHIND));
    for (size_t i = 0; i < n + BEHIND; i++)
        t->data[i] = (real)bytes[i];
    return t;
}

/* Floats that a matrix of codes may have as scales, and the codes. */
static inline unsigned char *draw_matrix_bytes(long R, long C)
{
    unsigned char *bytes = room_for_bytes((size_t)(1 + 4 * C + R * C)), *codes = bytes + 1 + 4 * C;
    bytes[0] = 'Q';
    for (long j = 0; j < C; j++) {
        float scale = (float)(0.01 + unit());
        artefact_put_float(bytes + 1 + 4 * j, scale);
        given("scale", "%.6g", (double)scale);
    }
    for (long i = 0; i < R * C; i++) {
        int code = (int)(draw_seed() % 255) - 127;
        codes[i] = (unsigned char)code;
        given("code", "%d", code);
    }
    return bytes;
}

/* ---- a model whose every parameter is drawn ------------------------------------------------------------ */

static inline void draw_parameters(Module *m)
{
    for (int k = 0; k < m->n_parameters; k++) {
        Tensor *t = m->parameter[k].tensor;
        bool gamma = t->name != NULL && strcmp(t->name, "gamma") == 0;
        for (long j = 0; j < tensor_numel(t); j++)
            t->data[j] = (real)(gamma ? 0.5 + unit() : 1.6 * unit() - 0.8);
    }
    for (int k = 0; k < m->n_children; k++)
        draw_parameters(m->children[k].module);
}

enum { V = 11 };

/* An entry that has read nothing, with a model that was trained by nobody. */
static inline Entry *draw_entry(long context, bool tied)
{
    Entry *e = scope_alloc(scope_current(), sizeof *e);
    e->model = gpt_new((GptOptions){.vocabulary = V,
                                    .context = context,
                                    .embed_dim = 8,
                                    .num_heads = 2,
                                    .num_layers = 2,
                                    .causal = true,
                                    .tied = tied,
                                    .seed = draw_seed()});
    draw_parameters(&e->model->module);
    module_train(&e->model->module, false);
    e->cache = gpt_cache_new(e->model, 1, context);
    e->ids = scope_alloc(scope_current(), (size_t)(context + 1) * sizeof *e->ids);
    e->n = 0;
    given("the model's context", "%ld", context);
    return e;
}

/* ---- a reader that notes what is done with it ------------------------------------------------------------ */

enum { MOST = 64, STEPS = 2 * MOST };

/* Its logits depend on the token, and on how many it has read since the text began. It takes time, and says so. */
typedef struct {
    const Tensor *table; /* (V, V) */
    double bias;         /* of all logits */
    double time, *clock; /* what a token takes; what is added to */
    long reads, restarts, read_before_restart;
    long log[STEPS], n_log, name; /* whose text began, in which order: a log that both write */
    long *order, *n_order;
    int last;
} Reader;

static inline void reader_restart(void *context)
{
    Reader *r = context;
    if (r->restarts++ == 0)
        r->read_before_restart = r->reads;
    r->reads = 0;
    if (r->clock != NULL)
        *r->clock += 1000;
    if (r->order != NULL && *r->n_order < STEPS)
        r->order[(*r->n_order)++] = r->name;
}

static inline void reader_next(void *context, int id, real *logits)
{
    Reader *r = context;
    for (long v = 0; v < V; v++)
        logits[v] = (real)(r->bias + (double)r->table->data[id * V + v] * (1 + (double)r->reads));
    if (r->n_log < STEPS)
        r->log[r->n_log++] = id;
    r->reads++;
    r->last = id;
    if (r->clock != NULL)
        *r->clock += r->time * (1 + id);
}

static inline CupModel reader_model(Reader *r)
{
    return (CupModel){r, reader_restart, reader_next, V};
}

/* A clock that runs while a reader reads, and a little whenever somebody looks. */
typedef struct {
    double time;
    long looks;
} Ticker;

static inline double ticker_now(void *context)
{
    static Ticker stopped; /* of a look without the context */
    Ticker *t = context != NULL ? context : &stopped;
    t->looks++;
    return t->time;
}

#endif
