/* artefact.c - a GPT as one block of bytes: what model it is, then its tensors, one behind the
 * other.
 *
 * Eleven numbers of 32 bits, least byte first: "KCUP", the version of the form, V, context, C,
 * heads, layers, positions, flags, how many tensors, how many bytes in all.
 */
#include <string.h>
#include "cup_check.h"

enum { FIELDS = 11, HEADER = 4 * FIELDS, VERSION = 1, MOST = ARTEFACT_MOST_NUMBERS };
enum { CAUSAL = 1, TIED = 2, QKV_IN_ONE = 4, NO_BIAS = 8 };
static const uint32_t magic = 'K' | 'C' << 8 | 'U' << 16 | (uint32_t)'P' << 24;

static void put(unsigned char *out, uint32_t x)
{
    for (int i = 0; i < 4; i++)
        out[i] = (unsigned char)(x >> 8 * i);
}

static uint32_t get(const unsigned char *in)
{
    return in[0] | (uint32_t)in[1] << 8 | (uint32_t)in[2] << 16 | (uint32_t)in[3] << 24;
}

void artefact_put_float(unsigned char *out, float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    put(out, bits);
}

float artefact_get_float(const unsigned char *in)
{
    uint32_t bits = get(in);
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* ---- there ----------------------------------------------------------------------------------- */

static uint32_t flags_of(GptOptions o)
{
    return (o.causal ? CAUSAL : 0) | (o.tied ? TIED : 0) | (o.qkv_in_one ? QKV_IN_ONE : 0) |
           (o.no_bias ? NO_BIAS : 0);
}

/* Its fields say what GPT-2 has, and no more. */
static void check_form(GptOptions o)
{
    bool usual_heads = o.num_kv_heads == 0 || o.num_kv_heads == o.num_heads;
    bool usual_mlp = o.mlp == MLP_GELU && (o.mlp_dim == 0 || o.mlp_dim == 4 * o.embed_dim);
    if (!usual_heads || !usual_mlp || o.norm != NORM_LAYER || o.positions == POSITIONS_ROTARY)
        fail("artefact_of: an artefact keeps a model of GPT-2's form, and this one has %s",
             !usual_heads                  ? "fewer heads of keys and values"
             : !usual_mlp                  ? "another mlp"
             : o.norm != NORM_LAYER        ? "RMS norms"
                                           : "rotary positions");
}

unsigned char *artefact_of(Gpt *g, size_t *bytes)
{
    UNDO_ON_FAIL;
    GptOptions o = g->options;
    check_form(o);
    if (g->norm->eps != (real)1e-5)
        fail("artefact_of: the norms have an eps of %g, and an artefact keeps none: expected 1e-5",
             (double)g->norm->eps);
    ParameterList *list = parameters_of(&g->module);
    *bytes = HEADER;
    for (long i = 0; i < list->count; i++)
        *bytes += artefact_tensor_bytes(list->tensor[i]);
    if (*bytes > UINT32_MAX)
        fail("artefact_of: %zu bytes, expected less than 2^32: their number has 32 bits", *bytes);
    const uint32_t field[FIELDS] = {magic,
                                    VERSION,
                                    (uint32_t)o.vocabulary,
                                    (uint32_t)o.context,
                                    (uint32_t)o.embed_dim,
                                    (uint32_t)o.num_heads,
                                    (uint32_t)o.num_layers,
                                    (uint32_t)o.positions,
                                    flags_of(o),
                                    (uint32_t)list->count,
                                    (uint32_t)*bytes};
    unsigned char *out = owned_alloc(*bytes), *at = out + HEADER;
    for (int i = 0; i < FIELDS; i++)
        put(out + 4 * i, field[i]);
    for (long i = 0; i < list->count; i++)
        at += artefact_pack(at, list->tensor[i]);
    parameters_free(list);
    return out;
}

/* ---- and back -------------------------------------------------------------------------------- */

/* Sizes that a model can have, and that these bytes can hold. */
static bool plausible(const uint32_t *field, size_t bytes)
{
    if (field[0] != magic || field[1] != VERSION || field[10] != bytes)
        return false;
    for (int i = 2; i < 6; i++)
        if (field[i] < 1 || field[i] > MOST)
            return false;
    uint64_t C = field[4], embedding = field[2] * C, positions = field[3] * C;
    uint64_t most = field[7] == POSITIONS_LEARNED      ? bytes
                    : field[7] == POSITIONS_SINUSOIDAL ? MOST /* a table that no byte pays for */
                                                       : UINT64_MAX;
    return C % field[5] == 0 && field[6] <= 1000 && field[7] <= POSITIONS_NONE && field[8] < 16 &&
           embedding <= bytes && positions <= most && 12 * field[6] * C * C <= bytes &&
           field[3] <= MOST / 16;
}

static GptOptions options_of(const uint32_t *field)
{
    return (GptOptions){.vocabulary = (long)field[2],
                        .context = (long)field[3],
                        .embed_dim = (long)field[4],
                        .num_heads = (long)field[5],
                        .num_layers = (long)field[6],
                        .positions = (Positions)field[7],
                        .causal = field[8] & CAUSAL,
                        .tied = field[8] & TIED,
                        .qkv_in_one = field[8] & QKV_IN_ONE,
                        .no_bias = field[8] & NO_BIAS};
}

static bool read_tensors(Gpt *g, const unsigned char *in, size_t bytes, uint32_t count)
{
    ParameterList *list = parameters_of(&g->module);
    size_t at = HEADER;
    bool fits = list->count == (long)count;
    for (long i = 0; fits && i < list->count; i++) {
        long n = artefact_unpack(list->tensor[i], in + at, bytes - at);
        fits = n >= 0;
        if (!fits)
            kindling_set_error("artefact: %s, at byte %zu: not a tensor of this shape",
                               list->name[i], at);
        at += fits ? (size_t)n : 0;
    }
    parameters_free(list);
    if (fits && at != bytes)
        kindling_set_error("artefact: %zu bytes behind the last tensor", bytes - at);
    return fits && at == bytes;
}

Gpt *artefact_model(const unsigned char *artefact, size_t bytes)
{
    UNDO_ON_FAIL;
    uint32_t field[FIELDS] = {0};
    for (int i = 0; bytes >= HEADER && i < FIELDS; i++)
        field[i] = get(artefact + 4 * i);
    if (bytes < HEADER || !plausible(field, bytes)) {
        const char *is = foreign_format(artefact, bytes);
        if (is != NULL && (bytes < 4 || field[0] != magic))
            kindling_set_error("artefact: expected a model of the cup, found %s", is);
        else
            kindling_set_error(
                "artefact: %zu bytes, which do not begin as an artefact of %zu bytes "
                "does, or not as one of a model that they could hold",
                bytes, bytes);
        return NULL;
    }
    Gpt *g = gpt_new(options_of(field));
    module_train(&g->module, false);
    if (read_tensors(g, artefact, bytes, field[9]))
        return g;
    module_free(&g->module);
    return NULL;
}
