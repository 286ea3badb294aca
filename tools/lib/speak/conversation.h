/* conversation.h - a text that people and a model write in turns.
 *
 *     Conversation *c = conversation_new(m, (SampleOptions){.temperature = 0.8}, 1);
 *     if (conversation_hear(c, "Once upon a time") == 0)
 *         conversation_speak(c, 100, stdout);
 */
#ifndef CONVERSATION_H
#define CONVERSATION_H

#include <stdio.h>
#include "language_model.h"

typedef struct {
    const LanguageModel *model; /* borrowed */
    SampleOptions options;
    double repetition_penalty; /* 1: none */
    const char *stop;          /* borrowed: the model's turn ends before it; NULL: none */
    Rng rng;
    int *ids; /* all that was said; the model looks at the last ones */
    long n, room;
    KvCache *read; /* what the model remembers of them, from ids[start] on */
    long start;
} Conversation;

/* Without a penalty or a stop text; set them. The model must not change while it is talked with. What it remembers belongs to the innermost scope. */
Conversation *conversation_new(const LanguageModel *m, SampleOptions options, uint64_t seed);
/* What somebody says. 0, or -1 and kindling_error(): characters that the model does not know; nothing was heard. */
int conversation_hear(Conversation *c, const char *text);
/* The model goes on: at most `count` tokens of the vocabulary, fewer where it ends the text. They
 * are written as they come, whole characters only; bytes that are none are written as U+FFFD. A stop
 * text is not written, though it was said. Where nothing was said it begins a text. */
void conversation_speak(Conversation *c, long count, FILE *out);
void conversation_free(Conversation *c);

#endif
