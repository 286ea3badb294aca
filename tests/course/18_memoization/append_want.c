/* append_want.c - where new tokens go, place by place. */
#include "want.h"

typedef enum {
    RIGHT,
    AT_0,
    ONE_LATER,
    ROW_0,
    OTHER,
    LAYER_0,
    LAST,
    BEFORE,
    AS_IT_LIES,
    ROW_0_ONLY,
    SLIPS
} Slip;

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
    [AS_IT_LIES] = "k was read as its numbers lie, from k->data on: it is a view, and has strides",
    [ROW_0_ONLY] = "only row 0 was written",
};

static Tensor *written(const Tensor *places, const IntTensor *lengths, long layer, const Tensor *x,
                       Slip slip)
{
    long layers = places->shape[0], B = places->shape[1], H = places->shape[2];
    long capacity = places->shape[3], D = places->shape[4], n = x->shape[2];
    Tensor *to = copy_of(places);
    for (long i = 0; i < (slip == ROW_0_ONLY ? 1 : B) * H * n * D; i++) {
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
                slip == AS_IT_LIES ? x->data[i] : (real)at(x, AT(b, h, t, d));
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

Tensor *appended_to_row_want(const Tensor *places, const IntTensor *lengths, long layer,
                             const Tensor *x)
{
    MISTAKE(copy_of(places), "nothing came into this row: its layers lie as far apart as those of "
                             "the batch, keys->stride says how far");
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

bool stays_where_it_is(void)
{
    MISTAKE_MESSAGE("numbers of its own",
                    "all that was there was copied to another place: of a text of n tokens that "
                    "copies n * n / 2; write behind it");
    return true;
}

bool room_is_checked(void)
{
    MISTAKE_MESSAGE("as if nothing were wrong",
                    "the given check is gone: a row that is full would be written behind its end");
    return true;
}
