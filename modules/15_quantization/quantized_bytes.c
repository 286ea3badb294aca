/* quantized_bytes.c - what a model takes, counted on what is there and not by a formula.
 *
 * Invariant: everything is counted once, by the module that owns it.
 */
#include "quantize_parts.h"
#include "todo.h"

/* ---- 15.12 --------------------------------------------------------------------------------------- */

size_t quantized_matrix_bytes(const QuantizedMatrix *q)
{
    /* TODO: what a model takes, counted on what is there: first a matrix of codes, then a module
     * and all below it.
     *
     * CONTRACT  a matrix: its codes (q->codes, or q->nibbles, two in a byte) and its scales
     *           (q->scales, or q->halves). A module: its matrix of codes, its parameters but
     *           those that are .shared (another module owns them), its buffers, and the same of
     *           its children.
     * EXAMPLE   (64, 3) with a scale for each column: 192 + 3 * 4 = 204; in Q4_0: 96 + 6 * 2 = 108
     * HOLDS     two modules side by side: the sum of both.
     * YOU HAVE  module_codes(m), or NULL; m->parameter[i].tensor and .shared (n_parameters),
     *           m->buffer[i].tensor (n_buffers), m->children[i].module (n_children);
     *           tensor_numel
     * THINK     "four times smaller": what does that forget? */
    (void)q;
    todo("15.12 quantized_matrix_bytes");
}

size_t quantized_bytes(const Module *m)
{
    /* TODO: all that m keeps, and the modules below it, as the contract above says it. */
    (void)m;
    todo("15.12 quantized_matrix_bytes");
}
