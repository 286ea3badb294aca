/* matmul.c - products of matrices, many at a time.
 *
 * The last two axes are matrices; the axes before them are a batch and broadcast. A transposed
 * matrix is one whose strides are swapped, and gemm takes strides as they are: nothing is copied.
 * Where a whole batch shares one matrix, as x (B, T, C) @ W (C, D) does, the batch is folded into
 * the rows and one large product is made of many small ones.
 */
#include "gemm_task.h"
#include "matrix.h"

static Matrix matrix(const Tensor *t)
{
    return (Matrix){t->data, t->stride[t->ndim - 2], t->stride[t->ndim - 1]};
}

/* The product of the first matrices of a batch. */
static Gemm first_product(const Tensor *out, const Tensor *a, const Tensor *b, real alpha,
                          real beta)
{
    return (Gemm){.m = rows_of(a),
                  .n = columns_of(b),
                  .k = columns_of(a),
                  .alpha = alpha,
                  .a = matrix(a),
                  .b = matrix(b),
                  .beta = beta,
                  .c = matrix(out)};
}

/* ---- folding a batch into one product -------------------------------------------------------- */

/* Can the batch axes and the rows of t be walked as the rows of one matrix? */
static bool rows_fold(const Tensor *t)
{
    long step = t->stride[t->ndim - 2] * rows_of(t);
    for (int d = t->ndim - 3; d >= 0; d--) {
        if (t->shape[d] == 1) /* its stride means nothing */
            continue;
        if (t->stride[d] != step)
            return false;
        step *= t->shape[d];
    }
    return true;
}

/* Is every row of t neighbours, and behind the one before it? That is how gemm writes. */
static bool has_packed_rows(const Tensor *t)
{
    return t->stride[t->ndim - 1] == 1 && t->stride[t->ndim - 2] >= columns_of(t);
}

static bool has_batch(const Tensor *t)
{
    for (int d = 0; d < t->ndim - 2; d++)
        if (t->shape[d] != 1)
            return true;
    return false;
}

static bool same_batch(const Tensor *a, const Tensor *b)
{
    return shape_equal(a->ndim - 2, a->shape, b->ndim - 2, b->shape);
}

static long all_rows(const Tensor *t)
{
    return shape_numel(t->ndim - 1, t->shape);
}

/* x (B, T, C) @ W (C, D): one product with B T rows. */
static bool fold_into_rows(Tensor *out, const Tensor *a, const Tensor *b, real alpha, real beta)
{
    if (has_batch(b) || !same_batch(a, out) || !rows_fold(a) || !rows_fold(out) ||
        !has_packed_rows(out))
        return false;
    Gemm g = first_product(out, a, b, alpha, beta);
    g.m = all_rows(a);
    gemm(&g);
    return true;
}

/* x^T (B, C, T) @ dy (B, T, D) summed over B, the gradient of W: one product with inner size B
 * T. */
static bool fold_into_inner(Tensor *out, const Tensor *a, const Tensor *b, real alpha, real beta)
{
    Tensor at; /* with its rows last, a folds like b */
    transpose_view(&at, a, -2, -1);
    if (has_batch(out) || !has_batch(a) || !same_batch(a, b) || !rows_fold(&at) || !rows_fold(b) ||
        !has_packed_rows(out))
        return false;
    Gemm g = first_product(out, a, b, alpha, beta);
    g.k = all_rows(b);
    gemm(&g);
    return true;
}

/* ---- one product per batch element ----------------------------------------------------------- */

typedef struct {
    Tensor out, a, b; /* views with the same batch axes */
    int batch_ndim;
    long batch[TENSOR_MAX_AXES], count;
    Gemm first;
    long parts;     /* of the batch, one per thread */
    GemmTask *part; /* the first product, in memory of that part */
} Batched;

static long batch_offset(const Batched *w, const Tensor *t, long number)
{
    long offset = 0;
    for (int d = w->batch_ndim - 1; d >= 0; d--) {
        offset += number % w->batch[d] * t->stride[d];
        number /= w->batch[d];
    }
    return offset;
}

static Gemm product_number(const Batched *w, long number)
{
    Gemm g = w->first;
    g.a.data += batch_offset(w, &w->a, number);
    g.b.data += batch_offset(w, &w->b, number);
    g.c.data += batch_offset(w, &w->out, number);
    return g;
}

static void multiply_parts(long begin, long end, void *context)
{
    const Batched *w = context;
    for (long i = begin; i < end; i++) {
        GemmTask task = w->part[i];
        for (long n = w->count * i / w->parts; n < w->count * (i + 1) / w->parts; n++) {
            task.g = product_number(w, n);
            gemm_task_run(&task);
        }
    }
}

/* Threads take some of the products each, and what these need is made before. */
static void multiply_on_threads(Batched *w)
{
    Scope *scratch = scope_open();
    GemmTask task = gemm_task(&w->first);
    w->part = scope_alloc(scratch, (size_t)w->parts * sizeof *w->part);
    for (long i = 0; i < w->parts; i++) {
        w->part[i] = task;
        w->part[i].scratch = scope_alloc(scratch, gemm_task_scratch(&task));
    }
    parallel_for(w->parts, WORTH_A_THREAD, multiply_parts, w);
    scope_close(scratch);
}

static void multiply_in_turn(const Batched *w)
{
    for (long number = 0; number < w->count; number++) {
        Gemm g = product_number(w, number);
        gemm(&g);
    }
}

