/* cache_want.c - an empty cache, what of it is taken, and what a cut leaves. */
#include "want.h"

/* ---- 18.1 ----------------------------------------------------------------------------------------------- */

Tensor *empty_places_want(long layers, long B, long H, long capacity, long D)
{
    MISTAKE_SHAPE(SHAPE(layers, B, capacity, H, D),
                  "heads and places have changed places: a head's keys must be neighbours");
    MISTAKE_SHAPE(SHAPE(B, layers, H, capacity, D),
                  "rows stand before layers in lengths, but layers before rows in keys and values");
    MISTAKE_SHAPE(SHAPE(B, H, capacity, D), "there is room for one layer only");
    MISTAKE_SHAPE(
        SHAPE(layers, B, H, 0, D),
        "there is no room: all places are made at once, so that nothing has to move later");
    MISTAKE_MESSAGE("it shares the numbers of its input",
                    "keys and values lie in one memory: a token's value would be written over its "
                    "key");
    return blank(SHAPE(layers, B, H, capacity, D));
}

bool sizes_are_checked(void)
{
    MISTAKE_MESSAGE("as if nothing were wrong",
                    "the given check is gone: every size must be possible");
    return true;
}

Tensor *empty_lengths_want(long layers, long B)
{
    MISTAKE_SHAPE(SHAPE(layers, B), "lengths are (B, layers): those of a row are neighbours");
    MISTAKE_SHAPE(SHAPE(B), "each layer has a length of its own in every row: (B, layers)");
    return blank(SHAPE(B, layers));
}

/* ---- 18.3 ----------------------------------------------------------------------------------------------- */

static Tensor *cut(const Tensor *places, long layer, long first, long T)
{
    long B = places->shape[1], H = places->shape[2], D = places->shape[4];
    Tensor *t = blank(SHAPE(B, H, T, D));
    for (long i = 0; i < B * H * T * D; i++)
        t->data[i] =
            (real)at(places, AT(layer, i / D / T / H, i / D / T % H, first + i / D % T, i % D));
    return t;
}

Tensor *taken_want(const Tensor *places, const Tensor *other, const IntTensor *lengths, long layer)
{
    long B = places->shape[1], layers = places->shape[0], longest = 0, shortest = places->shape[3];
    long of_layer_0 = 0;
    for (long b = 0; b < B; b++) {
        long length = lengths->data[b * layers + layer];
        longest = length > longest ? length : longest;
        shortest = length < shortest ? length : shortest;
        of_layer_0 =
            lengths->data[b * layers] > of_layer_0 ? lengths->data[b * layers] : of_layer_0;
    }
    if (layer > 0)
        MISTAKE(cut(places, 0, 0, longest),
                "these are the keys of layer 0: the layer is an argument");
    MISTAKE(cut(other, layer, 0, longest), "keys and values were mixed up");
    MISTAKE(cut(places, layer, 0, shortest),
            "cut to the shortest row: the longer ones lose what they know");
    if (longest > 0) {
        MISTAKE(cut(places, layer, 1, longest - 1),
                "place 0 is missing: the first token counts, too");
        MISTAKE(cut(places, layer, 0, longest - 1),
                "the newest token is missing: it is one of its own keys");
    }
    if (B > 2) {
        MISTAKE(cut(places, layer, 0, lengths->data[(B - 1) * layers + layer]),
                "the last row's length was taken: the longest row's counts, kv_cache_longest");
        MISTAKE(cut(places, layer, 0, lengths->data[layer]),
                "the first row's length was taken: the longest row's counts, kv_cache_longest");
    }
    MISTAKE(cut(places, layer, 0, of_layer_0),
            "the length is that of layer 0: each layer has its own, kv_cache_longest");
    MISTAKE(cut(places, layer, 0, places->shape[3]),
            "all places came back, taken or not: slice them to the length");
    MISTAKE_MESSAGE("numbers of its own", "the numbers were copied: select and slice are views");
    return cut(places, layer, 0, longest);
}

