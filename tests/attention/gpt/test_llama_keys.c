/* test_llama_keys.c - every key that LlamaConfig writes, with another value than its default: the model is another
 * one, or the key is refused by its name, or the logits stay, and then this table says so. */
#include "json_flip.h"
#include "scratch.h"
#include "test.h"

enum { V = 5, T = 3, C = 4, KV = 2, HIDDEN = 6 };
typedef enum { SAME, OBEYED, REFUSED } Outcome;

/* fixtures/llama.config.json: LlamaConfig().to_dict() of transformers 4.44, with small sizes, head_dim of later
 * versions, and the rope_scaling of Llama 3.1. */
static const struct {
    const char *key, *value;
    Outcome outcome;
} flips[] = {
    {"model_type", "\"mistral\"", REFUSED},
    {"hidden_act", "\"gelu\"", REFUSED},
    {"attention_bias", "true", REFUSED},
    {"mlp_bias", "true", REFUSED},
    {"vocab_size", "6", REFUSED},
    {"hidden_size", "8", REFUSED},
    {"hidden_size", "0", REFUSED},
    {"intermediate_size", "7", REFUSED},
    {"num_hidden_layers", "2", REFUSED},
    {"num_hidden_layers", "0", REFUSED},
    {"num_attention_heads", "1", REFUSED}, /* head_dim would be another one */
    {"num_attention_heads", "4", REFUSED},
    {"num_attention_heads", "3", REFUSED},
    {"num_key_value_heads", "2", REFUSED},
    {"num_key_value_heads", "null", REFUSED}, /* as many as heads */
    {"head_dim", "4", REFUSED},
    {"head_dim", "null", SAME},
    {"max_position_embeddings", "4", SAME}, /* how long a text may be */
    {"rms_norm_eps", "0.5", OBEYED},
    {"rms_norm_eps", "0", REFUSED},
    {"rope_theta", "100.0", SAME}, /* a head of two numbers turns by one angle for each position */
    {"rope_theta", "-1", REFUSED},
    {"rope_scaling", "null", OBEYED},
    {"rope_scaling", "{\"type\": \"linear\", \"factor\": 2.0}", OBEYED},
    {"rope_scaling", "{\"type\": \"dynamic\", \"factor\": 2.0}", REFUSED},
    {"rope_scaling", "{\"rope_type\": \"yarn\", \"factor\": 2.0}", REFUSED},
    {"rope_scaling", "{\"factor\": 2.0}", REFUSED},
    {"rope_scaling", "{\"type\": \"linear\"}", REFUSED},
    {"rope_scaling", "{\"rope_type\": \"llama3\", \"factor\": 2.0}", REFUSED},
    {"rope_scaling.rope_type", "\"default\"", OBEYED},
    {"rope_scaling.factor", "2.0", OBEYED},
    {"rope_scaling.factor", "0.5", REFUSED},
    {"rope_scaling.low_freq_factor", "0.5", OBEYED},
    {"rope_scaling.low_freq_factor", "4.0", REFUSED},
    {"rope_scaling.high_freq_factor", "8.0", OBEYED},
    {"rope_scaling.original_max_position_embeddings", "12", OBEYED},
    {"rope_scaling.original_max_position_embeddings", "0", REFUSED},
    {"tie_word_embeddings", "false", REFUSED}, /* there is no lm_head.weight */
    {"pretraining_tp", "2", SAME},
    {"attention_dropout", "0.5", SAME},
    {"_name_or_path", "\"elsewhere\"", SAME},
    {"architectures", "[\"LlamaModel\"]", SAME},
    {"task_specific_params", "{\"a\": 1}", SAME},
    /* of the base class, as in test_gpt2_keys.c */
    {"add_cross_attention", "true", REFUSED},
    {"cross_attention_hidden_size", "4", REFUSED},
    {"is_encoder_decoder", "true", REFUSED},
    {"pruned_heads", "{\"0\": [1]}", REFUSED},
    {"prefix", "\"Once \"", REFUSED},
    {"initializer_range", "0.5", SAME},
    {"tf_legacy_loss", "true", SAME},
    {"chunk_size_feed_forward", "2", SAME},
    {"use_cache", "false", SAME},
    {"torch_dtype", "\"float16\"", SAME},
    {"use_bfloat16", "true", SAME},
    {"is_decoder", "true", SAME},
    {"tie_encoder_decoder", "true", SAME},
    {"return_dict", "false", SAME},
    {"output_attentions", "true", SAME},
    {"output_hidden_states", "true", SAME},
    {"torchscript", "true", SAME},
    {"finetuning_task", "\"mrpc\"", SAME},
    {"id2label", "{\"0\": \"yes\"}", SAME},
    {"id2label.0", "\"yes\"", SAME},
    {"id2label.1", "\"no\"", SAME},
    {"label2id", "{\"yes\": 0}", SAME},
    {"label2id.LABEL_0", "7", SAME},
    {"label2id.LABEL_1", "7", SAME},
    {"problem_type", "\"regression\"", SAME},
    {"transformers_version", "\"5.0.0\"", SAME},
    {"tokenizer_class", "\"Other\"", SAME},
    {"bos_token_id", "1", SAME},
    {"eos_token_id", "1", SAME},
    {"pad_token_id", "1", SAME},
    {"sep_token_id", "1", SAME},
    {"decoder_start_token_id", "1", SAME},
    {"max_length", "3", SAME},
    {"min_length", "3", SAME},
    {"do_sample", "true", SAME},
    {"early_stopping", "true", SAME},
    {"num_beams", "3", SAME},
    {"num_beam_groups", "3", SAME},
    {"diversity_penalty", "0.5", SAME},
    {"temperature", "0.5", SAME},
    {"top_k", "1", SAME},
    {"top_p", "0.5", SAME},
    {"typical_p", "0.5", SAME},
    {"repetition_penalty", "2.0", SAME},
    {"length_penalty", "2.0", SAME},
    {"no_repeat_ngram_size", "2", SAME},
    {"encoder_no_repeat_ngram_size", "2", SAME},
    {"bad_words_ids", "[[1]]", SAME},
    {"num_return_sequences", "2", SAME},
    {"output_scores", "true", SAME},
    {"return_dict_in_generate", "true", SAME},
    {"forced_bos_token_id", "1", SAME},
    {"forced_eos_token_id", "1", SAME},
    {"remove_invalid_values", "true", SAME},
    {"exponential_decay_length_penalty", "[1, 1.5]", SAME},
    {"suppress_tokens", "[1]", SAME},
    {"begin_suppress_tokens", "[1]", SAME},
};

