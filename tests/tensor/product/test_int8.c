/* test_int8.c - half floats, and the products of codes of all instruction sets against loops. */
#include "int8_kernel.h"
#include "test.h"

/* ---- half floats -------------------------------------------------------------------------------- */

static void test_every_half(void **state)
{
    (void)state;
    for (uint32_t h = 0; h < 65536; h++) {
        float x = half_to_float((uint16_t)h);
        int exponent = (int)(h >> 10 & 31), fraction = (int)(h & 1023);
        double size = exponent == 0 ? ldexp(fraction, -24) : ldexp(1024 + fraction, exponent - 25);
        if (exponent == 31) {
            assert_true(fraction == 0 ? isinf(x) : isnan(x));
            assert_true(!isinf(x) || (x < 0) == h >> 15);
        } else {
            assert_true((double)x == (h >> 15 ? -size : size));
            assert_int_equal(signbit(x) != 0, h >> 15);
        }
        if (!isnan(x))
            assert_int_equal(half_from_float(x), h);
        else
            assert_true(isnan(half_to_float(half_from_float(x))));
    }
}

static void test_the_nearest_half(void **state)
{
    (void)state;
    Rng rng = rng_seed(16);
    for (int i = 0; i < 200000; i++) {
        float x = (float)(rng_normal(&rng) * exp(rng_uniform(&rng) * 30 - 20));
        uint16_t h = half_from_float(x);
        float back = half_to_float(h);
        if (isinf(back)) {
            assert_true(fabsf(x) >= 65520);
            continue;
        }
        float below = half_to_float((uint16_t)(h - 1)), above = half_to_float((uint16_t)(h + 1));
        if ((h & 0x7fff) > 0 && (h & 0x7fff) < 0x7bff) {
            assert_true(fabsf(x - back) <= fabsf(x - below));
            assert_true(fabsf(x - back) <= fabsf(x - above));
        }
    }
    assert_int_equal(half_from_float(1 + 1.0F / 2048), 0x3c00); /* between two: the even one */
    assert_int_equal(half_from_float(1 + 3.0F / 2048), 0x3c02);
    assert_int_equal(half_from_float(65519), 0x7bff);
    assert_int_equal(half_from_float(65520), 0x7c00);
    assert_int_equal(half_from_float(-INFINITY), 0xfc00);
    assert_int_equal(half_from_float(2.98e-8F), 0x0000);
    assert_int_equal(half_from_float(2.99e-8F), 0x0001);
    assert_int_equal(half_from_float(-0.0F), 0x8000);
}

/* ---- dot_int8 --------------------------------------------------------------------------------------- */

static void test_dot(void **state)
{
    (void)state;
    static int8_t a[DOT_INT8_MAX], b[DOT_INT8_MAX];
    assert_int_equal(dot_int8(a, b, 0), 0);
    memset(a, 127, sizeof a);
    memset(b, -127, sizeof b);
    assert_int_equal(dot_int8(a, a, DOT_INT8_MAX), 127 * 127 * (int32_t)DOT_INT8_MAX);
    assert_int_equal(dot_int8(a, b, DOT_INT8_MAX), -127 * 127 * (int32_t)DOT_INT8_MAX);
    memset(a, -128, sizeof a);
    assert_int_equal(dot_int8(a, a, 131071), 16384 * 131071);
    assert_int_equal(dot_int8(a, b, 3), 128 * 127 * 3);
}

/* ---- kernels ------------------------------------------------------------------------------------------ */

enum { M = 3, MOST = 1100, OUT = 5 };
static int8_t x[M * (MOST + 128)], halves[M * (MOST + 128)], codes[OUT * MOST];
static uint8_t nibbles[OUT * MOST / 2];
static uint16_t scales[OUT * MOST / 32];
static int32_t offsets[M * (MOST + 128) / 4], total[M];

static int8_t code(Rng *rng, int kind)
{
    const int8_t extreme[] = {-128, 127, -127, 0};
    if (kind == 0)
        return (int8_t)rng_bits(rng);
    return extreme[kind == 1 ? rng_below(rng, 4) : kind - 2];
}

