/* masks_want.c - masks, entry by entry. */
#include "want.h"

static double opposite(double x)
{
    return 1 - x;
}

/* The additive convention: 0 may, minus infinity may not. */
static double additive(double x)
{
    return x == 0 ? -INFINITY : 0;
}

/* The same with a number that seems small enough. */
static double additive_finite(double x)
{
    return x == 0 ? -1e9 : 0;
}

static double never_cleared(double x)
{
    return x == 0 ? NAN : x;
}

/* ---- 12.3 mask_causal ------------------------------------------------------------------------------- */

/* Key j allowed iff j <= i + shift. */
static Tensor *triangle(long T, long shift)
{
    Tensor *t = blank(SHAPE(T, T));
    for (long i = 0; i < T; i++)
        for (long j = 0; j < T && j <= i + shift; j++)
            t->data[i * T + j] = 1;
    return t;
}

/* Row i sees key i only if `diagonal`; else it sees what it should, but for row `without`. */
static Tensor *thinned(long T, bool diagonal, long without)
{
    Tensor *t = triangle(T, 0);
    for (long i = 0; i < T * T; i++)
        if (i / T == without || (diagonal && i / T != i % T))
            t->data[i] = 0;
    return t;
}

Tensor *causal_want(long T)
{
    Tensor *want = triangle(T, 0);
    static const char *const to_add =
        "0 and minus infinity are another convention, for masks that are added: here 1 means "
        "may attend, 0 may not";
    MISTAKE(plain_transpose(want, 0, 1),
            "the triangle is upside down: row i is query i, and sees the keys 0 to i. Here it sees "
            "the future and forgets the past");
    MISTAKE(plain_map(want, opposite), "the mask is inverted: 1 means may attend, 0 may not");
    MISTAKE(plain_map(want, additive), to_add);
    MISTAKE(plain_map(want, additive_finite), to_add);
    MISTAKE(thinned(T, true, T),
            "each token sees itself alone: row i has a 1 at every key from 0 to i");
    MISTAKE(thinned(T, false, 0), "row 0 is empty: the first token sees itself");
    MISTAKE(thinned(T, false, T - 1), "the last row is empty: the last token sees all of them");
    MISTAKE(
        plain_map(want, never_cleared),
        "what is forbidden was never written: begin with tensor_zeros, tensor_new sets nothing");
    MISTAKE(triangle(T, -1), "shifted by one: a token may look at itself, so j <= i, not j < i");
    MISTAKE(triangle(T, 1), "shifted by one: key i + 1 is the very token that is to be predicted");
    MISTAKE(triangle(T, T), "everything is allowed: the inner loop stops at i, not at T");
    MISTAKE_SHAPE(SHAPE(1, T, T),
                  "two axes will do, (T, T): they broadcast to every batch and head");
    MISTAKE_SHAPE(SHAPE(1, 1, T, T),
                  "two axes will do, (T, T): they broadcast to every batch and head");
    return want;
}

/* ---- 12.4 mask_padding --------------------------------------------------------------------------------- */

static Tensor *first_keys(const IntTensor *lengths, long T, long shift)
{
    Tensor *t = blank(SHAPE(lengths->shape[0], 1, 1, T));
    for (long b = 0; b < lengths->shape[0]; b++)
        for (long j = 0; j < T && j < lengths->data[b] + shift; j++)
            t->data[b * T + j] = 1;
    return t;
}

/* The last keys in place of the first: padding on the left. */
static Tensor *last_keys(const IntTensor *lengths, long T)
{
    Tensor *t = blank(SHAPE(lengths->shape[0], 1, 1, T));
    for (long b = 0; b < lengths->shape[0]; b++)
        for (long j = T - lengths->data[b]; j < T; j++)
            t->data[b * T + j] = 1;
    return t;
}

/* The first `count` rows, where element (b, 0, 0, j) is written to b * row + j * column. */
static Tensor *rows_apart(const IntTensor *lengths, long T, long count, long row, long column)
{
    long B = lengths->shape[0];
    Tensor *t = blank(SHAPE(B, 1, 1, T));
    for (long b = 0; b < count; b++)
        for (long j = 0; j < lengths->data[b] && b * row + j * column < B * T; j++)
            t->data[b * row + j * column] = 1;
    return t;
}

/* Key 0 is left out. */
static Tensor *keys_from_1(const IntTensor *lengths, long T)
{
    Tensor *t = first_keys(lengths, T, 0);
    for (long b = 0; b < lengths->shape[0]; b++)
        t->data[b * T] = 0;
    return t;
}

/* The length of the first sequence for all. */
static Tensor *first_length_for_all(const IntTensor *lengths, long T)
{
    Tensor *t = first_keys(lengths, T, 0);
    for (long i = 0; i < lengths->shape[0] * T; i++)
        t->data[i] = i % T < lengths->data[0];
    return t;
}

