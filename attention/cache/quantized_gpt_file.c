/* quantized_gpt_file.c - a GPT of codes in a file, with what it takes to make it again. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "quantized_gpt_shared.h"

/* ---- options as text ------------------------------------------------------------------------- */

/* From least to most; `later`: a file that does not say it was written before there were such
 * models, and means 0. */
typedef struct {
    const char *name;
    double least, most;
    bool later, fraction;
} Key;

#define WIDTH (DOT_INT8_MAX / 4)
static const Key keys[] = {{"vocabulary", 1, 1 << 24, false, false},
                           {"context", 1, 1 << 24, false, false},
                           {"embed_dim", 1, WIDTH, false, false},
                           {"num_heads", 1, 1 << 16, false, false},
                           {"num_layers", 0, 1 << 16, false, false},
                           {"positions", POSITIONS_LEARNED, POSITIONS_ROTARY, false, false},
                           {"causal", 0, 1, false, false},
                           {"tied", 0, 1, false, false},
                           {"qkv_in_one", 0, 1, false, false},
                           {"no_bias", 0, 1, false, false},
                           {"bits", 4, 8, false, false},
                           {"group", PER_TENSOR, DOT_INT8_MAX, false, false},
                           {"num_kv_heads", 0, 1 << 16, true, false},
                           {"norm", NORM_LAYER, NORM_RMS, true, false},
                           {"norm_eps", 0, 1, true, true},
                           {"mlp", MLP_GELU, MLP_SWIGLU, true, false},
                           {"mlp_dim", 0, DOT_INT8_MAX, true, false},
                           {"rope_pairs", ROPE_INTERLEAVED, ROPE_HALF, true, false},
                           {"rope_base", 0, 1e12, true, true},
                           {"rope_dims", 0, WIDTH, true, false},
                           {"rope_factor", 0, 1e6, true, true},
                           {"rope_low_frequency_factor", 0, 1e6, true, true},
                           {"rope_high_frequency_factor", 0, 1e6, true, true},
                           {"rope_trained_context", 0, 1 << 30, true, false}};
enum { OPTIONS = sizeof keys / sizeof *keys };

static void values_of(const QuantizedGpt *q, double *values)
{
    GptOptions o = q->options;
    const double all[OPTIONS] = {(double)o.vocabulary,
                                 (double)o.context,
                                 (double)o.embed_dim,
                                 (double)o.num_heads,
                                 (double)o.num_layers,
                                 o.positions,
                                 o.causal,
                                 o.tied,
                                 o.qkv_in_one,
                                 o.no_bias,
                                 q->scheme.bits,
                                 (double)q->scheme.group,
                                 (double)o.num_kv_heads,
                                 o.norm,
                                 o.norm_eps,
                                 o.mlp,
                                 (double)o.mlp_dim,
                                 o.rope.pairs,
                                 o.rope.base,
                                 (double)o.rope.dims,
                                 o.rope.factor,
                                 o.rope.low_frequency_factor,
                                 o.rope.high_frequency_factor,
                                 (double)o.rope.trained_context};
    memcpy(values, all, sizeof all);
}

static GptOptions gpt_of(const double *v)
{
    return (GptOptions){.vocabulary = (long)v[0],
                        .context = (long)v[1],
                        .embed_dim = (long)v[2],
                        .num_heads = (long)v[3],
                        .num_layers = (long)v[4],
                        .positions = (Positions)v[5],
                        .causal = v[6] != 0,
                        .tied = v[7] != 0,
                        .qkv_in_one = v[8] != 0,
                        .no_bias = v[9] != 0,
                        .num_kv_heads = (long)v[12],
                        .norm = (NormKind)v[13],
                        .norm_eps = v[14],
                        .mlp = (MlpKind)v[15],
                        .mlp_dim = (long)v[16],
                        .rope = {.pairs = (RopePairs)v[17],
                                 .base = v[18],
                                 .dims = (long)v[19],
                                 .factor = v[20],
                                 .low_frequency_factor = v[21],
                                 .high_frequency_factor = v[22],
                                 .trained_context = (long)v[23]}};
}

