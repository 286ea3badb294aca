/* llama_bin.c - a Llama as llama2.c keeps it: one .bin file of floats.
 *
 * All numbers are little-endian, int32 and float32. Seven of them say the sizes: channels C, hidden
 * channels, layers, heads, heads of keys and values, tokens V, context T. Then:
 *
 *     version 0: the sizes (a negative V: the head is not tied), tokens, norm 1, q, k, v, out,
 *                norm 2, gate, down, up, the last norm, cos and sin of the rotations (T, D / 2)
 *                each, which are not read; head, unless it is tied
 *     version 1: "24ka", the version, the sizes, one byte: is the head tied? Zeros up to byte 256;
 *                norm 1, norm 2, the last norm, tokens, q, k, v, out, gate, down, up; head, if not
 *
 * Each of these is there for all layers, one after the other, and matrices are (out, in). Queries
 * and keys turn by pairs of neighbours; norms have an eps of 1e-5. Version 0 has no mark: it is
 * one if its sizes give the length of the file.
 * Invariant: the length is compared with the sizes before a model is made of them.
 * Source: Karpathy 2023, llama2.c, export.py (legacy_export, version1_export) and run.c.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "file.h"
#include "llama_parts.h"
#include "number_format.h"

enum { HEADER_0 = 4 * LLAMA_SIZES, HEADER_1 = 256 };

typedef struct {
    FILE *stream;
    const char *path; /* borrowed */
    long size;        /* of the file, in bytes */
    int version;
    GptOptions options;
} LlamaBin;

static const LlamaPart order_0[] = {LLAMA_TOKENS, LLAMA_NORM1, LLAMA_Q,     LLAMA_K,
                                    LLAMA_V,      LLAMA_OUT,   LLAMA_NORM2, LLAMA_GATE,
                                    LLAMA_DOWN,   LLAMA_UP,    LLAMA_NORM,  LLAMA_HEAD};
static const LlamaPart order_1[] = {LLAMA_NORM1, LLAMA_NORM2, LLAMA_NORM, LLAMA_TOKENS,
                                    LLAMA_Q,     LLAMA_K,     LLAMA_V,    LLAMA_OUT,
                                    LLAMA_GATE,  LLAMA_DOWN,  LLAMA_UP,   LLAMA_HEAD};

/* ---- the header ------------------------------------------------------------------------------ */

static long int_at(const unsigned char *b)
{
    uint32_t bits = b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
    return bits > INT32_MAX ? -(long)(UINT32_MAX - bits) - 1 : (long)bits;
}

static void take_sizes(LlamaBin *b, const unsigned char *at)
{
    long s[LLAMA_SIZES];
    for (int i = 0; i < LLAMA_SIZES; i++)
        s[i] = int_at(at + 4 * i);
    GptOptions *o = &b->options;
    *o = llama_options();
    o->embed_dim = s[0];
    o->mlp_dim = s[1];
    o->num_layers = s[2];
    o->num_heads = s[3];
    o->num_kv_heads = s[4];
    o->tied = s[5] > 0;
    o->vocabulary = s[5] < 0 ? -s[5] : s[5];
    o->context = s[6];
    o->rope.pairs = ROPE_INTERLEAVED;
}

static bool read_header(LlamaBin *b)
{
    unsigned char head[HEADER_1];
    size_t n = fread(head, 1, sizeof head, b->stream);
    bool marked = n >= 8 && memcmp(head, "24ka", 4) == 0;
    if (n < (marked ? (size_t)HEADER_1 : (size_t)HEADER_0)) {
        kindling_set_error("%s: %ld bytes, expected a header of %d", b->path, b->size,
                           marked ? HEADER_1 : HEADER_0);
        return false;
    }
    long version = marked ? int_at(head + 4) : 0;
    if (marked && version != 1) {
        kindling_set_error("%s: version %ld of llama2.c's files%s, expected 0 or 1. hint: "
                           "export.py --version 1 writes floats",
                           b->path, version, version == 2 ? ", whose weights are codes" : "");
        return false;
    }
    b->version = (int)version;
    take_sizes(b, head + (marked ? 8 : 0));
    if (marked)
        b->options.tied = head[8 + 4 * LLAMA_SIZES] != 0;
    return true;
}

