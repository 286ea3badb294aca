/* cache_want.c - places and lengths, element by element. */
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
    return blank(SHAPE(layers, B, H, capacity, D));
}

Tensor *empty_lengths_want(long layers, long B)
{
    MISTAKE_SHAPE(SHAPE(layers, B), "lengths are (B, layers): those of a row are neighbours");
    MISTAKE_SHAPE(SHAPE(B), "each layer has a length of its own in every row: (B, layers)");
    return blank(SHAPE(B, layers));
}

/* ---- 18.2 ----------------------------------------------------------------------------------------------- */

typedef enum { RIGHT, AT_0, ONE_LATER, ROW_0, OTHER, LAYER_0, LAST, BEFORE, SLIPS } Slip;

static const char *const said[SLIPS] = {
    [AT_0] = "written from place 0 on: what the row had is gone; the next free place is its length",
    [ONE_LATER] = "one place too late: the length is the first free place, and places begin with 0",
    [ROW_0] = "all rows were written where row 0 ends: each has a length of its own",
    [OTHER] = "keys and values were mixed up",
    [LAYER_0] = "written into layer 0: the layer is an argument",
    [LAST] = "written from the end of the capacity, not behind what the row has",
    [BEFORE] =
        "the last n places that were taken were written over: the length must grow after the "
        "writing, or the place be looked up before",
};

static Tensor *written(const Tensor *places, const IntTensor *lengths, long layer, const Tensor *x,
                       Slip slip)
{
    long layers = places->shape[0], B = places->shape[1], H = places->shape[2];
    long capacity = places->shape[3], D = places->shape[4], n = x->shape[2];
    Tensor *to = copy_of(places);
    for (long i = 0; i < B * H * n * D; i++) {
        long d = i % D, t = i / D % n, h = i / D / n % H, b = i / D / n / H;
        long length = lengths->data[(slip == ROW_0 ? 0 : b) * layers + layer];
        long at_0 = slip == AT_0        ? 0
                    : slip == ONE_LATER ? length + 1
                    : slip == LAST      ? capacity - n
                    : slip == BEFORE    ? length - n
                                        : length;
        long l = slip == LAYER_0 ? 0 : layer, place = at_0 + t;
        if (place >= 0 && place < capacity)
            to->data[(((l * B + b) * H + h) * capacity + place) * D + d] =
                (real)at(x, AT(b, h, t, d));
    }
    return to;
}

Tensor *appended_want(const Tensor *places, const IntTensor *lengths, long layer, const Tensor *x,
                      const Tensor *other)
{
    for (Slip slip = 1; slip < SLIPS; slip++)
        MISTAKE(written(places, lengths, layer, slip == OTHER ? other : x, slip), said[slip]);
    MISTAKE(copy_of(places), "nothing was written: a copy of the places was, perhaps");
    return written(places, lengths, layer, x, RIGHT);
}

static Tensor *grown(const IntTensor *lengths, long only, long n)
{
    Tensor *t = blank(2, lengths->shape);
    for (long i = 0; i < int_tensor_numel(lengths); i++)
        t->data[i] = (real)(lengths->data[i] + (only < 0 || i % lengths->shape[1] == only ? n : 0));
    return t;
}

Tensor *longer_want(const IntTensor *lengths, long layer, long n)
{
    MISTAKE(grown(lengths, layer, 0),
            "the length has not grown: the next append would write over it");
    MISTAKE(grown(lengths, layer, 1), "the length has grown by 1: n tokens have come");
    MISTAKE(grown(lengths, -1, n),
            "the lengths of all layers have grown: every layer appends for itself, so tokens would "
            "count once per layer");
    MISTAKE(grown(lengths, layer, 2 * n),
            "the length has grown twice: keys and values of a token share one place");
    return grown(lengths, layer, n);
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
    for (long b = 0; b < B; b++) {
        long length = lengths->data[b * layers + layer];
        longest = length > longest ? length : longest;
        shortest = length < shortest ? length : shortest;
    }
    MISTAKE(cut(places, 0, 0, longest), "these are the keys of layer 0: the layer is an argument");
    MISTAKE(cut(other, layer, 0, longest), "keys and values were mixed up");
    MISTAKE(cut(places, layer, 0, shortest),
            "cut to the shortest row: the longer ones lose what they know");
    MISTAKE(cut(places, layer, 1, longest - 1), "place 0 is missing: the first token counts, too");
    MISTAKE(cut(places, layer, 0, longest - 1),
            "the newest token is missing: it is one of its own keys");
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
    MISTAKE(cut_lengths(lengths, length, 5), "length is how many stay, not how many go");
    MISTAKE(cut_lengths(lengths, 1000, 0), "nothing was cut");
    return cut_lengths(lengths, length, 0);
}

long bytes_want(const KvCache *c)
{
    const long *s = c->keys->shape;
    double all = 2.0 * (double)(s[0] * s[1] * s[2] * s[3] * s[4]) * sizeof(real), taken = 0;
    for (long i = 0; i < int_tensor_numel(c->lengths); i++)
        taken += 2.0 * c->lengths->data[i] * (double)(s[2] * s[4]) * sizeof(real);
    MISTAKE_NUMBER(all / 2, "keys alone, or values alone: it is both");
    MISTAKE_NUMBER(all / sizeof(real), "numbers were counted, not bytes: sizeof(real)");
    MISTAKE_NUMBER(all / (double)s[0], "one layer was counted");
    MISTAKE_NUMBER(all / (double)s[1], "one row of the batch was counted");
    MISTAKE_NUMBER(taken, "places that are taken were counted: memory is held for all of them");
    return (long)all;
}
