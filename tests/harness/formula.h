/* formula.h - what a student wrote as a formula: "8 L H T^2". */
#ifndef FORMULA_H
#define FORMULA_H

#include "check.h"

/* Its value where each letter stands for its number. + - * / ^ and ( ) have their usual rank; what stands side by side is
 * multiplied, as on paper, and a b / c d is ((a b) / c) d. false: it is none, has another letter, or no finite value. */
bool formula_value(const char *text, int n, const Letter *letters, double *value);

#endif
