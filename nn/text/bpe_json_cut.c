/* bpe_json_cut.c - what stands around the model in tokenizer.json: pre_tokenizer, which cuts the
 * text, post_processor and decoder.
 *
 *     as GPT-2 cuts:
 *     {"type": "ByteLevel", "add_prefix_space": false, "use_regex": true}
 *     as the expression does:
 *     {"type": "Sequence", "pretokenizers": [
 *         {"type": "Split", "pattern": {"Regex": "..."}, "behavior": "Isolated", "invert": false},
 *         {"type": "ByteLevel", "use_regex": false}]}
 */
#include <stdio.h>
#include <string.h>
#include "bpe_file.h"

#define GPT2_PATTERN                                                                               \
    "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+"
#define GPT4_PATTERN                                                                               \
    "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| "                     \
    "?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"

enum { DEEPEST = 8 };

/* One object of pre_tokenizer, while it is read. */
typedef struct {
    BpeFile *file;
    const char *type, *behavior;
    bool has_pattern, invert;
    bool says_regex, use_regex;
} Cut;

static bool read_pattern(Json *j, const char *key, void *context)
{
    Cut *cut = context;
    const char *pattern;
    if (strcmp(key, "Regex") != 0)
        return json_wrong(j, "a pattern that is a \"Regex\" before this");
    if (!json_string(j, &pattern))
        return false;
    bool gpt4 = strcmp(pattern, GPT4_PATTERN) == 0;
    cut->has_pattern = true;
    cut->file->split = gpt4 ? SPLIT_GPT4 : SPLIT_GPT2;
    return gpt4 || strcmp(pattern, GPT2_PATTERN) == 0 ||
           json_wrong(j, "the regular expression of GPT-2 or of GPT-4 (cl100k) before this, in "
                         "\"Regex\"");
}

static bool read_cuts(Json *j, void *context)
{
    return bpe_read_cut(j, context);
}

static bool read_cut_member(Json *j, const char *key, void *context)
{
    static const JsonKey known = {"trim_offsets", NULL, "offsets are not given"};
    Cut *cut = context;
    bool yes;
    if (strcmp(key, "type") == 0)
        return json_string(j, &cut->type);
    if (strcmp(key, "pretokenizers") == 0)
        return json_list(j, read_cuts, cut->file);
    if (strcmp(key, "pattern") == 0)
        return json_object(j, read_pattern, cut);
    if (strcmp(key, "behavior") == 0)
        return json_string(j, &cut->behavior);
    if (strcmp(key, "invert") == 0)
        return json_bool(j, &cut->invert);
    if (strcmp(key, "use_regex") == 0) {
        cut->says_regex = true;
        return json_bool(j, &cut->use_regex);
    }
    if (strcmp(key, "add_prefix_space") == 0)
        return json_bool(j, &yes) &&
               (!yes || json_wrong(j, "false before this, in \"add_prefix_space\": a space that is "
                                      "put in front is not supported"));
    return json_known(j, key, &known, 1);
}

/* What the expression finds is kept, or what it does not find is removed: with ours, which find
 * all, that is one. */
static bool split_is_ours(Json *j, Cut *cut)
{
    bool isolated = cut->behavior == NULL || strcmp(cut->behavior, "Isolated") == 0;
    bool removed = cut->behavior != NULL && strcmp(cut->behavior, "Removed") == 0 && cut->invert;
    if (!isolated && !removed)
        return json_wrong(j, "a Split whose \"behavior\" is \"Isolated\", or \"Removed\" with "
                             "\"invert\", before this");
    if (cut->file->is_cut || cut->file->byte_level)
        return json_wrong(j, "one Split before this, in front of ByteLevel");
    cut->file->is_cut = true;
    return true;
}

