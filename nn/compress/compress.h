/* compress.h - smaller networks: weights pruned, channels removed, matrices of low rank, a student
 * and its teacher.
 *
 *     magnitude pruning    exactly so many weights become 0, and stay 0 whatever the optimizer does
 *     2:4                  two of four weights are 0, as the tensor cores of NVIDIA want it
 *     channels             whole outputs of a layer leave, and the inputs of the next
 *     low rank             one Linear becomes two thin ones, by the singular values of its weight
 *     distillation         a small network learns from a large one's logits
 *
 * Sources: Han et al. 2015, "Learning both Weights and Connections"; Mishra et al. 2021,
 * "Accelerating Sparse Deep Neural Networks" (2:4); Li et al. 2017, "Pruning Filters for Efficient
 * ConvNets"; Eckart and Young 1936; Hinton, Vinyals and Dean 2015, "Distilling the Knowledge in a
 * Neural Network". By hand in module 16.
 */
#ifndef KINDLING_COMPRESS_H
#define KINDLING_COMPRESS_H

#include "../layers/image_layers.h"
#include "../layers/layers.h"

#pragma GCC visibility push(default)

/* ---- prune.c (16): weights that become 0 ----------------------------------------------------- */

double tensor_sparsity(
    const Tensor *t); /* how many of its numbers are exactly 0, of 1; of none: 0 */
/* The parameters of m that pruning may touch, under their names: those with at least 2 axes. Biases
 * and the scales of norms are few, and each counts. Owned: free it by parameters_free. */
ParameterList *prune_candidates(Module *m);
/* What goes by it is of at most that magnitude; of exactly that magnitude so many as ties says. */
typedef struct {
    double threshold;
    long ties;
} PruneCut;
/* The cut by which exactly round(fraction n) (halves upward) of the n numbers of the whole list go,
 * those of least magnitude; of none, {0, 0}. Of equal magnitudes the first go: in the list's order,
 * row-major within a tensor. One threshold for all: layers give up as much as they can spare.
 * Fails: fraction outside [0, 1], a number that is NaN. */
PruneCut prune_cut(const ParameterList *list, double fraction);
/* mask is 0 where w goes, 1 where it stays; both contiguous, of one shape. The next tensor of the
 * list goes on with the same cut. */
void prune_mask(Tensor *mask, const Tensor *w, PruneCut *cut);

/* Masks for the parameters of a list. Owned: pruning_free it, before the list. */
typedef struct {
    const ParameterList *list; /* borrowed */
    long n;                    /* how many it had */
    Tensor **mask;             /* [n], all 1 at first; write into them, or call the next but one */
} Pruning;
/* Owned: free it by pruning_free. */
Pruning *pruning_new(const ParameterList *list);
void pruning_free(OR_NULL Pruning *p);
/* Masks by one cut of the whole list, and pruning_apply. Weights that are 0 already are the
 * smallest: a second, larger fraction goes on from the first. */
void pruning_by_magnitude(Pruning *p, double fraction);
void pruning_2_4(Pruning *p); /* masks by prune_mask_2_4, and pruning_apply */
/* Weights are exactly 0 where the mask is 0, whatever they were; no other number changes. Call it
 * after each optimizer_step: what is left of an earlier gradient in its moments would bring them
 * back, masked gradients or not. (A Trainer's after_step comes behind its evaluation, and on rank 0
 * alone: with one, call it in evaluate as well, on one rank.) */
void pruning_apply(const Pruning *p);

/* ---- prune.c (16): two of four --------------------------------------------------------------- */

/* mask (in, out) of a weight w (in, out): of four neighbours along the inputs, which are what a
 * product sums over, the two of largest magnitude stay, in each column; of equal ones the first.
 * PyTorch, whose weight is (out, in), counts along its rows: the same fours. Fails where in is no
 * multiple of 4, or a number is NaN; both contiguous. */
void prune_mask_2_4(Tensor *mask, const Tensor *w);

/* ---- channels.c (16): how much a channel weighs ---------------------------------------------- */

/* norm[j] = |the weights of output j|, (out) */
void linear_output_norms(double *norm, const Linear *l);
void conv2d_output_norms(double *norm, const Conv2d *l);
/* The inputs of a Linear behind a flatten, (C, H, W) -> C places with places = H W: those of
 * channel which[0], then those of which[1], and so on. input has keep places numbers. */
void channel_inputs(long *input, long keep, const long *which, long places);

/* ---- shrink.c (16): which channels stay, and others that leave ------------------------------- */

/* The `keep` channels of largest norm, of n, ascending; of equal norms the first. Exactly keep
 * numbers are written. Fails unless 0 <= keep <= n, and where a norm is NaN. */
void channels_largest(long *which, const double *norm, long n, long keep);
/* which (keep) says which stay, ascending; the layer's weight and bias are new, smaller tensors, so
 * make the list of parameters and the optimizer afterwards. Fails where which does not ascend, or
 * one is no channel of it. A network without channels of an activation with f(0) = 0 (ReLU, tanh,
 * GELU), and without the inputs that they were, gives the bits of the one in which their weights
 * and biases are 0, where our own products compute and the next layer's sum has at most 384 terms;
 * a longer sum is cut elsewhere, and is equal up to rounding. */
void linear_keep_outputs(Linear *l, long keep, const long *which);
void linear_keep_inputs(Linear *l, long keep, const long *which);
/* The same of filters and of maps; groups must be 1. */
void conv2d_keep_outputs(Conv2d *l, long keep, const long *which);
void conv2d_keep_inputs(Conv2d *l, long keep, const long *which);
void batch_norm2d_keep(BatchNorm2d *n, long keep, const long *which);
/* A parameter of m becomes a new owned leaf with the shape and numbers of t; the old one, and its
 * gradient, end. *slot is m's own pointer to it, such as &l->weight. Fails where it is shared, or
 * no parameter of m. */
void parameter_replace(Module *m, Tensor **slot, const Tensor *t);

/* ---- low_rank.c (16): one layer as two thin ones --------------------------------------------- */

/* The largest rank r at which (in, r) and (r, out) have fewer numbers than (in, out); 0 of a weight
 * without numbers. */
long low_rank_limit(long in, long out);
/* |A - A_r| (Frobenius) where A_r keeps the first `rank` of the singular values s: the root of the
 * sum of the squares of the others. No matrix of that rank is nearer (Eckart and Young 1936). */
double low_rank_error(const Tensor *s, long rank);
/* A Sequential of Linear(in, rank) without bias and Linear(rank, out) with l's: its product is the
 * best of that rank. Owned: free it by module_free. Fails: rank < 1, rank > min(in, out). */
Module *linear_low_rank(const Linear *l, long rank);

/* ---- distill.c (16): a small network learns from a large one --------------------------------- */

/* KL(softmax(teacher / T) || softmax(student / T)), the mean over rows, times a number that depends
 * on T alone and makes this its gradient: logits (..., V), at least one row.
 *     dstudent = T (softmax(student / T) - softmax(teacher / T)) / rows
 * So the gradient keeps its size whatever T is. None flows to the teacher. Fails: shapes that
 * differ, T <= 0. */
Tensor *distillation_soft_loss(Tensor *student, Tensor *teacher, real temperature);
/* alpha soft loss + (1 - alpha) cross-entropy(student, labels), alpha in [0, 1]. */
Tensor *distillation_loss(Tensor *student, Tensor *teacher, const IntTensor *labels,
                          real temperature, real alpha);

#pragma GCC visibility pop
#endif
