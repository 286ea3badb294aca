/* gpt2_config.c - config.json of a GPT-2, as HuggingFace's GPT2Config writes it.
 *
 * Every key that GPT2Config and its base class write is read, refused by name, or stands below, or
 * in hub_keys.c, with the reason why it changes no logit. What is in neither list is told.
 */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include "gpt2_config.h"
#include "hub_keys.h"

#define TRAINING "of training"
#define CLASSES "of a model that names classes: its head is not read"

static const JsonKey known[] = {
    {"model_type", "\"gpt2\"", "other models have other layers"},
    {"scale_attn_weights", "true", "the scores of attention are always divided by sqrt(D)"},
    {"scale_attn_by_inverse_layer_idx", "false", "all layers scale their scores alike"},
    {"reorder_and_upcast_attn", NULL, "for half precision: sums are float or double here"},
    {"attn_pdrop", NULL, TRAINING},
    {"embd_pdrop", NULL, TRAINING},
    {"resid_pdrop", NULL, TRAINING},
    {"summary_activation", NULL, CLASSES},
    {"summary_first_dropout", NULL, CLASSES},
    {"summary_proj_to_labels", NULL, CLASSES},
    {"summary_type", NULL, CLASSES},
    {"summary_use_proj", NULL, CLASSES},
};

/* ---- reading --------------------------------------------------------------------------------- */

/* The tanh form of GELU, by the names it has. */
static bool read_activation(Json *j)
{
    const char *name;
    if (!json_string(j, &name))
        return false;
    if (strcmp(name, "gelu_new") == 0 || strcmp(name, "gelu_pytorch_tanh") == 0)
        return true;
    kindling_set_error("%s: activation_function is \"%.40s\", expected \"gelu_new\" or "
                       "\"gelu_pytorch_tanh\", the tanh form of GELU that GPT-2 has",
                       j->path, name);
    return false;
}

static bool read_eps(Json *j, double *eps)
{
    if (!json_number(j, eps))
        return false;
    if (*eps > 0 && *eps <= 1)
        return true;
    kindling_set_error("%s: layer_norm_epsilon is %g, expected more than 0, and at most 1", j->path,
                       *eps);
    return false;
}

static bool read_member(Json *j, const char *key, void *context)
{
    Gpt2Config *c = context;
    const struct {
        const char *key;
        long *value;
    } sizes[] = {{"n_head", &c->heads},    {"vocab_size", &c->vocabulary},
                 {"n_embd", &c->channels}, {"n_positions", &c->positions},
                 {"n_layer", &c->layers},  {"n_ctx", &c->context},
                 {"n_inner", &c->inner}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (strcmp(key, sizes[i].key) == 0)
            return (sizes[i].value == &c->inner && json_null(j)) || json_whole(j, sizes[i].value);
    if (strcmp(key, "activation_function") == 0)
        return read_activation(j);
    if (strcmp(key, "layer_norm_epsilon") == 0)
        return read_eps(j, &c->eps);
    if (strcmp(key, "tie_word_embeddings") == 0) {
        c->says_tied = true;
        return json_bool(j, &c->tied);
    }
    return hub_known(j, key, known, sizeof known / sizeof *known);
}

bool gpt2_config_read(const char *path, Gpt2Config *config)
{
    size_t size;
    struct stat about;
    if (stat(path, &about) != 0)
        return true; /* there is none */
    char *text = kindling_read_file(path, &size);
    if (text == NULL)
        return false;
    Json j = {.path = path, .whole = "the file", .text = text, .size = (long)size};
    bool ok = json_is_text(&j) && json_object(&j, read_member, config) && json_end(&j);
    if (ok)
        json_tell_strange(&j);
    owned_free(text);
    return ok;
}

bool gpt2_config_fits(const Gpt2Config *c, const GptOptions *o, const char *path)
{
    const struct {
        const char *key;
        long said, is;
    } sizes[] = {{"vocab_size", c->vocabulary, o->vocabulary},
                 {"n_positions", c->positions, o->context},
                 {"n_ctx", c->context, o->context},
                 {"n_embd", c->channels, o->embed_dim},
                 {"n_layer", c->layers, o->num_layers},
                 {"n_inner", c->inner, 4 * o->embed_dim}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (sizes[i].said != 0 && sizes[i].said != sizes[i].is) {
            kindling_set_error(
                "%s: %s is %ld, and the tensors beside it say %ld. hint: the files of "
                "one model",
                path, sizes[i].key, sizes[i].said, sizes[i].is);
            return false;
        }
    return true;
}
