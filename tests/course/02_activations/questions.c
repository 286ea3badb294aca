/* questions.c - the numbers of answers.txt. */
#include "check.h"

TEST(sigmoid_in_the_middle, .points = 1, .exercise = "02.q sigmoid_at_0", .file = "answers.txt",
     .hints = HINTS("e^0 is 1.", "1 / (1 + 1)"))
{
    MISTAKE_NUMBER(0, "that is tanh(0); the sigmoid lies between 0 and 1");
    MISTAKE_NUMBER(1, "1 / (1 + e^0), and e^0 is 1");
    double y = answer("sigmoid_at_0");
    check_number(y, 1 / (1 + exp(0)), 1e-6, "1 / (1 + 1)");
}

TEST(slope_of_the_sigmoid, .points = 1, .exercise = "02.q sigmoid_slope_at_0",
     .file = "answers.txt",
     .hints = HINTS("The derivative of the sigmoid s is s (1 - s).", "0.5 * 0.5"))
{
    MISTAKE_NUMBER(0.5, "that is the value there; its slope is s (1 - s)");
    MISTAKE_NUMBER(1, "that is the slope of tanh at 0");
    double slope = answer("sigmoid_slope_at_0");
    check_number(slope, 0.25, 1e-4,
                 "s (1 - s) with s = 1/2: ten sigmoids in a row leave a millionth");
}

TEST(softmax_of_four_equals, .points = 1, .exercise = "02.q softmax_of_equals",
     .file = "answers.txt", .hints = HINTS("They are equal and add up to 1.", "e^0 / (4 e^0)"))
{
    MISTAKE_NUMBER(0, "e^0 is 1, not 0");
    MISTAKE_NUMBER(1, "that is e^0; divide by the sum of all four");
    double y = answer("softmax_of_equals");
    check_number(y, 0.25, 1e-6, "four equal numbers that add up to 1");
}

TEST(softmax_does_not_see_shifts, .points = 1, .exercise = "02.q softmax_shifted",
     .file = "answers.txt",
     .hints = HINTS("What happens if the same number is added to all?", "e^100 cancels."))
{
    MISTAKE_NUMBER(0.7311, "that is the second one: the order stays");
    MISTAKE_NUMBER(100.2689, "softmax adds up to 1: a shift cancels");
    double y = answer("softmax_shifted");
    check_number(y, exp(1) / (exp(1) + exp(2)), 1e-4, "a shift of all scores cancels: 0.2689");
}

TEST(where_exp_overflows, .points = 1, .exercise = "02.q exp_overflow", .file = "answers.txt",
     .hints = HINTS("log(3.4e38)", "It is 88.72: the next whole number"))
{
    MISTAKE_NUMBER(710, "that is where a double overflows; a float ends at 3.4e38");
    MISTAKE_NUMBER(88, "e^88 is 1.65e38, which is still below 3.4e38");
    MISTAKE_NUMBER(38, "38 is the power of ten; take the natural log of 3.4e38");
    MISTAKE_NUMBER(39, "39 belongs to powers of ten; take the natural log of 3.4e38");
    double x = answer("exp_overflow");
    check_number(x, 89, 1e-6, "log(3.4e38) = 88.7");
}
