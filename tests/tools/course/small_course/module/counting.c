/* counting.c - whole numbers. */
#include "small.h"
#include "todo.h"

/* ---- 90.1 ---------------------------------------------------------------------------------------- */

long small_sum(long n)
{
    /* TODO: 1 + 2 + ... + n. */
    todo("90.1 small_sum");
}

/* ---- 90.2 ---------------------------------------------------------------------------------------- */

long small_square(long n)
{
    /* TODO: n times n. */
    todo("90.2 small_square");
}

/* ---- 90.3 ---------------------------------------------------------------------------------------- */

long small_larger(long a, long b)
{
    /* TODO: the larger of the two. */
    todo("90.3 small_larger");
}
