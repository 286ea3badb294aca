/* hub_config.c - what a folder of HuggingFace's says beside its weights.
 *
 * config.json is read by the loader of its kind of model, which knows all keys; here only three of
 * them count. generation_config.json holds the arguments of generate() in Python, for which this
 * program has options of its own; those that would choose other tokens are refused by name.
 */
#include "hub_config.h"
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include "json.h"
#include "kindling.h"

enum { PATH = 4096 };
#define OPTION "an option of the program, if it has one"

/* Keys that generation_config.json has in files of Llama 2 and 3 and of GPT-2. */
static const JsonKey known[] = {
    {"repetition_penalty", "1|1.0|null", "all tokens are chosen by their logits alone"},
    {"no_repeat_ngram_size", "0|null", "all tokens are chosen by their logits alone"},
    {"num_beams", "1|null", "tokens are chosen one after the other"},
    {"suppress_tokens", "null|[]", "all tokens may be chosen"},
    {"begin_suppress_tokens", "null|[]", "all tokens may be chosen"},
    {"bad_words_ids", "null|[]", "all tokens may be chosen"},
    {"forced_bos_token_id", "null", "all tokens may be chosen"},
    {"forced_eos_token_id", "null", "all tokens may be chosen"},
    {"do_sample", NULL, OPTION},
    {"temperature", NULL, OPTION},
    {"top_k", NULL, OPTION},
    {"top_p", NULL, OPTION},
    {"max_length", NULL, OPTION},
    {"max_new_tokens", NULL, OPTION},
    {"pad_token_id", NULL, "one text at a time needs no padding"},
    {"use_cache", NULL, "the cache gives the same numbers"},
    {"_from_model_config", NULL, "where the file is from"},
    {"transformers_version", NULL, "where the file is from"},
};

typedef struct {
    HubConfig *to;
    bool generation; /* generation_config.json */
} Reading;

static bool token(Json *j, int *id)
{
    long value;
    if (!json_whole(j, &value))
        return false;
    if (value > INT32_MAX) {
        kindling_set_error("%s: token %ld, expected at most %ld", j->path, value, (long)INT32_MAX);
        return false;
    }
    *id = (int)value;
    return true;
}

static bool read_end(Json *j, void *context)
{
    HubConfig *c = context;
    if (c->n_ends == HUB_ENDS) {
        kindling_set_error("%s: more than %d tokens in eos_token_id, expected fewer", j->path,
                           HUB_ENDS);
        return false;
    }
    return token(j, &c->end[c->n_ends++]);
}

static bool read_member(Json *j, const char *key, void *context)
{
    Reading *r = context;
    HubConfig *c = r->to;
    const char *type;
    if (strcmp(key, "model_type") == 0 && !r->generation) {
        if (!json_string(j, &type))
            return false;
        snprintf(c->model_type, sizeof c->model_type, "%s", type);
        return true;
    }
    if (strcmp(key, "bos_token_id") == 0)
        return json_null(j) || token(j, &c->begin);
    if (strcmp(key, "eos_token_id") == 0) {
        c->n_ends = 0;
        if (json_null(j))
            return true;
        json_accept(j, ' ');
        return j->text[j->at] == '[' ? json_list(j, read_end, c) : read_end(j, c);
    }
    return r->generation ? json_known(j, key, known, sizeof known / sizeof *known) : json_skip(j);
}

static bool read_file(const char *folder, const char *name, Reading *r)
{
    char path[PATH];
    struct stat about;
    size_t size;
    int n = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (n >= (int)sizeof path || stat(path, &about) != 0)
        return true;
    char *text = kindling_read_file(path, &size);
    if (text == NULL)
        return false;
    Json j = {.path = path, .whole = "the file", .text = text, .size = (long)size};
    bool ok = json_is_text(&j) && json_object(&j, read_member, r) && json_end(&j);
    if (ok)
        json_tell_strange(&j);
    owned_free(text);
    return ok;
}

bool hub_config_read(const char *folder, HubConfig *c)
{
    *c = (HubConfig){.begin = -1};
    return read_file(folder, "config.json", &(Reading){c, false}) &&
           read_file(folder, "generation_config.json", &(Reading){c, true});
}
