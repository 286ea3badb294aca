/* transform.h - pictures changed on their way into a batch: flipped, padded, cropped. */
#ifndef KINDLING_TRANSFORM_H
#define KINDLING_TRANSFORM_H

#include "data.h"

#pragma GCC visibility push(default)

/* ---- transform.c (06): one picture into another ---------------------------------------------- */

typedef struct Transform Transform; /* below */
/* A value: what it points to is borrowed. One of one's own sets apply, and shape if it changes. */
struct Transform {
    const char *name; /* in messages */
    /* out: (C, H, W) of the result, from in: that of the picture. It fails on what does not fit.
     * NULL: they are the same. */
    void (*shape)(const Transform *t, const long *in, long *out);
    /* y from x, channel after channel, row after row. What it draws comes from rng, which is this
     * picture's alone. It may run beside others: it neither fails nor takes memory. */
    void (*apply)(const Transform *t, const long *in, const real *x, const long *out, real *y,
                  Rng *rng);
    double p;
    long height, width, padding, n;
    const real *mean, *std;
    const Transform *parts;
};

/* Names and meaning are torchvision's. Each picture draws for itself. */
Transform transform_random_horizontal_flip(double p); /* mirrored, with probability p */
Transform transform_pad(long padding);                /* a frame of zeros, so wide on each side */
/* A part of this size of the picture in such a frame, any place equally likely; two draws. */
Transform transform_random_crop(long height, long width, long padding);
Transform transform_center_crop(long height, long width); /* above and to the left if it is odd */
/* (x - mean[c]) / std[c], for n channels; a std of 0 fails. */
Transform transform_normalize(long n, const real *mean, const real *std);
/* One after the other; none of them: the picture as it is. The list has to live as long as this.
 *     transform_compose(TRANSFORMS(transform_random_crop(32, 32, 4),
 *                                  transform_random_horizontal_flip(0.5))) */
Transform transform_compose(long n, OR_NULL const Transform *parts);
#define TRANSFORMS(...)                                                                            \
    KINDLING_COUNT(Transform, __VA_ARGS__), KINDLING_LIST(Transform, __VA_ARGS__)

/* Pictures x (n, C, H, W) -> (n, C, H', W'), without a gradient, in the current scope; picture i
 * draws from rng[i]. The same bits for any number of threads. */
Tensor *transform_pictures(const Transform *t, const Tensor *x, Rng *rng);

/* ---- transformed_dataset.c (06): a dataset of changed pictures ------------------------------- */

/* The examples of d, its x changed by t: pictures (C, H, W), or rows that are seen as such. Example
 * i of epoch e draws from streams of seed, e and i alone, so it is the same picture whoever asks
 * for it, in whatever batch, after whatever others. d and what t points to are borrowed. Owned:
 * free it by dataset_free. */
Dataset *transformed_dataset_new(Dataset *d, Transform t, const long picture[3], uint64_t seed);
/* From here on the draws are those of this epoch, as of PyTorch's set_epoch; it begins with 0.
 *     transformed_dataset_epoch(d, loader->epoch); */
void transformed_dataset_epoch(Dataset *d, long epoch);

/* ---- transformed_dataset.c (05): who draws what ---------------------------------------------- */

/* The stream from which this example draws in this epoch. It depends on the three and on nothing
 * else; two of them share draws by a chance that no run meets. */
Rng transform_stream(uint64_t seed, long epoch, long example);

/* ---- cifar10.c (06): CIFAR-10's files (Krizhevsky 2009) -------------------------------------- */

/* folder/data_batch_1.bin to _5.bin for the kind "train", folder/test_batch.bin for "test": at most
 * so many pictures (n, 3, 32, 32), red, green, blue, with numbers from 0 to 1, and what they show,
 * (n). Files behind the last one that is needed are not opened. Returns n; -1 where a file is
 * missing or not as it should be: kindling_error() says which. */
long cifar10_read(const char *folder, const char *kind, long most, Tensor **pictures,
                  IntTensor **labels);
const char *cifar10_name(int label); /* "airplane" to "truck"; fails outside of 0 to 9 */

#pragma GCC visibility pop
#endif
