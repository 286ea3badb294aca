/* test_attention_options.c - biases, scale, causal rectangles, shared heads: against PyTorch, by differences,
 * and what is refused. */
#include "../fixtures/attention_options.h"
#include "flash_problem.h"
#include "wave.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

typedef Tensor *(*Attend)(Tensor *q, Tensor *k, Tensor *v, FlashAttentionOptions o);

static Tensor *step_by_step(Tensor *q, Tensor *k, Tensor *v, FlashAttentionOptions o)
{
    return composed_attention(q, k, v, o).output;
}

static const Attend ways[] = {flash_attention, step_by_step};

/* ---- against PyTorch -------------------------------------------------------------------------------- */

static Tensor *bias_of(const OptionsCase *c)
{
    if (c->bias_axes == 0)
        return NULL;
    Tensor *bias = wave(c->bias_axes, c->bias_shape, 4, 2);
    for (long i = 1; c->hidden && i < tensor_numel(bias); i += c->Tk)
        bias->data[i] = (real)-INFINITY;
    return tensor_requires_grad(bias);
}

static Tensor *leaf(long heads, long T, double phase)
{
    return tensor_requires_grad(wave(SHAPE(2, heads, T, 2), phase, 2));
}

static void check_case(const OptionsCase *c, Attend attend)
{
    Tensor *q = leaf(c->H, c->Tq, 0), *k = leaf(c->Hkv, c->Tk, 1), *v = leaf(c->Hkv, c->Tk, 2);
    FlashAttentionOptions o = {.causal = c->causal,
                               .causal_offset = c->offset,
                               .scale = c->scale,
                               .bias = bias_of(c),
                               .enable_gqa = c->H != c->Hkv};
    long nq = tensor_numel(q), nk = tensor_numel(k);
    Tensor *out = attend(q, k, v, o);
    assert_values(out, SHAPE(2, c->H, c->Tq, 2), nq, c->output, STORED_TOLERANCE);
    tensor_backward_from(out, wave(SHAPE(2, c->H, c->Tq, 2), 3, 1), false);
    assert_values(q->grad, SHAPE(2, c->H, c->Tq, 2), nq, c->dq, STORED_TOLERANCE);
    assert_values(k->grad, SHAPE(2, c->Hkv, c->Tk, 2), nk, c->dk, STORED_TOLERANCE);
    assert_values(v->grad, SHAPE(2, c->Hkv, c->Tk, 2), nk, c->dv, STORED_TOLERANCE);
    if (o.bias != NULL)
        assert_values(o.bias->grad, c->bias_axes, c->bias_shape, tensor_numel(o.bias), c->dbias,
                      STORED_TOLERANCE);
}

static void test_every_option_as_torch(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT(options_cases); i++)
        for (int way = 0; way < 2; way++) {
            print_message("%s, %s\n", options_cases[i].name, way == 0 ? "in tiles" : "in steps");
            check_case(&options_cases[i], ways[way]);
        }
}

/* ---- gradients by differences ------------------------------------------------------------------------ */

/* in: q, k, v and, if there are four, the bias. */
static Tensor *in_tiles(Tensor *const in[], void *context)
{
    FlashAttentionOptions o = *(const FlashAttentionOptions *)context;
    if (o.bias != NULL)
        o.bias = in[3];
    return flash_attention(in[0], in[1], in[2], o);
}

static Tensor *in_steps(Tensor *const in[], void *context)
{
    FlashAttentionOptions o = *(const FlashAttentionOptions *)context;
    if (o.bias != NULL)
        o.bias = in[3];
    return composed_attention(in[0], in[1], in[2], o).output;
}