int quantized_gpt_save(QuantizedGpt *q, const char *path)
{
    MetadataEntry metadata[OPTIONS];
    char text[OPTIONS][32];
    double values[OPTIONS];
    values_of(q, values);
    for (int i = 0; i < OPTIONS; i++) {
        snprintf(text[i], sizeof text[i], "%.17g", values[i]);
        metadata[i] = (MetadataEntry){keys[i].name, text[i]};
    }
    return quantized_save(&q->module, path, OPTIONS, metadata);
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool read_value(const SafeTensors *file, const char *path, Key key, double *value)
{
    const char *text = safetensors_metadata(file, key.name);
    char *end = NULL;
    *value = text != NULL ? strtod(text, &end) : 0;
    if (text == NULL && key.later)
        return true;
    bool read = text != NULL && end != text && *end == '\0';
    if (read && *value >= key.least && *value <= key.most &&
        (key.fraction || *value == floor(*value)))
        return true;
    kindling_set_error("%s: metadata \"%s\": expected a number from %.15g to %.15g, found %s. "
                       "hint: quantized_gpt_save writes such files",
                       path, key.name, key.least, key.most, text != NULL ? text : "none");
    return false;
}

/* Rows of D numbers can be turned so. */
static bool rope_fits(RopeOptions o, long D)
{
    bool scaled = o.trained_context > 0 && o.low_frequency_factor > 0 &&
                  o.high_frequency_factor > o.low_frequency_factor;
    bool plain = o.trained_context == 0 && o.low_frequency_factor == 0 &&
                 o.high_frequency_factor == 0;
    return (scaled || plain) && o.dims <= D && (o.dims == 0 ? D : o.dims) % 2 == 0;
}

/* Are there such models? What the file has of tensors is compared later, with the shapes that
 * follow from these. */
static bool read_options(const SafeTensors *file, const char *path, GptOptions *o, QuantScheme *s)
{
    double v[OPTIONS];
    for (int i = 0; i < OPTIONS; i++)
        if (!read_value(file, path, keys[i], &v[i]))
            return false;
    *o = gpt_of(v);
    *s = (QuantScheme){(int)v[10], (long)v[11]};
    long C = o->embed_dim, H = o->num_heads, hidden = mlp_width(o->mlp, o->mlp_dim, C);
    bool groups = s->bits == 8
                      ? s->group <= 0 || (C % s->group == 0 && hidden % s->group == 0)
                      : s->bits == 4 && s->group == QUANT_BLOCK && C % s->group == 0 &&
                            hidden % s->group == 0;
    bool heads = C % H == 0 && H % gpt_kv_heads(*o) == 0;
    bool turns = o->positions != POSITIONS_ROTARY || rope_fits(o->rope, C / H);
    if (groups && heads && turns)
        return true;
    kindling_set_error("%s: there is no GPT of codes with embed_dim %ld, %ld heads (%ld of keys), "
                       "%ld hidden channels, %d bits and groups of %ld",
                       path, C, H, gpt_kv_heads(*o), hidden, s->bits, s->group);
    return false;
}

/* Before memory is taken: is the file as large as the options say? At least codes, and 2 bytes for
 * each number of positions; what is small beside them is left out. */
static bool holds(const SafeTensors *file, const char *path, const GptOptions *o, QuantScheme s)
{
    int64_t C = o->embed_dim, tables = o->tied ? 1 : 2;
    int64_t hidden = mlp_width(o->mlp, o->mlp_dim, C), layers_of = o->mlp == MLP_SWIGLU ? 3 : 2;
    int64_t kv_dim = gpt_kv_heads(*o) * (C / o->num_heads);
    int64_t block = (2 * C + 2 * kv_dim + layers_of * hidden) * C;
    int64_t codes = tables * o->vocabulary * C + o->num_layers * block;
    bool table = o->positions == POSITIONS_LEARNED || o->positions == POSITIONS_SINUSOIDAL;
    int64_t least = codes * s.bits / 8 + (table ? 2 * o->context * C : 0);
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
    if (fits && safetensors_count(file) < 6 * o.num_layers) {
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
