/* flash_native.c - tiled attention for the machine the compiler was told of, and which kernel to
 * use. */
#include "flash_backward.h"
#include "flash_forward.h"

const FlashKernel flash_native = {flash_forward, flash_backward};

const FlashKernel *flash_kernel(void)
{
#ifdef FLASH_HAS_VERSIONS
    if (__builtin_cpu_supports("avx512f"))
        return &flash_avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return &flash_avx2;
#endif
    return &flash_native;
}
