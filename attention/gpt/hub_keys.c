/* hub_keys.c - keys that HuggingFace's config.json has for a model of any kind, and that are not
 * read.
 *
 * PretrainedConfig writes them: refused by name where another value would be another model, and
 * below with the reason why they change no logit.
 */
#include <string.h>
#include "hub_keys.h"

#define TRAINING "of training"
#define WRITING "of generate() in Python: here the options of gpt_generate"
#define CLASSES "of a model that names classes: its head is not read"
#define PYTHON "how a call in Python gives back its results, with the same numbers"
#define ABOUT "where the file is from"

static const JsonKey all[] = {
    /* what would be another model */
    {"add_cross_attention", "false", "there is no encoder to attend to"},
    {"is_encoder_decoder", "false", "there is no encoder"},
    {"cross_attention_hidden_size", "null", "there is no encoder to attend to"},
    {"pruned_heads", "{}|null", "all layers have the same heads"},
    {"quantization_config", "null", "weights that are codes are read by quantized_gpt_load only"},
    {"prefix", "null|\"\"", "nothing is put in front of a prompt"},
    /* what changes no logit */
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
    {"is_decoder", NULL, "these models are always causal"},
    {"tie_encoder_decoder", NULL, "there is no encoder"},
    {"_attn_implementation", NULL, PYTHON},
    {"_attn_implementation_autoset", NULL, PYTHON},
    {"attn_implementation", NULL, PYTHON},
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

bool hub_known(Json *j, const char *key, const JsonKey *keys, long n)
{
    for (long i = 0; i < n; i++)
        if (strcmp(keys[i].key, key) == 0)
            return json_known(j, key, keys, n);
    return json_known(j, key, all, sizeof all / sizeof *all);
}
