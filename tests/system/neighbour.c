/* neighbour.c - a program whose own functions are called what the engine's are inside, and which adds an
 * operation with what is public. tools/build/check_install.sh links it with both installed libraries.
 */
#include <kindling.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#define OURS(name)                                                                                 \
    void name(void);                                                                               \
    void name(void)                                                                                \
    {                                                                                              \
        printf("the library calls the program's %s\n", #name);                                     \
        exit(1);                                                                                   \
    }
OURS(fail)
OURS(record)
OURS(gemm)
OURS(gemm_bias)
OURS(gemm_plain)
OURS(gemm_blocked)
OURS(parallel_for)
OURS(sum_to)
OURS(max_to)
OURS(file_read)
OURS(file_open)
OURS(file_why)
OURS(atomic_open)
OURS(atomic_commit)
OURS(axis_index)
OURS(can_broadcast)
OURS(reduced_shape)
OURS(wall_seconds)
OURS(walk_start)
OURS(walk_open)
OURS(observe_made)
OURS(call_site_text)
OURS(system_alloc)
OURS(graph_collect)
OURS(trainer_step)

static char told[1024];
static int line_told;
static jmp_buf back;

static void tell(const char *message, CallSite where)
{
    snprintf(told, sizeof told, "%s", message);
    line_told = where.line;
    longjmp(back, 1);
}

static void expect(bool so, const char *what)
{
    if (so)
        return;
    printf("neighbour.c: %s; the last mistake was told as \"%s\"\n", what, told);
    exit(1);
}

/* y = x^3 */
static void cube_row(long n, real *out, const real *const in[], const real *arg)
{
    (void)arg;
    for (long i = 0; i < n; i++)
        out[i] = in[0][i] * in[0][i] * in[0][i];
}

static void cube_backward(Closure *c, Tensor *dy)
{
    Tensor *dx = tensor_new_like(dy);
    scale_kernel(dx, tensor_mul(c->in[0], c->in[0]), 3);
    mul_kernel(dx, dx, dy);
    grad_add(c->in[0], dx);
}

static Tensor *cube(Tensor *x)
{
    static const Operation cube_op = {.name = "cube", .backward = cube_backward};
    if (tensor_numel(x) == 0)
        kindling_fail("cube: shape %s has no elements", tensor_shape_text(x));
    Tensor *y = tensor_new_like(x);
    rows_apply(y, 1, (const Tensor *[]){x}, cube_row, NULL);
    return closure_record(y, &cube_op, INPUTS(x), NO_CAPTURE);
}

static void an_operation_of_our_own(void)
{
    Tensor *x = tensor_requires_grad(tensor_from(SHAPE(3), VALUES(1, -2, 3)));
    tensor_backward(tensor_sum(cube(x), ALL_AXES, false));
    expect(tensor_get(x->grad, AT(1)) == 12, "the gradient of a cube is wrong");
    if (setjmp(back) == 0)
        cube(tensor_zeros(SHAPE(0)));
    expect(strcmp(told, "cube: shape (0,) has no elements") == 0,
           "kindling_fail says something else");
}

/* Products, rows, reductions, files, threads: what our functions above are named after. */
static void the_library_is_whole(const char *file)
{
    Rng rng = rng_seed(1);
    MultiHeadAttention *attn = mha_new((MhaOptions){.embed_dim = 64, .num_heads = 4, .init = &rng});
    Tensor *x = tensor_normal(SHAPE(4, 70, 64), 0, 1, &rng);
    Tensor *y = tensor_softmax(mha_forward(attn, x, mask_causal(70)), -1);
    tensor_backward(tensor_mean(tensor_max(tensor_layer_norm(y, NULL, NULL, 1), AXES(2), false),
                                ALL_AXES, false));
    expect(attn->out->weight->grad != NULL, "there is no gradient");
    module_free(&attn->module);
    expect(npy_save(file, y) == 0 && npy_load(file) != NULL, kindling_error());
    size_t size = 0;
    char *text = kindling_read_file(file, &size);
    expect(text != NULL && size > 70 * 64, "the file is too short");
    owned_free(text);
    expect(kindling_seconds() > 0, "time stands still");
}

static void mistakes_are_told(void)
{
    volatile int line = 0;
    Tensor *two = tensor_ones(SHAPE(2));
    if (setjmp(back) == 0) {
        line = __LINE__ + 1;
        tensor_add(two, tensor_ones(SHAPE(3)));
    }
    expect(strstr(told, "tensor_add: cannot broadcast (2,) with (3,)") != NULL,
           "shapes do not fit");
    expect(line_told == line, "the line is wrong");
    if (setjmp(back) == 0)
        tensor_add(two, NULL);
    expect(strstr(told, "tensor_add: argument 2, b, is NULL") == told, "b is NULL");
}

int main(int argc, char **argv)
{
    (void)argc;
    kindling_on_fail(tell);
    expect(kindling_precision() == (int)sizeof(real),
           "the library has another real than its headers");
    an_operation_of_our_own();
    the_library_is_whole(argv[1]);
    mistakes_are_told();
    return 0;
}
