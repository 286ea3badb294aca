/* heads.c - 22.5: heads that share keys and values. */
#include "want.h"

TEST(side_by_side, .points = 5, .exercise = "22.5 repeat_heads", .file = "shared_heads.c")
{
    long K = draw_long("K", 2, 3), H = K * draw_long("queries that share", 2, 3);
    Tensor *t = draw("t", SHAPE(2, K, 3, 2)), *q = draw("q", SHAPE(2, H, 4, 2));

    Tensor *want = EXPECT(repeated_want(t, H));
    Tensor *heads = CALL(repeat_heads(t, q));
    check_tensor_within(heads, want, 0,
                        "head h is head h / (H / K): those that share are neighbours");
}

TEST(one_for_all_and_each_its_own, .points = 3, .exercise = "22.5 repeat_heads",
     .file = "shared_heads.c")
{
    long H = draw_long("H", 2, 5), T = draw_long("T", 1, 3);
    Tensor *one = draw_transposed("one", SHAPE(2, 1, T, 3)), *q = draw("q", SHAPE(2, H, 2, 3));
    Tensor *own = draw("own", SHAPE(2, H, T, 3)), *flat = draw("flat", SHAPE(2, T, 3));
    Tensor *flat_q = draw("flat_q", SHAPE(2, H, 3));

    Tensor *want = EXPECT(repeated_want(one, H));
    Tensor *heads = CALL(repeat_heads(one, q));
    check_tensor_within(heads, want, 0, "K = 1: all heads look at the same");
    Tensor *want_own = EXPECT(copy_of(own));
    Tensor *as_many = CALL(repeat_heads(own, q));
    check_tensor_within(as_many, want_own, 0, "as many heads as q: t as it is");
    Tensor *want_flat = EXPECT(copy_of(flat));
    Tensor *no_heads = CALL(repeat_heads(flat, flat_q));
    check_tensor_within(no_heads, want_flat, 0, "without an axis of heads: t as it is");
}

static Tensor *repeated(Tensor *const in[], void *q)
{
    return repeat_heads(in[0], q);
}

TEST(gradients_add_up, .points = 4, .exercise = "22.5 repeat_heads", .file = "shared_heads.c")
{
    long share = draw_long("queries that share", 2, 3);
    Tensor *t = leaf(draw("t", SHAPE(1, 2, 2, 3))), *q = draw("q", SHAPE(1, 2 * share, 2, 3));

    Tensor *want = EXPECT(repeated_want(t, 2 * share));
    Tensor *heads = CALL(repeat_heads(t, q));
    check_tensor_within(heads, want, 0, "gradients of this function, and of no other");
    check_gradients(repeated, q, "a head gets what all that share it send back", INPUTS(t));
}