/* ---- 18.8, 18.9 ------------------------------------------------------------------------------------------ */

static Tensor *cut_lengths(const IntTensor *lengths, long length, int slip)
{
    Tensor *t = blank(2, lengths->shape);
    long layers = lengths->shape[1];
    for (long i = 0; i < int_tensor_numel(lengths); i++) {
        long old = lengths->data[i], now = old < length ? old : length;
        bool skip = (slip == 1 && i % layers > 0) || (slip == 2 && i / layers > 0);
        t->data[i] = (real)(skip        ? old
                            : slip == 3 ? length
                            : slip == 4 ? 0
                            : slip == 6 ? (old > length ? 0 : old)
                            : slip == 5 ? (old > length ? old - length : 0)
                                        : now);
    }
    return t;
}

Tensor *truncated_want(const IntTensor *lengths, long length)
{
    MISTAKE(cut_lengths(lengths, length, 1), "only layer 0 was cut: the layers must agree");
    MISTAKE(cut_lengths(lengths, length, 2), "only row 0 was cut");
    MISTAKE(cut_lengths(lengths, length, 3),
            "a shorter row has become longer: behind its length there are no keys of it");
    MISTAKE(cut_lengths(lengths, length, 4),
            "everything was forgotten, not only what is behind length");
    MISTAKE(cut_lengths(lengths, length, 6),
            "everything was forgotten, not only what is behind length");
    MISTAKE(cut_lengths(lengths, length, 5), "length is how many stay, not how many go");
    MISTAKE(cut_lengths(lengths, 1000, 0), "nothing was cut");
    return cut_lengths(lengths, length, 0);
}

Tensor *truncated_row_want(const IntTensor *lengths, long length)
{
    MISTAKE(cut_lengths(lengths, length, 0), "the rows beside it were cut, too");
    MISTAKE(cut_lengths(lengths, 1000, 0), "nothing was cut");
    return cut_lengths(lengths, length, 2);
}

bool length_is_checked(void)
{
    MISTAKE_MESSAGE("as if nothing were wrong", "the given check is gone: no row has -1 tokens");
    return true;
}

bool cut_is_seen(void)
{
    MISTAKE_MESSAGE("has read 9 tokens, and",
                    "what was taken back is still counted: the lengths of all layers have to fall");
    return true;
}

long bytes_want(const KvCache *c)
{
    const long *s = c->keys->shape;
    double all = 2.0 * (double)(s[0] * s[1] * s[2] * s[3] * s[4]) * sizeof(real), taken = 0;
    for (long i = 0; i < s[0] * s[1]; i++)
        taken += 2.0 * c->lengths->data[i] * (double)(s[2] * s[4]) * sizeof(real);
    MISTAKE_NUMBER(all / 2, "keys alone, or values alone: it is both");
    MISTAKE_NUMBER(all / sizeof(real), "numbers were counted, not bytes: sizeof(real)");
    MISTAKE_NUMBER(all / (double)s[0], "one layer was counted");
    MISTAKE_NUMBER(all / (double)s[1], "one row of the batch was counted");
    MISTAKE_NUMBER(taken, "places that are taken were counted: memory is held for all of them");
    return (long)all;
}

long row_bytes_want(const KvCache *c)
{
    const long *s = c->keys->shape;
    double all = 2.0 * (double)(s[0] * s[1] * s[2] * s[3] * s[4]) * sizeof(real);
    MISTAKE_NUMBER(all, "the whole batch was counted: ask the tensor for its numbers, not memory");
    MISTAKE_NUMBER(all / (double)s[1] / sizeof(real),
                   "numbers were counted, not bytes: sizeof(real)");
    MISTAKE_NUMBER(all / (double)s[1] / 2, "keys alone, or values alone: it is both");
    return (long)(all / (double)s[1]);
}
