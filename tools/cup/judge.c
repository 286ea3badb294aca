/* judge.c - runs in the box together with an entry, and writes down what came of it, on descriptor 3. It decides nothing.
 *
 *     judge pack                    the given model, /run/model, as the entry's artefact
 *     judge read TEXT...            the entry opens /run/artefact and reads the texts: logits of all tokens, then two doubles:
 *                                   what entry_bytes says, and by how much the heap has grown
 *     judge forward TEXT...         the same logits by gpt_forward of that artefact's model, all read again for each token
 *     judge weights                 the numbers of that model
 *     judge time PROMPT TEXT        seconds of each token behind the prompt, then the logits of all, which have to be those of read
 *     judge base-read, base-time    the same of the baseline: /run/model in floats, which reads all again for each token
 *
 * Texts come as words and never as a file: whatever an entry may open, it finds what it was given and nothing else.
 */
#ifdef __linux__
#include <malloc.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cup.h"
#include "task.h"

enum { REFUSED = 4, FAILED = 5 };

static _Noreturn void failed(const char *message, CallSite where)
{
    (void)where;
    fprintf(stderr, "%s\n", message);
    fflush(stderr);
    _exit(FAILED);
}

static void put(const void *data, size_t bytes)
{
    const char *at = data;
    while (bytes > 0) {
        ssize_t n = write(3, at, bytes);
        if (n <= 0)
            _exit(FAILED);
        at += n;
        bytes -= (size_t)n;
    }
}

static double heap(void)
{
#ifdef __GLIBC__
    struct mallinfo2 m = mallinfo2();
    return (double)m.uordblks + (double)m.hblkhd;
#else
    return 0;
#endif
}

/* Its letters as tokens; the word itself is wiped out. */
static long tokens_of(char *text, int *ids)
{
    long n = 0;
    for (; text[n] != '\0' && n < TASK_LONGEST; n++) {
        ids[n] = task_id(text[n]);
        text[n] = ' ';
    }
    return n;
}

/* ---- the entry, and the baseline ------------------------------------------------------------------------------ */

static void entry_begins(void *e)
{
    entry_restart(e);
}

/* What was said in a text, and at one place for all: an entry finds no difference between being read and being timed. */
static real said[TASK_CONTEXT][TASK_V], now_said[TASK_V];
static long n_said;

static void entry_reads(void *e, int id, real *logits)
{
    entry_next(e, id, now_said);
    memcpy(logits, now_said, sizeof now_said);
    memcpy(said[n_said++ % TASK_CONTEXT], now_said, sizeof now_said);
}

static Entry *opened(void)
{
    size_t bytes;
    char *artefact = kindling_read_file("/run/artefact", &bytes);
    Entry *e = artefact == NULL ? NULL : entry_open(artefact, bytes);
    if (e == NULL) {
        fprintf(stderr, "%s\n", kindling_error());
        _exit(REFUSED);
    }
    owned_free(artefact); /* what runs has read it */
    return e;
}

typedef struct {
    Gpt *model;
    int text[TASK_LONGEST];
    long n;
} Reader; /* reads all again */

static void reader_begins(void *context)
{
    ((Reader *)context)->n = 0;
}

static void reader_reads(void *context, int id, real *logits)
{
    Reader *r = context;
    r->text[r->n++] = id;
    long start = generate_start(r->model, r->n), T = r->n - start;
    Scope *scope = scope_open();
    Tensor *all = gpt_forward(r->model, int_tensor_from(SHAPE(1, T), T, r->text + start), NULL);
    memcpy(logits, all->data + (T - 1) * TASK_V, TASK_V * sizeof *logits);
    scope_close(scope);
}

static Gpt *given_model(void)
{
    Gpt *g = task_model(1);
    if (module_load(&g->module, "/run/model") != 0)
        kindling_fail("%s", kindling_error());
    module_train(&g->module, false);
    return g;
}

static Gpt *packed_model(void)
{
    size_t bytes;
    unsigned char *artefact = (unsigned char *)kindling_read_file("/run/artefact", &bytes);
    Gpt *g = artefact == NULL ? NULL : artefact_model(artefact, bytes);
    if (g == NULL)
        kindling_fail("%s", kindling_error());
    if (g->options.vocabulary != TASK_V || g->options.context != TASK_CONTEXT)
        kindling_fail("the artefact's model has another vocabulary or context");
    return g;
}

/* ---- what is asked ---------------------------------------------------------------------------------------------- */

static void pack(void)
{
    size_t bytes;
    unsigned char *artefact = artefact_of(given_model(), &bytes);
    put(artefact, bytes);
}

static void weights(void)
{
    ParameterList *list = parameters_of(&packed_model()->module);
    for (long i = 0; i < list->count; i++)
        put(list->tensor[i]->data, (size_t)tensor_numel(list->tensor[i]) * sizeof(real));
}

static void read_texts(CupModel who, int count, char **texts)
{
    static int ids[TASK_LONGEST];
    static real logits[TASK_V];
    for (int t = 0; t < count; t++) {
        long n = tokens_of(texts[t], ids);
        who.restart(who.context);
        for (long i = 0; i + 1 < n; i++) {
            who.next(who.context, ids[i], logits);
            put(logits, sizeof logits);
        }
    }
}

static void time_text(CupModel m, long prompt, char *text)
{
    static int ids[TASK_LONGEST];
    static double seconds[TASK_LONGEST];
    long n = tokens_of(text, ids);
    n = n < TASK_CONTEXT ? n : TASK_CONTEXT;
    cup_seconds(m, clock_monotonic(), ids, prompt, n, seconds);
    put(seconds, (size_t)(n - prompt) * sizeof *seconds);
    put(said, (size_t)n * sizeof *said);
}

int main(int argc, char **argv)
{
    static Reader reader;
    const char *what = argc > 1 ? argv[1] : "";
    kindling_on_fail(failed);
    kindling_set_threads(1);
    grad_mode(false);
    double before = heap();
    Scope *scope = scope_open();
    CupModel m = {&reader, reader_begins, reader_reads, TASK_V};
    if (strcmp(what, "read") == 0 || strcmp(what, "time") == 0)
        m = (CupModel){opened(), entry_begins, entry_reads, TASK_V};
    else if (strncmp(what, "base-", 5) == 0)
        reader.model = given_model();
    else if (strcmp(what, "forward") == 0)
        reader.model = packed_model();
    if (strcmp(what, "pack") == 0)
        pack();
    else if (strcmp(what, "weights") == 0)
        weights();
    else if (strstr(what, "time") != NULL && argc == 4)
        time_text(m, atol(argv[2]), argv[3]);
    else
        read_texts(m, argc - 2, argv + 2);
    if (strcmp(what, "read") == 0)
        put((double[]){(double)entry_bytes(m.context), heap() - before}, 2 * sizeof(double));
    fflush(stdout);
    (void)scope;
    _exit(0);
}