static Int8Product draw(Rng *rng, long m, long in, int kind)
{
    long row = (in + INT8_PAD - 1) / INT8_PAD * INT8_PAD;
    memset(x, 0, sizeof x);
    memset(total, 0, sizeof total);
    for (long r = 0; r < m; r++)
        for (long i = 0; i < row; i++) {
            int8_t c = i < in ? code(rng, kind) : 0;
            x[r * row + i] = c;
            total[r] += c;
        }
    for (long r = 0; r < m; r++) {
        int32_t again;
        int8_offsets(x + r * row, row, 128, offsets + r * row / 4, &again);
        assert_int_equal(again, total[r]);
    }
    for (long i = 0; i < OUT * in; i++)
        codes[i] = code(rng, kind);
    for (long i = 0; i < OUT * in / 2; i++)
        nibbles[i] = (uint8_t)rng_bits(rng);
    for (long i = 0; i < OUT * in / 32; i++)
        scales[i] = half_from_float((float)rng_normal(rng));
    return (Int8Product){m, in, OUT, row, x, offsets, total, codes, nibbles, scales};
}

/* The same product, with x as a kernel's groups4 wants it. */
static Int8Product of_nibbles(const Int8Kernel *k, const Int8Product *p)
{
    Int8Product q = *p;
    for (long r = 0; r < p->m; r++) {
        int32_t same, *at = offsets + r * p->x_row / 4;
        int8_offsets(p->x + r * p->x_row, p->x_row, 8, at, &same);
        if (k->by_halves)
            int8_by_halves(p->x + r * p->x_row, p->x_row, halves + r * p->x_row, at);
    }
    q.x = k->by_halves ? halves : p->x;
    return q;
}

static void compare(const Int8Kernel *k, const Int8Product *p)
{
    int32_t want[M * OUT], got[M * OUT];
    int8_plain.columns(p, 0, OUT, want);
    k->columns(p, 0, 2, got);
    k->columns(p, 2, OUT, got);
    for (long i = 0; i < p->m * OUT; i++)
        assert_int_equal(got[i], want[i]);
    if (p->in % 32 != 0)
        return;
    float exact[M * OUT], close[M * OUT];
    double room = 1e-6 * 128 * 128 * 3 * (double)p->in;
    int8_plain.groups8(p, 0, OUT, exact);
    k->groups8(p, 0, OUT, close);
    for (long i = 0; i < p->m * OUT; i++)
        assert_close(close[i], exact[i], room);
    int8_plain.groups4(p, 0, OUT, exact);
    Int8Product q = of_nibbles(k, p);
    k->groups4(&q, 0, OUT, close);
    for (long i = 0; i < p->m * OUT; i++)
        assert_close(close[i], exact[i], room / 8);
}

static const char *const names[] = {"vnni", "avx2", "plain"};

static void test_kernels(void **state)
{
    (void)state;
    Rng rng = rng_seed(15);
    const long lengths[] = {0,   1,   3,   4,   31,  32,  33,  63,  64,  65,  96,   127,
                            128, 160, 255, 256, 257, 320, 511, 512, 544, 992, 1024, 1100};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (int kind = 0; kind < 6; kind++) {
            Int8Product p = draw(&rng, 1 + (long)i % M, lengths[i], kind);
            for (int k = 0; k < 3; k++)
                if (int8_kernel_named(names[k]) != NULL)
                    compare(int8_kernel_named(names[k]), &p);
        }
}

/* One row gives what it gives among others. */
static void test_rows_do_not_know(void **state)
{
    (void)state;
    Rng rng = rng_seed(17);
    for (int k = 0; k < 3; k++) {
        const Int8Kernel *kernel = int8_kernel_named(names[k]);
        if (kernel == NULL)
            continue;
        Int8Product all = draw(&rng, M, 544, 0), last = all;
        last.m = 1;
        last.x += 2 * all.x_row;
        last.offsets += 2 * all.x_row / 4;
        float three[M * OUT], one[OUT];
        kernel->groups8(&all, 0, OUT, three);
        kernel->groups8(&last, 0, OUT, one);
        assert_memory_equal(one, three + 2 * OUT, sizeof one);
        kernel->groups4(&all, 0, OUT, three);
        kernel->groups4(&last, 0, OUT, one);
        assert_memory_equal(one, three + 2 * OUT, sizeof one);
    }
}

static void test_names(void **state)
{
    (void)state;
    assert_ptr_equal(int8_kernel_named("plain"), &int8_plain);
    assert_null(int8_kernel_named("abacus"));
    assert_string_equal(int8_backend(), int8_kernel()->name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_every_half), UNIT_TEST(test_the_nearest_half),
        UNIT_TEST(test_dot),        UNIT_TEST(test_kernels),
        UNIT_TEST(test_names),      UNIT_TEST(test_rows_do_not_know),
    };
    return run_tests("tensor/product/int8", tests);
}