Tensor *padding_want(const IntTensor *lengths, long T)
{
    long B = lengths->shape[0];
    Tensor *want = first_keys(lengths, T, 0);
    MISTAKE(plain_map(want, opposite),
            "the mask is inverted: 1 marks the tokens that are there, 0 the padding");
    MISTAKE(plain_map(want, additive),
            "0 and minus infinity are another convention, for masks that are added: here 1 marks "
            "the tokens that are there, 0 the padding");
    MISTAKE(plain_map(want, never_cleared),
            "the padding was never written: begin with tensor_zeros, tensor_new sets nothing");
    MISTAKE(first_keys(lengths, T, 1), "one key too many: length 3 means the keys 0, 1 and 2");
    MISTAKE(first_keys(lengths, T, -1), "one key too few: length 3 means the keys 0, 1 and 2");
    MISTAKE(last_keys(lengths, T), "the padding stands at the end, so the first keys are allowed");
    MISTAKE(rows_apart(lengths, T, B, B, 1),
            "row b begins at b * T, not at b * B: a row has T elements");
    MISTAKE(rows_apart(lengths, T, B, 0, 1),
            "all sequences were written into the first row: row b begins at b * T");
    MISTAKE(rows_apart(lengths, T, B, 1, B),
            "rows and columns have changed places: (b, 0, 0, j) is element b * T + j");
    MISTAKE(rows_apart(lengths, T, B - 1, T, 1), "the last sequence was left out");
    MISTAKE(keys_from_1(lengths, T), "the first key of each sequence was left out: it is key 0");
    MISTAKE(first_length_for_all(lengths, T), "every sequence has a length of its own: lengths[b]");
    MISTAKE_SHAPE(SHAPE(B, T),
                  "the mask has to broadcast to scores (B, H, Tq, Tk): (B, T) would line "
                  "up with queries and keys. Two axes of size 1 between make (B, 1, 1, T)");
    MISTAKE_SHAPE(SHAPE(B, 1, T),
                  "the mask has to broadcast to scores (B, H, Tq, Tk): (B, 1, T) would line B up "
                  "with the heads. Two axes of size 1 between make (B, 1, 1, T)");
    MISTAKE_SHAPE(SHAPE(B, 1, T, 1),
                  "this forbids queries: padding forbids keys, and they are the last axis, "
                  "(B, 1, 1, T)");
    MISTAKE_SHAPE(SHAPE(B, T, T), "one row of allowed keys per sequence is enough: (B, 1, 1, T)");
    return want;
}

/* ---- 12.5 mask_bidirectional ------------------------------------------------------------------------------ */

static Tensor *first_keys_of_rows(long Tq, long Tk)
{
    Tensor *t = blank(SHAPE(Tq, Tk));
    for (long i = 0; i < Tq * Tk; i++)
        t->data[i] = i % Tk <= i / Tk;
    return t;
}

Tensor *bidirectional_want(long Tq, long Tk)
{
    Tensor *nothing = blank(SHAPE(Tq, Tk));
    MISTAKE_SHAPE(SHAPE(Tk, Tq), "rows are queries and columns keys: (Tq, Tk)");
    MISTAKE_SHAPE(SHAPE(Tq, Tq), "there are Tk keys, not Tq");
    MISTAKE_SHAPE(SHAPE(Tk, Tk), "there are Tq queries, not Tk");
    MISTAKE(nothing, "0 forbids: this mask allows nothing at all");
    MISTAKE(first_keys_of_rows(Tq, Tk),
            "later keys are forbidden: that is mask_causal, and an encoder reads in both "
            "directions");
    MISTAKE(plain_map(nothing, never_cleared),
            "nothing was written: tensor_new sets no number, tensor_ones sets all of them to 1");
    return plain_map(nothing, opposite);
}

/* ---- 12.6 mask_combine -------------------------------------------------------------------------------------- */

static double either(double a, double b)
{
    return a == 1 || b == 1;
}

static double first_of(double a, double b)
{
    (void)b;
    return a;
}

static double second_of(double a, double b)
{
    (void)a;
    return b;
}

static double neither(double a, double b)
{
    return a == 0 && b == 0;
}

/* Number i is a's number i times b's, each counted from its start again when it ends. */
static Tensor *counted_through(const Tensor *a, const Tensor *b)
{
    Tensor *t = plain_pair(a, b, times), *x = copy_of(a), *y = copy_of(b);
    for (long i = 0; i < tensor_numel(t); i++)
        t->data[i] = x->data[i % tensor_numel(x)] * y->data[i % tensor_numel(y)];
    return t;
}

Tensor *combined_want(const Tensor *a, const Tensor *b)
{
    MISTAKE(counted_through(a, b),
            "a mask was repeated as a whole: broadcasting repeats it along its axes of size 1, "
            "as mul_kernel does");
    MISTAKE(plain_pair(a, b, minus), "a difference: allowed by both is their product");
    MISTAKE(plain_pair(a, b, either), "allowed by either: it has to be allowed by both");
    MISTAKE(plain_pair(a, b, plus), "a sum: where both allow it is 2, and that is no mask");
    MISTAKE(plain_pair(a, b, first_of), "only the first mask counts");
    MISTAKE(plain_pair(a, b, second_of), "only the second mask counts");
    MISTAKE(plain_pair(a, b, neither), "allowed where neither allows");
    MISTAKE_MESSAGE("cannot write an input of shape",
                    "the result got the shape of one of the two masks: take the shape from "
                    "broadcast_shape");
    return plain_pair(a, b, times);
}

void entries_are_checked(const char *name)
{
    MISTAKE_MESSAGE(
        "as if nothing were wrong",
        *name == 'a'
            ? "nobody looked at the entries of mask a: mask_check_entries(\"mask_combine\", a)"
            : "nobody looked at the entries of mask b: mask_check_entries(\"mask_combine\", b)");
}
