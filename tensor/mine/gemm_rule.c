/* gemm_rule.c - all modules are the student's (ENGINE=mine), and module 17 is not written: so
 * products are module 01's.
 *
 * gemm_plain takes the place of a library's. Its rows do not know how many rows there are, and
 * threads share them as they share a library's. KINDLING_GEMM=builtin is the way back to the
 * engine's, for who is in a hurry. (Once module 17 is written, plain/gemm.c makes every product by
 * its steps.)
 */
#include "../product/gemm_task.h"

static Matrix as_matrix(Operand o)
{
    return o.transposed ? (Matrix){(real *)o.data, 1, o.leading}
                        : (Matrix){(real *)o.data, o.leading, 1};
}

static void multiply(const Gemm *g, Operand a, Operand b)
{
    gemm_plain(g->m, g->n, g->k, g->alpha, as_matrix(a), as_matrix(b), g->beta, g->c.data,
               g->c.row);
}

const GemmLibrary *gemm_rule(void)
{
    static const GemmLibrary of_module_01 = {.name = "gemm_plain of module 01",
                                             .multiply = multiply};
    return &of_module_01;
}
