/* bpe_json.c - reads HuggingFace's tokenizer.json, of a byte-level BPE.
 *
 *     {"added_tokens": [{"id": 50256, "content": "<|endoftext|>", ...}],
 *      "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false, ...},
 *      "model": {"type": "BPE", "vocab": {"!": 0, ...}, "merges": ["Ġ t", ...],
 *                "ignore_merges": false}}
 *
 * Merges are strings "a b" or, since 2024, lists ["a", "b"]. Members may come in any order, so all
 * are noted first. Each key is obeyed, refused by its name, or known to change nothing
 * (json_keys.c); pre_tokenizer, post_processor and decoder are read in bpe_json_cut.c.
 */
#include <stdio.h>
#include <string.h>
#include "bpe_file.h"

/* ---- reading --------------------------------------------------------------------------------- */

bool bpe_read_ids(Json *j, const char *key, void *entries)
{
    long id;
    if (!json_whole(j, &id))
        return false;
    bpe_note(entries, key, id);
    return true;
}

static bool read_half(Json *j, void *context)
{
    BpeFile *f = context;
    const char *half;
    if (!json_string(j, &half))
        return false;
    bpe_note(&f->merges, half, 2);
    return true;
}

bool bpe_read_merge(Json *j, void *context)
{
    BpeFile *f = context;
    const char *line;
    if (!json_accept(j, '[')) {
        if (!json_string(j, &line))
            return false;
        bpe_note(&f->merges, line, 1);
        return true;
    }
    return read_half(j, f) && (json_accept(j, ',') || json_wrong(j, "','")) && read_half(j, f) &&
           (json_accept(j, ']') || json_wrong(j, "']' behind the two tokens of a merge"));
}

static const JsonKey known_of_model[6] = {
    {"dropout", "null|0.0|0", "merges that are left out at random are not supported"},
    {"continuing_subword_prefix", "null|\"\"", "tokens have no mark in front of them"},
    {"end_of_word_suffix", "null|\"\"", "tokens have no mark behind them"},
    {"unk_token", NULL, "every byte is a token: none is unknown"},
    {"fuse_unk", NULL, "every byte is a token: none is unknown"},
    {"byte_fallback", NULL, "every byte is a token: none is unknown"},
};

static bool read_model(Json *j, const char *key, void *context)
{
    BpeFile *f = context;
    const char *type;
    if (strcmp(key, "type") == 0)
        return json_string(j, &type) &&
               (strcmp(type, "BPE") == 0 || json_wrong(j, "\"BPE\" before this, in \"type\""));
    if (strcmp(key, "vocab") == 0)
        return json_object(j, bpe_read_ids, &f->vocab);
    if (strcmp(key, "merges") == 0)
        return json_list(j, bpe_read_merge, f);
    if (strcmp(key, "ignore_merges") == 0)
        return json_bool(j, &f->ignore_merges);
    return json_known(j, key, known_of_model, 6);
}

static const JsonKey known_of_added[5] = {
    {"single_word", "false", "an added token is found wherever it stands"},
    {"lstrip", "false", "an added token takes no white space along"},
    {"rstrip", "false", "an added token takes no white space along"},
    {"normalized", NULL, "there is no normalizer"},
    {"special", NULL, "whoever encodes says whether added tokens are looked for"},
};

static bool read_added_member(Json *j, const char *key, void *context)
{
    BpeFile *f = context;
    if (strcmp(key, "id") == 0)
        return json_whole(j, &f->entry.id);
    if (strcmp(key, "content") == 0)
        return json_string(j, &f->entry.text);
    return json_known(j, key, known_of_added, 5);
}

bool bpe_read_added(Json *j, void *context)
{
    BpeFile *f = context;
    f->entry = (BpeEntry){NULL, -1};
    if (!json_object(j, read_added_member, f))
        return false;
    if (f->entry.text == NULL || f->entry.id < 0)
        return json_wrong(j, "id and content of an added token before this");
    bpe_note(&f->added, f->entry.text, f->entry.id);
    return true;
}

static const JsonKey known_of_file[3] = {
    {"version", "\"1.0\"", "other versions are not known"},
    {"truncation", "null", "ids are never cut off. hint: null"},
    {"padding", "null", "nothing is put behind the ids. hint: null"},
};

static bool read_top(Json *j, const char *key, void *context)
{
    BpeFile *f = context;
    if (strcmp(key, "model") == 0)
        return json_object(j, read_model, f);
    if (strcmp(key, "added_tokens") == 0)
        return json_list(j, bpe_read_added, f);
    if (strcmp(key, "pre_tokenizer") == 0) {
        f->byte_level = f->is_cut = false;
        return json_null(j) ? json_wrong(j, "a \"pre_tokenizer\" with ByteLevel before this")
                            : bpe_read_cut(j, f);
    }
    if (strcmp(key, "post_processor") == 0)
        return json_null(j) || bpe_read_post_processor(j, f);
    if (strcmp(key, "decoder") == 0)
        return bpe_read_decoder(j, f);
    if (strcmp(key, "normalizer") == 0)
        return json_null(j) || json_wrong(j, "null: text that is changed before it is cut is not "
                                             "supported (\"normalizer\"); with byte_fallback "
                                             "sentence_piece_load reads it");
    return json_known(j, key, known_of_file, 3);
}

static void tell(const Json *j, const BpeFile *f)
{
    json_tell_strange(j);
    if (f->around[0] != '\0')
        fprintf(stderr,
                "%s: its post_processor, %s, puts tokens around a text: bpe_encode puts none\n",
                j->path, f->around);
}

Bpe *bpe_from_json(const char *text, size_t bytes)
{
    UNDO_ON_FAIL;
    Scope *scope = scope_open();
    char *copy = scope_alloc(scope, bytes + 1);
    memcpy(copy, text, bytes);
    copy[bytes] = '\0';
    Json j = {.path = "bpe_from_json", .whole = "the text", .text = copy, .size = (long)bytes};
    BpeFile file = {.operation = j.path, .split = SPLIT_GPT2};
    bool ok = json_is_text(&j) && json_object(&j, read_top, &file) && json_end(&j);
    Bpe *b = ok ? bpe_build(&file) : NULL;
    if (b != NULL)
        tell(&j, &file);
    bpe_file_free(&file);
    scope_close(scope);
    return b;
}
