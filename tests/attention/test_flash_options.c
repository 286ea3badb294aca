/* test_flash_options.c - every option in tiles against the same step by step: output, gradients, draws. */
#include "flash_problem.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

static Tensor *step_by_step(Tensor *q, Tensor *k, Tensor *v, FlashAttentionOptions o)
{
    return composed_attention(q, k, v, o).output;
}

typedef Tensor *(*Attend)(Tensor *q, Tensor *k, Tensor *v, FlashAttentionOptions o);

typedef struct {
    Tensor *output, *grad[4]; /* of q, k, v, and of the bias, if there is one */
} Walked;

static Walked walk(Attend attend, Tensor *const in[3], Tensor *seed, FlashAttentionOptions o)
{
    Walked w = {attend(in[0], in[1], in[2], o), {NULL}};
    tensor_backward_from(w.output, seed, false);
    for (int i = 0; i < 4; i++) {
        Tensor *t = i < 3 ? in[i] : o.bias;
        if (t == NULL || t->grad == NULL)
            continue;
        w.grad[i] = copied(t->grad);
        t->grad = NULL;
    }
    return w;
}

static void check_ways(Tensor *const in[3], FlashAttentionOptions o)
{
    Tensor *seed = random_tensor(in[0]->ndim, in[0]->shape);
    Rng first = rng_seed(5), second = rng_seed(5);
    o.rng = &first;
    Walked tiles = walk(flash_attention, in, seed, o);
    o.rng = &second;
    Walked steps = walk(step_by_step, in, seed, o);
    assert_true(first.state == second.state);
    assert_tensor_close(tiles.output, steps.output, TOLERANCE, TOLERANCE);
    for (int i = 0; i < 4; i++) {
        assert_true((tiles.grad[i] == NULL) == (steps.grad[i] == NULL));
        if (tiles.grad[i] != NULL)
            assert_tensor_close(tiles.grad[i], steps.grad[i], TOLERANCE, 4 * TOLERANCE);
    }
}

/* Around the edges of tiles of 64 and steps of 16, on and off the diagonals that tiles have. */
static void test_causal_rectangles(void **state)
{
    (void)state;
    const long sizes[] = {1, 15, 16, 63, 64, 65, 80, 130, 200};
    const long offsets[] = {0, 1, -1, 5, 16, 64, -64, 70, 128, 1000, -1000, LONG_MAX, LONG_MIN};
    for (int i = 0; i < COUNT(sizes); i++)
        for (int j = 0; j < COUNT(sizes); j++)
            for (int n = 0; n < COUNT(offsets); n++) {
                Scope *scope = scope_open();
                Tensor *in[] = {random_leaf(SHAPE(1, 1, sizes[i], 5)),
                                random_leaf(SHAPE(1, 1, sizes[j], 5)),
                                random_leaf(SHAPE(1, 1, sizes[j], 5))};
                bool lower_right = n == 1;
                FlashAttentionOptions o = {.causal = true,
                                           .causal_offset =
                                               lower_right ? sizes[j] - sizes[i] : offsets[n]};
                check_ways(in, o);
                if (n < 4) {
                    o.mask = random_mask(SHAPE(sizes[i], sizes[j]), 0.7);
                    o.bias = random_leaf(SHAPE(1, sizes[j]));
                    o.dropout = (real)0.3;
                    o.training = true;
                    check_ways(in, o);
                }
                scope_close(scope);
            }
}

static void test_biases_of_every_shape(void **state)
{
    (void)state;
    enum { B = 2, H = 4, TQ = 70, TK = 131, D = 8 };
    const long shapes[][4] = {{B, H, TQ, TK}, {B, 1, TQ, TK}, {1, H, TQ, TK}, {1, 1, TQ, TK},
                              {B, H, 1, TK},  {B, H, TQ, 1},  {1, H, 1, 1},   {1, 1, 1, TK}};
    for (int i = 0; i < COUNT(shapes); i++)
        for (int leading = 0; leading < 3; leading++) { /* axes of size 1 may be missing */
            Scope *scope = scope_open();
            bool short_form = leading < 2 && shapes[i][0] == 1;
            int first = short_form ? 1 + (leading == 1 && shapes[i][1] == 1) : 0;
            Tensor *in[] = {random_leaf(SHAPE(B, H, TQ, D)), random_leaf(SHAPE(B, 2, TK, D)),
                            random_leaf(SHAPE(B, 2, TK, D))};
            FlashAttentionOptions o = {.enable_gqa = true,
                                       .bias = random_leaf(4 - first, shapes[i] + first),
                                       .scale = leading == 1 ? 0.7 : 0,
                                       .causal = leading == 2,
                                       .mask = leading == 1 ? random_padding(B, TK) : NULL};
            check_ways(in, o);
            o.bias = tensor_detach(o.bias); /* and one that wants no gradient */
            check_ways(in, o);
            scope_close(scope);
        }
}

