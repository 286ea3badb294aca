/* peak.c - what this machine can do at most: matrix products and memory.
 *
 * The roof is the fastest of gemm(), OpenBLAS and oneDNN at 1024 x 1024 x 1024. The two libraries are
 * opened here by name, whichever of them gemm() uses, so that the roof does not move with our own
 * choices. gemm() and the bandwidth are measured by the engine (nn/measure/machine_peak.c). A roof is what was reached at best, so the fastest run
 * counts here, not the median.
 */
#include <dlfcn.h>
#include <string.h>
#include "bench.h"
#include "engine.h"

enum { N = 1024 };

typedef struct {
    real *a, *b, *c;
    void *product; /* the function of a library */
} Arrays;

/* Row-major 101, not transposed 111: the numbers of the CBLAS standard. */
static void call_cblas(void *context)
{
    Arrays *s = context;
    void (*f)(int, int, int, int, int, int, real, const real *, int, const real *, int, real,
              real *, int);
    memcpy(&f, &s->product, sizeof f);
    f(101, 111, 111, N, N, N, 1, s->a, N, s->b, N, 0, s->c, N);
}

static void call_onednn(void *context)
{
    Arrays *s = context;
    int (*f)(char, char, long, long, long, float, const real *, long, const real *, long, float,
             real *, long);
    memcpy(&f, &s->product, sizeof f);
    f('N', 'N', N, N, N, 1, s->a, N, s->b, N, 0, s->c, N);
}

/* ---- libraries --------------------------------------------------------------------------------------- */

static void *open_first(const char *const names[])
{
    for (int i = 0; names[i] != NULL; i++) {
        void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        if (library != NULL)
            return library;
    }
    return NULL;
}

static void set_openblas_threads(void *library)
{
    void (*set)(int);
    void *symbol = dlsym(library, "openblas_set_num_threads");
    if (symbol == NULL)
        return;
    memcpy(&set, &symbol, sizeof set);
    set(kindling_threads());
}

static void *find_openblas(void)
{
    static const char *const names[] = {"libopenblas.so.0", "libopenblas.so", "libopenblas.dylib",
                                        NULL};
    void *library = open_first(names);
    if (library == NULL)
        return NULL;
    set_openblas_threads(library);
    return dlsym(library, sizeof(real) == sizeof(float) ? "cblas_sgemm" : "cblas_dgemm");
}

static void *find_onednn(void)
{
    static const char *const names[] = {"libdnnl.so.3", "libdnnl.so.2", "libdnnl.so",
                                        "libdnnl.dylib", NULL};
    void *library = sizeof(real) == sizeof(float) ? open_first(names) : NULL;
    return library != NULL ? dlsym(library, "dnnl_sgemm") : NULL;
}

/* ---- measuring ----------------------------------------------------------------------------------------- */

static double product_gflops(void (*call)(void *), Arrays *s, void *product, Effort effort)
{
    s->product = product;
    return 2e-6 * N * N * N / measure(call, s, effort).min_ms;
}

static real *filled(long n)
{
    real *x = owned_alloc((size_t)n * sizeof *x);
    for (long i = 0; i < n; i++)
        x[i] = (real)(i % 17) / 16;
    return x;
}

/* Before the first gemm(), which may tell the BLAS to use one thread. */
void worker_peak(Effort effort)
{
    double bandwidth = 1e-9 * machine_bandwidth(clock_monotonic(), effort.seconds);
    Arrays s = {.a = filled((long)N * N), .b = filled((long)N * N), .c = filled((long)N * N)};
    void *openblas = find_openblas(), *onednn = find_onednn();
    double cblas = openblas != NULL ? product_gflops(call_cblas, &s, openblas, effort) : 0;
    double dnnl = onednn != NULL ? product_gflops(call_onednn, &s, onednn, effort) : 0;
    double ours = 1e-9 * machine_flops(clock_monotonic(), effort.seconds);
    printf("{\"case\": \"peak\", \"threads\": %d, \"gemm\": %.2f, \"openblas\": %.2f, "
           "\"onednn\": %.2f, \"bandwidth\": %.2f, \"backend\": \"%s\"}\n",
           kindling_threads(), ours, cblas, dnnl, bandwidth, gemm_backend());
    owned_free(s.a);
    owned_free(s.b);
    owned_free(s.c);
}