/* Stretch the batch axes of t to those of the whole product. */
static Tensor with_batch(const Tensor *t, int batch_ndim, const long *batch)
{
    long shape[TENSOR_MAX_AXES];
    Tensor view = {0};
    for (int d = 0; d < batch_ndim; d++)
        shape[d] = batch[d];
    shape[batch_ndim] = rows_of(t);
    shape[batch_ndim + 1] = columns_of(t);
    broadcast_view(&view, t, batch_ndim + 2, shape);
    return view;
}

static void multiply_batch(Tensor *out, const Tensor *a, const Tensor *b, real alpha, real beta)
{
    Batched w = {0};
    Tensor batch_a = batch_of(a), batch_b = batch_of(b), batch_out = batch_of(out);
    w.batch_ndim = broadcast_shape("tensor_matmul", &batch_a, &batch_b, w.batch);
    if (!broadcast_fits(&batch_out, w.batch_ndim, w.batch))
        fail("tensor_matmul: cannot write %s @ %s into %s", tensor_shape_text(a),
             tensor_shape_text(b), tensor_shape_text(out));
    w.out = with_batch(out, w.batch_ndim, w.batch);
    w.a = with_batch(a, w.batch_ndim, w.batch);
    w.b = with_batch(b, w.batch_ndim, w.batch);
    w.count = shape_numel(w.batch_ndim, w.batch);
    w.first = first_product(&w.out, &w.a, &w.b, alpha, beta);
    if (shape_numel(batch_out.ndim, batch_out.shape) == w.count) {
        w.parts = parallel_threads(w.count, gemm_work(&w.first));
        if (w.parts > 1)
            multiply_on_threads(&w);
        else
            multiply_in_turn(&w);
        return;
    }
    if (beta == 0) /* several products go into one matrix: prepare it once, then add */
        tensor_fill(out, 0);
    else if (beta != 1)
        scale_kernel(out, out, beta);
    w.first.beta = 1;
    multiply_in_turn(&w);
}

/* ---- the kernels ----------------------------------------------------------------------------- */

static Tensor transposed(const Tensor *t)
{
    Tensor view = *t;
    transpose_view(&view, t, -2, -1);
    return view;
}

static bool is_row_contiguous(const Tensor *t)
{
    return (t->stride[t->ndim - 1] == 1 || columns_of(t) == 1) &&
           (t->stride[t->ndim - 2] >= columns_of(t) || rows_of(t) == 1);
}

/* Where out has columns of neighbours: out^T = b^T a^T has rows of neighbours. */
static void transposed_product(Tensor *out, const Tensor *a, const Tensor *b, real alpha, real beta)
{
    Tensor out_t = transposed(out), a_t = transposed(a), b_t = transposed(b);
    matmul_accumulate(&out_t, &b_t, &a_t, alpha, beta);
}

/* gemm writes rows of neighbours. Any other output gets its numbers by way of a temporary. */
static void through_temporary(Tensor *out, const Tensor *a, const Tensor *b, real alpha, real beta)
{
    Scope *scratch = scope_open();
    Tensor *product = tensor_new_like(out);
    if (beta != 0)
        copy_kernel(product, out);
    matmul_accumulate(product, a, b, alpha, beta);
    copy_kernel(out, product);
    scope_close(scratch);
}

void matmul_accumulate(Tensor *out, const Tensor *a, const Tensor *b, real alpha, real beta)
{
    if (a->ndim < 2 || b->ndim < 2 || out->ndim < 2 || rows_of(out) != rows_of(a) ||
        columns_of(out) != columns_of(b) || columns_of(a) != rows_of(b))
        fail("matmul_accumulate: %s @ %s does not go into %s", tensor_shape_text(a),
             tensor_shape_text(b), tensor_shape_text(out));
    if (tensor_numel(out) == 0)
        return;
    Tensor out_t = transposed(out);
    if (!is_row_contiguous(out)) {
        if (is_row_contiguous(&out_t))
            transposed_product(out, a, b, alpha, beta);
        else
            through_temporary(out, a, b, alpha, beta);
    } else if (!fold_into_rows(out, a, b, alpha, beta) &&
               !fold_into_inner(out, a, b, alpha, beta)) {
        multiply_batch(out, a, b, alpha, beta);
    }
}

void matmul_kernel(Tensor *out, const Tensor *a, const Tensor *b)
{
    Tensor rows = *a, columns = *b, product = *out;
    if (a->ndim == 1) { /* a row: (k) is (1, k), and the result lacks that axis */
        unsqueeze_view(&rows, a, 0);
        unsqueeze_view(&product, out, b->ndim == 1 ? 0 : -2);
    }
    if (b->ndim == 1) { /* a column: (k) is (k, 1) */
        Tensor before = product;
        unsqueeze_view(&columns, b, 1);
        unsqueeze_view(&product, &before, -1);
    }
    matmul_accumulate(&product, &rows, &columns, 1, 0);
}

void matmul_bias_kernel(Tensor *out, const Tensor *a, const Tensor *b, const Tensor *bias)
{
    if (a->ndim >= 2 && b->ndim == 2 && rows_fold(a) && tensor_is_contiguous(out) &&
        tensor_is_contiguous(bias) && tensor_numel(out) > 0) {
        Gemm g = first_product(out, a, b, 1, 0);
        g.m = all_rows(a);
        g.c = (Matrix){out->data, columns_of(b), 1};
        g.bias = bias->data;
        gemm(&g);
    } else {
        matmul_kernel(out, a, b);
        add_kernel(out, out, bias);
    }
}
