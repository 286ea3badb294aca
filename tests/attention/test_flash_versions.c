/* test_flash_versions.c - every kernel of a portable build, not just the one chosen here, makes the same
 * tiles: outputs and gradients of odd sizes, where vectors of each width end elsewhere. */
#include "flash.h"
#include "test.h"

#define TOLERANCE (IS_DOUBLE ? 1e-12 : 2e-5)

#ifdef FLASH_HAS_VERSIONS

static Heads heads(const Tensor *t)
{
    return (Heads){t->data, t->stride[0], t->stride[1], t->stride[2], 1};
}

/* Output, dq, dk and dv, one after the other along the first axis: (4 B, H, T, D). */
static Tensor *run(const FlashKernel *kernel, Tensor *const in[4], bool causal, real dropout)
{
    const long *s = in[0]->shape;
    Tensor *out[4], *statistics = tensor_new(SHAPE(2, s[0], s[1], s[2]));
    for (int i = 0; i < 4; i++)
        out[i] = tensor_new_like(in[0]);
    Flash f = {.B = s[0], .H = s[1], .Tq = s[2], .Tk = s[2], .D = s[3], .scale = (real)0.3};
    f.causal = causal;
    f.dropout = dropout;
    f.rng = rng_seed(3);
    f.q = heads(in[0]);
    f.k = heads(in[1]);
    f.v = heads(in[2]);
    f.dout = heads(in[3]);
    f.out = heads(out[0]);
    f.dq = heads(out[1]);
    f.dk = heads(out[2]);
    f.dv = heads(out[3]);
    f.max = statistics->data;
    f.inverse = f.max + s[0] * s[1] * s[2];
    kernel->forward(&f);
    kernel->backward(&f);
    return tensor_concat(4, out, 0);
}

static void compare(const FlashKernel *kernel)
{
    const long shapes[][4] = {
        {1, 1, 1, 1}, {2, 3, 5, 7}, {1, 2, 67, 16}, {1, 1, 130, 33}, {1, 2, 97, 64}};
    for (int i = 0; i < 5; i++) {
        Tensor *in[4];
        for (int j = 0; j < 4; j++)
            in[j] = random_tensor(4, shapes[i]);
        for (int causal = 0; causal < 2; causal++)
            for (int drops = 0; drops < 2; drops++) {
                real dropout = drops ? (real)0.2 : 0;
                assert_tensor_close(run(kernel, in, causal, dropout),
                                    run(flash_kernel(), in, causal, dropout), TOLERANCE, TOLERANCE);
            }
    }
}

static void test_baseline(void **state)
{
    (void)state;
    compare(&flash_native);
}

static void test_avx2(void **state)
{
    (void)state;
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
        skip_without("AVX2");
    compare(&flash_avx2);
}

static void test_the_widest_is_chosen(void **state)
{
    (void)state;
    bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    const FlashKernel *widest = __builtin_cpu_supports("avx512f") ? &flash_avx512
                                : avx2                            ? &flash_avx2
                                                                  : &flash_native;
    assert_ptr_equal(flash_kernel(), widest);
}

#else /* one kernel: test_fused.c is all about it */

static void test_the_widest_is_chosen(void **state)
{
    (void)state;
    assert_ptr_equal(flash_kernel(), &flash_native);
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
#ifdef FLASH_HAS_VERSIONS
        UNIT_TEST(test_baseline),
        UNIT_TEST(test_avx2),
#endif
        UNIT_TEST(test_the_widest_is_chosen),
    };
    return run_tests("attention/flash_versions", tests);
}
