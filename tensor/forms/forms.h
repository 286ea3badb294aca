/* forms.h - other forms of a matrix: what is not zero, row by row; and what it is made of.
 *
 *     compressed sparse rows    csr_from    what is zero is neither kept nor multiplied
 *     singular values           svd_of      a = u diag(s) v^T, whose first terms are the best
 *                                           matrix of any rank
 *
 * Both live in the innermost open scope. By hand in module 16.
 */
#ifndef KINDLING_FORMS_H
#define KINDLING_FORMS_H

#include "../tensor.h"

#pragma GCC visibility push(default)

/* ---- csr.c (16): compressed sparse rows ------------------------------------------------------ */

/* What of a matrix is not zero, row by row, and where it stands. */
typedef struct {
    long rows, columns, count; /* count numbers are not zero */
    int *row_start;            /* (rows + 1) */
    int *column;               /* (count) */
    real *value;               /* (count) */
} Csr;
/* Room for count numbers; what it holds is not set. Sizes below 0, or above what an int counts,
 * fail. */
Csr *csr_new(long rows, long columns, long count);
/* Every number of the matrix w that is not 0 (NaN is not). w may be a view:
 * csr_from(tensor_transpose(w, 0, 1)) is what a Linear of weight w multiplies by. Fails where w is
 * no matrix. */
Csr *csr_from(const Tensor *w);
/* y = w x: y (rows), x (columns), which must not overlap. A row without numbers gives 0. Each sum
 * goes from left to right. */
void csr_matvec(real *y, const Csr *w, const real *x);
size_t csr_bytes(const Csr *w); /* what its three arrays take */

/* ---- sparse24.c (16): two of four ------------------------------------------------------------ */

/* Of four neighbours in a row two numbers, and the two bits that say where each stood. */
typedef struct {
    long rows, columns;
    real *value; /* (rows, columns / 2) */
    /* (rows, columns / 4) in halves of a byte, two bits for each number, lower half first */
    uint8_t *place;
} Sparse24;
/* The matrix w (rows, columns), columns a multiple of 4, none of whose fours has more than two
 * numbers that are not 0: else it fails. A view will do, as for csr_from. */
Sparse24 *sparse24_from(const Tensor *w);
void sparse24_matvec(real *y, const Sparse24 *w, const real *x); /* y = w x, as csr_matvec */
size_t sparse24_bytes(const Sparse24 *w); /* 2 sizeof(real) + 1/2 for each four */

/* ---- svd.c, svd_sweep.c (16): singular values ------------------------------------------------ */

/* a (m, n) is u diag(s) v^T with r = min(m, n): u (m, r), s (r), v (n, r). */
typedef struct {
    Tensor *u, *s, *v;
} Svd;
/* One-sided Jacobi (Hestenes 1958), in double whatever a real is: columns are turned in pairs until
 * all are orthogonal; their lengths are s, largest first, never negative. Columns of v are
 * orthonormal, and of u, too, but where s is 0: there u's is 0. Which sign a column of u has is not
 * said, but v's goes with it. Columns that depend on each other (a low rank, zeros, a pruned
 * weight) give s of exactly 0: what the turns leave of a column is taken for rounding where it is
 * at most max(m, n) 2.2e-16 of its first length. Fails where a is no matrix, a number of it is not
 * finite, or one of s is larger than a real can be. */
Svd svd_of(const Tensor *a);

/* Its parts. The columns of a, turned so far, and in v the turns: a is columns v^T at any time. */
typedef struct {
    long m, n;
    double *column; /* number i of column j is column[j * m + i] */
    double *v;      /* the same, n columns of n */
} SvdColumns;
/* p' = cosine p - sine q, q' = sine p + cosine q. */
typedef struct {
    double cosine, sine;
} SvdRotation;
/* The rotation by at most 45 degrees after which p'.q' is 0, from alpha = p.p, beta = q.q, gamma =
 * p.q. {1, 0} where gamma is 0; of two by 45 degrees (alpha = beta) the one whose sine is above 0.
 * A small angle has all its digits. */
SvdRotation svd_rotation(double alpha, double beta, double gamma);
/* Every pair of columns i < j once, i = 0 first: where |gamma| > SVD_ORTHOGONAL sqrt(alpha beta),
 * both columns are turned, and those of v. Returns how many pairs were. */
long svd_sweep(SvdColumns *c);
#define SVD_ORTHOGONAL 1e-15
/* From columns that are orthogonal: s is their lengths, largest first (of equal ones the one in
 * front), u the columns divided by them (0 where the length is 0), v in the same order. u (m, n), s
 * (n), v (n, n) of out are made. */
void svd_sort(Svd *out, const SvdColumns *c);

#pragma GCC visibility pop
#endif
