/* answers.c - the questions of the lesson. */
#include "want.h"

TEST(bytes_of_a_tensor, .points = 1, .exercise = "01.q tensor_bytes", .file = "answers.txt")
{
    double want = EXPECT(tensor_bytes_want());
    double bytes = answer("tensor_bytes");
    check_number(bytes, want, 1e-6, "");
}

TEST(offset_in_a_transposed_view, .points = 1, .exercise = "01.q offset_transposed",
     .file = "answers.txt")
{
    double want = EXPECT(offset_transposed_want());
    double offset = answer("offset_transposed");
    check_number(offset, want, 1e-6, "");
}

TEST(elements_of_a_broadcast_sum, .points = 1, .exercise = "01.q broadcast_elements",
     .file = "answers.txt")
{
    double want = EXPECT(broadcast_elements_want());
    double elements = answer("broadcast_elements");
    check_number(elements, want, 1e-6, "");
}

TEST(multiplications_of_a_product, .points = 1, .exercise = "01.q multiplications",
     .file = "answers.txt")
{
    double want = EXPECT(multiplications_want());
    double count = answer("multiplications");
    check_number(count, want, 1e-6, "");
}

TEST(lines_of_one_column, .points = 1, .exercise = "01.q lines_of_a_column", .file = "answers.txt")
{
    double want = EXPECT(lines_of_a_column_want());
    double lines = answer("lines_of_a_column");
    check_number(lines, want, 1e-6, "");
}