/* (Old files say nothing of use_regex; no program wrote a Split in front of it then.) */
static bool byte_level_is_ours(Json *j, Cut *cut)
{
    BpeFile *f = cut->file;
    if (cut->says_regex && !cut->use_regex && !f->is_cut)
        return json_wrong(j,
                          "true for \"use_regex\" before this, or a Split in front of ByteLevel: "
                          "text that is not cut is not supported");
    if (cut->says_regex && cut->use_regex && f->is_cut && f->split != SPLIT_GPT2)
        return json_wrong(j, "false for \"use_regex\" before this: text that is cut twice is not "
                             "supported");
    f->byte_level = true;
    return true;
}

/* ByteLevel, or a Sequence of Split and ByteLevel. */
bool bpe_read_cut(Json *j, BpeFile *f)
{
    Cut cut = {.file = f, .use_regex = true};
    if (++f->depth > DEEPEST)
        return json_wrong(j, "no sequences nested deeper than 8");
    if (!json_object(j, read_cut_member, &cut))
        return false;
    f->depth--;
    if (cut.type == NULL || strcmp(cut.type, "Sequence") == 0)
        return true;
    if (strcmp(cut.type, "Split") == 0)
        return split_is_ours(j, &cut);
    if (strcmp(cut.type, "ByteLevel") == 0)
        return byte_level_is_ours(j, &cut);
    return json_wrong(j,
                      "ByteLevel, or a Sequence of Split and ByteLevel, before this, in \"type\" "
                      "of \"pre_tokenizer\"");
}

/* ---- behind the model ------------------------------------------------------------------------ */

static bool read_post_processor_item(Json *j, void *context)
{
    return bpe_read_post_processor(j, context);
}

static bool read_post_member(Json *j, const char *key, void *context)
{
    static const JsonKey known[] = {
        {"add_prefix_space", NULL, "offsets are not given"},
        {"trim_offsets", NULL, "offsets are not given"},
        {"use_regex", NULL, "offsets are not given"},
        {"single", NULL, "told with its type"},
        {"pair", NULL, "told with its type"},
        {"special_tokens", NULL, "told with its type"},
        {"sep", NULL, "told with its type"},
        {"cls", NULL, "told with its type"},
    };
    BpeFile *f = context;
    const char *type;
    if (strcmp(key, "processors") == 0)
        return json_list(j, read_post_processor_item, f);
    if (strcmp(key, "type") != 0)
        return json_known(j, key, known, 8);
    if (!json_string(j, &type))
        return false;
    if (strcmp(type, "ByteLevel") != 0 && strcmp(type, "Sequence") != 0)
        snprintf(f->around, sizeof f->around, "%s", type);
    return true;
}

bool bpe_read_post_processor(Json *j, BpeFile *f)
{
    if (++f->depth > DEEPEST)
        return json_wrong(j, "no sequences nested deeper than 8");
    bool ok = json_object(j, read_post_member, f);
    f->depth--;
    return ok;
}

static bool read_decoder_item(Json *j, void *context)
{
    return bpe_read_decoder(j, context);
}

static bool read_decoder_member(Json *j, const char *key, void *context)
{
    static const JsonKey known[] = {
        {"type", "\"ByteLevel\"|\"Sequence\"", "tokens are bytes, written one behind the other"},
        {"add_prefix_space", NULL, "bytes have no space in front"},
        {"trim_offsets", NULL, "offsets are not given"},
        {"use_regex", NULL, "nothing is cut when tokens become text"},
    };
    if (strcmp(key, "decoders") == 0)
        return json_list(j, read_decoder_item, context);
    return json_known(j, key, known, 4);
}

bool bpe_read_decoder(Json *j, BpeFile *f)
{
    if (json_null(j))
        return json_wrong(j, "a ByteLevel \"decoder\" before this: tokens are bytes, written one "
                             "behind the other");
    if (++f->depth > DEEPEST)
        return json_wrong(j, "no sequences nested deeper than 8");
    bool ok = json_object(j, read_decoder_member, f);
    f->depth--;
    return ok;
}
