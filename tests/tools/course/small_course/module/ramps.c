/* ramps.c - numbers in a row. */
#include "small.h"
#include "todo.h"

/* ---- 90.4 ---------------------------------------------------------------------------------------- */

Tensor *small_ramp(long n)
{
    /* TODO: a tensor of 0, 1, ..., n - 1. */
    return todo("90.4 small_ramp");
}

/* ---- 90.5 ---------------------------------------------------------------------------------------- */

double small_last(const Tensor *t)
{
    /* TODO: the last number of t. */
    todo("90.5 small_last");
}
