/* contest.c - an entry made of a trained model, judged by the module's functions, on a machine that is made up. */
#include "contest.h"
#include <math.h>
#include <string.h>

enum { HALF = 5, TEXT = 2 * HALF, TEXTS = 200, RACES = 200, ROUNDS = 6, PROMPT = 2 };

static void draw_text(Rng *rng, int *text, long vocabulary)
{
    for (int i = 0; i < HALF; i++)
        text[i] = text[TEXT - 1 - i] = (int)rng_below(rng, vocabulary);
}

/* ---- in float, all read again --------------------------------------------------------------------------------- */

typedef struct {
    Gpt *gpt;
    int text[TEXT];
    long n;
} Reader;

static void begin(void *context)
{
    ((Reader *)context)->n = 0;
}

static void reads(void *context, int id, real *logits)
{
    Reader *r = context;
    long V = r->gpt->options.vocabulary;
    r->text[r->n++] = id;
    Scope *scope = scope_open();
    Tensor *all = gpt_forward(r->gpt, int_tensor_from(SHAPE(1, r->n), r->n, r->text), NULL);
    memcpy(logits, all->data + (r->n - 1) * V, (size_t)V * sizeof *logits);
    scope_close(scope);
}

static double bits_of(CupModel m, uint64_t seed)
{
    Rng rng = rng_stream(seed, 5);
    double nats = 0;
    for (int t = 0; t < TEXTS; t++) {
        int text[TEXT];
        draw_text(&rng, text, m.vocabulary);
        nats += cup_nats(m, text, TEXT);
    }
    return cup_bits_per_byte(nats, TEXTS * (TEXT - 1));
}

/* ---- races ------------------------------------------------------------------------------------------------------ */

/* What a run takes besides its work wanders, and drifts. */
typedef struct {
    Rng rng;
    double time, drift;
} Machine;

static double now(void *context)
{
    return ((const Machine *)context)->time;
}

static void nothing(void *context)
{
    (void)context;
}

static void works(void *context, int id, real *logits)
{
    Machine *m = context;
    (void)id, (void)logits;
    m->time += 1 + 0.05 * fabs(rng_normal(&m->rng)) + m->drift * m->time;
}

static double lucky(uint64_t seed)
{
    enum { EACH = TEXT - PROMPT, ALL = ROUNDS * EACH };
    const int text[TEXT] = {0};
    double called = 0, a[ALL], b[ALL];
    for (uint64_t race = 0; race < RACES; race++) {
        Machine m = {.rng = rng_stream(seed + race, 7), .time = 0};
        m.drift = 0.001 * (2 * rng_uniform(&m.rng) - 1);
        CupModel runner = {&m, nothing, works, 1};
        cup_race(runner, runner, (Clock){now, &m}, text, PROMPT, TEXT, ROUNDS, a, b);
        called += cup_compare(a, ALL, b, ALL) != CUP_TIE;
    }
    return called / RACES;
}

ContestNumbers contest_numbers(Gpt *gpt, uint64_t seed)
{
    Scope *scope = scope_open();
    bool was = grad_mode(false);
    size_t bytes;
    unsigned char *artefact = artefact_of(gpt, &bytes);
    Entry *e = entry_open(artefact, bytes);
    if (e == NULL)
        kindling_fail("%s", kindling_error());
    ParameterList *list = parameters_of(&gpt->module);
    double floats = (double)parameters_numel(list) * sizeof(float);
    parameters_free(list);
    Reader reader = {.gpt = gpt};
    CupModel baseline = {&reader, begin, reads, gpt->options.vocabulary};
    CupFigures there = {bits_of(baseline, seed), 3, floats, floats},
               here = {bits_of(cup_model(e), seed), 1, (double)bytes, (double)entry_bytes(e)};
    ContestNumbers n = {.bytes = (double)bytes / floats, .more = here.bits / there.bits - 1};
    n.score = cup_score(there, here);
    n.lucky = lucky(seed);
    entry_close(e);
    owned_free(artefact);
    grad_mode(was);
    scope_close(scope);
    return n;
}
