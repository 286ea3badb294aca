/* target_idx.c - MNIST's files: pictures, a line "--", labels. */
#include "fuzz.h"

FUZZ_TARGET(idx)
{
    FuzzPart images = fuzz_part(&bytes, &size);
    char folder[128];
    const char *path = fuzz_file("train-images-idx3-ubyte", images.bytes, images.size);
    fuzz_file("train-labels-idx1-ubyte", bytes, size);
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path), path);
    Tensor *pictures;
    IntTensor *digits;
    long side = mnist_read(folder, "train", 5, &pictures, &digits);
    fuzz_told(side >= 0);
    if (side < 0)
        return;
    long n = pictures->shape[0];
    fuzz_check(images.size == 16 + (size - 8) * (size_t)(side * side), "bytes too few or too many");
    fuzz_check(n >= 1 && n <= 5 && pictures->shape[1] == side * side, "another shape");
    fuzz_check(digits->shape[0] == n, "a label for each picture");
    for (long i = 0; i < n * side * side; i++)
        fuzz_check(pictures->data[i] >= 0 && pictures->data[i] <= 1, "a number from 0 to 1");
    for (long i = 0; i < n; i++)
        fuzz_check(digits->data[i] >= 0 && digits->data[i] <= 9, "no digit");
}
