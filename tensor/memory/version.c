/* version.c - which Kindling this is. The number stands in tensor.h and nowhere else. */
#include "tensor.h"

const char *kindling_version(void)
{
    return KINDLING_VERSION;
}

int kindling_precision(void)
{
    return (int)sizeof(real);
}
