/* quantize.h - weights as codes: whole numbers of 8 or 4 bits, and a scale for many of them.
 *
 * A code says on which step a number stands, the scale how high a step is: x = scale * (code -
 * zero_point). The codes are int8_t, or two in a byte; nothing here keeps them in floats. By hand
 * in module 15. Sources: Jacob et al. 2018 for scales and zero points; ggml for the blocks Q8_0 and
 * Q4_0; Dettmers et al. 2022 for a scale per row of what comes in.
 */
#ifndef KINDLING_QUANTIZE_H
#define KINDLING_QUANTIZE_H

#include "../layers/layers.h"

#pragma GCC visibility push(default)

/* ---- quantize.c (15): numbers to codes and back ---------------------------------------------- */

/* torch's names. x = scale * (code - zero_point), quant_min <= code <= quant_max. */
typedef struct {
    float scale; /* 0, or at most QUANT_LEAST_SCALE: every number is 0 */
    int zero_point, quant_min, quant_max;
} QuantParams;
#define QUANT_LEAST_SCALE 2.94e-39F /* 1 / scale of what is smaller would be infinite */
/* For numbers on both sides of 0: zero_point 0, codes from -(2^(bits-1) - 1) to 2^(bits-1) - 1, of
 * which the x furthest from 0 has one at the end. The lowest code that the bits could hold is left
 * out, so that -x has the code -q. 2 <= bits <= 8; an x that is not finite fails. n = 0, or all 0:
 * scale 0. */
QuantParams quant_symmetric(const real *x, long n, int bits);
/* For numbers of any range: all 2^bits codes, from -2^(bits-1) on; the range is that of x, and 0:
 * its least number has the first code, its largest the last one, and 0 a code of its own,
 * zero_point, to the nearest. n = 0, or all 0: scale 0, zero_point 0. */
QuantParams quant_affine(const real *x, long n, int bits);
/* q[i]: of the codes from quant_min to quant_max the one whose number is nearest to x[i] (of two
 * equally near either); that of 0 where the scale is at most QUANT_LEAST_SCALE. */
void quantize_row(int8_t *q, const real *x, long n, QuantParams p);
void dequantize_row(real *x, const int8_t *q, long n, QuantParams p); /* scale * (q - zero_point) */

/* ---- quantize_blocks.c (15): 32 numbers and a scale, as ggml keeps them ---------------------- */

#define QUANT_BLOCK 32 /* numbers */
typedef struct {
    uint16_t d; /* the scale, a half float */
    int8_t qs[QUANT_BLOCK];
} BlockQ8; /* 34 bytes */
typedef struct {
    uint16_t d;
    uint8_t qs[16]; /* byte j: code j in its low bits, code j + 16 in its high ones; 8 is 0 */
} BlockQ4;          /* 18 bytes */
/* Q8_0: d = max |x| / 127, codes of x / d to the nearest. d is rounded to a half only afterwards:
 * the codes are those of the exact d. In float. n must be a multiple of 32; an x that is not finite
 * fails, and so does one from QUANT_Q8_0_MOST on, since no half is larger than 65504. A block of
 * zeros: d 0, codes 0. (The least half is 6e-8: a block of numbers below 3.7e-6 comes back as
 * zeros.) */
#define QUANT_Q8_0_MOST 8321040.0 /* 127 * 65520, which is rounded to infinity */
#define QUANT_Q4_0_MOST 524160.0  /* 8 * 65520 */
void quantize_q8_0(BlockQ8 *out, const real *x, long n);
/* Q4_0: the x of largest |x| (the first of equals) decides d, and comes back as it was, whichever
 * side of 0 it is on; no code is left unused, and -x has the codes of x. The nearest code, of two
 * the higher one. Here, too, d is rounded afterwards. A block of zeros: d 0, codes 8. Fails
 * likewise, from QUANT_Q4_0_MOST on; numbers below 2.3e-7 come back as zeros. */
void quantize_q4_0(BlockQ4 *out, const real *x, long n);
void dequantize_q8_0(real *x, const BlockQ8 *blocks, long n); /* d * code */
void dequantize_q4_0(real *x, const BlockQ4 *blocks, long n); /* d * (code - 8) */

/* ---- quantized_matrix.c (15): a matrix of codes ---------------------------------------------- */

#define PER_COLUMN 0L    /* a scale for each column */
#define PER_TENSOR (-1L) /* one scale for all */
/* How many bits a code has, and how many codes share a scale. */
typedef struct {
    int bits;   /* 8, or 4 in groups of 32: Q4_0 */
    long group; /* PER_TENSOR, PER_COLUMN, or so many codes of a column */
} QuantScheme;
/* "int8_tensor", "int8" (a scale for each column), "q8_0", "q4_0"; false where it is none of
 * them. */
bool quant_scheme_named(const char *name, QuantScheme *scheme);
const char *quant_scheme_name(QuantScheme scheme); /* "int8 in groups of 64" for others */

/* W (in, out) of a linear layer, column by column, as the products read it. */
typedef struct {
    QuantScheme scheme;
    long in, out;
    int8_t *codes;    /* (out, in), or NULL: */
    uint8_t *nibbles; /* (out, in / 2), a Q4_0 block's codes for each 32 */
    float *scales;    /* one, or (out), or NULL: */
    uint16_t *halves; /* (out, in / group), half floats */
} QuantizedMatrix;
/* Of zeros. Owned: free it by quantized_matrix_free. Fails where bits, group and in do not fit, and
 * in above DOT_INT8_MAX. */
