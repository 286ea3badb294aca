/* clones.h - loops that a portable build has once for each instruction set.
 *
 * KINDLING_CLONES before a function makes the compiler write it for AVX-512, for AVX2 and for any
 * processor of the kind; the loader picks one when the program starts. What the function calls has
 * to be inline, or it stays as it is. In other builds, and where compilers cannot do it, nothing.
 *
 * There are two ways because they answer two questions. A row function is the same C for all
 * processors, stands where a student writes it, and takes this one word. What is written differently
 * for other registers (how many sums, how wide a vector: gemm_template.h, attention/flash) must know
 * the instruction set while it is compiled, which a clone does not: such a text is a *_template.h,
 * included by a file for each set. Choose the word, and a template only where LANES or MR is needed.
 */
#ifndef KINDLING_CLONES_H
#define KINDLING_CLONES_H

#if defined(KINDLING_PORTABLE) && defined(__x86_64__) && defined(__ELF__)
#define KINDLING_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define KINDLING_CLONES
#endif

#endif