static void test_gradients(void **state)
{
    (void)state;
    Tensor *q = random_leaf(SHAPE(2, 4, 3, 4)), *k = random_leaf(SHAPE(2, 2, 5, 4)),
           *v = random_leaf(SHAPE(2, 2, 5, 4));
    FlashAttentionOptions o = {.causal = true, .enable_gqa = true};
    assert_gradcheck(in_tiles, &o, q, k, v);
    assert_gradcheck(in_steps, &o, q, k, v);
    o.causal_offset = 2;
    o.bias = random_leaf(SHAPE(4, 3, 5));
    o.scale = 0.8;
    assert_gradcheck(in_tiles, &o, q, k, v, o.bias);
    assert_gradcheck(in_steps, &o, q, k, v, o.bias);
    o.causal = false;
    o.causal_offset = 0;
    o.bias = random_leaf(SHAPE(2, 1, 1, 5));
    o.mask = random_mask(SHAPE(3, 5), 0.7);
    assert_gradcheck(in_tiles, &o, q, k, v, o.bias);
    Tensor *flat = random_leaf(SHAPE(2, 3, 4)), *bias = random_leaf(SHAPE(2, 3, 3));
    assert_gradcheck(in_tiles, &((FlashAttentionOptions){.bias = bias}), flat,
                     random_leaf(SHAPE(2, 3, 4)), random_leaf(SHAPE(2, 3, 4)), bias);
}

/* A mask (B, Tq, Tk) is that of every head: in tiles and in steps, beside each head by itself. */
static void test_a_mask_of_the_batch(void **state)
{
    (void)state;
    Tensor *q = random_leaf(SHAPE(2, 3, 4, 2)), *mask = random_mask(SHAPE(2, 4, 4), 0.7);
    for (int causal = 0; causal < 2; causal++)
        for (int way = 0; way < 2; way++) {
            FlashAttentionOptions o = {.mask = mask, .causal = causal};
            Tensor *all = ways[way](q, q, q, o);
            for (long h = 0; h < 3; h++) {
                Tensor *head = tensor_select(q, 1, h);
                assert_tensor_close(tensor_select(all, 1, h), ways[1 - way](head, head, head, o),
                                    STORED_TOLERANCE, STORED_TOLERANCE);
            }
        }
}

/* ---- values of a width of their own ------------------------------------------------------------------- */

static Problem of_widths(long H, long Hkv, long Dv, FlashAttentionOptions o)
{
    enum { B = 2, Tq = 37, Tk = 70, D = 5 };
    return (Problem){.q = random_leaf(SHAPE(B, H, Tq, D)),
                     .k = random_leaf(SHAPE(B, Hkv, Tk, D)),
                     .v = random_leaf(SHAPE(B, Hkv, Tk, Dv)),
                     .seed = random_tensor(SHAPE(B, H, Tq, Dv)),
                     .options = o};
}

static Results composed(const Problem *p)
{
    return collect(p, composed_attention(p->q, p->k, p->v, p->options).output);
}

static void test_values_of_another_width(void **state)
{
    (void)state;
    static const long widths[] = {0, 1, 4, 6, 19};
    FlashAttentionOptions o[] = {
        {0},
        {.causal = true, .causal_offset = 33},
        {.scale = 0.3, .mask = random_mask(SHAPE(2, 37, 70), 0.4)},
        {.bias = random_tensor(SHAPE(4, 37, 70)), .enable_gqa = true},
        {.dropout = (real)0.5, .training = true},
    };
    for (int i = 0; i < COUNT(widths); i++)
        for (int k = 0; k < COUNT(o); k++) {
            Rng first = rng_seed(7), second = rng_seed(7);
            Problem p = of_widths(4, o[k].enable_gqa ? 2 : 4, widths[i], o[k]);
            p.options.rng = &first;
            Results expected = composed(&p);
            p.options.rng = &second;
            Results r = flash(&p);
            assert_shape(r.output, SHAPE(2, 4, 37, widths[i]));
            assert_results_close(r, expected, TOLERANCE);
            assert_true(first.state == second.state);
        }
    Problem three = {.q = random_leaf(SHAPE(3, 9, 4)), /* without heads */
                     .k = random_leaf(SHAPE(3, 11, 4)),
                     .v = random_leaf(SHAPE(3, 11, 7)),
                     .seed = random_tensor(SHAPE(3, 9, 7))};
    check_against_plain(three);
    assert_tensor_close(attention_output(three.q, three.k, three.v, NULL, false, NULL),
                        scaled_dot_product_attention(three.q, three.k, three.v, NULL).output,
                        TOLERANCE, TOLERANCE);
}

