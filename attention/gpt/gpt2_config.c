/* gpt2_config.c - config.json of a GPT-2, as HuggingFace's GPT2Config writes it.
 *
 * Every key that GPT2Config and its base class write is read, refused by name, or stands below with
 * the reason why it changes no logit. What is in neither list is told.
 */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include "gpt2_config.h"
#include "json.h"

#define TRAINING "of training"
#define WRITING "of generate() in Python: here the options of gpt_generate"
#define CLASSES "of a model that names classes: its head is not read"
#define PYTHON "how a call in Python gives back its results, with the same numbers"
#define ABOUT "where the file is from"

static const JsonKey known[] = {
    /* what would be another model */
    {"model_type", "\"gpt2\"", "other models have other layers"},
    {"scale_attn_weights", "true", "the scores of attention are always divided by sqrt(D)"},
    {"scale_attn_by_inverse_layer_idx", "false", "all layers scale their scores alike"},
    {"add_cross_attention", "false", "there is no encoder to attend to"},
    {"is_encoder_decoder", "false", "there is no encoder"},
    {"cross_attention_hidden_size", "null", "there is no encoder to attend to"},
    {"pruned_heads", "{}|null", "all layers have the same heads"},
    {"quantization_config", "null", "weights that are codes are read by quantized_gpt_load only"},
    {"prefix", "null|\"\"", "nothing is put in front of a prompt"},
    /* what changes no logit */
    {"reorder_and_upcast_attn", NULL, "for half precision: sums are float or double here"},
    {"attn_pdrop", NULL, TRAINING},
    {"embd_pdrop", NULL, TRAINING},
    {"resid_pdrop", NULL, TRAINING},
    {"initializer_range", NULL, TRAINING},
    {"tf_legacy_loss", NULL, TRAINING},
    {"gradient_checkpointing", NULL, TRAINING},
    {"use_cache", NULL, "the cache gives the same numbers"},
    {"chunk_size_feed_forward", NULL, "pieces give the same numbers"},
    {"torch_dtype", NULL, "each tensor of the file says its type"},
    {"dtype", NULL, "each tensor of the file says its type"},
    {"use_bfloat16", NULL, "each tensor of the file says its type"},
    {"torchscript", NULL, PYTHON},
    {"return_dict", NULL, PYTHON},
    {"output_hidden_states", NULL, PYTHON},
    {"output_attentions", NULL, PYTHON},
    {"is_decoder", NULL, "GPT-2 is always causal"},
    {"tie_encoder_decoder", NULL, "there is no encoder"},
    {"_attn_implementation", NULL, PYTHON},
    {"_attn_implementation_autoset", NULL, PYTHON},
    {"attn_implementation", NULL, PYTHON},
    {"summary_activation", NULL, CLASSES},
    {"summary_first_dropout", NULL, CLASSES},
    {"summary_proj_to_labels", NULL, CLASSES},
    {"summary_type", NULL, CLASSES},
    {"summary_use_proj", NULL, CLASSES},
    {"finetuning_task", NULL, CLASSES},
    {"id2label", NULL, CLASSES},
    {"label2id", NULL, CLASSES},
    {"num_labels", NULL, CLASSES},
    {"problem_type", NULL, CLASSES},
    {"_name_or_path", NULL, ABOUT},
    {"architectures", NULL, ABOUT},
    {"transformers_version", NULL, ABOUT},
    {"tokenizer_class", NULL, "the tokenizer's own file says that"},
    {"bos_token_id", NULL, WRITING},
    {"eos_token_id", NULL, WRITING},
    {"pad_token_id", NULL, WRITING},
    {"sep_token_id", NULL, WRITING},
    {"decoder_start_token_id", NULL, WRITING},
    {"task_specific_params", NULL, WRITING},
    {"max_length", NULL, WRITING},
    {"min_length", NULL, WRITING},
    {"do_sample", NULL, WRITING},
    {"early_stopping", NULL, WRITING},
    {"num_beams", NULL, WRITING},
    {"num_beam_groups", NULL, WRITING},
    {"diversity_penalty", NULL, WRITING},
    {"temperature", NULL, WRITING},
    {"top_k", NULL, WRITING},
    {"top_p", NULL, WRITING},
    {"typical_p", NULL, WRITING},
    {"repetition_penalty", NULL, WRITING},
    {"length_penalty", NULL, WRITING},
    {"no_repeat_ngram_size", NULL, WRITING},
    {"encoder_no_repeat_ngram_size", NULL, WRITING},
    {"bad_words_ids", NULL, WRITING},
    {"num_return_sequences", NULL, WRITING},
    {"output_scores", NULL, WRITING},
    {"return_dict_in_generate", NULL, WRITING},
    {"forced_bos_token_id", NULL, WRITING},
    {"forced_eos_token_id", NULL, WRITING},
    {"remove_invalid_values", NULL, WRITING},
    {"exponential_decay_length_penalty", NULL, WRITING},
    {"suppress_tokens", NULL, WRITING},
    {"begin_suppress_tokens", NULL, WRITING},
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
    return json_known(j, key, known, sizeof known / sizeof *known);
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
