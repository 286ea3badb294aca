/* artefact_pack.c - a tensor as bytes: a matrix as codes of 8 bits with a scale for each column.
 *
 *     matrix (R, C)    'Q'   C floats: scales   R C codes, row by row
 *     anything else    'F'   its numbers as floats
 *
 * Invariant: artefact_pack writes as many bytes as artefact_tensor_bytes says, and no more.
 */
#include "cup_check.h"
#include "todo.h"

/* ---- 20.1 ---------------------------------------------------------------------------------------- */

size_t artefact_tensor_bytes(const Tensor *t)
{
    /* TODO: how many bytes t takes in an artefact.
     *
     * CONTRACT  in the form of above; a float in an artefact has 4 bytes, whatever a real has
     *           here. Of any number of axes.
     * EXAMPLE   (3, 2): 15      (5): 21
     * HOLDS     a row more in a matrix of C columns: C bytes more.
     * YOU HAVE  tensor_numel, t->ndim, t->shape
     * THINK     which bytes are there for (3, 2), and what is each of them? */
    (void)t;
    todo("20.1 artefact_pack");
}

/* ---- 20.1 ---------------------------------------------------------------------------------------- */

size_t artefact_pack(unsigned char *out, const Tensor *t)
{
    artefact_check("artefact_pack", t); /* given: contiguous, and finite */

    /* TODO: write t to out; returns how many bytes that was.
     *
     * CONTRACT  the form of above. Each column of a matrix has its own symmetric scale of 8 bits
     *           (module 15); scales first, then codes row by row.
     * EXAMPLE   (2, 2) with rows 1 -254, 127 0: 'Q', scales 1 and 2, codes 1 -127 127 0
     * HOLDS     as many bytes as 20.1 says.
     * YOU HAVE  artefact_put_float(at, x), 4 bytes; quant_symmetric, quantize_row; scope_open,
     *           scope_alloc, scope_close
     * THINK     module 15 wants numbers that lie side by side: how far apart do those of a
     *           column lie? Where does the code of (i, j) go? */
    (void)out;
    todo("20.1 artefact_pack");
}
