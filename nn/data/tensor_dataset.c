/* tensor_dataset.c - the dataset of rows of tensors: a batch is some of them, one below the other.
 *
 * The numbers stay where they are (the dataset borrows them); a batch is a copy in the current
 * scope.
 *
 * Invariant: an index is a row that is there; the same one may be asked for more than once.
 */
#include "data_parts.h"
#include <string.h>

typedef struct {
    Dataset dataset;
    const Tensor *x, *y;
    const IntTensor *labels;
} TensorDataset;

void pick_rows(void *out, const void *in, size_t row, long n, const long *indices)
{
    for (long i = 0; i < n && row > 0; i++)
        memcpy((char *)out + (size_t)i * row, (const char *)in + (size_t)indices[i] * row, row);
}

/* (N, a, b) with n rows -> (n, a, b). Returns how many elements a row has. */
static long batch_shape(int ndim, const long *shape, long n, long *out)
{
    memcpy(out, shape, (size_t)ndim * sizeof *out);
    out[0] = n;
    return shape_numel(ndim - 1, shape + 1);
}

static Tensor *rows_of(const Tensor *t, long n, const long *indices)
{
    long shape[TENSOR_MAX_AXES];
    long width = batch_shape(t->ndim, t->shape, n, shape);
    Tensor *out = tensor_new(t->ndim, shape);
    pick_rows(out->data, t->data, (size_t)width * sizeof(real), n, indices);
    return out;
}

static IntTensor *labels_of(const IntTensor *t, long n, const long *indices)
{
    long shape[TENSOR_MAX_AXES];
    long width = batch_shape(t->ndim, t->shape, n, shape);
    IntTensor *out = int_tensor_new(t->ndim, shape);
    pick_rows(out->data, t->data, (size_t)width * sizeof(int), n, indices);
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
