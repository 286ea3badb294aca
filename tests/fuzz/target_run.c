/* target_run.c - the last checkpoint of a folder that train wrote: its settings, its tokens, its model. */
#include "fuzz.h"
#include <unistd.h>
#include "conversation.h"
#include "recipe.h"
#include "training_run.h"

static void resume(const char *path)
{
    Recipe r = recipe_nanogpt;
    char out[128];
    snprintf(out, sizeof out, "%.*s", (int)(strrchr(path, '/') - path), path);
    char *const argv[] = {"train", "--resume", "--out", out};
    fuzz_ask();
    OptionsResult result = recipe_read(&r, 4, argv);
    fuzz_told(result == OPTIONS_READ);
    fuzz_check(result != OPTIONS_READ || r.channels % r.heads == 0, "heads of broken channels");
}

typedef struct {
    Conversation *conversation;
    FILE *out;
} Speech;

/* Weights that are no numbers are told by fail(): "has training diverged?" */
static void speak(void *context)
{
    Speech *s = context;
    conversation_speak(s->conversation, 2, s->out);
}

static void write_on(const char *path)
{
    fuzz_ask();
    LanguageModel *m = language_model_load(path);
    fuzz_told(m != NULL);
    if (m == NULL)
        return;
    FILE *nowhere = fopen("/dev/null", "w");
    Conversation *c = conversation_new(m, (SampleOptions){.top_k = 1}, 1);
    fuzz_ask();
    fuzz_told(conversation_hear(c, "a") == 0);
    fuzz_may_fail(speak, &(Speech){c, nowhere});
    conversation_free(c);
    language_model_free(m);
    fclose(nowhere);
}

FUZZ_TARGET(run)
{
    char path[128];
    snprintf(path, sizeof path, "%s", fuzz_file("last.safetensors", bytes, size));
    resume(path);
    fuzz_ask();
    fuzz_told(checkpoint_metadata(path, "text") != NULL);
    write_on(path);
    unlink(path);
}
