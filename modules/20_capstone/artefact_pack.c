/* artefact_pack.c - a tensor as bytes: a matrix as codes of 8 bits with a scale for each column.
 *
 *     matrix (R, C)    'Q'   C floats: scales   R C codes, row by row       1 + 4 C + R C bytes
 *     anything else    'F'   its numbers as floats                          1 + 4 n bytes
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
     * EXAMPLE
     *   (3, 2): 1 + 4 * 2 + 6 = 15      (5): 1 + 4 * 5 = 21
     *
     * HINT: a float in an artefact has 4 bytes, whatever a real has here. */
    (void)t;
    todo("20.1 artefact_tensor_bytes");
}

/* ---- 20.2 ---------------------------------------------------------------------------------------- */

size_t artefact_pack(unsigned char *out, const Tensor *t)
{
    artefact_check("artefact_pack", t); /* given: contiguous, and finite */

    /* TODO: write t to out; return how many bytes that was.
     *
     * APPROACH
     *   1. Not a matrix (t->ndim is not 2): the letter 'F', then artefact_put_float(at, x) of every number, 4 bytes each.
     *   2. A matrix (R, C): the letter 'Q'. Then for each column j: its R numbers one behind the other (scope_open,
     *      scope_alloc give room), p = quant_symmetric(column, R, 8), quantize_row into R codes, and
     *      artefact_put_float(p.scale) is float j behind the letter.
     *   3. The code of row i goes to place i * C + j behind all scales.
     *
     * EXAMPLE
     *   (2, 2) with rows 1 -254, 127 0: 'Q', scales 1 and 2, codes 1 -127 127 0
     *
     * HINT: module 15 wants a row, and a column of a matrix is none. */
    (void)out;
    todo("20.2 artefact_pack");
}