/* ---- how long must the file be? -------------------------------------------------------------- */

static bool has_part(const GptOptions *o, LlamaPart part)
{
    return part != LLAMA_HEAD || !o->tied;
}

static double turns(const LlamaBin *b)
{
    const GptOptions *o = &b->options;
    return b->version == 0 ? (double)o->context * (double)(o->embed_dim / o->num_heads) : 0;
}

/* In double, where no product of such sizes overflows. */
static double expected_bytes(const LlamaBin *b)
{
    double numbers = turns(b);
    for (LlamaPart part = 0; part < LLAMA_PARTS; part++) {
        long shape[2];
        int axes = llama_shape(&b->options, part, shape);
        double one = (double)shape[0] * (axes == 2 ? (double)shape[1] : 1);
        if (has_part(&b->options, part))
            numbers += one * (llama_in_each_layer(part) ? (double)b->options.num_layers : 1);
    }
    return 4 * numbers + (b->version == 0 ? HEADER_0 : HEADER_1);
}

static bool check_length(const LlamaBin *b)
{
    const GptOptions *o = &b->options;
    double expected = expected_bytes(b);
    if (expected == (double)b->size)
        return true;
    kindling_set_error("%s: %ld bytes, but %ld layers, %ld channels (%ld hidden), %ld tokens and "
                       "%ld positions make %.0f. hint: is it a model of llama2.c, and all of it?",
                       b->path, b->size, o->num_layers, o->embed_dim, o->mlp_dim, o->vocabulary,
                       o->context, expected);
    return false;
}

/* Opens it, and takes no more than the header; false and kindling_error(). */
static bool open_bin(LlamaBin *b, const char *path)
{
    b->path = path;
    b->stream = file_open(path, &b->size);
    if (b->stream == NULL)
        return false;
    if (file_is_foreign(b->stream, path, "a model of llama2.c (.bin)"))
        return false;
    rewind(b->stream);
    static const char *const names[LLAMA_SIZES] = {
        "dim", "hidden_dim", "n_layers", "n_heads", "n_kv_heads", "vocab_size", "max_seq_len"};
    return read_header(b) && llama_sizes_check(&b->options, path, names) && check_length(b);
}

static void close_bin(void *bin)
{
    LlamaBin *b = bin;
    if (b->stream != NULL)
        fclose(b->stream);
}

/* ---- the weights ----------------------------------------------------------------------------- */

static bool read_part(LlamaBin *b, Gpt *g, LlamaPart part)
{
    const NumberFormat *floats = number_format_safetensors("F32");
    long layers = llama_in_each_layer(part) ? g->options.num_layers : 1;
    for (long i = 0; i < layers; i++) {
        Scope *scope = scope_open();
        bool ok = numbers_read(b->stream, floats, llama_part(g, part, i));
        scope_close(scope);
        if (!ok)
            return false;
    }
    return true;
}

static bool fill_model(LlamaBin *b, Gpt *g)
{
    const LlamaPart *order = b->version == 0 ? order_0 : order_1;
    int n = sizeof order_0 / sizeof *order_0;
    errno = 0;
    bool ok = fseek(b->stream, b->version == 0 ? HEADER_0 : HEADER_1, SEEK_SET) == 0;
    for (int i = 0; i < n && ok; i++) {
        if (order[i] == LLAMA_HEAD)
            ok = fseek(b->stream, (long)(4 * turns(b)), SEEK_CUR) == 0;
        if (ok && has_part(&g->options, order[i]))
            ok = read_part(b, g, order[i]);
    }
    if (!ok)
        kindling_set_error("%s: cannot read the weights: %s", b->path, file_why());
    return ok;
}

Gpt *llama_bin_load(const char *path)
{
    UNDO_ON_FAIL;
    LlamaBin *b = owned_alloc(sizeof *b);
    owned_undo(b, close_bin);
    Gpt *g = open_bin(b, path) ? gpt_new_uninitialized(b->options) : NULL;
    if (g != NULL && !fill_model(b, g)) {
        module_free(&g->module);
        g = NULL;
    }
    close_bin(b);
    owned_free(b);
    return g;
}

bool llama_is_bin(const char *path)
{
    LlamaBin b = {0};
    bool is = open_bin(&b, path);
    close_bin(&b);
    return is;
}
