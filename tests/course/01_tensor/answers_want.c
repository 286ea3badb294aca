/* answers_want.c - the right answers to the questions, and wrong ones that people give. */
#include "want.h"

double tensor_bytes_want(void)
{
    const double numbers_ = 32.0 * 128 * 64;
    MISTAKE_NUMBER(numbers_, "that is how many numbers there are; each takes 4 bytes");
    MISTAKE_NUMBER(numbers_ * 8, "that would be double: a float has 4 bytes");
    MISTAKE_NUMBER((32.0 + 128 + 64) * 4, "sizes multiply, they do not add");
    MISTAKE_NUMBER(1, "in bytes, please: 1 MiB is 1024 * 1024");
    return numbers_ * 4;
}

double offset_transposed_want(void)
{
    MISTAKE_NUMBER(5 * 4 + 2,
                   "that is the offset in a contiguous (6, 4) tensor; a view keeps a's strides");
    MISTAKE_NUMBER(5 * 6 + 2,
                   "that is [5][2] with the strides (6, 1) of the tensor before transposing");
    return 5 * 1 + 2 * 6;
}

double broadcast_elements_want(void)
{
    MISTAKE_NUMBER(48, "that is how many the first has; the second stretches its axis of size 1");
    MISTAKE_NUMBER(55, "elements of both added up; the result has the common shape");
    MISTAKE_NUMBER(8.0 * 7 * 1 * 6 * 7, "aligned at the right, 1 meets 7 and 6 meets 1");
    return 8.0 * 7 * 6;
}

double multiplications_want(void)
{
    MISTAKE_NUMBER(64.0 * 128,
                   "that is how many elements the result has; each is a sum of 784 products");
    MISTAKE_NUMBER(2.0 * 64 * 784 * 128,
                   "additions counted too: asked for were the multiplications");
    return 64.0 * 784 * 128;
}

double lines_of_a_column_want(void)
{
    MISTAKE_NUMBER(63, "that is a row: 16 floats share a line there. A column has one per line");
    MISTAKE_NUMBER(62.5, "that is a row: 16 floats share a line there. A column has one per line");
    MISTAKE_NUMBER(1000.0 * 1000 / 16, "that is the whole matrix, row by row: one column is asked");
    return 1000;
}
