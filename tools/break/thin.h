/* thin.h - a task for pruning: points of eight kinds, a network that is trained, pruned, trained on, and made smaller.
 *
 * Seven of ten weights go, by magnitude, and stay away while AdamW goes on; then half of the channels of a
 * network that was not pruned leave, and it is trained on as well.
 */
#ifndef THIN_H
#define THIN_H

#include "kindling.h"

typedef struct {
    double zeros;  /* of the pruned network's matrices when it has been trained on, in percent */
    double pruned; /* points that it tells rightly, in percent */
    double
        shrunk; /* points that the network with half of the channels tells rightly, before it is trained on */
    double
        taught; /* points that a small network tells rightly that has only heard a teacher's logits */
} ThinNumbers;
ThinNumbers thin_trained(uint64_t seed);

#endif
