/* disguise.h - which disguise of the right numbers is it? Each is a question that the numbers answer (disguise.c). */
#ifndef DISGUISE_H
#define DISGUISE_H

#include "verdict.h"

bool is_scaled(const Tensor *value, const Tensor *want, double factor, double tolerance);
double common_factor(const Tensor *value, const Tensor *want); /* NaN: there is none */
bool is_shifted(const Tensor *value, const Tensor *want, double tolerance, double *shift);
bool is_transposed(const Tensor *value, const Tensor *want, double tolerance, int *a, int *b);
bool is_laid_out_transposed(const Tensor *value, const Tensor *want, double tolerance, int *a,
                            int *b);
long only_right_slice(const Tensor *value, const Tensor *want, double tolerance); /* -1: none */
bool is_moved(int by, const Tensor *value, const Tensor *want, double tolerance, int *axis);
bool is_cut(const Tensor *value, const Tensor *want);
bool is_whole(const Tensor *value, const Tensor *want, double tolerance);
bool has_a_factor_a_row(const Tensor *value, const Tensor *want, double tolerance);

bool is_short(double x);       /* has it three digits at most, as 2, 0.9 or 64 have? */
bool says_something(double x); /* is it one that somebody may have written down or left out? */

#endif
