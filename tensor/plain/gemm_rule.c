/* gemm_rule.c - products go in the steps of module 17 (course_products.c), so that a student's own
 * steps are used wherever the engine multiplies.
 *
 * The fast twin is tensor/product/gemm_rule.c. KINDLING_GEMM=plain takes module 01's product,
 * KINDLING_GEMM=builtin is the way back to the engine's, for who is in a hurry.
 */
#include "../product/gemm_task.h"

const GemmLibrary *gemm_rule(void)
{
    return steps_library();
}
