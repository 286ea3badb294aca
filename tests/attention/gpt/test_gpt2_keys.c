/* test_gpt2_keys.c - every key that GPT2Config writes, with another value than its default: the model is another one,
 * or the key is refused by its name, or the logits stay, and then this table says so. */
#include "json_flip.h"
#include "scratch.h"
#include "test.h"

enum { V = 5, T = 3, C = 4 };
typedef enum { SAME, OBEYED, REFUSED } Outcome;

/* fixtures/gpt2.config.json: GPT2Config().to_dict() of transformers 4.44, with small sizes. */
static const struct {
    const char *key, *value;
    Outcome outcome;
} flips[] = {
    {"model_type", "\"gpt_neo\"", REFUSED},
    {"activation_function", "\"relu\"", REFUSED},
    {"activation_function", "\"gelu_pytorch_tanh\"", SAME}, /* one function, two names */
    {"scale_attn_weights", "false", REFUSED},
    {"scale_attn_by_inverse_layer_idx", "true", REFUSED},
    {"add_cross_attention", "true", REFUSED},
    {"cross_attention_hidden_size", "4", REFUSED},
    {"is_encoder_decoder", "true", REFUSED},
    {"pruned_heads", "{\"0\": [1]}", REFUSED},
    {"prefix", "\"Once \"", REFUSED},
    {"vocab_size", "6", REFUSED},
    {"n_positions", "4", REFUSED},
    {"n_ctx", "2", REFUSED},
    {"n_embd", "8", REFUSED},
    {"n_layer", "2", REFUSED},
    {"n_inner", "8", REFUSED},
    {"n_inner", "16", SAME}, /* what null means */
    {"n_head", "1", OBEYED},
    {"layer_norm_epsilon", "0.5", OBEYED},
    {"layer_norm_epsilon", "-1e-5", REFUSED},
    {"tie_word_embeddings", "false", REFUSED}, /* there is no lm_head.weight */
    /* of training */
    {"attn_pdrop", "0.9", SAME},
    {"embd_pdrop", "0.9", SAME},
    {"resid_pdrop", "0.9", SAME},
    {"initializer_range", "0.5", SAME},
    {"tf_legacy_loss", "true", SAME},
    /* the same numbers by another way, or in another type */
    {"reorder_and_upcast_attn", "true", SAME},
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
    /* of heads that are not read */
    {"summary_activation", "\"tanh\"", SAME},
    {"summary_first_dropout", "0.9", SAME},
    {"summary_proj_to_labels", "false", SAME},
    {"summary_type", "\"last\"", SAME},
    {"summary_use_proj", "false", SAME},
    {"finetuning_task", "\"mrpc\"", SAME},
    {"id2label", "{\"0\": \"yes\"}", SAME},
    {"id2label.0", "\"yes\"", SAME},
    {"id2label.1", "\"no\"", SAME},
    {"label2id", "{\"yes\": 0}", SAME},
    {"label2id.LABEL_0", "7", SAME},
    {"label2id.LABEL_1", "7", SAME},
    {"problem_type", "\"regression\"", SAME},
    /* where it is from */
    {"_name_or_path", "\"elsewhere\"", SAME},
    {"architectures", "[\"GPT2Model\"]", SAME},
    {"transformers_version", "\"5.0.0\"", SAME},
    {"tokenizer_class", "\"Other\"", SAME},
    /* of generate(): logits do not know them */
    {"bos_token_id", "1", SAME},
    {"eos_token_id", "1", SAME},
    {"pad_token_id", "1", SAME},
    {"sep_token_id", "1", SAME},
    {"decoder_start_token_id", "1", SAME},
    {"task_specific_params", "null", SAME},
    {"task_specific_params.text-generation", "null", SAME},
    {"task_specific_params.text-generation.do_sample", "false", SAME},
    {"task_specific_params.text-generation.max_length", "3", SAME},
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
    } parts[] = {{"wte.weight", 2, {V, C}},
                 {"wpe.weight", 2, {T, C}},
                 {"ln_f.weight", 1, {C, 0}},
                 {"ln_f.bias", 1, {C, 0}},
                 {"h.0.ln_1.weight", 1, {C, 0}},
                 {"h.0.ln_1.bias", 1, {C, 0}},
                 {"h.0.attn.c_attn.weight", 2, {C, 3 * C}},
                 {"h.0.attn.c_attn.bias", 1, {3 * C, 0}},
                 {"h.0.attn.c_proj.weight", 2, {C, C}},
                 {"h.0.attn.c_proj.bias", 1, {C, 0}},
                 {"h.0.ln_2.weight", 1, {C, 0}},
                 {"h.0.ln_2.bias", 1, {C, 0}},
                 {"h.0.mlp.c_fc.weight", 2, {C, 4 * C}},
                 {"h.0.mlp.c_fc.bias", 1, {4 * C, 0}},
                 {"h.0.mlp.c_proj.weight", 2, {4 * C, C}},
                 {"h.0.mlp.c_proj.bias", 1, {C, 0}}};
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
    Gpt *g = gpt2_load(scratch_folder);
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
    char *text = kindling_read_file("tests/fixtures/gpt2.config.json", NULL);
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
    assert_non_null(logits_with("{\"n_head\": 2, \"rotary_pct\": 0.5, \"alibi\": {\"a\": [1]}}"));
    assert_non_null(
        strstr(told(), "config.json: not known here, and not obeyed: \"rotary_pct\", \"alibi\""));
}

/* A file of codes keeps it; an artefact, which cannot, does not take such a model. */
static void test_an_eps_of_another_size(void **state)
{
    (void)state;
    write_model();
    static const char config[] = "{\"n_head\": 2, \"layer_norm_epsilon\": 1e-6}";
    write_bytes(scratch("config.json"), config, sizeof config - 1);
    Gpt *g = gpt2_load(scratch_folder);
    assert_non_null(g);
    assert_close(g->blocks[0]->norm2->eps, 1e-6, 1e-12);
    QuantizedGpt *q = quantized_gpt_new(g, (QuantScheme){.bits = 8});
    assert_int_equal(quantized_gpt_save(q, scratch("codes")), 0);
    module_free(&q->module);
    q = quantized_gpt_load(scratch("codes"));
    assert_non_null(q);
    assert_true(q->norm->eps == (real)1e-6 && q->blocks[0]->norm1->eps == (real)1e-6);
    module_free(&q->module);
    size_t bytes;
    assert_fails_with("eps of 1e-06", artefact_of(g, &bytes));
    module_free(&g->module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_every_key_of_the_defaults),
        UNIT_TEST(test_a_key_that_nobody_knows_is_told),
        UNIT_TEST(test_an_eps_of_another_size),
    };
    return run_tests_in_scratch("attention/gpt2_keys", tests);
}
