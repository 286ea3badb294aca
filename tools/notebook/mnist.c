/* mnist.c - handwritten digits from the files in which MNIST comes (LeCun, Cortes, Burges 1998).
 *
 * An IDX file is two zero bytes, a type (8: bytes), the number of axes, their sizes as four bytes
 * each with the largest first, and the bytes. Invariant: every length is checked before it is
 * believed, so a damaged file is told and nothing is read behind its end.
 */
#include <string.h>
#include "files.h"
#include "notebook.h"

static long size_at(const unsigned char *b)
{
    return ((long)b[0] << 24) | ((long)b[1] << 16) | ((long)b[2] << 8) | (long)b[3];
}

/* The bytes behind the head, the sizes in `shape`. They end with the current scope. */
static const unsigned char *read_idx(const char *path, int ndim, long *shape)
{
    size_t size, head = 4 + 4 * (size_t)ndim, expected = 1;
    char *read = kindling_read_file(path, &size);
    if (read == NULL)
        kindling_fail("mnist_read: %s", kindling_error());
    unsigned char *file = memcpy(scope_alloc(scope_current(), size + 1), read, size);
    owned_free(read);
    if (size < head || file[0] != 0 || file[1] != 0 || file[2] != 8 || file[3] != ndim)
        kindling_fail(
            "mnist_read: %s: expected an IDX file of bytes with %d axes. hint: gunzip it first",
            path, ndim);
    for (int i = 0; i < ndim; i++) {
        shape[i] = size_at(file + 4 + 4 * i);
        if (shape[i] < 1 || shape[i] > 1000000 || (expected *= (size_t)shape[i]) > size)
            kindling_fail(
                "mnist_read: %s: axis %d has size %ld, more than the file holds. hint: fetch it "
                "once more",
                path, i, shape[i]);
    }
    if (size != head + expected)
        kindling_fail("mnist_read: %s: %zu bytes, expected %zu. hint: fetch it once more", path,
                      size, head + expected);
    return file + head;
}

long mnist_read(const char *folder, const char *kind, long most, Tensor **pictures,
                IntTensor **digits)
{
    char images[FILE_NAME_SIZE], labels[FILE_NAME_SIZE];
    long shape[3], n;
    snprintf(images, sizeof images, "%s/%s-images-idx3-ubyte", folder, kind);
    snprintf(labels, sizeof labels, "%s/%s-labels-idx1-ubyte", folder, kind);
    const unsigned char *pixel = read_idx(images, 3, shape), *label = read_idx(labels, 1, &n);
    if (n != shape[0])
        kindling_fail(
            "mnist_read: %s: %ld labels for %ld pictures. hint: both files must be of one kind",
            labels, n, shape[0]);
    if (shape[1] != shape[2])
        kindling_fail("mnist_read: %s: pictures of %ld x %ld, expected squares", images, shape[1],
                      shape[2]);
    n = n < most ? n : most;
    *pictures = tensor_new(SHAPE(n, shape[1] * shape[1]));
    *digits = int_tensor_new(SHAPE(n));
    for (long i = 0; i < tensor_numel(*pictures); i++)
        (*pictures)->data[i] = (real)(pixel[i] / 255.0);
    for (long i = 0; i < n; i++) {
        (*digits)->data[i] = label[i];
        if (label[i] > 9)
            kindling_fail("mnist_read: %s: label %d at position %ld is no digit", labels, label[i],
                          i);
    }
    return shape[1];
}
