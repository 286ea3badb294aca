/* answers.c - the questions of the lesson. */
#include "want.h"

TEST(numbers_of_lenet, .points = 1, .exercise = "09.q lenet_parameters", .file = "answers.txt")
{
    double want = EXPECT(lenet_parameters_want());
    double lenet_parameters = answer("lenet_parameters");
    check_number(lenet_parameters, want, 1e-06, "");
}

TEST(bytes_of_columns, .points = 1, .exercise = "09.q column_bytes", .file = "answers.txt")
{
    double want = EXPECT(column_bytes_want());
    double column_bytes = answer("column_bytes");
    check_number(column_bytes, want, 1e-06, "");
}

TEST(work_of_depthwise, .points = 1, .exercise = "09.q depthwise_ratio", .file = "answers.txt")
{
    double want = EXPECT(depthwise_ratio_want());
    double depthwise_ratio = answer("depthwise_ratio");
    check_number(depthwise_ratio, want, 0.001, "");
}

TEST(what_one_number_sees, .points = 1, .exercise = "09.q receptive_field", .file = "answers.txt")
{
    double want = EXPECT(receptive_field_want());
    double receptive_field = answer("receptive_field");
    check_number(receptive_field, want, 1e-06, "");
}

TEST(width_behind_a_stride, .points = 1, .exercise = "09.q width_of_result", .file = "answers.txt")
{
    double want = EXPECT(width_of_result_want());
    double width_of_result = answer("width_of_result");
    check_number(width_of_result, want, 1e-06, "");
}

TEST(ten_batches_remembered, .points = 1, .exercise = "09.q running_mean", .file = "answers.txt")
{
    double want = EXPECT(running_mean_want());
    double running_mean = answer("running_mean");
    check_number(running_mean, want, 0.001, "");
}
