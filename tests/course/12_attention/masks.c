/* masks.c - 12.3 to 12.6: masks as data. */
#include "check.h"

/* Key j allowed iff j <= i + shift. */
static Tensor *triangle(long T, long shift)
{
    Tensor *t = blank(SHAPE(T, T));
    for (long i = 0; i < T; i++)
        for (long j = 0; j < T && j <= i + shift; j++)
            t->data[i * T + j] = 1;
    return t;
}

static double opposite(double x)
{
    return 1 - x;
}

static void register_triangle_mistakes(long T)
{
#ifndef CHECK_RECORD
    MISTAKE(
        plain_transpose(triangle(T, 0), 0, 1),
        "the triangle is upside down: row i is query i, and sees the keys 0 to i. Here it sees the "
        "future and forgets the past");
    MISTAKE(plain_map(triangle(T, 0), opposite),
            "the mask is inverted: 1 means may attend, 0 may not");
    MISTAKE(triangle(T, -1), "shifted by one: a token may look at itself, so j <= i, not j < i");
    MISTAKE(triangle(T, 1), "shifted by one: key i + 1 is the very token that is to be predicted");
    MISTAKE(triangle(T, T), "everything is allowed: the inner loop stops at i, not at T");
#else
    (void)T;
#endif
}

/* ---- 12.3 mask_causal ------------------------------------------------------------------------------- */

TEST(three_tokens_see_the_past_and_themselves, .points = 3, .exercise = "12.3 mask_causal",
     .file = "mask.c",
     .hints = HINTS(
         "Row i is what query i may see: keys 0 to i.",
         "Start from zeros; a loop over i, and inside a loop over j that ends at i.",
         "for (long i = 0; i < T; i++) for (long j = 0; j <= i; j++) mask->data[i * T + j] = 1;"))
{
    given("T", "3");
    long T = 3;
    EXPECT(Tensor *want = values(SHAPE(3, 3), VALUES(1, 0, 0, 1, 1, 0, 1, 1, 1)));
    EXPECT(register_triangle_mistakes(3););
    Tensor *mask = CALL(mask_causal(T));
    check_tensor_within(mask, want, 0, "key j is allowed if j <= i");
}

