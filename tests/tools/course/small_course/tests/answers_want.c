/* answers_want.c - the right number, and wrong ones. */
#include "want.h"

double sum_to_100_want(void)
{
    MISTAKE_NUMBER(4950, "that is the sum up to 99");
    return 5050;
}
