/* idx.c - handwritten digits from the files in which MNIST comes (LeCun, Cortes, Burges 1998).
 *
 * An IDX file is two zero bytes, a type (8: bytes), the number of axes, their sizes as four bytes
 * each with the largest first, and the bytes. Invariant: every length is checked before it is
 * believed, so a damaged file is told and nothing is read behind its end.
 */
#include <stdio.h>
#include <string.h>
#include "nn.h"

enum { IDX_MOST_AXES = 3 };

typedef struct {
    char *path;
    char *file; /* owned; NULL until it is read */
    long shape[IDX_MOST_AXES];
    const unsigned char *byte; /* behind the head */
} Idx;

static long size_at(const unsigned char *b)
{
    int64_t size = (int64_t)b[0] << 24 | b[1] << 16 | b[2] << 8 | b[3];
    return size < LONG_MAX ? (long)size : LONG_MAX;
}

static bool read_shape(Idx *x, int ndim, size_t size)
{
    const unsigned char *file = (const unsigned char *)x->file;
    size_t head = 4 + 4 * (size_t)ndim, expected = 1;
    if (size < head || file[0] != 0 || file[1] != 0 || file[2] != 8 || file[3] != ndim) {
        kindling_set_error("mnist_read: %s: expected an IDX file of bytes with %d %s. hint: gunzip "
                           "it first",
                           x->path, ndim, ndim == 1 ? "axis" : "axes");
        return false;
    }
    for (int i = 0; i < ndim; i++) {
        x->shape[i] = size_at(file + 4 + 4 * i);
        if (x->shape[i] < 1 || (size_t)x->shape[i] > size / expected) { /* (no product overflows) */
            kindling_set_error(
                "mnist_read: %s: axis %d has size %ld, expected 1 or more and no more "
                "than the file holds. hint: fetch it once more",
                x->path, i, x->shape[i]);
            return false;
        }
        expected *= (size_t)x->shape[i];
    }
    if (size != head + expected) {
        kindling_set_error("mnist_read: %s: %zu bytes, expected %zu. hint: fetch it once more",
                           x->path, size, head + expected);
        return false;
    }
    x->byte = file + head;
    return true;
}

static bool read_idx(Idx *x, int ndim, const char *folder, const char *kind, const char *what)
{
    size_t size;
    int length = snprintf(NULL, 0, "%s/%s-%s-idx%d-ubyte", folder, kind, what, ndim);
    x->path = owned_alloc((size_t)length + 1);
    snprintf(x->path, (size_t)length + 1, "%s/%s-%s-idx%d-ubyte", folder, kind, what, ndim);
    x->file = kindling_read_file(x->path, &size);
    return x->file != NULL && read_shape(x, ndim, size);
}

static bool fit_together(const Idx *pictures, const Idx *digits)
{
    const long *shape = pictures->shape;
    if (digits->shape[0] != shape[0]) {
        kindling_set_error("mnist_read: %s: %ld labels for %ld pictures, expected one each. hint: "
                           "both files must be of one kind",
                           digits->path, digits->shape[0], shape[0]);
        return false;
    }
    if (shape[1] != shape[2]) {
        kindling_set_error("mnist_read: %s: pictures of %ld x %ld, expected squares",
                           pictures->path, shape[1], shape[2]);
        return false;
    }
    for (long i = 0; i < shape[0]; i++)
        if (digits->byte[i] > 9) {
            kindling_set_error("mnist_read: %s: label %d at position %ld, expected 0 to 9",
                               digits->path, digits->byte[i], i);
            return false;
        }
    return true;
}

long mnist_read(const char *folder, const char *kind, long most, Tensor **pictures,
                IntTensor **digits)
{
    if (most < 1)
        fail("mnist_read: most is %ld, expected 1 or more: so many pictures at most", most);
    UNDO_ON_FAIL;
    Idx image = {0}, label = {0};
    long side = -1;
    if (read_idx(&image, 3, folder, kind, "images") &&
        read_idx(&label, 1, folder, kind, "labels") && fit_together(&image, &label)) {
        long n = image.shape[0] < most ? image.shape[0] : most;
        side = image.shape[1];
        *pictures = tensor_new(SHAPE(n, side * side));
        *digits = int_tensor_new(SHAPE(n));
        for (long i = 0; i < n * side * side; i++)
            (*pictures)->data[i] = (real)(image.byte[i] / 255.0);
        for (long i = 0; i < n; i++)
            (*digits)->data[i] = label.byte[i];
    }
    owned_free(image.path);
    owned_free(image.file);
    owned_free(label.path);
    owned_free(label.file);
    return side;
}
