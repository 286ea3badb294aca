/* sentence_piece_json.c - HuggingFace's tokenizer.json of Llama 2 and its kin.
 *
 *     {"normalizer": {"type": "Sequence", "normalizers": [
 *          {"type": "Prepend", "prepend": "\u2581"},
 *          {"type": "Replace", "pattern": {"String": " "}, "content": "\u2581"}]},
 *      "pre_tokenizer": null,
 *      "model": {"type": "BPE", "byte_fallback": true, "vocab": {...}, "merges": [...]}}
 *
 * or, in newer files, no normalizer and a pre_tokenizer Metaspace that does not split. Each key is
 * obeyed, refused by its name, or known to change nothing. Ids must be 0, 1, 2 ..., each once.
 * Source: tokenizers, and convert_slow_tokenizer.py of transformers.
 */
#include <stdio.h>
#include <string.h>
#include "bpe_file.h"
#include "sentence_piece_parts.h"

#define SPACE "\xe2\x96\x81" /* U+2581 stands for a space */

typedef struct {
    BpeFile file; /* vocab, merges, added */
    bool byte_fallback, in_front, replaced;
    int depth;
} PieceFile;

/* ---- normalizer and pre_tokenizer ------------------------------------------------------------ */

/* One object of them, while it is read. */
typedef struct {
    PieceFile *file;
    const char *type, *prepend, *pattern, *content, *replacement, *scheme;
    bool split, says_split, in_front, says_in_front;
} Step;

static bool read_step(Json *j, void *file);

static bool read_pattern(Json *j, const char *key, void *context)
{
    Step *step = context;
    return strcmp(key, "String") == 0 ? json_string(j, &step->pattern)
                                      : json_wrong(j, "a pattern that is a \"String\" before this");
}

static bool read_step_member(Json *j, const char *key, void *context)
{
    Step *s = context;
    const struct {
        const char *key, **value;
    } texts[] = {{"type", &s->type},
                 {"prepend", &s->prepend},
                 {"content", &s->content},
                 {"replacement", &s->replacement},
                 {"prepend_scheme", &s->scheme}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(key, texts[i].key) == 0)
            return json_string(j, texts[i].value);
    if (strcmp(key, "normalizers") == 0)
        return json_list(j, read_step, s->file);
    if (strcmp(key, "pattern") == 0)
        return json_object(j, read_pattern, s);
    if (strcmp(key, "split") == 0)
        return (s->says_split = true) && json_bool(j, &s->split);
    if (strcmp(key, "add_prefix_space") == 0)
        return (s->says_in_front = true) && json_bool(j, &s->in_front);
    return json_known(j, key, NULL, 0);
}

static bool is(const char *text, const char *expected)
{
    return text != NULL && strcmp(text, expected) == 0;
}

static bool check_metaspace(Json *j, const Step *s)
{
    if (!is(s->replacement, SPACE) || !s->says_split || s->split)
        return json_wrong(j, "a Metaspace with U+2581 as \"replacement\" and false as \"split\" "
                             "before this: pieces reach across spaces");
    if (s->scheme != NULL ? is(s->scheme, "never") : s->says_in_front && !s->in_front)
        return json_wrong(j, "\"first\" before this, in \"prepend_scheme\": a space is put in "
                             "front of a text");
    s->file->in_front = s->file->replaced = true;
    return true;
}

static bool read_step(Json *j, void *file)
{
    PieceFile *f = file;
    Step s = {.file = f};
    if (++f->depth > 8)
        return json_wrong(j, "no sequences nested deeper than 8");
    if (!json_object(j, read_step_member, &s))
        return false;
    f->depth--;
    if (is(s.type, "Sequence"))
        return true;
    if (is(s.type, "Metaspace"))
        return check_metaspace(j, &s);
    if (is(s.type, "Prepend") && is(s.prepend, SPACE))
        return f->in_front = true;
    if (is(s.type, "Replace") && is(s.pattern, " ") && is(s.content, SPACE))
        return f->replaced = true;
    return json_wrong(j, "Prepend of U+2581, Replace of a space by it, a Sequence of both, or "
                         "Metaspace before this, in \"type\": text that is changed in another way "
                         "is not supported");
}

/* ---- the rest -------------------------------------------------------------------------------- */

static bool read_decoder_item(Json *j, void *file);

