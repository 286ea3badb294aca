/* bars.h - a task of images: one short bar anywhere in the noise; which of four ways does it lie? */
#ifndef BARS_H
#define BARS_H

#include "kindling.h"

Module *bars_new(uint64_t seed);
void bars_train(Module *network, uint64_t seed);
/* Of images that it was not trained on: the share it says rightly in batches as in training; and in use,
 * each image by itself. */
double bars_right_in_batches(Module *network, uint64_t seed);
double bars_right_in_use(Module *network, uint64_t seed);

#endif