static void test_shared_heads(void **state)
{
    (void)state;
    const long heads[][2] = {{1, 1}, {4, 1}, {4, 2}, {6, 3}, {6, 2}};
    for (int i = 0; i < COUNT(heads); i++)
        for (int causal = 0; causal < 2; causal++) {
            Scope *scope = scope_open();
            long H = heads[i][0], Hkv = heads[i][1], T = 90;
            /* heads as they come out of one projection: side by side, strides apart */
            Tensor *in[] = {random_leaf(SHAPE(2, H, T, 16)), random_leaf(SHAPE(2, Hkv, T, 16)),
                            random_leaf(SHAPE(2, Hkv, T, 16))};
            FlashAttentionOptions o = {.enable_gqa = true,
                                       .causal = causal,
                                       .dropout = (real)0.2,
                                       .training = true,
                                       .mask = causal ? NULL : random_mask(SHAPE(2, H, T, T), 0.5)};
            check_ways(in, o);
            scope_close(scope);
        }
}

/* One tensor as keys and values, and as queries, too: its gradient is the sum. */
static void test_one_tensor_for_all(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2, 3, 20, 4)), *in[] = {x, x, x};
    check_ways(in, (FlashAttentionOptions){.causal = true, .bias = random_leaf(SHAPE(20, 20))});
    Tensor *kv = random_leaf(SHAPE(2, 1, 20, 4)), *shared[] = {x, kv, kv};
    check_ways(shared, (FlashAttentionOptions){.enable_gqa = true});
    Tensor *flat = random_leaf(SHAPE(3, 7, 4)), *without[] = {flat, flat, flat};
    check_ways(without, (FlashAttentionOptions){.bias = random_leaf(SHAPE(3, 7, 7))});
    check_ways(without, (FlashAttentionOptions){.bias = random_leaf(SHAPE(3, 1, 7)), .scale = 2});
}

/* -infinity in a bias is what 0 is in a mask, bit for bit; without any key there are zeros. */
static void test_a_bias_that_hides(void **state)
{
    (void)state;
    Problem p = problem(2, 2, 70, 90, 8);
    Tensor *mask = random_mask(SHAPE(2, 1, 70, 90), 0.1), *bias = tensor_new_like(mask);
    for (long i = 0; i < tensor_numel(mask); i++)
        bias->data[i] = mask->data[i] == 0 || i < 90 ? (real)-INFINITY : 0;
    for (long i = 0; i < 90; i++)
        mask->data[i] = 0;
    p.options.mask = mask;
    Results masked = flash(&p);
    p.options = (FlashAttentionOptions){.bias = bias};
    Results biased = flash(&p);
    assert_results_identical(biased, masked);
    assert_true(tensor_get(biased.output, AT(0, 1, 0, 3)) == 0);
    assert_true(tensor_get(biased.dq, AT(0, 1, 0, 3)) == 0);
}

/* The last queries of a causal square, alone: that is how a cache is asked. */
static void test_lower_right_is_the_end_of_a_square(void **state)
{
    (void)state;
    for (long n = 1; n < 150; n += 37) {
        Tensor *q = random_tensor(SHAPE(2, 2, 150, 16)), *k = random_tensor(4, q->shape);
        Tensor *all = flash_attention(q, k, k, (FlashAttentionOptions){.causal = true});
        Tensor *last =
            flash_attention(tensor_slice(q, 2, 150 - n, 150, 1), k, k,
                            (FlashAttentionOptions){.causal = true, .causal_offset = 150 - n});
        assert_tensor_identical(tensor_contiguous(last),
                                tensor_contiguous(tensor_slice(all, 2, 150 - n, 150, 1)));
    }
}

/* Queries are shared out in blocks; of what flows back, heads of keys, if each thread gets as many. */
static void test_threads_change_no_bit(void **state)
{
    (void)state;
    int before = kindling_threads();
    Tensor *in[] = {random_leaf(SHAPE(2, 8, 200, 32)), random_leaf(SHAPE(2, 4, 230, 32)),
                    random_leaf(SHAPE(2, 4, 230, 32))};
    Tensor *seed = random_tensor(SHAPE(2, 8, 200, 32));
    FlashAttentionOptions o = {.causal = true,
                               .causal_offset = 30,
                               .enable_gqa = true,
                               .bias = random_leaf(SHAPE(8, 1, 230))};
    kindling_set_threads(1);
    Walked alone = walk(flash_attention, in, seed, o);
    for (int threads = 2; threads <= 4; threads *= 2) {
        kindling_set_threads(threads);
        Walked shared = walk(flash_attention, in, seed, o);
        assert_tensor_identical(shared.output, alone.output);
        for (int i = 0; i < 4; i++)
            assert_tensor_identical(shared.grad[i], alone.grad[i]);
    }
    kindling_set_threads(3); /* which share each head of keys: sums come in another order */
    Walked uneven = walk(flash_attention, in, seed, o);
    kindling_set_threads(before);
    assert_tensor_identical(uneven.output, alone.output);
    for (int i = 0; i < 4; i++)
        assert_tensor_close(uneven.grad[i], alone.grad[i], TOLERANCE, TOLERANCE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_causal_rectangles),     UNIT_TEST(test_biases_of_every_shape),
        UNIT_TEST(test_shared_heads),          UNIT_TEST(test_one_tensor_for_all),
        UNIT_TEST(test_a_bias_that_hides),     UNIT_TEST(test_lower_right_is_the_end_of_a_square),
        UNIT_TEST(test_threads_change_no_bit),
    };
    return run_tests("attention/flash_options", tests);
}
