/* cifar10.c - coloured pictures of ten kinds of things, from the binary files of CIFAR-10.
 *
 * A file is a row of records and nothing else: a byte for the label, then 1024 bytes of red, of
 * green and of blue, row after row. Source: Krizhevsky 2009, "Learning Multiple Layers of Features
 * from Tiny Images"; the files of www.cs.toronto.edu/~kriz/cifar.html ("binary version").
 * Invariant: every length and every label is checked before it is believed.
 */
#include <stdio.h>
#include <string.h>
#include "nn.h"

enum { SIDE = 32, PIXELS = 3 * SIDE * SIDE, RECORD = 1 + PIXELS, TRAINING_FILES = 5 };

const char *cifar10_name(int label)
{
    static const char *const names[] = {"airplane", "automobile", "bird",  "cat",  "deer",
                                        "dog",      "frog",       "horse", "ship", "truck"};
    if (label < 0 || label > 9)
        fail("cifar10_name: label %d, expected 0 to 9", label);
    return names[label];
}

typedef struct {
    char *path, *byte; /* owned */
    long count;        /* of its records, as many of them as are wanted */
} CifarFile;

static bool check_labels(const CifarFile *f)
{
    for (long i = 0; i < f->count; i++) {
        int label = (unsigned char)f->byte[i * RECORD];
        if (label > 9) {
            kindling_set_error("cifar10_read: %s: label %d of picture %ld, expected 0 to 9. hint: "
                               "the binary version, of CIFAR-10 and not of CIFAR-100",
                               f->path, label, i);
            return false;
        }
    }
    return true;
}

/* At most so many records of folder/name. */
static bool read_file(CifarFile *f, const char *folder, const char *name, long most)
{
    int length = snprintf(NULL, 0, "%s/%s", folder, name);
    f->path = owned_alloc((size_t)length + 1);
    snprintf(f->path, (size_t)length + 1, "%s/%s", folder, name);
    size_t size;
    f->byte = kindling_read_file(f->path, &size);
    if (f->byte == NULL)
        return false;
    if (size == 0 || size % RECORD != 0) {
        kindling_set_error("cifar10_read: %s: %zu bytes, expected a multiple of %d, one label and "
                           "%d numbers for each picture. hint: unpack cifar-10-binary.tar.gz once "
                           "more",
                           f->path, size, (int)RECORD, (int)PIXELS);
        return false;
    }
    f->count = (long)(size / RECORD) < most ? (long)(size / RECORD) : most;
    return check_labels(f);
}

static void fill(Tensor *pictures, IntTensor *labels, long first, const CifarFile *f)
{
    for (long i = 0; i < f->count; i++) {
        const unsigned char *record = (const unsigned char *)f->byte + i * RECORD;
        labels->data[first + i] = record[0];
        for (long k = 0; k < PIXELS; k++)
            pictures->data[(first + i) * PIXELS + k] = (real)(record[1 + k] / 255.0);
    }
}

/* How many records, in how many files; -1: one of them is not as it should be. */
static long read_files(CifarFile *file, const char *folder, bool training, long most, int *files)
{
    long n = 0;
    while (n < most && *files < (training ? TRAINING_FILES : 1)) {
        CifarFile *f = &file[(*files)++];
        char name[32] = "test_batch.bin";
        if (training)
            snprintf(name, sizeof name, "data_batch_%d.bin", *files);
        if (!read_file(f, folder, name, most - n))
            return -1;
        n += f->count;
    }
    return n;
}

long cifar10_read(const char *folder, const char *kind, long most, Tensor **pictures,
                  IntTensor **labels)
{
    bool training = strcmp(kind, "train") == 0;
    if (most < 1)
        fail("cifar10_read: most is %ld, expected 1 or more: so many pictures at most", most);
    if (!training && strcmp(kind, "test") != 0)
        fail("cifar10_read: kind is \"%s\", expected \"train\" or \"test\"", kind);
    UNDO_ON_FAIL;
    CifarFile file[TRAINING_FILES] = {{0}};
    int files = 0;
    long n = read_files(file, folder, training, most, &files);
    if (n > 0) {
        *pictures = tensor_new(SHAPE(n, 3, SIDE, SIDE));
        *labels = int_tensor_new(SHAPE(n));
        for (long i = 0, first = 0; i < files; first += file[i++].count)
            fill(*pictures, *labels, first, &file[i]);
    }
    for (int i = 0; i < files; i++) {
        owned_free(file[i].path);
        owned_free(file[i].byte);
    }
    return n;
}