TEST(any_length_down_to_none, .points = 2, .exercise = "12.3 mask_causal", .file = "mask.c",
     .hints = HINTS("Every element has to be set: new memory holds anything.",
                    "tensor_zeros sets them all; tensor_new does not.",
                    "Tensor *mask = tensor_zeros(SHAPE(T, T)); then the ones."))
{
    long T = draw_long("T", 4, 9);
    EXPECT(Tensor *want = triangle(T, 0), *one = triangle(1, 0), *none = blank(SHAPE(0, 0)));
    EXPECT(register_triangle_mistakes(T););
    Tensor *mask = CALL(mask_causal(T));
    check_tensor_within(mask, want, 0, "key j is allowed if j <= i");
    Tensor *mask_of_one = CALL(mask_causal(1));
    check_tensor_within(mask_of_one, one, 0, "a single token sees itself");
    Tensor *mask_of_none = CALL(mask_causal(0));
    check_tensor_within(mask_of_none, none, 0, "no tokens: a (0, 0) mask, no mistake");
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

/* The right keys, but row b begins at b * B. */
static Tensor *rows_at_b_times_b(const IntTensor *lengths, long T)
{
    long B = lengths->shape[0];
    Tensor *t = blank(SHAPE(B, 1, 1, T));
    for (long b = 0; b < B; b++)
        for (long j = 0; j < lengths->data[b] && b * B + j < B * T; j++)
            t->data[b * B + j] = 1;
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

static void register_padding_mistakes(const IntTensor *lengths, long T)
{
#ifndef CHECK_RECORD
    MISTAKE(plain_map(first_keys(lengths, T, 0), opposite),
            "the mask is inverted: 1 marks the tokens that are there, 0 the padding");
    MISTAKE(first_keys(lengths, T, 1), "one key too many: length 3 means the keys 0, 1 and 2");
    MISTAKE(first_keys(lengths, T, -1), "one key too few: length 3 means the keys 0, 1 and 2");
    MISTAKE(last_keys(lengths, T), "the padding stands at the end, so the first keys are allowed");
    MISTAKE(rows_at_b_times_b(lengths, T),
            "row b begins at b * T, not at b * B: a row has T elements");
    MISTAKE(first_length_for_all(lengths, T), "every sequence has a length of its own: lengths[b]");
    long B = lengths->shape[0];
    MISTAKE_SHAPE(SHAPE(B, T),
                  "the mask has to broadcast to scores (B, H, Tq, Tk): (B, T) would line "
                  "up with queries and keys. Two axes of size 1 between make (B, 1, 1, T)");
    MISTAKE_SHAPE(SHAPE(B, T, T), "one row of allowed keys per sequence is enough: (B, 1, 1, T)");
#else
    (void)lengths, (void)T;
#endif
}

TEST(two_sequences_of_different_length, .points = 3, .exercise = "12.4 mask_padding",
     .file = "mask.c",
     .hints = HINTS("Sequence b has lengths[b] real tokens; the rest of its row is padding.",
                    "A loop over b, and inside a loop over j < lengths->data[b].",
                    "mask->data[b * T + j] = 1; in a tensor_zeros(SHAPE(B, 1, 1, T))"))
{
    IntTensor *lengths = input_ids("lengths", SHAPE(2), IDS(3, 1));
    long T = 4;
    given("T", "4");
    EXPECT(Tensor *want = values(SHAPE(2, 1, 1, 4), VALUES(1, 1, 1, 0, 1, 0, 0, 0)));
    EXPECT(register_padding_mistakes(lengths, T););
    Tensor *mask = CALL(mask_padding(lengths, T));
    check_tensor_within(mask, want, 0,
                        "(B, 1, 1, T): key j of sequence b is allowed if j < lengths[b]");
}

TEST(empty_and_full_sequences, .points = 2, .exercise = "12.4 mask_padding", .file = "mask.c",
     .hints = HINTS("A length of 0 allows nothing, a length of T everything.",
                    "The loop's condition does that by itself: j < lengths->data[b].",
                    "No special cases; start from tensor_zeros."))
{
    long T = draw_long("T", 5, 8);
    IntTensor *lengths = draw_ids("lengths", SHAPE(5), 0, T);
    lengths->data[1] = 0;
    lengths->data[2] = (int)T;
    resealed_ids(lengths);
    EXPECT(Tensor *want = first_keys(lengths, T, 0));
    EXPECT(register_padding_mistakes(lengths, T););
    Tensor *mask = CALL(mask_padding(lengths, T));
    check_tensor_within(mask, want, 0, "key j of sequence b is allowed if j < lengths[b]");
}

/* ---- 12.5 mask_bidirectional ------------------------------------------------------------------------------ */

TEST(everything_is_allowed, .points = 2, .exercise = "12.5 mask_bidirectional", .file = "mask.c",
     .hints = HINTS("Ones everywhere. Which size comes first?",
                    "Rows are queries, columns are keys.", "return tensor_ones(SHAPE(Tq, Tk));"))
{
    long Tq = draw_long("Tq", 2, 4), Tk = draw_long("Tk", 5, 7);
    EXPECT(Tensor *want = plain_map(blank(SHAPE(Tq, Tk)), opposite));
    MISTAKE_SHAPE(SHAPE(Tk, Tq), "rows are queries and columns keys: (Tq, Tk)");
    MISTAKE_SHAPE(SHAPE(Tq, Tq), "there are Tk keys, not Tq");
    MISTAKE(blank(SHAPE(Tq, Tk)), "0 forbids: this mask allows nothing at all");
    MISTAKE(plain_pair(triangle(Tk, 0), blank(SHAPE(1, 1)), plus), "this is a causal mask");
    Tensor *mask = CALL(mask_bidirectional(Tq, Tk));
    check_tensor_within(mask, want, 0, "(Tq, Tk), all ones");
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

static void register_combine_mistakes(const Tensor *a, const Tensor *b)
{
#ifndef CHECK_RECORD
    MISTAKE(plain_pair(a, b, either), "allowed by either: it has to be allowed by both");
    MISTAKE(plain_pair(a, b, plus), "a sum: where both allow it is 2, and that is no mask");
    MISTAKE(plain_pair(a, b, first_of), "only the first mask counts");
    MISTAKE(plain_pair(a, b, second_of), "only the second mask counts");
    MISTAKE(plain_pair(a, b, neither), "allowed where neither allows");
#else
    (void)a, (void)b;
#endif
}

TEST(allowed_by_both_masks, .points = 2, .exercise = "12.6 mask_combine", .file = "mask.c",
     .hints =
         HINTS("1 and 1 is 1, everything else is 0.", "That is a product: mul_kernel.",
               "long shape[TENSOR_MAX_AXES]; int ndim = broadcast_shape(\"mask_combine\", a, b, "
               "shape); Tensor *both = tensor_new(ndim, shape); mul_kernel(both, a, b);"))
{
    Tensor *a = input("a", SHAPE(2, 2), VALUES(1, 0, 1, 1)),
           *b = input("b", SHAPE(1, 2), VALUES(0, 1));
    EXPECT(Tensor *want = values(SHAPE(2, 2), VALUES(0, 0, 0, 1)));
    EXPECT(register_combine_mistakes(a, b););
    Tensor *both = CALL(mask_combine(a, b));
    check_tensor_within(both, want, 0, "allowed where both allow");
}

TEST(causal_and_padding_broadcast_and_bad_masks_are_refused, .points = 3,
     .exercise = "12.6 mask_combine", .file = "mask.c",
     .hints = HINTS(
         "The shapes may differ: (T, T) and (B, 1, 1, T) give (B, 1, T, T).",
         "broadcast_shape works out the result's shape; mask_check_entries looks for entries that "
         "are neither 0 nor 1.",
         "mask_check_entries(\"mask_combine\", a); and the same for b, before the product."))
{
    long T = draw_long("T", 3, 6);
    Tensor *padding = draw_between("padding", SHAPE(2, 1, 1, T), 0, 1);
    for (long i = 0; i < 2 * T; i++)
        padding->data[i] = padding->data[i] > (real)0.4;
    resealed(padding);
    Tensor *causal = draw("causal", SHAPE(T, T));
    for (long i = 0; i < T * T; i++)
        causal->data[i] = i % T <= i / T;
    resealed(causal);
    EXPECT(Tensor *want = plain_pair(causal, padding, times));
    EXPECT(register_combine_mistakes(causal, padding););
    MISTAKE_MESSAGE("cannot write an input of shape",
                    "the result got the shape of one of the two masks: take the shape from "
                    "broadcast_shape");
    Tensor *both = CALL(mask_combine(causal, padding));
    check_tensor_within(both, want, 0, "(B, 1, T, T)");
    Tensor *bad = input("bad", SHAPE(1, 2), VALUES(1, 2)),
           *good = input("good", SHAPE(1, 2), VALUES(1, 0));
    check_fails(mask_combine(bad, good), "mask_combine: mask entry (0, 1) is 2",
                "mask_check_entries(\"mask_combine\", a) refuses an entry that is neither 0 nor 1");
    check_fails(mask_combine(good, bad), "mask_combine: mask entry (0, 1) is 2",
                "mask_check_entries(\"mask_combine\", b) too");
}
