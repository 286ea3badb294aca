/* flash_avx512.c - tiled attention for AVX-512; compiled with those instructions, and run only
 * where the processor has them. Empty unless the build is portable. */
#include "flash.h"

#ifdef FLASH_HAS_VERSIONS
#include "flash_backward.h"
#include "flash_forward.h"

const FlashKernel flash_avx512 = {flash_forward, flash_backward};
#endif