static void write_model(void)
{
    static const struct {
        const char *name;
        int ndim;
        long shape[2];
    } parts[] = {{"model.embed_tokens.weight", 2, {V, C}},
                 {"model.norm.weight", 1, {C, 0}},
                 {"model.layers.0.input_layernorm.weight", 1, {C, 0}},
                 {"model.layers.0.self_attn.q_proj.weight", 2, {C, C}},
                 {"model.layers.0.self_attn.k_proj.weight", 2, {KV, C}},
                 {"model.layers.0.self_attn.v_proj.weight", 2, {KV, C}},
                 {"model.layers.0.self_attn.o_proj.weight", 2, {C, C}},
                 {"model.layers.0.post_attention_layernorm.weight", 1, {C, 0}},
                 {"model.layers.0.mlp.gate_proj.weight", 2, {HIDDEN, C}},
                 {"model.layers.0.mlp.up_proj.weight", 2, {HIDDEN, C}},
                 {"model.layers.0.mlp.down_proj.weight", 2, {C, HIDDEN}}};
    enum { PARTS = sizeof parts / sizeof *parts };
    const char *names[PARTS];
    Tensor *tensors[PARTS];
    for (int i = 0; i < PARTS; i++) {
        names[i] = parts[i].name;
        tensors[i] = tensor_normal(parts[i].ndim, parts[i].shape, 0, 1, &test_rng);
    }
    assert_int_equal(safetensors_save(scratch("model.safetensors"), PARTS, names, tensors, 0, NULL),
                     0);
}

/* The logits of the model that has this config.json; NULL: it is refused. */
static Tensor *logits_with(const char *config)
{
    write_bytes(scratch("config.json"), config, strlen(config));
    kindling_set_error("%s", "");
    stderr_begin(scratch("stderr"));
    Gpt *g = llama_load(scratch_folder);
    stderr_end();
    if (g == NULL)
        return NULL;
    Tensor *logits =
        tensor_detach(gpt_forward(g, int_tensor_from(SHAPE(1, 3), 3, (int[]){4, 0, 2}), NULL));
    module_free(&g->module);
    return logits;
}

