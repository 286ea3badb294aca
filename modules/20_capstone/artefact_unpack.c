/* artefact_unpack.c - bytes as a tensor again, if they are one.
 *
 * An artefact comes from somebody else: nothing in it is believed before it was looked at.
 * Invariant: t is read as a whole, or not at all.
 */
#include <math.h>
#include "cup_check.h"
#include "todo.h"

/* ---- 20.2 ---------------------------------------------------------------------------------------- */

long artefact_unpack(Tensor *t, const unsigned char *in, size_t bytes)
{
    /* TODO: the tensor that begins at in, of which `bytes` bytes may be read, into t; returns how
     * many it took, or -1.
     *
     * CONTRACT  it comes from somebody else. Too few bytes, another letter than t's shape has, or
     *           a scale that 20.1 gives to no column: -1, and t is as it was. (20.1 gives 0, and
     *           numbers above it up to FLT_MAX / 127; what is above that, and -0, may pass or
     *           not.) Codes, and the floats of an 'F', may be any. More bytes may follow.
     * EXAMPLE   (2, 2), 'Q', scales 1 and 2, codes 1 -127 127 0: rows 1 -254, 127 0, and 13 is returned
     * HOLDS     what 20.1 wrote comes back, each number within half a step.
     * YOU HAVE  artefact_get_float(at), artefact_tensor_bytes
     * THINK     which floats are the scale of no column, and how do you ask so that none of them
     *           passes? Which bytes may be read before you know that they are there? */
    (void)t, (void)in, (void)bytes;
    todo("20.2 artefact_unpack");
}
