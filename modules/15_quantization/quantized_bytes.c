/* quantized_bytes.c - what a model takes, counted on what is there and not by a formula.
 *
 * Invariant: everything is counted once, by the module that owns it.
 */
#include "quantize_parts.h"
#include "todo.h"

/* ---- 15.12 --------------------------------------------------------------------------------------- */

size_t quantized_matrix_bytes(const QuantizedMatrix *q)
{
    /* TODO: the bytes of its codes, q->codes or q->nibbles, and of its scales, q->scales or q->halves.
     *
     * EXAMPLE
     *   (64, 3) with a scale for each column: 192 + 3 * 4 = 204; in Q4_0: 96 + 6 * 2 = 108
     *
     * HINT: sizeof *q->scales is 4, sizeof *q->halves 2. Two nibbles are one byte. */
    (void)q;
    todo("15.12 quantized_matrix_bytes");
}

size_t quantized_bytes(const Module *m)
{
    /* TODO: all that m keeps, and the modules below it.
     *
     * APPROACH
     *   1. module_codes(m) is its matrix of codes, or NULL.
     *   2. Parameters: m->parameter[i].tensor, i < m->n_parameters, a real for each number; not those that are
     *      .shared, which another module owns.
     *   3. Buffers: m->buffer[i].tensor, i < m->n_buffers.
     *   4. The same of each m->children[i].module, i < m->n_children.
     *
     * HINT: a function may call itself. */
    (void)m;
    todo("15.12 quantized_matrix_bytes");
}
