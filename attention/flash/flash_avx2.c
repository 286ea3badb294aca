/* flash_avx2.c - tiled attention for AVX2; compiled with those instructions, and run only where the
 * processor has them. Empty unless the build is portable. */
#include "flash.h"

#ifdef FLASH_HAS_VERSIONS
#include "flash_backward.h"
#include "flash_forward.h"

const FlashKernel flash_avx2 = {flash_forward, flash_backward};
#endif
