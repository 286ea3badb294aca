/* autograd.h - the memory of how a number was made, and the walk back that gives gradients.
 *
 * Every operation (ops/operations.h) computes its result with a kernel of tensor.h and, if an input
 * needs a gradient, records a closure: its backward function and what that will need.
 * tensor_backward then walks from the loss to the leaves, consumers before producers, and each
 * closure passes on
 *
 *     d loss / d input  +=  d loss / d output  *  d output / d input.
 *
 * An operation is one file, op_<name>.c: forward, then backward right below it. There is no list of
 * operations anywhere; a new one touches no other file.
 *
 * Results live in the innermost open scope. Shapes that do not fit call fail(), before anything
 * has changed.
 */
#ifndef KINDLING_AUTOGRAD_H
#define KINDLING_AUTOGRAD_H

#include "closure.h"                      /* what an operation is, and the walk back */
#include "ops/operations.h"               /* tensor_add to tensor_cross_entropy */
#include "images/image_operations.h"      /* tensor_conv2d to tensor_batch_norm2d */
#include "language/language_operations.h" /* tensor_rms_norm, tensor_rope, tensor_swiglu */
#include "gradcheck.h"                    /* is a backward function right? */
#include "graph/drawing.h"                /* pictures of the graph: a reader may skip it */

#endif