QuantizedMatrix *quantized_matrix_new(long in, long out, QuantScheme scheme);
void quantized_matrix_free(OR_NULL QuantizedMatrix *q); /* NULL is fine */
/* Fills q with the codes of w (in, out), symmetric ones: a column is a row of quantize_row, in
 * pieces of a group, with the scale of its group, its column, or the whole matrix. Scales of groups
 * are kept as halves, codes made with what they were before; with 4 bits they are the blocks of
 * quantize_q4_0. Fails where w has another shape, a number is not finite, or, of groups, not below
 * QUANT_Q8_0_MOST (4 bits: QUANT_Q4_0_MOST). */
void matrix_quantize(QuantizedMatrix *q, const Tensor *w);
/* The in codes of a column, -127 .. 127, or -8 .. 7 of nibbles. */
void quantized_column(const QuantizedMatrix *q, long column, int8_t *codes);
float quantized_scale(const QuantizedMatrix *q, long column, long i); /* of code i of a column */
long quantized_group(
    const QuantizedMatrix *q); /* how many codes of a column share a scale: in, or group */
Tensor *matrix_dequantize(const QuantizedMatrix *q); /* (in, out) */

/* ---- matmul_int8.c, plain/matmul_int8.c (15): a product of codes ----------------------------- */

/* out (m, out) = x (m, in) times w, in whole numbers: each row of x becomes codes, by
 * quant_symmetric of its own in 8 bits, or, where input is not NULL, by those parameters (with a
 * quant_min of -128 in may be up to 132,104). out is the product of what the codes stand for:
 * within a group whole numbers only, the scales in double. plain/matmul_int8.c is what module 15
 * asks for; matmul_int8.c gives the same with one scale for a column, bit for bit, and with groups
 * up to rounding in float. */
void matmul_int8(Tensor *out, const Tensor *x, const QuantizedMatrix *w,
                 OR_NULL const QuantParams *input);

/* ---- minmax_observer.c (15): the range of what comes by -------------------------------------- */

typedef struct {
    real low, high; /* of all that came by, and 0 */
    long count;     /* how many numbers */
} MinMaxObserver;   /* {0}: nothing yet */
/* Takes in every number of x, whatever its strides. What is not finite fails. */
void minmax_observer_add(MinMaxObserver *o, const Tensor *x);
QuantParams minmax_observer_params(const MinMaxObserver *o,
                                   int bits); /* quant_affine of the range */

/* ---- quantized_linear.c (15): a linear layer of codes ---------------------------------------- */

/* Linear, with codes for its weight: it computes, and does not learn. */
typedef struct {
    Module module;
    QuantizedMatrix *weight;
    Tensor *bias;    /* (out), a buffer, in full precision; NULL: none */
    bool calibrated; /* what comes in has the parameters `input`; false: each row its own */
    QuantParams input;
} QuantizedLinear;
/* Zeros, or a copy as codes. Owned: free it by module_free. */
QuantizedLinear *quantized_linear_new(long in, long out, bool bias, QuantScheme scheme);
QuantizedLinear *quantized_linear_from(const Linear *l, QuantScheme scheme);
/* x W + b: (..., in) -> (..., out). No gradient passes: fails where x requires one and a graph is
 * recorded. */
Tensor *quantized_linear_forward(QuantizedLinear *l, Tensor *x);
/* From here on what comes in is cut into the steps that o has seen: no row is asked for its own. */
void quantized_linear_calibrate(QuantizedLinear *l, const MinMaxObserver *o);
/* The matrix of codes of a module that has one, else NULL. */
const QuantizedMatrix *module_codes(const Module *m);

/* ---- quantized_bytes.c (15): what it takes --------------------------------------------------- */

size_t quantized_matrix_bytes(const QuantizedMatrix *q); /* codes and scales */
/* What a model keeps, in bytes: parameters and buffers of m and all below it, and codes with their
 * scales. A parameter that is shared counts where it was made. */
size_t quantized_bytes(const Module *m);

/* ---- quantize_model.c, quantized_file.c (16): whole models ----------------------------------- */

/* Every Linear of a tree of Sequentials becomes a QuantizedLinear, and ends. Returns m, or what
 * takes its place where m itself is a Linear. Fails, before anything is changed, where a Linear
 * belongs to another kind of module, which would still call it: a GPT is quantized by
 * quantized_gpt_new. Layers whose width is no multiple of the group stay. Owned: free it by
 * module_free. */
Module *quantize_model(Module *m, QuantScheme scheme);
/* All of it in a safetensors file: parameters and buffers by name, codes as <path>.codes (I8) or
 * <path>.nibbles (U8), their scales as <path>.scales (F32, or F16 of groups). 0, or -1 and
 * kindling_error(). */
int quantized_save(Module *m, const char *path, long n_metadata, const MetadataEntry metadata[]);
/* Into a model of the same structure. 0, or -1 and kindling_error(); then nothing has changed. */
int quantized_load(Module *m, const char *path);

#pragma GCC visibility pop
#endif