static bool read_decoder_member(Json *j, const char *key, void *context)
{
    static const JsonKey known[] = {
        {"type", "\"Sequence\"|\"Replace\"|\"ByteFallback\"|\"Fuse\"|\"Strip\"|\"Metaspace\"",
         "bytes are written one behind the other, without the space in front"},
        {"pattern", NULL, "of Replace, the way back"},
        {"content", NULL, "of Replace or Strip, the way back"},
        {"start", "0|1", "one space is put in front"},
        {"stop", "0", "nothing is put behind a text"},
        {"replacement", NULL, "the way back"},
        {"add_prefix_space", NULL, "the way back"},
        {"prepend_scheme", NULL, "the way back"},
        {"split", NULL, "the way back"}};
    if (strcmp(key, "decoders") == 0)
        return json_list(j, read_decoder_item, context);
    return json_known(j, key, known, sizeof known / sizeof *known);
}

static bool read_decoder_item(Json *j, void *file)
{
    PieceFile *f = file;
    if (++f->depth > 8)
        return json_wrong(j, "no sequences nested deeper than 8");
    bool ok = json_object(j, read_decoder_member, f);
    f->depth--;
    return ok;
}

static bool read_model(Json *j, const char *key, void *context)
{
    static const JsonKey known[] = {
        {"type", "\"BPE\"", "other models choose pieces in another way"},
        {"dropout", "null|0.0|0", "merges that are left out at random are not supported"},
        {"continuing_subword_prefix", "null|\"\"", "pieces have no mark in front of them"},
        {"end_of_word_suffix", "null|\"\"", "pieces have no mark behind them"},
        {"unk_token", "\"<unk>\"", "a byte without a piece is <unk>"},
        {"ignore_merges", "false|null", "merges say what becomes a piece"},
        {"fuse_unk", NULL, "every byte has a piece"}};
    PieceFile *f = context;
    if (strcmp(key, "vocab") == 0)
        return json_object(j, bpe_read_ids, &f->file.vocab);
    if (strcmp(key, "merges") == 0)
        return json_list(j, bpe_read_merge, &f->file);
    if (strcmp(key, "byte_fallback") == 0)
        return json_bool(j, &f->byte_fallback);
    return json_known(j, key, known, sizeof known / sizeof *known);
}

static bool read_top(Json *j, const char *key, void *context)
{
    static const JsonKey known[] = {
        {"version", "\"1.0\"", "other versions are not known"},
        {"truncation", "null", "ids are never cut off. hint: null"},
        {"padding", "null", "nothing is put behind the ids. hint: null"}};
    PieceFile *f = context;
    if (strcmp(key, "model") == 0)
        return json_object(j, read_model, f);
    if (strcmp(key, "added_tokens") == 0)
        return json_list(j, bpe_read_added, &f->file);
    if (strcmp(key, "normalizer") == 0 || strcmp(key, "pre_tokenizer") == 0)
        return json_null(j) || read_step(j, f);
    if (strcmp(key, "post_processor") == 0)
        return json_null(j) || bpe_read_post_processor(j, &f->file);
    if (strcmp(key, "decoder") == 0)
        return json_null(j) || read_decoder_item(j, f);
    return json_known(j, key, known, 3);
}

/* ---- the vocabulary -------------------------------------------------------------------------- */

typedef struct {
    const char *text;
    bool added;
} Named;

static bool put(Named *all, long n, const BpeEntry *e, bool added)
{
    bool same = e->id < n && all[e->id].text != NULL && strcmp(all[e->id].text, e->text) == 0;
    if (e->id >= n || (all[e->id].text != NULL && !(added && same))) {
        kindling_set_error("\"%.40s\" has the id %ld, expected 0 to %ld, each once", e->text, e->id,
                           n - 1);
        return false;
    }
    all[e->id] = (Named){e->text, added};
    return true;
}

/* How many ids there are: added tokens may stand in vocab, too. */
static long count_ids(const BpeFile *f)
{
    long n = f->vocab.count;
    for (long i = 0; i < f->added.count; i++)
        n = f->added.items[i].id >= n ? f->added.items[i].id + 1 : n;
    return n <= f->vocab.count + f->added.count ? n : f->vocab.count + f->added.count;
}

