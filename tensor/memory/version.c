/* version.c - which Kindling this is. The number stands in tensor.h and nowhere else. */
#include <float.h>
#include "tensor.h"

/* What all of the engine takes for granted. 64 bits or 32, any order of bytes; Windows, with
 * pointers of 64 bits and a long of 32, is what is left out. */
_Static_assert(CHAR_BIT == 8 && sizeof(int) == 4,
               "Kindling needs bytes of 8 bits and an int of 32");
_Static_assert(sizeof(long) == sizeof(void *),
               "Kindling needs a long as wide as a pointer (on Windows: WSL)");
_Static_assert(FLT_RADIX == 2 && FLT_MANT_DIG == 24 && DBL_MANT_DIG == 53,
               "Kindling needs float and double as IEEE 754 has them");

const char *kindling_version(void)
{
    return KINDLING_VERSION;
}

int kindling_precision(void)
{
    return (int)sizeof(real);
}
