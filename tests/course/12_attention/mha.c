/* mha.c - 12.6: all heads together, with three projections and with one. */
#include "attention_shared.h"
#include "draws.h"
#include "want.h"

/* C channels, H heads; biases are drawn too, so that a forgotten one shows. */
static MultiHeadAttention *new_mha(long C, long H, bool qkv_in_one)
{
    Rng rng = rng_seed(draw_seed());
    given("H", "%ld", H);
    return mha_new(
        (MhaOptions){.embed_dim = C, .num_heads = H, .qkv_in_one = qkv_in_one, .init = &rng});
}

/* ---- 12.6 mha_cross ------------------------------------------------------------------------------ */

TEST(every_head_attends_on_its_own, .points = 5, .exercise = "12.6 mha_cross", .file = "mha.c")
{
    MultiHeadAttention *mha = new_mha(6, 2, false);
    Tensor *x = draw("x", SHAPE(2, 4, 6));

    Tensor *want = EXPECT(mha_want(mha, x, x, NULL));
    Tensor *y = CALL(mha_forward(mha, x, NULL));
    check_tensor(y, want, "heads side by side, each with softmax(QK^T / sqrt(D)) V, mixed by W_O");
    module_free(&mha->module);
}

TEST(masks_reach_every_head, .points = 3, .exercise = "12.6 mha_cross", .file = "mha.c")
{
    long H = draw_long("H", 2, 3), T = draw_long("T", 5, 7);
    MultiHeadAttention *mha = new_mha(4 * H, H, false);
    Tensor *x = draw("x", SHAPE(2, T, 4 * H)), *mask = random_mask("mask", SHAPE(2, T, T));
    Tensor *x2 = changed_from(x, T - 1);

    Tensor *want = EXPECT(mha_want(mha, x, x, mask));
    Tensor *masked = CALL(mha_forward(mha, x, mask));
    check_tensor(masked, want, "a (B, T, T) mask holds for all heads");
    mha->causal = true;
    Tensor *want2 = EXPECT(looking_back_want(mha, x2, NULL));
    Tensor *looking_back = CALL(mha_forward(mha, x2, NULL));
    check_tensor(looking_back, want2, "with a->causal no future leaks");
    Tensor *want3 = EXPECT(looking_back_want(mha, x, mask));
    Tensor *by_both = CALL(mha_forward(mha, x, mask));
    check_tensor(by_both, want3, "with a->causal and a mask: allowed by both");
    module_free(&mha->module);
}

TEST(x_asks_and_memory_answers, .points = 3, .exercise = "12.6 mha_cross", .file = "mha.c")
{
    MultiHeadAttention *mha = new_mha(8, 4, false);
    Tensor *x = draw("x", SHAPE(2, 3, 8)), *memory = draw("memory", SHAPE(2, 5, 8));

    Tensor *want = EXPECT(mha_want(mha, x, memory, NULL));
    Tensor *y = CALL(mha_cross(mha, x, memory, NULL));
    check_tensor(y, want, "one output per query: (B, Tq, C)");
    MultiHeadAttention *mha_in_one = new_mha(8, 1, true);
    Tensor *crossed = EXPECT(mha_want(mha_in_one, x, memory, NULL));
    Tensor *answered = CALL(mha_cross(mha_in_one, x, memory, NULL));
    check_tensor(answered, crossed, "and with one head, and the three projections in one matrix");
    module_free(&mha_in_one->module);
    module_free(&mha->module);
}

/* in: x and every parameter; context: the attention they belong to. */
static Tensor *mha_of(Tensor *const in[], void *context)
{
    return mha_forward(context, in[0], NULL);
}

TEST(every_projection_learns, .points = 3, .exercise = "12.6 mha_cross", .file = "mha.c")
{
    MultiHeadAttention *mha = new_mha(4, 2, false);
    Tensor *x = leaf(draw("x", SHAPE(2, 3, 4)));

    check_gradients(mha_of, mha, "the gradient reaches x and every parameter",
                    INPUTS(x, mha->q->weight, mha->k->weight, mha->v->weight, mha->out->weight,
                           mha->q->bias, mha->v->bias, mha->out->bias));
    module_free(&mha->module);
}

/* ---- dropout: with one key every weight is 1, and W_O leaves the heads side by side ----------------------- */

#define HEADS 4
#define WIDTH 4 /* of each */

static MultiHeadAttention *new_mha_with_dropout(Rng *rng)
{
    MultiHeadAttention *mha = mha_new((MhaOptions){.embed_dim = HEADS * WIDTH,
                                                   .num_heads = HEADS,
                                                   .dropout = (real)0.5,
                                                   .init = rng,
                                                   .dropout_rng = rng});
    long C = HEADS * WIDTH;
    for (long i = 0; i < C * C; i++)
        mha->out->weight->data[i] = i / C == i % C;
    for (long i = 0; i < C; i++)
        mha->out->bias->data[i] = 0;
    return mha;
}

/* Of how many heads are all numbers so many times what they are without dropout? */
static long heads_times(const Tensor *trained, const Tensor *calm, double factor)
{
    long heads = 0;
    for (long h = 0; h < tensor_numel(calm) / WIDTH; h++) {
        long same = 0;
        for (long i = h * WIDTH; i < (h + 1) * WIDTH; i++)
            same += fabs((double)trained->data[i] - factor * (double)calm->data[i]) < 1e-4;
        heads += same == WIDTH;
    }
    return heads;
}

/* In how many heads are some numbers 0, and others not? */
static long heads_in_part(const Tensor *trained)
{
    long heads = 0;
    for (long h = 0; h < tensor_numel(trained) / WIDTH; h++) {
        long zeros = 0;
        for (long i = h * WIDTH; i < (h + 1) * WIDTH; i++)
            zeros += trained->data[i] == 0;
        heads += zeros > 0 && zeros < WIDTH;
    }
    return heads;
}

TEST(dropout_thins_the_weights, .points = 2, .exercise = "12.6 mha_cross", .file = "mha.c")
{
    Rng rng = rng_seed(draw_seed());
    MultiHeadAttention *mha = new_mha_with_dropout(&rng);
    Tensor *x = draw("x", SHAPE(8, 1, HEADS * WIDTH));

    module_train(&mha->module, false);
    Tensor *want = EXPECT(mha_want(mha, x, x, NULL));
    Tensor *calm = CALL(mha_forward(mha, x, NULL));
    check_tensor(calm, want, "outside of training nothing is dropped");

    module_train(&mha->module, true);
    Tensor *trained = CALL(mha_forward(mha, x, NULL));
    check_shape(trained, SHAPE(8, 1, HEADS * WIDTH), "(B, Tq, C)");
    long heads_dropped_in_part = heads_in_part(trained);
    check_at_most(heads_dropped_in_part, 0, "with one key, a head's numbers go together");
    long dropped = heads_times(trained, calm, 0), doubled = heads_times(trained, calm, 2);
    long heads_dropped_or_doubled = dropped + doubled;
    check_long(heads_dropped_or_doubled, 8 * HEADS,
               "the one weight of a head is dropped, or kept and doubled: (0 or 2) v");
    check_at_least(dropped, 1, "half of the weights are dropped");
    check_at_least(doubled, 1, "half of the weights are kept");
    module_free(&mha->module);
}
