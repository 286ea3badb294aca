/* int8_kernel.h - what a product of codes asks of one instruction set (inside the engine only).
 *
 * tensor/product/int8_plain.c is the twin in plain C; tensor/isa/ has one for each instruction set.
 * Invariant: sums of whole numbers are exact, so `columns` gives the same on every machine; where
 * groups have scales, their sums are floats, and the order in which a kernel adds them is its own.
 * A row never knows how many rows there are.
 */
#ifndef KINDLING_INT8_KERNEL_H
#define KINDLING_INT8_KERNEL_H

#include "engine.h"
#include "int8.h"

#define INT8_GROUP 32 /* codes that share a scale in groups8 and groups4 */
#define INT8_PAD 128L /* rows of x end with zeros up to a multiple of this */

/* y = codes of x (m, in) times codes of w (in, out), which lie column by column. */
typedef struct {
    long m, in, out;
    long x_row;      /* codes from a row of x to the next: in, padded */
    const int8_t *x; /* -128 .. 127, zeros behind `in` */
    /* x_row / 4 a row: of each four codes of x their sum, times -128, or -8 for nibbles */
    const int32_t *offsets;
    const int32_t *total; /* of each row of x the sum of its codes */
    const int8_t *codes;  /* (out, in), or */
    const uint8_t
        *nibbles; /* (out, in / 2): of a group of 32 byte j holds codes j and j + 16, plus 8 */
    const uint16_t *scales; /* (out, in / 32), half floats */
} Int8Product;

typedef struct {
    const char *name; /* the instructions */
    /* Columns [first, last) of y (m, out). Sums of products: */
    void (*columns)(const Int8Product *p, long first, long last, int32_t *y);
    /* and sums over groups of 32 of scale times sum of products, of codes and of nibbles: */
    void (*groups8)(const Int8Product *p, long first, long last, float *y);
    void (*groups4)(const Int8Product *p, long first, long last, float *y);
    /* groups4 wants x by halves: of each four groups of a row first the codes that stand in low
     * bits of w, 16 of each group, then the others; and offsets of both together, 32 for each four
     * groups. */
    bool by_halves;
} Int8Kernel;
/* A row of x as codes, zeros behind them: its offsets, for codes of w with `excess` too much, and
 * their total. */
void int8_offsets(const int8_t *row, long x_row, int excess, int32_t *offsets, int32_t *total);
/* The same for nibbles, by halves: `to` gets the row of x. */
void int8_by_halves(const int8_t *row, long x_row, int8_t *to, int32_t *offsets);

extern const Int8Kernel int8_plain;
#if defined(__x86_64__) && defined(__GNUC__)
#define INT8_HAS_VERSIONS
extern const Int8Kernel int8_avx2, int8_vnni;
#endif
/* The kernel of this name, "vnni", "avx2" or "plain"; NULL where this processor has none. */
const Int8Kernel *int8_kernel_named(const char *name);
const Int8Kernel *int8_kernel(void); /* the best one here */

#endif
