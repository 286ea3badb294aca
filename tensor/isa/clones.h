/* clones.h - loops that a portable build has once for each instruction set.
 *
 * KINDLING_CLONES before a function makes the compiler write it for AVX-512, for AVX2 and for any
 * processor of the kind; the loader picks one when the program starts. What the function calls has
 * to be inline, or it stays as it is. In other builds, and where compilers cannot do it, nothing.
 * Worth it for loops over numbers that a compiler vectorizes (vmath.h); gemm has its own kernels.
 * Invariant: a version fuses multiplication and addition in vectors of every width and in single
 * numbers, or nowhere: what becomes of a number must not depend on its place in its row. So a
 * version is a level of x86-64, not "avx512f", which fuses in the widest vectors only; compilers
 * that cannot ask the processor for a level get AVX2 alone, which fuses nowhere; clang names the
 * clones of a global function so that no other file finds it, and gets none. It is glibc's loader
 * that picks; musl's cannot.
 *
 * There are two ways because they answer two questions. A row function is the same C for all
 * processors, stands where a student writes it, and takes this one word. What is written
 * differently for other registers (how many sums, how wide a vector: gemm_template.h,
 * attention/flash) must know the instruction set while it is compiled, which a clone does not: such
 * a text is a *_template.h, included by a file for each set. Choose the word, and a template only
 * where LANES or MR is needed.
 */
#ifndef KINDLING_CLONES_H
#define KINDLING_CLONES_H

#include <limits.h> /* __GLIBC__ */

#if !defined(KINDLING_PORTABLE) || !defined(__x86_64__) || !defined(__GLIBC__) || defined(__clang__)
#define KINDLING_CLONES
#elif __GNUC__ >= 12
#define KINDLING_CLONES                                                                            \
    __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define KINDLING_CLONES __attribute__((target_clones("avx2", "default")))
#endif

#endif
