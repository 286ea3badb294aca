/* clones.h - loops that a portable build has once for each instruction set.
 *
 * KINDLING_CLONES before a function makes the compiler write it for AVX-512, for AVX2 and for any
 * processor of the kind; the loader picks one when the program starts. What the function calls has
 * to be inline, or it stays as it is. In other builds, and where compilers cannot do it, nothing.
 * Worth it for loops over numbers that a compiler vectorizes (vmath.h); gemm has its own kernels.
 */
#ifndef KINDLING_CLONES_H
#define KINDLING_CLONES_H

#if defined(KINDLING_PORTABLE) && defined(__x86_64__) && defined(__ELF__)
#define KINDLING_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define KINDLING_CLONES
#endif

#endif