static Tensor *two_widths(Tensor *const in[], void *context)
{
    (void)context;
    FlashAttentionOptions o = {.causal = true, .bias = in[3], .enable_gqa = true};
    return flash_attention(in[0], in[1], in[2], o);
}

static void test_gradients_of_another_width(void **state)
{
    (void)state;
    for (long Dv = 2; Dv <= 5; Dv += 3)
        assert_gradcheck(two_widths, NULL, random_leaf(SHAPE(1, 2, 4, 3)),
                         random_leaf(SHAPE(1, 1, 4, 3)), random_leaf(SHAPE(1, 1, 4, Dv)),
                         random_leaf(SHAPE(2, 4, 4)));
}

/* ---- mistakes ----------------------------------------------------------------------------------------- */

static void test_mistakes(void **state)
{
    (void)state;
    Tensor *q = tensor_zeros(SHAPE(1, 4, 3, 2)), *two = tensor_zeros(SHAPE(1, 2, 5, 2)),
           *three = tensor_zeros(SHAPE(1, 3, 5, 2)), *none = tensor_zeros(SHAPE(1, 0, 5, 2));
    FlashAttentionOptions gqa = {.enable_gqa = true};
    assert_fails_with("flash_attention: q (1, 4, 3, 2) and k (1, 2, 5, 2) differ in axis 1, 4 "
                      "against 2. hint: .enable_gqa = true, if several heads of q share one",
                      flash_attention(q, two, two, (FlashAttentionOptions){.scale = 1}));
    assert_fails_with("composed_attention: q (1, 4, 3, 2) and k (1, 3, 5, 2) differ in axis 1, 4 "
                      "against 3. hint: with .enable_gqa the number of heads of k and v divides",
                      composed_attention(q, three, three, gqa));
    assert_fails_with("4 against 0. hint: with .enable_gqa", flash_attention(q, none, none, gqa));
    assert_fails_with("k (1, 2, 5, 2) and v (1, 4, 5, 2) must have one shape",
                      flash_attention(q, two, tensor_zeros(SHAPE(1, 4, 5, 2)), gqa));
    assert_fails_with("flash_attention: causal_offset is 2, but causal is false",
                      flash_attention(q, q, q, (FlashAttentionOptions){.causal_offset = 2}));
    assert_fails_with(
        "flash_attention: a bias (2, 3, 3) does not broadcast to scores (1, 4, 3, 3)",
        flash_attention(q, q, q, (FlashAttentionOptions){.bias = tensor_zeros(SHAPE(2, 3, 3))}));
    assert_fails_with(
        "composed_attention: a bias (3, 1) does not broadcast to scores (2, 5, 5)",
        composed_attention(tensor_zeros(SHAPE(2, 5, 2)), tensor_zeros(SHAPE(2, 5, 2)),
                           tensor_zeros(SHAPE(2, 5, 2)),
                           (FlashAttentionOptions){.bias = tensor_zeros(SHAPE(3, 1))}));
    assert_fails_with(
        "flash_attention: q (1, 4, 3, 2) and k (2, 4, 3, 2) differ in axis 0, 1 against 2",
        flash_attention(q, tensor_zeros(SHAPE(2, 4, 3, 2)), tensor_zeros(SHAPE(2, 4, 3, 2)),
                        (FlashAttentionOptions){0}));
    assert_fails_with("q (1, 4, 3, 2) and k (1, 4, 3, 1) differ in axis 3, 2 against 1",
                      flash_attention(q, tensor_zeros(SHAPE(1, 4, 3, 1)),
                                      tensor_zeros(SHAPE(1, 4, 3, 1)), (FlashAttentionOptions){0}));
    assert_fails_with("composed_attention: scale is -1",
                      composed_attention(q, q, q, (FlashAttentionOptions){.scale = -1}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_every_option_as_torch),      UNIT_TEST(test_gradients),
        UNIT_TEST(test_a_mask_of_the_batch),        UNIT_TEST(test_values_of_another_width),
        UNIT_TEST(test_gradients_of_another_width), UNIT_TEST(test_mistakes),
    };
    return run_tests("attention/options", tests);
}
