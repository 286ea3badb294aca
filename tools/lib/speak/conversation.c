/* conversation.c - a text that people and a model write in turns. */
#include "conversation.h"
#include <string.h>
#include "stop_text.h"

Conversation *conversation_new(const LanguageModel *m, SampleOptions options, uint64_t seed)
{
    UNDO_ON_FAIL;
    Conversation *c = owned_alloc(sizeof *c);
    *c = (Conversation){
        .model = m, .options = options, .repetition_penalty = 1, .rng = rng_seed(seed)};
    c->read = gpt_cache_new(m->gpt, 1, m->gpt->options.context);
    return c;
}

void conversation_free(Conversation *c)
{
    if (c == NULL)
        return;
    owned_free(c->ids);
    owned_free(c);
}

static void make_room(Conversation *c, long more)
{
    if (c->n + more <= c->room)
        return;
    long room = 2 * (c->n + more);
    int *ids = owned_alloc((size_t)room * sizeof *ids);
    if (c->n > 0)
        memcpy(ids, c->ids, (size_t)c->n * sizeof *ids);
    owned_free(c->ids);
    c->ids = ids;
    c->room = room;
}

int conversation_hear(Conversation *c, const char *text)
{
    size_t bytes = strlen(text);
    make_room(c, (long)bytes + 2);
    const LanguageModel *m = c->model;
    bool first = c->n == 0, begins = first && m->begin >= 0 && m->vocabulary->pieces == NULL;
    int *to = c->ids + c->n + begins; /* pieces begin by themselves */
    long n = first ? vocabulary_encode(m->vocabulary, text, bytes, to)
                   : vocabulary_encode_more(m->vocabulary, text, bytes, to);
    if (n < 0)
        return -1;
    if (begins)
        c->ids[0] = m->begin;
    c->n += n + begins;
    return 0;
}

/* What comes before a text: the token for that, the end of the one before, a line break, or
 * whatever token there is. */
static void begin(Conversation *c)
{
    make_room(c, 1);
    if (c->model->begin >= 0)
        conversation_hear(c, "");
    else if (c->model->end >= 0)
        c->ids[c->n++] = c->model->end;
    else if (conversation_hear(c, "\n") != 0 || c->n == 0)
        c->ids[c->n++] = 0;
}

static int next_token(Conversation *c)
{
    make_room(c, 1);
    int id = language_model_next(c->model, c->read, &c->start, c->ids, c->n, c->options,
                                 c->repetition_penalty, &c->rng);
    return c->ids[c->n++] = id;
}

/* The last one; behind <s> its space is left out, which decoding must see. False: with it the stop text is there. */
static bool write_token(const Conversation *c, StopText *stop, Utf8Writer *to)
{
    size_t bytes;
    const SentencePiece *p = c->model->vocabulary->pieces;
    long n = p != NULL && c->n > 1 && c->ids[c->n - 2] == p->begin ? 2 : 1;
    char *text = vocabulary_decode(c->model->vocabulary, c->ids + c->n - n, n, &bytes);
    bool on = stop_text_write(stop, to, text, bytes);
    owned_free(text);
    return on;
}

void conversation_speak(Conversation *c, long count, FILE *out)
{
    Utf8Writer to = {.out = out};
    StopText stop = {.stop = c->stop};
    if (c->n == 0)
        begin(c);
    for (long i = 0; i < count; i++) {
        if (language_model_ends(c->model, next_token(c)) || !write_token(c, &stop, &to))
            break;
    }
    stop_text_end(&stop, &to);
    utf8_end(&to);
}
