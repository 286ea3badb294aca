/* generate.c - a trained GPT writes: it goes on from a prompt, or talks with whoever types.
 *
 * MODEL is a checkpoint of train, a folder with a GPT-2 or a Llama as HuggingFace keeps it, or a Llama
 * of llama2.c (lib/speak/language_model.h).
 */
#include <stdlib.h>
#include <unistd.h>
#include "conversation.h"
#include "options.h"

typedef struct {
    const char *model, *tokenizer, *prompt, *stop;
    long count, context, seed, top_k, threads;
    double temperature, top_p, repetition_penalty;
} Settings;

static const char intro[] = "usage: generate --model PATH [--prompt TEXT] [options]\n"
                            "Writes with a GPT: a checkpoint of train "
                            "(build/train/best.safetensors), a folder with a GPT-2 or a\n"
                            "Llama as HuggingFace keeps it, or a Llama of llama2.c (.bin). Without "
                            "a prompt it reads lines\n"
                            "and answers each; all that was said before counts.\n";

static OptionsResult read_settings(Settings *s, int argc, char **argv)
{
    const Option table[] = {
        {OPTION_TEXT, "model", &s->model, "PATH", "a checkpoint, a folder, or a .bin", 0, 0, 0},
        {OPTION_TEXT, "tokenizer", &s->tokenizer, "PATH",
         "of a folder or .bin, where it is not the only one beside it; of a checkpoint of ids", 0,
         0, 0},
        {OPTION_TEXT, "prompt", &s->prompt, "TEXT", "what to go on from", 0, 0, 0},
        {OPTION_COUNT, "count", &s->count, "N", "tokens to write, each time", 0, 1e8, 0},
        {OPTION_COUNT, "context", &s->context, "N",
         "tokens to look back at; 0: as trained, at most 4096", 0, 1e7, 0},
        {OPTION_NUMBER, "temperature", &s->temperature, "X",
         "below 1: safer, above: bolder, 0: no chance", 0, 100, 0},
        {OPTION_COUNT, "top-k", &s->top_k, "N", "choose among the N likeliest; 0: all", 0, 1e9, 0},
        {OPTION_NUMBER, "top-p", &s->top_p, "X", "choose among those that make up X; 0: all", 0, 1,
         0},
        {OPTION_NUMBER, "repetition-penalty", &s->repetition_penalty, "X",
         "above 1: what was said is less likely to come again", 0.01, 100, 0},
        {OPTION_TEXT, "stop", &s->stop, "TEXT", "end before it, each time: \"Q:\"", 0, 0, 0},
        {OPTION_COUNT, "seed", &s->seed, "N", "another seed, another text", 0, 1e15, 0},
        {OPTION_COUNT, "threads", &s->threads, "N", "0: as many as there are cores", 0, 1024, 0},
    };
    Options options = {"generate", intro, (int)(sizeof table / sizeof *table), table, "model"};
    OptionsResult result = options_read(&options, argc, argv);
    if (result != OPTIONS_READ || (s->model != NULL && s->model[0] != '\0'))
        return result;
    kindling_set_error(
        "generate: --model: got none, expected a checkpoint of train, the folder of a "
        "GPT-2, or a .bin of llama2.c. hint: --model build/train/best.safetensors, which make "
        "train writes");
    return OPTIONS_WRONG;
}

/* Each line is heard with its line break, so that the answer begins a new one. */
static int talk(Conversation *c, long count)
{
    bool asked = isatty(STDIN_FILENO);
    char *line = NULL;
    size_t room = 0;
    for (;;) {
        fputs(asked ? "> " : "", stdout);
        fflush(stdout);
        if (getline(&line, &room, stdin) < 0)
            break;
        if (conversation_hear(c, line) == 0)
            conversation_speak(c, count, stdout);
        else
            fprintf(stderr, "generate: %s", kindling_error());
        printf("\n");
    }
    free(line);
    return 0;
}

static int go_on_from(Conversation *c, const char *prompt, long count)
{
    if (conversation_hear(c, prompt) != 0) {
        char why[256];
        snprintf(why, sizeof why, "%s", kindling_error());
        kindling_set_error("generate: --prompt: %s", why);
        return -1;
    }
    fputs(prompt, stdout);
    conversation_speak(c, count, stdout);
    printf("\n");
    return 0;
}

/* Rows that only pad, or another model's tokenizer: who reads nonsense knows where to look. */
static void tell_padding(const LanguageModel *m)
{
    long more = m->gpt->options.vocabulary - m->vocabulary->size;
    if (more > 0)
        fprintf(stderr,
                "generate: the model has %ld rows more than the tokenizer has tokens (%ld); they "
                "are never chosen\n",
                more, m->vocabulary->size);
}

/* As far as it was trained, but no cache of gigabytes that nobody asked for. Positions that are
 * turned have no table, so these models can be asked to look further. */
static int look_back(GptOptions *o, long context)
{
    enum { USUAL = 4096 };
    long trained = o->context;
    bool asked = context > 0;
    if (!asked)
        context = trained < USUAL ? trained : USUAL;
    if (context > trained && o->positions != POSITIONS_ROTARY) {
        kindling_set_error("generate: --context: got %ld, but the model has positions for %ld "
                           "tokens. hint: at most that many",
                           context, trained);
        return -1;
    }
    if (context > trained)
        fprintf(stderr, "generate: the model was trained to look back at %ld tokens, not %ld\n",
                trained, context);
    if (context < trained && !asked)
        fprintf(stderr,
                "generate: it looks back at %ld tokens, and was trained for %ld. hint: "
                "--context %ld\n",
                context, trained, trained);
    o->context = context;
    return 0;
}

static int speak(const LanguageModel *m, const Settings *s)
{
    tell_padding(m);
    if (look_back(&m->gpt->options, s->context) != 0)
        return -1;
    SampleOptions o = {.temperature = s->temperature, .top_k = s->top_k, .top_p = s->top_p};
    Conversation *c = conversation_new(m, o, (uint64_t)s->seed);
    c->repetition_penalty = s->repetition_penalty;
    c->stop = s->stop;
    int status = s->prompt != NULL ? go_on_from(c, s->prompt, s->count) : talk(c, s->count);
    conversation_free(c);
    return status;
}

int main(int argc, char **argv)
{
    Settings s = {.count = 200, .seed = 1, .temperature = 0.8, .repetition_penalty = 1};
    OptionsResult result = read_settings(&s, argc, argv);
    if (result != OPTIONS_READ)
        return options_end(result);
    if (s.threads > 0)
        kindling_set_threads((int)s.threads);
    LanguageModel *m = language_model_load_with(s.model, s.tokenizer);
    int status = m != NULL ? speak(m, &s) : -1;
    language_model_free(m);
    if (status == 0)
        return 0;
    fflush(stdout);
    fprintf(stderr, "%s\n", kindling_error());
    return 1;
}
