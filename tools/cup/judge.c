/* judge.c - runs in the box together with an entry, and says what came of it, on descriptor 3. It decides nothing.
 *
 *     judge pack         the given model, /run/model, as the entry's artefact
 *     judge weights      the numbers of the model of /run/artefact
 *     judge read         the entry opens /run/artefact, and reads
 *     judge forward      gpt_forward of that artefact's model reads, all again for each token
 *     judge base-read    the baseline: /run/model in floats, which reads all again for each token
 *
 * Who reads is asked by bytes on descriptor 3, and answers there: a byte below TASK_V is a token, and the answer are its logits;
 * CUP_AGAIN begins a new text and has no answer; CUP_HELD is answered by a double, what entry_bytes says. A token comes when
 * the last one was answered, and who sends them looks at this process's clock from outside: neither a text to come nor a time
 * is anywhere in here.
 */
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

/* ---- the entry, and the baseline ------------------------------------------------------------------------------ */

static void entry_begins(void *e)
{
    entry_restart(e);
}

static void entry_reads(void *e, int id, real *logits)
{
    entry_next(e, id, logits);
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
    if (r->n == TASK_LONGEST)
        kindling_fail("a text of more than %d tokens", TASK_LONGEST);
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

/* Until nothing more is asked. entry: whose bytes are asked for; NULL: nobody's. */
static void answer(CupModel who, const Entry *entry)
{
    static real logits[TASK_V];
    unsigned char asked;
    while (read(3, &asked, 1) == 1)
        if (asked < TASK_V) {
            who.next(who.context, asked, logits);
            put(logits, sizeof logits);
        } else if (asked == CUP_AGAIN) {
            who.restart(who.context);
        } else {
            double held = entry == NULL ? 0 : (double)entry_bytes(entry);
            put(&held, sizeof held);
        }
}

int main(int argc, char **argv)
{
    static Reader reader;
    const char *what = argc > 1 ? argv[1] : "";
    kindling_on_fail(failed);
    kindling_set_threads(1);
    grad_mode(false);
    Scope *scope = scope_open();
    if (strcmp(what, "pack") == 0) {
        pack();
    } else if (strcmp(what, "weights") == 0) {
        weights();
    } else if (strcmp(what, "read") == 0) {
        Entry *e = opened();
        answer((CupModel){e, entry_begins, entry_reads, TASK_V}, e);
    } else {
        reader.model = strcmp(what, "forward") == 0 ? packed_model() : given_model();
        answer((CupModel){&reader, reader_begins, reader_reads, TASK_V}, NULL);
    }
    fflush(stdout);
    (void)scope;
    _exit(0);
}