static bool gather(const BpeFile *f, Named *all, long n)
{
    for (long i = 0; i < f->vocab.count; i++)
        if (!put(all, n, &f->vocab.items[i], false))
            return false;
    for (long i = 0; i < f->added.count; i++)
        if (!put(all, n, &f->added.items[i], true))
            return false;
    for (long i = 0; i < n; i++)
        if (all[i].text == NULL) {
            kindling_set_error("no token has the id %ld, expected 0 to %ld, each once", i, n - 1);
            return false;
        }
    return true;
}

static int id_of(const Named *all, long n, const char *text)
{
    for (long i = 0; i < n; i++)
        if (strcmp(all[i].text, text) == 0)
            return (int)i;
    kindling_set_error("no token is \"%s\", expected <unk>, <s> and </s>", text);
    return -1;
}

/* The text of a piece, with spaces for U+2581; its bytes. */
static size_t spaced(const char *text, char *to)
{
    size_t n = 0;
    while (*text != '\0') {
        bool space = strncmp(text, SPACE, 3) == 0;
        to[n++] = space ? ' ' : *text;
        text += space ? 3 : 1;
    }
    return n;
}

static bool add_merge(Bpe *b, const char *left, size_t n, const char *right)
{
    BpePair pair = {bpe_token(b, left, n), bpe_token(b, right, strlen(right))};
    long size = b->size;
    if (pair.left >= 0 && pair.right >= 0 && bpe_rank(b, pair) < 0)
        bpe_add_merge(b, pair);
    if (pair.left >= 0 && pair.right >= 0 && b->size == size)
        return true;
    kindling_set_error("the merge of \"%.*s\" and \"%.40s\": expected two tokens that make a third",
                       (int)(n < 40 ? n : 40), left, right);
    return false;
}

static bool add_merges(Bpe *b, const BpeEntries *merges)
{
    for (long i = 0; i < merges->count; i++) {
        const char *text = merges->items[i].text, *space = strchr(text, ' ');
        bool halves = merges->items[i].id == 2;
        if (!halves && space == NULL) {
            kindling_set_error("the merge \"%.40s\": expected two tokens and a space", text);
            return false;
        }
        size_t n = halves ? strlen(text) : (size_t)(space - text);
        if (!add_merge(b, text, n, halves ? merges->items[++i].text : space + 1))
            return false;
    }
    return true;
}

static SentencePiece *build(const BpeFile *f)
{
    Scope *scope = scope_open();
    long n = count_ids(f);
    size_t bytes = 0;
    Named *all = scope_alloc(scope, ((size_t)n + 1) * sizeof *all);
    memset(all, 0, (size_t)n * sizeof *all);
    SentencePiece *p = NULL;
    int begin = -1, end = -1, unknown = -1;
    if (gather(f, all, n) && (begin = id_of(all, n, "<s>")) >= 0 &&
        (end = id_of(all, n, "</s>")) >= 0 && (unknown = id_of(all, n, "<unk>")) >= 0) {
        for (long i = 0; i < n; i++)
            bytes += strlen(all[i].text);
        PieceBuilder b = pieces_begin(n, bytes);
        Bpe *pairs = bpe_empty();
        char *text = scope_alloc(scope, bytes + 1);
        for (long i = 0; i < n; i++) {
            bpe_add_token(pairs, all[i].text, strlen(all[i].text));
            bool plain = !all[i].added && i != begin && i != end && i != unknown;
            pieces_add(&b, text, spaced(all[i].text, text), 0, plain);
        }
        p = pieces_end(&b);
        p->begin = begin;
        p->end = end;
        p->unknown = unknown;
        p->pairs = pairs;
    }
    scope_close(scope);
    if (p == NULL || add_merges(p->pairs, &f->merges))
        return p;
    sentence_piece_free(p);
    return NULL;
}

SentencePiece *pieces_from_json(char *text, size_t bytes)
{
    UNDO_ON_FAIL;
    Json j = {.path = "tokenizer.json", .whole = "the file", .text = text, .size = (long)bytes};
    PieceFile f = {.file.operation = j.path};
    bool ok = json_is_text(&j) && json_object(&j, read_top, &f) && json_end(&j);
    if (ok && !(f.byte_fallback && f.in_front && f.replaced)) {
        kindling_set_error(
            "a BPE without byte_fallback, or without U+2581 for spaces and in front: "
            "expected both. hint: bpe_load reads byte-level ones");
        ok = false;
    }
    SentencePiece *p = ok ? build(&f.file) : NULL;
    if (p != NULL)
        json_tell_strange(&j);
    bpe_file_free(&f.file);
    return p;
}
