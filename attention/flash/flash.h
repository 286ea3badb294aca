/* flash.h - tiled attention: what is asked of its two passes. Private to this folder.
 *
 * The scores of one head are a Tq x Tk square that is never stored. flash_forward.h visits it in
 * tiles, flash_alone.h one query of each head, and flash_backward.h makes the same tiles again.
 * flash_tile.h says what a tile is and how it is multiplied, flash_scores.h how it is filled.
 * flash_native.c, flash_avx2.c and flash_avx512.c each make a FlashKernel of the five.
 */
#ifndef KINDLING_FLASH_H
#define KINDLING_FLASH_H

#include "attention.h"

/* (B, H, T, D) anywhere in memory: element (b, h, t, d) is data[b batch + h / group head + t time +
 * d]. group: how many heads of queries share one of these; 1 but for keys and values. */
typedef struct {
    real *data;
    long batch, head, time;
    long group;
    const real *end; /* behind the last of all these numbers */
} Heads;

/* Of (B, H, T, D), or (B, T, D): then there is one head. H heads of queries look at it. */
static inline Heads flash_heads(const Tensor *t, long H)
{
    const long *s = t->stride;
    const real *end = t->data + 1;
    for (int i = 0; i < t->ndim; i++)
        end += t->shape[i] > 1 && s[i] > 0 ? (t->shape[i] - 1) * s[i] : 0;
    if (t->ndim == 3)
        return (Heads){t->data, s[0], 0, s[1], 1, end};
    return (Heads){t->data, s[0], s[1], s[2], t->shape[1] > 0 ? H / t->shape[1] : 1, end};
}

/* Everything one call of attention is about. */
typedef struct {
    long B, H, Tq, Tk, D;
    real scale;
    bool causal;               /* key j for query i only if j <= i + offset */
    long offset;               /* 0 if not causal */
    const Tensor *mask, *bias; /* broadcast to (B, H, Tq, Tk), or NULL */
    real dropout;              /* 0: none */
    Rng rng;                   /* as it was before the first draw */
    Heads q, k, v, out;
    real *max, *inverse; /* (B, H, Tq): the largest score, and 1 / sum e^(score - max); 0: no key */
    /* For the way back. A gradient that is not wanted has data NULL; beta 0 overwrites, 1 adds. */
    Heads dout, dq, dk, dv;
    real dq_beta, dk_beta, dv_beta;
    real *dbias; /* (B, H, Tq, Tk), zeros where no tile comes; NULL: not wanted */
} Flash;

typedef struct {
    void (*forward)(const Flash *f);  /* writes out, max and inverse */
    void (*backward)(const Flash *f); /* writes dq, dk and dv */
} FlashKernel;

/* A portable build has a kernel for each instruction set and asks the processor. */
#if defined(KINDLING_PORTABLE) && defined(__x86_64__)
#define FLASH_HAS_VERSIONS
#endif

extern const FlashKernel flash_native;
#ifdef FLASH_HAS_VERSIONS
extern const FlashKernel flash_avx2, flash_avx512;
#endif

/* ---- flash_check.c (13): what a caller can do wrong, for both twins -------------------------- */

void flash_check(const char *operation, const Tensor *q, const Tensor *k, const Tensor *v,
                 const FlashAttentionOptions *o);

/* ---- flash_native.c (13): which of the kernels ----------------------------------------------- */

const FlashKernel *flash_kernel(void); /* the best one here */

/* ---- flash_strange.c (13): numbers that are not finite, behind a mask ------------------------ */

bool flash_is_finite(const Tensor *t);
/* After forward: where out is not finite, those who may not see the row of v that is to blame are
 * spared. */
void flash_forward_again(const Flash *f, const Tensor *v);
/* Before backward: f->k and f->v of copies without what would spoil those who do not see it. */
void flash_clean(Flash *f, const Tensor *k, const Tensor *v);

#endif