/* What was written to stderr then; until the next call. */
static const char *told(void)
{
    static char *text;
    owned_free(text);
    text = kindling_read_file(scratch("stderr"), NULL);
    return text;
}

static const char *last_word(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot != NULL ? dot + 1 : path;
}

static void test_every_key_of_the_defaults(void **state)
{
    (void)state;
    char *text = kindling_read_file("tests/fixtures/llama.config.json", NULL);
    static Places places;
    find_places(text, &places);
    write_model();
    Tensor *plain = logits_with(text);
    assert_non_null(plain);
    assert_string_equal(told(), "");
    bool wrong = false;
    for (size_t i = 0; i < sizeof flips / sizeof *flips; i++) {
        Tensor *logits = logits_with(flipped(text, &places, flips[i].key, flips[i].value));
        bool same = logits != NULL && memcmp(logits->data, plain->data, V * T * sizeof(real)) == 0;
        Outcome got = logits == NULL ? REFUSED : same ? SAME : OBEYED;
        bool named = got != REFUSED || strstr(kindling_error(), last_word(flips[i].key)) != NULL;
        if (got != flips[i].outcome || !named || *told() != '\0') {
            print_error("%s: %s: %s \"%s\" %s\n", flips[i].key, flips[i].value,
                        got == REFUSED ? "refused"
                        : got == SAME  ? "same"
                                       : "obeyed",
                        kindling_error(), told());
            wrong = true;
        }
    }
    assert_false(wrong);
    for (long p = 0; p < places.count; p++) {
        bool there = false;
        for (size_t i = 0; i < sizeof flips / sizeof *flips; i++)
            there = there || strcmp(flips[i].key, places.path[p]) == 0;
        if (!there)
            print_error("nobody has tried another %s\n", places.path[p]);
        assert_true(there);
    }
    owned_free(text);
}

static void test_a_key_that_nobody_knows_is_told(void **state)
{
    (void)state;
    write_model();
    char *text = kindling_read_file("tests/fixtures/llama.config.json", NULL);
    static Places places;
    find_places(text, &places);
    assert_non_null(logits_with(flipped(text, &places, "prefix", "null, \"alibi\": {\"a\": [1]}")));
    assert_non_null(strstr(told(), "config.json: not known here, and not obeyed: \"alibi\""));
    owned_free(text);
}

/* Told is the value, all of it and no more, whatever is in it and behind it. */
static void test_a_value_that_is_refused_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *config, *says;
    } wrong[] = {
        {"{\"quantization_config\": {\"bits\": 4}}", "\" is {\"bits\": 4}, expected null"},
        {"{\"quantization_config\": [4, {\"a\": 1}], \"x\": 1}",
         "\" is [4, {\"a\": 1}], expected null"},
        {"{\"hidden_act\": \"a,b}\"}", "\" is \"a,b}\", expected \"silu\""},
        {"{\"mlp_bias\": true }", "\" is true, expected false"},
    };
    write_model();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_null(logits_with(wrong[i].config));
        assert_error_has(wrong[i].says);
    }
}

/* Newer files say rope_theta and rope_scaling in one. */
static void test_rope_parameters(void **state)
{
    (void)state;
    write_model();
    char *text = kindling_read_file("tests/fixtures/llama.config.json", NULL);
    static Places places;
    find_places(text, &places);
    Tensor *linear = logits_with(
        flipped(text, &places, "rope_scaling", "{\"type\": \"linear\", \"factor\": 2.0}"));
    Tensor *newer = logits_with(
        flipped(text, &places, "rope_scaling",
                "null, \"rope_parameters\": {\"rope_type\": \"linear\", \"factor\": 2.0, "
                "\"rope_theta\": 500.0}"));
    assert_non_null(newer);
    assert_tensor_identical(newer, linear);
    owned_free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_every_key_of_the_defaults), UNIT_TEST(test_a_key_that_nobody_knows_is_told),
        UNIT_TEST(test_a_value_that_is_refused_is_told), UNIT_TEST(test_rope_parameters)};
    return run_tests_in_scratch("attention/gpt/llama_keys", tests);
}
