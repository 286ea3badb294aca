/* unpack_want.c - the tensor in some bytes, and what people read there. */
#include "want.h"

typedef enum { RIGHT, UNSIGNED, NO_SCALE, SCALE_OF_ROW, FIRST_SCALE, COLUMNS, DIVIDED, SLIPS } Slip;

static const char *const said[SLIPS] = {
    [UNSIGNED] = "codes were read as 0 to 255: they are int8_t, 129 is -127",
    [NO_SCALE] = "these are the codes: each times the scale of its column",
    [SCALE_OF_ROW] = "row i has scale i here: a scale belongs to a column",
    [FIRST_SCALE] = "all columns have the scale of the first",
    [COLUMNS] = "the codes were read column by column: they lie row by row",
    [DIVIDED] = "codes were divided by the scale: a number is its scale times its code",
};

static Tensor *matrix(const Tensor *t, const unsigned char *in, Slip slip)
{
    long R = t->shape[0], C = t->shape[1];
    const unsigned char *codes = in + 1 + 4 * C;
    Tensor *out = blank(SHAPE(R, C));
    for (long i = 0; i < R; i++)
        for (long j = 0; j < C; j++) {
            long column = slip == FIRST_SCALE ? 0 : slip == SCALE_OF_ROW ? i % C : j;
            double scale = (double)artefact_get_float(in + 1 + 4 * column);
            int byte = codes[slip == COLUMNS ? j * R + i : i * C + j];
            double code = slip == UNSIGNED || byte < 128 ? byte : byte - 256;
            out->data[i * C + j] = (real)(slip == NO_SCALE  ? code
                                          : slip == DIVIDED ? code / scale
                                                            : code * scale);
        }
    return out;
}

Tensor *unpacked_want(const Tensor *t, const unsigned char *in)
{
    if (t->ndim == 2) {
        for (Slip slip = UNSIGNED; slip < SLIPS; slip++)
            MISTAKE(matrix(t, in, slip), said[slip]);
        return matrix(t, in, RIGHT);
    }
    Tensor *out = blank(t->ndim, t->shape), *letter = blank(t->ndim, t->shape);
    for (long i = 0; i < t->shape[0]; i++) {
        out->data[i] = (real)artefact_get_float(in + 4 * i + 1);
        letter->data[i] = (real)artefact_get_float(in + 4 * i);
    }
    MISTAKE(letter, "the floats begin behind the letter");
    return out;
}

long taken_want(const Tensor *t)
{
    long n = 1;
    for (int d = 0; d < t->ndim; d++)
        n *= t->shape[d];
    long all = t->ndim == 2 ? 1 + 4 * t->shape[1] + n : 1 + 4 * n;
    MISTAKE_NUMBER(0, "0 was returned: how many bytes did it take?");
    MISTAKE_NUMBER(-1, "what fits was refused");
    MISTAKE_NUMBER(all - 1, "the letter is one of the bytes, too");
    MISTAKE_NUMBER(n, "that is how many numbers there are, not how many bytes");
    return all;
}

long refused_want(const Tensor *t)
{
    MISTAKE_NUMBER(0, "0 was returned where the bytes are no such tensor: -1 says so");
    MISTAKE_NUMBER(t->ndim == 2 ? 1 + 4 * t->shape[1] + t->shape[0] * t->shape[1]
                                : 1 + 4 * t->shape[0],
                   "it was read as if nothing were wrong: letter, length and scales have to be "
                   "looked at first");
    MISTAKE_MESSAGE("", "it stopped with a message: bytes of somebody else are refused by -1");
    return -1;
}

Tensor *as_it_was_want(const Tensor *t, const unsigned char *in)
{
    (void)in;
    return copy_of(t);
}
