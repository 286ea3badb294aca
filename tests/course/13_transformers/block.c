/* block.c - 13.2: the two branches of a block. */
#include "draws.h"
#include "want.h"

static void set(Linear *l, double weight, double bias)
{
    tensor_fill(l->weight, (real)weight);
    tensor_fill(l->bias, (real)bias);
}

TEST(two_branches, .points = 7, .exercise = "13.2 block_forward", .file = "block.c")
{
    long T = draw_long("T", 3, 5);
    Block *block = new_block((MhaOptions){.embed_dim = 6, .num_heads = 2});
    Tensor *x = draw("x", SHAPE(2, T, 6));

    Tensor *want = EXPECT(block_want(block, x, NULL));
    Tensor *y = CALL(block_forward(block, x, NULL));
    check_tensor(y, want, "x = x + attn(norm1(x)), then x + mlp(norm2(x))");

    Tensor *one = draw("one", SHAPE(1, 1, 6)), *want1 = EXPECT(block_want(block, one, NULL));
    Tensor *y1 = CALL(block_forward(block, one, NULL));
    check_tensor(y1, want1, "a single token attends to itself");

    set(block->attn->out, 0, 0);
    set(block->down, 0, 0);
    Tensor *same = EXPECT(copy_of(x));
    Tensor *unmoved = CALL(block_forward(block, x, NULL));
    check_tensor_within(unmoved, same, 0,
                        "with out and down all 0 the block gives x, to the last bit");
    module_free(&block->module);
}

TEST(the_mask_reaches_attention, .points = 3, .exercise = "13.2 block_forward", .file = "block.c")
{
    long T = draw_long("T", 3, 5);
    Block *block = new_block((MhaOptions){.embed_dim = 4, .num_heads = 2});
    Tensor *x = draw("x", SHAPE(2, T, 4)), *mask = causal_mask(T);

    Tensor *want = EXPECT(block_want(block, x, mask));
    Tensor *y = CALL(block_forward(block, x, mask));
    check_tensor(y, want, "tokens look where the mask is 1");
    Tensor *one = draw("one", SHAPE(1, T, 4)), *want1 = EXPECT(block_want(block, one, mask));
    Tensor *y1 = CALL(block_forward(block, one, mask));
    check_tensor(y1, want1, "in a batch of one as well");
    module_free(&block->module);

    Block *causal = new_block((MhaOptions){.embed_dim = 4, .num_heads = 2, .causal = true});
    Tensor *padding = draw("padding", SHAPE(2, 1, 1, T));
    for (long i = 0; i < 2 * T; i++)
        padding->data[i] = i != 1;
    resealed(padding);
    Tensor *want2 = EXPECT(block_want(causal, x, padding));
    Tensor *y2 = CALL(block_forward(causal, x, padding));
    check_tensor(y2, want2, "and where attention is causal by itself");
    module_free(&causal->module);
}

/* How many numbers of y - x are 0, 2, 8 or 10: each branch was dropped, or kept and doubled. */
static long sums_of_whole_branches(const Tensor *y, const Tensor *x)
{
    long n = 0;
    for (long i = 0; i < tensor_numel(x); i++) {
        double d = (double)y->data[i] - (double)x->data[i];
        n += fabs(d) < 1e-4 || fabs(d - 2) < 1e-4 || fabs(d - 8) < 1e-4 || fabs(d - 10) < 1e-4;
    }
    return n;
}

static long moved(const Tensor *y, const Tensor *x, double by)
{
    long n = 0;
    for (long i = 0; i < tensor_numel(x); i++)
        n += fabs((double)y->data[i] - (double)x->data[i] - by) < 1e-4;
    return n;
}

/* Both sums doubled: 2 (2 (x + 1) + 4). */
static long quadrupled(const Tensor *y, const Tensor *x)
{
    long n = 0;
    for (long i = 0; i < tensor_numel(x); i++)
        n += fabs((double)y->data[i] - 4 * (double)x->data[i] - 12) < 1e-4;
    return n;
}

/* The first branch is 1 everywhere, the second 4; half of each is dropped, the rest doubled. */
TEST(dropout_thins_the_branches, .points = 2, .exercise = "13.2 block_forward", .file = "block.c")
{
    Rng rng = rng_seed(draw_seed());
    Block *block = new_block(
        (MhaOptions){.embed_dim = 8, .num_heads = 2, .dropout = (real)0.5, .dropout_rng = &rng});
    Tensor *x = draw("x", SHAPE(4, 3, 8));
    set(block->attn->out, 0, 1);
    set(block->down, 0, 4);

    Tensor *y = CALL(block_forward(block, x, NULL));
    check_shape(y, SHAPE(4, 3, 8), "(B, T, C)");
    long undropped = moved(y, x, 5);
    check_long(undropped, 0, "in training no branch is 1 or 4: it is 0, or doubled");
    long thinned_sums = quadrupled(y, x);
    check_at_most(thinned_sums, 0, "x itself is never dropped and never doubled");
    long whole_or_dropped = sums_of_whole_branches(y, x);
    long one_is_whole = moved(y, x, 1) + moved(y, x, 9) + moved(y, x, 4) + moved(y, x, 6);
    check_long(one_is_whole, 0, "both branches are thinned out at their ends");
    check_long(whole_or_dropped, tensor_numel(x),
               "y - x is 0 or 2 from attention, plus 0 or 8 from the MLP");
    long some_keep_both = moved(y, x, 10) > 0, some_keep_none = moved(y, x, 0) > 0;
    check_long(some_keep_both, 1, "a quarter of the numbers keeps both branches");
    check_long(some_keep_none, 1, "a quarter keeps none");
    long kinds = some_keep_both + some_keep_none + (moved(y, x, 2) > 0) + (moved(y, x, 8) > 0);
    check_long(kinds, 4, "a quarter keeps attention's alone, a quarter the MLP's");

    module_train(&block->module, false);
    Tensor *calm = CALL(block_forward(block, x, NULL));
    long in_peace = moved(calm, x, 5);
    check_long(in_peace, tensor_numel(x), "outside of training nothing is dropped: y - x is 1 + 4");
    module_free(&block->module);
}

static Tensor *block_of(Tensor *const in[], void *block)
{
    return block_forward(block, in[0], NULL);
}

TEST(every_part_of_a_block_learns, .points = 3, .exercise = "13.2 block_forward", .file = "block.c")
{
    Block *block = new_block((MhaOptions){.embed_dim = 4, .num_heads = 2});
    Tensor *x = leaf(draw("x", SHAPE(1, 3, 4)));

    check_gradients(block_of, block, "gradients reach x, both norms, attention and the MLP",
                    INPUTS(x, block->norm1->weight, block->norm2->bias, block->attn->q->weight,
                           block->attn->out->bias, block->up->bias, block->down->weight));
    module_free(&block->module);
}
