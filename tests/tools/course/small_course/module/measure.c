/* measure.c - one sum. */
#include <stdio.h>
#include "predict.h"
#include "small.h"

enum { SUM, SQUARE };

int main(void)
{
    predict(SUM, "the sum up to 10", "");
    predict(SQUARE, "the square of 10", "");
    printf("the sum up to 10 is %ld\n", small_sum(10));
    measured(SUM, (double)small_sum(10));
    measured(SQUARE, (double)small_square(10));
    contract(small_square(10) == 100, "90.2 small_square is n times n");
    return conclude();
}
