/* questions.c - the numbers of answers.txt. */
#include "check.h"

TEST(bytes_of_a_tensor, .points = 1, .exercise = "01.q tensor_bytes", .file = "answers.txt",
     .hints = HINTS("How many numbers are there? How large is a float?",
                    "32 * 128 * 64 numbers of 4 bytes."))
{
    MISTAKE_NUMBER(32.0 * 128 * 64, "that is how many numbers there are; each takes 4 bytes");
    MISTAKE_NUMBER(32.0 * 128 * 64 * 8, "that would be double: a float has 4 bytes");
    MISTAKE_NUMBER((32.0 + 128 + 64) * 4, "sizes multiply, they do not add");
    double bytes = answer("tensor_bytes");
    check_number(bytes, 32.0 * 128 * 64 * 4, 1e-6, "32 * 128 * 64 numbers of 4 bytes");
}

TEST(offset_in_a_transposed_view, .points = 1, .exercise = "01.q offset_transposed",
     .file = "answers.txt",
     .hints = HINTS("Which strides has the view? They travelled with their axes.",
                    "Stride (1, 6), index (5, 2)."))
{
    MISTAKE_NUMBER(5 * 4 + 2,
                   "that is the offset in a contiguous (6, 4) tensor; a view keeps a's strides");
    MISTAKE_NUMBER(5 * 6 + 2,
                   "that is [5][2] with the strides (6, 1) of the tensor before transposing");
    double offset = answer("offset_transposed");
    check_number(offset, 17, 1e-6, "5 * 1 + 2 * 6: the strides of the view are (1, 6)");
}

TEST(elements_of_a_broadcast_sum, .points = 1, .exercise = "01.q broadcast_elements",
     .file = "answers.txt",
     .hints = HINTS("Find the common shape first.", "(8, 1, 6) with (7, 1) is (8, 7, 6)."))
{
    MISTAKE_NUMBER(48, "that is how many the first has; the second stretches its axis of size 1");
    MISTAKE_NUMBER(55, "elements of both added up; the result has the common shape");
    MISTAKE_NUMBER(8.0 * 7 * 1 * 6 * 7, "aligned at the right, 1 meets 7 and 6 meets 1");
    double elements = answer("broadcast_elements");
    check_number(elements, 8.0 * 7 * 6, 1e-6, "(8, 1, 6) with (7, 1) is (8, 7, 6)");
}

TEST(multiplications_of_a_product, .points = 1, .exercise = "01.q multiplications",
     .file = "answers.txt",
     .hints = HINTS("Each element of the result is a sum of how many products?",
                    "64 * 128 elements with 784 products each."))
{
    MISTAKE_NUMBER(64.0 * 128,
                   "that is how many elements the result has; each is a sum of 784 products");
    MISTAKE_NUMBER(2.0 * 64 * 784 * 128,
                   "additions counted too: asked for were the multiplications");
    double count = answer("multiplications");
    check_number(count, 64.0 * 784 * 128, 1e-6, "m * k * n: 64 * 784 * 128");
}

TEST(lines_of_one_column, .points = 1, .exercise = "01.q lines_of_a_column", .file = "answers.txt",
     .hints = HINTS("How far apart are two elements of a column? How long is a line?",
                    "4000 bytes apart, lines of 64 bytes: no two share a line."))
{
    MISTAKE_NUMBER(63, "that is a row: 16 floats share a line there. A column has one per line");
    MISTAKE_NUMBER(62.5, "that is a row: 16 floats share a line there. A column has one per line");
    double lines = answer("lines_of_a_column");
    check_number(lines, 1000, 1e-6, "the elements are 4000 bytes apart: each in a line of its own");
}
