/* measure.c - one sum. */
#include <stdio.h>
#include "small.h"

int main(void)
{
    printf("the sum up to 10 is %ld\n", small_sum(10));
}
