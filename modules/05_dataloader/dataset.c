/* dataset.c - numbered examples, fetched in batches; and the dataset of rows of tensors.
 *
 * A dataset is how many examples there are and a function that builds a batch of some of them. The
 * numbers stay where they are (the dataset borrows them); a batch is a copy in the current scope.
 *
 * Invariant: fetch sees indices in [0, count) only, any of them, repeated or not.
 */
#include "nn.h"
#include "todo.h"
#include <string.h>

void dataset_free(Dataset *d)
{
    if (d != NULL)
        d->destroy(d);
}

/* ---- 05.5 ------------------------------------------------------------------------------------ */

void dataset_sample(Dataset *d, long n, Rng *rng, Batch *batch)
{
    /* given */
    if (n < 1)
        fail("dataset_sample: n is %ld, expected at least 1", n);
    if (d->count < 1)
        fail("dataset_sample: the dataset is empty");

    /* TODO: a batch of n examples, each drawn from all of them, whatever was drawn before.
     *
     * APPROACH
     *   1. Room for n numbers: long *indices = scope_alloc(scope_current(), bytes). The scope takes
     *      it back; nothing is to be freed.
     *   2. Each of them is rng_below(rng, how many examples there are).
     *   3. The dataset makes the batch: d->fetch(d, n, indices, batch).
     *
     * EXAMPLE
     *   5 examples, n = 3, and rng_below gives 3, 0, 3: the batch holds examples 3, 0 and 3.
     *   Example 3 is there twice, and that is right.
     *
     * HINT: rng is a pointer, so that the caller's stream moves on. Do not draw from a copy. */
    todo("05.5 dataset_sample");
}

/* ---- rows of tensors ---------------------------------------------------------------------- */

typedef struct {
    Dataset dataset;
    const Tensor *x, *y;
    const IntTensor *labels;
} TensorDataset;

/* (N, a, b) with n rows -> (n, a, b). Returns how many elements a row has. */
static long batch_shape(int ndim, const long *shape, long n, long *out)
{
    memcpy(out, shape, (size_t)ndim * sizeof *out);
    out[0] = n;
    return shape_numel(ndim - 1, shape + 1);
}

/* ---- 05.1 ------------------------------------------------------------------------------------ */

static void pick(void *out, const void *in, size_t row, long n, const long *indices)
{
    /* TODO: row i of out is a copy of row indices[i] of in. A row is `row` bytes.
     *
     * APPROACH
     *   1. C does not count in steps of void. As (char *)out, a step is one byte.
     *   2. Row k of anything begins k * row bytes from its start.
     *   3. For each i below n: memcpy(where row i of out begins, where the wanted row of in begins,
     *      row). A row of 0 bytes has nothing to copy.
     *
     * EXAMPLE
     *   in = [[10, 11], [20, 21], [30, 31]], in double: row = 16 bytes
     *   indices = [2, 0, 2]   ->   out = [[30, 31], [10, 11], [30, 31]]
     *
     * HINT: i is a place in the batch, indices[i] a place in the data. Only one side gets indices. */
    todo("05.1 pick");
}

/* ---- given ----------------------------------------------------------------------------------- */

static Tensor *rows_of(const Tensor *t, long n, const long *indices)
{
    long shape[TENSOR_MAX_AXES];
    long width = batch_shape(t->ndim, t->shape, n, shape);
    Tensor *out = tensor_new(t->ndim, shape);
    pick(out->data, t->data, (size_t)width * sizeof(real), n, indices);
    return out;
}

static IntTensor *labels_of(const IntTensor *t, long n, const long *indices)
{
    long shape[TENSOR_MAX_AXES];
    long width = batch_shape(t->ndim, t->shape, n, shape);
    IntTensor *out = int_tensor_new(t->ndim, shape);
    pick(out->data, t->data, (size_t)width * sizeof(int), n, indices);
    return out;
}

static void fetch(const Dataset *d, long n, const long *indices, Batch *batch)
{
    const TensorDataset *t = (const TensorDataset *)d;
    *batch = (Batch){.size = n};
    batch->x = rows_of(t->x, n, indices);
    if (t->y != NULL)
        batch->y = rows_of(t->y, n, indices);
    if (t->labels != NULL)
        batch->labels = labels_of(t->labels, n, indices);
}

static void destroy(Dataset *d)
{
    owned_free(d);
}

static void check_tensor(const char *name, const Tensor *t, long rows)
{
    if (t->ndim == 0)
        fail("tensor_dataset_new: %s is a scalar, expected one row per example", name);
    if (t->shape[0] != rows)
        fail("tensor_dataset_new: %s is %s, expected %ld rows as in x", name, tensor_shape_text(t),
             rows);
    if (!tensor_is_contiguous(t))
        fail("tensor_dataset_new: %s %s is not contiguous. hint: tensor_contiguous", name,
             tensor_shape_text(t));
}

Dataset *tensor_dataset_new(Tensor *x, Tensor *y, IntTensor *labels)
{
    long rows = x->ndim > 0 ? x->shape[0] : 0;
    check_tensor("x", x, rows);
    if (y != NULL)
        check_tensor("y", y, rows);
    if (labels != NULL && (labels->ndim == 0 || labels->shape[0] != rows))
        fail("tensor_dataset_new: labels are %s, expected %ld rows as in x",
             shape_text(labels->ndim, labels->shape), rows);
    TensorDataset *t = owned_alloc(sizeof *t);
    t->dataset = (Dataset){.count = rows, .fetch = fetch, .destroy = destroy};
    t->x = x;
    t->y = y;
    t->labels = labels;
    return &t->dataset;
}
