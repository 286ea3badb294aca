/* half_softmax.c - 12.8, optional: two halves of one query's softmax. */
#include "want.h"

/* What a query has taken from keys from .. to - 1, into the D numbers of `out`. */
static HalfSoftmax taken(const Tensor *scores, const Tensor *v, long from, long to, Tensor *out)
{
    long D = v->shape[1];
    HalfSoftmax half = {(real)-INFINITY, 0, out->data};
    for (long d = 0; d < D; d++)
        out->data[d] = 0;
    for (long j = from; j < to; j++)
        half.max = scores->data[j] > half.max ? scores->data[j] : half.max;
    for (long j = from; j < to; j++) {
        double w = exp((double)(scores->data[j] - half.max));
        half.sum += (real)w;
        for (long d = 0; d < D; d++)
            out->data[d] += (real)w * v->data[j * D + d];
    }
    resealed(out);
    return half;
}

static void shown(const char *name, HalfSoftmax half)
{
    given(name, "{%g, %g, ...}", (double)half.max, (double)half.sum);
}

TEST(a_key_each_by_hand, .optional = 1, .exercise = "12.8 attention_merge",
     .file = "half_softmax.c")
{
    Tensor *scores = values(SHAPE(2), VALUES(0, (real)1.3862943611198906));
    Tensor *v = values(SHAPE(2, 1), VALUES(1, 4));
    Tensor *all_out = input("all.out", SHAPE(1), VALUES(1));
    Tensor *part_out = input("part.out", SHAPE(1), VALUES(4));
    HalfSoftmax all = taken(scores, v, 0, 1, all_out), part = taken(scores, v, 1, 2, part_out);
    shown("all", all), shown("part", part);
    may_change(all_out);

    Tensor *want = EXPECT(taken_want(scores, v));
    double want_sum = EXPECT(sum_want(scores)), want_max = EXPECT(largest_want(scores));
    CALL(attention_merge(&all, &part, 1));
    check_tensor(all_out, want, "a quarter of the first, since e^(0 - log 4) = 1/4");
    double sum = all.sum, max = all.max;
    check_number(sum, want_sum, CHECK_TOLERANCE, "1/4 + 1");
    check_number(max, want_max, CHECK_TOLERANCE, "log 4 is the larger one");
}

TEST(two_groups_of_keys, .optional = 2, .exercise = "12.8 attention_merge",
     .file = "half_softmax.c")
{
    long first = draw_long("keys of all", 2, 5), second = draw_long("keys of part", 2, 5);
    long D = draw_long("D", 3, 6), n = first + second;
    Tensor *scores = draw_between("scores", SHAPE(n), -2, 2), *v = draw("v", SHAPE(n, D));
    Tensor *all_out = draw("all.out", SHAPE(D)), *part_out = draw("part.out", SHAPE(D));
    HalfSoftmax all = taken(scores, v, 0, first, all_out),
                part = taken(scores, v, first, n, part_out);
    shown("all", all), shown("part", part);
    may_change(all_out);

    Tensor *want = EXPECT(taken_want(scores, v));
    double want_sum = EXPECT(sum_want(scores)), want_max = EXPECT(largest_want(scores));
    CALL(attention_merge(&all, &part, D));
    check_tensor(all_out, want,
                 "each side shrinks by e^(its max - the larger max), then they add up");
    double sum = all.sum, max = all.max;
    check_number(sum, want_sum, CHECK_TOLERANCE, "the sum shrinks by the same factor as out");
    check_number(max, want_max, CHECK_TOLERANCE, "the larger of the two");
}

TEST(hundreds_of_keys_one_by_one, .optional = 2, .exercise = "12.8 attention_merge",
     .file = "half_softmax.c")
{
    long n = draw_long("keys", 260, 300), D = draw_long("D", 2, 3);
    Tensor *scores = draw_between("scores", SHAPE(n), -900, 900), *v = draw("v", SHAPE(n, D));
    Tensor *all_out = draw("all.out", SHAPE(D)), *part_out = draw("part.out", SHAPE(D));
    HalfSoftmax all = taken(scores, v, 0, 0, all_out);
    may_change(all_out);

    Tensor *want = EXPECT(taken_want(scores, v));
    double want_sum = EXPECT(sum_want(scores));
    check_called("attention_merge(&all, &part, D)");
    for (long j = 0; j < n; j++) {
        HalfSoftmax part = taken(scores, v, j, j + 1, part_out);
        attention_merge(&all, &part, D);
    }
    check_tensor(all_out, want, "in any order, with scores of any size, down from no key at all");
    double sum = all.sum;
    check_number(sum, want_sum, CHECK_TOLERANCE, "of e^(score - the largest of all)");
}

TEST(groups_without_keys, .optional = 1, .exercise = "12.8 attention_merge",
     .file = "half_softmax.c")
{
    long n = draw_long("keys", 3, 6), D = draw_long("D", 2, 4), none = 0;
    Tensor *scores = draw_between("scores", SHAPE(n), -2, 2), *v = draw("v", SHAPE(n, D));
    Tensor *all_out = draw("all.out", SHAPE(D)), *part_out = draw("part.out", SHAPE(D));
    HalfSoftmax all = taken(scores, v, 0, n, all_out), part = taken(scores, v, 0, none, part_out);
    may_change(all_out);

    Tensor *want = EXPECT(taken_want(scores, v)), *zeros = EXPECT(blank(SHAPE(D)));
    double want_sum = EXPECT(sum_want(scores));
    CALL(attention_merge(&all, &part, D));
    check_tensor(all_out, want, "no key adds nothing");
    double sum = all.sum;
    check_number(sum, want_sum, CHECK_TOLERANCE, "no key adds nothing");
    Tensor *new_out = draw("all.out", SHAPE(D));
    HalfSoftmax new = taken(scores, v, 0, none, new_out);
    may_change(new_out);
    check_called("attention_merge(&new, &all, D)");
    attention_merge(&new, &all, D);
    check_tensor(new_out, want, "no key so far: the part is all there is");
    Tensor *empty_out = draw("all.out", SHAPE(D));
    HalfSoftmax empty = taken(scores, v, 0, none, empty_out);
    may_change(empty_out);
    CALL(attention_merge(&empty, &part, D));
    check_tensor(empty_out, zeros, "no key and no key are no key: zeros, and not NaN");
    double nothing = empty.sum;
    check_number(nothing, 0, 0, "no key and no key: a sum of 0");
}
