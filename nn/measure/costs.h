/* costs.h - what a recorded graph costs: parameters, floating point operations, bytes. Counted,
 * never timed.
 *
 *     module     how many numbers are trained         count_parameters
 *     closure    arithmetic of one operation          flops_matmul, flops_closure, flops_gradients
 *     graph      arithmetic of a pass                 flops_forward, flops_backward
 *     closure    what passes by the memory            bytes_moved
 *     both       what the machine can make of that    arithmetic_intensity, roofline
 *
 * A closure knows its operation and the shapes of all that it touched; that is enough. The same
 * graph has the same costs on every machine. Source: Williams, Waterman, Patterson 2009, "Roofline:
 * An Insightful Visual Performance Model for Multicore Architectures".
 */
#ifndef KINDLING_COSTS_H
#define KINDLING_COSTS_H

#include "../layers/module.h"

#pragma GCC visibility push(default)

/* ---- count_parameters.c (14): how many weights ----------------------------------------------- */

/* Every parameter that m and the modules below it have registered, parents first: as often as it is
 * registered, so a tied weight is there twice. How many in *count. The list lives in the innermost
 * open scope. */
Tensor **module_registrations(const Module *m, long *count);
/* How many numbers m has to learn. Buffers are not among them; frozen parameters are. */
long count_parameters(const Module *m);

/* ---- flops.c (14): arithmetic ---------------------------------------------------------------- */

/* Of a closure of tensor_matmul, tensor_linear or tensor_tied_linear: 2 for each product of two
 * numbers, a multiplication and the addition behind it. The bias of a linear is not counted. Fails
 * on any other operation. */
double flops_matmul(const Closure *c);
/* All that tensor_backward(root) would walk over, computed once: the sum of flops_closure. 0 if
 * root has no past. */
double flops_forward(Tensor *root);
/* Arithmetic of the gradients that c hands out. Where closure_is_product, 2 for each product of two
 * numbers in those gradients of its first two inputs that are wanted, else
 * flops_other_gradients. */
double flops_gradients(const Closure *c);
/* matmul, linear, conv2d: is the result made of sums of products? */
bool closure_is_product(const Closure *c);
/* Arithmetic of the forward pass of any operation, as its file says (Operation.flops). Products as
 * flops_matmul, a convolution likewise with k = (Cin / groups) KH KW, fused attention 4 D for each
 * query and each key that it sees (of a causal square, as many queries as keys, half; with a
 * causal_offset as many as it lets through). Views and copies 0. All else so many for each element:
 * add 1, softmax 5 (largest, minus, exp, sum, divided), layer norm 7, gelu 9; exp, tanh, sqrt and a
 * division are one each. An operation that says nothing: 1 for each element of the result. */
double flops_closure(const Closure *c);
/* Of what is no product: as much as forward, once for each input that wants a gradient; fused
 * attention 2.5 times forward, since one product of its five is computed again. */
double flops_other_gradients(const Closure *c);
/* The sum of flops_gradients over all that the walk from root goes over. */
double flops_backward(Tensor *root);

/* ---- bytes_moved.c (14): memory -------------------------------------------------------------- */

/* What has to pass between processor and memory in the forward pass if nothing is found in a cache:
 * what is needed of an input read once for each time it is named, what is written written once,
 * sizeof(real) for an element. */
double bytes_moved(const Closure *c);
/* A whole step, forward and backward, of all that root depends on: 3 times the bytes_moved of each
 * closure, since a backward reads and writes about twice as much, gradients and values. */
double bytes_step(Tensor *root);

/* ---- roofline.c (14): what limits it --------------------------------------------------------- */

/* flops for each byte. Without bytes: infinity, and 0 where there are no flops either. Fails on
 * negative ones. */
double arithmetic_intensity(double flops, double bytes);
/* The most flops per second that work of this intensity (flops per byte) can reach on a machine of
 * `peak` flops per second and `bandwidth` bytes per second. Fails
 * unless peak and bandwidth are > 0 and the intensity is >= 0; infinity is fine. */
double roofline(double intensity, double peak, double bandwidth);
/* The intensity from which on arithmetic is the limit: peak / bandwidth. */
double ridge_point(double peak, double bandwidth);

#pragma GCC visibility pop
#endif
