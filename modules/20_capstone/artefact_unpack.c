/* artefact_unpack.c - bytes as a tensor again, if they are one.
 *
 * An artefact comes from somebody else: nothing in it is believed before it was looked at.
 * Invariant: t is read as a whole, or not at all.
 */
#include <math.h>
#include "cup_check.h"
#include "todo.h"

/* ---- 20.3 ---------------------------------------------------------------------------------------- */

long artefact_unpack(Tensor *t, const unsigned char *in, size_t bytes)
{
    /* TODO: the tensor that begins at in, of which `bytes` bytes may be read, into t; return how many it took. Or -1, and
     * t is as it was.
     *
     * APPROACH
     *   1. It takes artefact_tensor_bytes(t). Are there so many? Is in[0] the letter for t's shape?
     *   2. Of a matrix: is every scale, artefact_get_float(in + 1 + 4 * j), at least 0, and finite?
     *   3. Now t may be written: scale of the column times (int8_t) code, or the floats.
     *
     * EXAMPLE
     *   (2, 2), 'Q', scales 1 and 2, codes 1 -127 127 0: rows 1 -254, 127 0, and 13 is returned
     *
     * HINT: NaN is neither below 0 nor above it: ask for what you want. */
    (void)t, (void)in, (void)bytes;
    todo("20.3 artefact_unpack");
}
