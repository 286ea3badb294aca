/* quantized_gpt_file.c - a GPT of codes in a file, with what it takes to make it again. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "quantized_gpt_shared.h"

/* ---- options as text ------------------------------------------------------------------------- */

enum { OPTIONS = 12 };

static const char *const keys[OPTIONS] = {"vocabulary", "context",   "embed_dim", "num_heads",
                                          "num_layers", "positions", "causal",    "tied",
                                          "qkv_in_one", "no_bias",   "bits",      "group"};

static void values_of(const QuantizedGpt *q, long *values)
{
    GptOptions o = q->options;
    const long all[OPTIONS] = {o.vocabulary, o.context,   o.embed_dim,    o.num_heads,
                               o.num_layers, o.positions, o.causal,       o.tied,
                               o.qkv_in_one, o.no_bias,   q->scheme.bits, q->scheme.group};
    memcpy(values, all, sizeof all);
}

int quantized_gpt_save(QuantizedGpt *q, const char *path)
{
    MetadataEntry metadata[OPTIONS];
    char text[OPTIONS][24];
    long values[OPTIONS];
    if (q->norm->eps != (real)1e-5) {
        kindling_set_error(
            "%s: the norms have an eps of %g, and the file keeps none: expected 1e-5", path,
            (double)q->norm->eps);
        return -1;
    }
    values_of(q, values);
    for (int i = 0; i < OPTIONS; i++) {
        snprintf(text[i], sizeof text[i], "%ld", values[i]);
        metadata[i] = (MetadataEntry){keys[i], text[i]};
    }
    return quantized_save(&q->module, path, OPTIONS, metadata);
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool read_value(const SafeTensors *file, const char *path, int i, long least, long most,
                       long *value)
{
    const char *text = safetensors_metadata(file, keys[i]);
    char *end = NULL;
    *value = text != NULL ? strtol(text, &end, 10) : 0;
    if (text != NULL && end != text && *end == '\0' && *value >= least && *value <= most)
        return true;
    kindling_set_error("%s: metadata \"%s\": expected a number from %ld to %ld, found %s. hint: "
                       "quantized_gpt_save writes such files",
                       path, keys[i], least, most, text != NULL ? text : "none");
    return false;
}

/* Are there such models? What the file has of tensors is compared later, with the shapes that
 * follow from these. */
static bool read_options(const SafeTensors *file, const char *path, GptOptions *o, QuantScheme *s)
{
    static const long least[OPTIONS] = {1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 4, PER_TENSOR};
    static const long most[OPTIONS] = {
        1 << 24, 1 << 24, DOT_INT8_MAX / 4, 1 << 16, 1 << 16, 2, 1, 1, 1, 1, 8, DOT_INT8_MAX};
    long v[OPTIONS];
    for (int i = 0; i < OPTIONS; i++)
        if (!read_value(file, path, i, least[i], most[i], &v[i]))
            return false;
    *o = (GptOptions){.vocabulary = v[0],
                      .context = v[1],
                      .embed_dim = v[2],
                      .num_heads = v[3],
                      .num_layers = v[4],
                      .positions = (Positions)v[5],
                      .causal = v[6] != 0,
                      .tied = v[7] != 0,
                      .qkv_in_one = v[8] != 0,
                      .no_bias = v[9] != 0};
    *s = (QuantScheme){(int)v[10], v[11]};
    bool groups = s->bits == 8 ? s->group <= 0 || v[2] % s->group == 0
                               : s->bits == 4 && s->group == QUANT_BLOCK && v[2] % s->group == 0;
    if (groups && v[2] % v[3] == 0)
        return true;
    kindling_set_error("%s: there is no GPT of codes with embed_dim %ld, %ld heads, %d bits and "
                       "groups of %ld",
                       path, v[2], v[3], s->bits, s->group);
    return false;
}

/* Before memory is taken: is the file as large as the options say? At least codes, and 2 bytes for
 * each number of positions; what is small beside them is left out. */
static bool holds(const SafeTensors *file, const char *path, const GptOptions *o, QuantScheme s)
{
    int64_t C = o->embed_dim, tables = o->tied ? 1 : 2;
    int64_t codes = tables * o->vocabulary * C + o->num_layers * 12 * C * C;
    int64_t least = codes * s.bits / 8 + (o->positions != POSITIONS_NONE ? 2 * o->context * C : 0);
    if (safetensors_bytes(file) >= least)
        return true;
    kindling_set_error("%s: expected at least %lld bytes, since its metadata say so, found fewer. "
                       "hint: is it whole?",
                       path, (long long)least);
    return false;
}

QuantizedGpt *quantized_gpt_load(const char *path)
{
    UNDO_ON_FAIL;
    SafeTensors *file = safetensors_open(path);
    if (file == NULL)
        return NULL;
    GptOptions o;
    QuantScheme scheme;
    bool fits = read_options(file, path, &o, &scheme) && holds(file, path, &o, scheme);
    if (fits && safetensors_count(file) < 9 * o.num_layers) {
        kindling_set_error("%s: %ld tensors are too few for %ld layers", path,
                           safetensors_count(file), o.num_layers);
        fits = false;
    }
    safetensors_close(file);
    if (!fits)
        return NULL;
    QuantizedGpt *q = quantized_gpt_new_uninitialized(o, scheme);
    if (quantized_load(&q->module, path) == 0)
        return q;
    module_free(&q->module);
    return NULL;
}
