/* transform_stream.c - optional: what a picture draws when it is flipped or cropped.
 *
 * A flipped cat is a cat, so each epoch may show it otherwise (nn/data/transform.h). A flip draws one
 * number, a crop two, from a stream that belongs to the picture.
 */
#include "transform.h"
#include "todo.h"

/* ---- 05.8, optional ------------------------------------------------------------------------- */

Rng transform_stream(uint64_t seed, long epoch, long example)
{
    /* TODO: the stream from which this example draws in this epoch. How the three become one is
     *       your decision.
     *
     * CONTRACT  it depends on seed, epoch and example, and on nothing else: whoever asks, in
     *           whatever batch, after whatever others, on any number of workers, gets the same.
     *           Epochs and examples are 0 or more; hundreds of millions are possible.
     * EXAMPLE   picture 7 of epoch 3 is flipped in a batch of 64. A second worker, which begins with
     *           just this picture, flips it, too; in epoch 4 it may be another matter.
     * HOLDS     where one of the three is another, all draws are others (a chance of 1 in 2^40
     *           does not count). So picture 2 of epoch 1 and picture 1 of epoch 2 have nothing in
     *           common, nor do neighbours, ten draws on. Picture 10^9 takes no longer than
     *           picture 0.
     * YOU HAVE  the streams of random.h
     * THINK     1000 pictures, and epoch * 1000 + example: what happens on the day when there are
     *           1001? One stream for all, and each picture takes the next draws: who sees others
     *           with two workers? Which of flip, pad, crop may change what a picture of a digit
     *           shows, and which digits? */
    todo("05.8 transform_stream");
}
