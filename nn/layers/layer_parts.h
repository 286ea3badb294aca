/* layer_parts.h - what the files of the layers share. Inside nn/ only. */
#ifndef KINDLING_LAYER_PARTS_H
#define KINDLING_LAYER_PARTS_H

#include "nn.h"

/* ---- init.c, mlp.c (03): what a caller can do wrong ------------------------------------------ */

void check_matrix(const char *operation, const Tensor *weight);
void check_widths(int n, const long *widths);

/* ---- init_std.c (03): a start for what follows ----------------------------------------------- */

/* The standard deviation of weights (in, out) of mean 0, so that numbers of size 1 stay near 1
 * through many such layers with this activation behind each; NULL: without one. 0 without inputs.
 * Fails: a width below 0. */
double init_std(long in, long out, OR_NULL const Activation *activation);
void init_std_check(long in, long out);

/* ---- module.c (03) --------------------------------------------------------------------------- */

/* An array of n elements of `size` bytes with room for one more: it doubles whenever n reaches a
 * power of two, and is then another array. */
void *module_room(void *array, int n, size_t size);

/* ---- sequential.c (03) ----------------------------------------------------------------------- */

/* x through all children, in order: what module_forward of a Sequential calls. */
Tensor *sequential_forward(Module *self, Tensor *x);

/* ---- parameters.c (03) ----------------------------------------------------------------------- */

typedef struct {
    char text[256];
    size_t length;
} Path;

/* "blocks" -> "blocks.3" -> "blocks.3.weight"; name may be NULL, index -1. */
Path path_below(const Path *parent, const char *name, int index);
/* Is this tensor in the list, under whatever name? */
bool parameters_listed(const ParameterList *list, const Tensor *t);
/* Adds every parameter of m, whose path is here, and of all below it. */
void parameters_collect(ParameterList *list, const Module *m, const Path *here);

#endif
