/* test_vmath_versions.c - the error of vmath.h in every instruction set a portable build is compiled for.
 *
 * A contracted a * b + c rounds once, a separate one twice, and shuffled selections could go wrong in one
 * version alone. Loops over rows, as the engine has them, once for each set; sets that the processor
 * lacks are left out. In other builds there is only the native one.
 */
#include <float.h>
#include "sigmoid.h"
#include "test.h"
#include "vmath.h"

enum { ROW = 1024 };

typedef void (*Version)(long n, const real *x, real *y);
typedef struct {
    const char *name;
    long double (*exact)(long double x);
    double limit; /* in ulp */
    Version version[3];
} Case;

/* f_rows_native, f_rows_avx2, f_rows_avx512: the same loop with other instructions. */
#define ROWS(f, suffix, attribute)                                                                 \
    attribute static void f##_rows_##suffix(long n, const real *x, real *y)                        \
    {                                                                                              \
        for (long i = 0; i < n; i++)                                                               \
            y[i] = real_##f(x[i]);                                                                 \
    }
#if defined(KINDLING_PORTABLE) && defined(__x86_64__)
#define HAS_VERSIONS 1
#define VERSIONS(f)                                                                                \
    ROWS(f, native, )                                                                              \
    ROWS(f, avx2, __attribute__((target("avx2"))))                                                 \
    ROWS(f, avx512, __attribute__((target("avx512f"))))
#define ALL(f)                                                                                     \
    {                                                                                              \
        f##_rows_native, f##_rows_avx2, f##_rows_avx512                                            \
    }
#else
#define HAS_VERSIONS 0
#define VERSIONS(f) ROWS(f, native, )
#define ALL(f)                                                                                     \
    {                                                                                              \
        f##_rows_native, NULL, NULL                                                                \
    }
#endif

VERSIONS(exp)
VERSIONS(log)
VERSIONS(erf)
VERSIONS(sigmoid)

static long double sigmoid_exact(long double x)
{
    return 1 / (1 + expl(-x));
}

static const Case cases[] = {
    {"exp", expl, 1.1, ALL(exp)},
    {"log", logl, IS_DOUBLE ? 1.1 : 0.8, ALL(log)},
    {"erf", erfl, 1.3, ALL(erf)},
    {"sigmoid", sigmoid_exact, 2.5, ALL(sigmoid)},
};

static bool has(int version)
{
#if HAS_VERSIONS
    __builtin_cpu_init();
    if (version == 1)
        return __builtin_cpu_supports("avx2");
    if (version == 2)
        return __builtin_cpu_supports("avx512f");
#endif
    return version == 0;
}

static double ulps(real actual, long double exact)
{
    if (isnan(exact) || isinf(actual) || isinf((real)exact) || isnan(actual))
        return (isnan(exact) && isnan(actual)) || actual == (real)exact ? 0 : (double)INFINITY;
    int exponent, smallest = IS_DOUBLE ? DBL_MIN_EXP : FLT_MIN_EXP;
    frexpl(exact, &exponent);
    if (exponent < smallest)
        exponent = smallest;
    long double unit = ldexpl(1, exponent - (IS_DOUBLE ? DBL_MANT_DIG : FLT_MANT_DIG));
    return (double)(fabsl((long double)actual - exact) / unit);
}

static void check_row(const Case *c, int version, const real *x)
{
    static const char *const names[] = {"the native version", "AVX2", "AVX-512"};
    real y[ROW];
    c->version[version](ROW, x, y);
    for (int i = 0; i < ROW; i++) {
        double error = ulps(y[i], c->exact((long double)x[i]));
        if (!(error <= c->limit)) {
            print_error("%s(%.9g) in %s is %.9g: %g ulp, at most %g are allowed\n", c->name,
                        (double)x[i], names[version], (double)y[i], error, c->limit);
            _fail(__FILE__, __LINE__);
        }
    }
}

/* Every 29989th float, then the interval from -64 to 64. */
static void test_errors(void **state)
{
    (void)state;
    real x[ROW];
    for (int c = 0; c < (int)(sizeof cases / sizeof *cases); c++)
        for (int version = 0; version < 3; version++) {
            if (!has(version))
                continue;
            uint32_t bits = 0;
            for (long row = 0; row < 140; row++) {
                for (int i = 0; i < ROW; i++, bits += 29989) {
                    float any;
                    memcpy(&any, &bits, sizeof any);
                    x[i] = (real)any;
                }
                check_row(&cases[c], version, x);
            }
            for (long row = 0; row < 64; row++) {
                for (int i = 0; i < ROW; i++)
                    x[i] = (real)((double)(row * ROW + i) / 512 - 64);
                check_row(&cases[c], version, x);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {UNIT_TEST(test_errors)};
    return run_tests("tensor/kernels/vmath_versions", tests);
}
