/* answers.c - the questions of the lesson. */
#include "check.h"

TEST(bytes_of_the_token_table, .points = 1, .exercise = "11.q table_bytes", .file = "answers.txt",
     .hints = HINTS("V rows of C numbers.", "A float takes 4 bytes.", "50257 * 768 * 4"))
{
    double n = 50257.0 * 768;
    MISTAKE_NUMBER(n, "that is how many numbers there are; each takes 4 bytes");
    MISTAKE_NUMBER(8 * n, "8 bytes is a double; a float takes 4");
    MISTAKE_NUMBER(n * 4 / 1e6, "in bytes, please: 154 MB is 154 million");
    MISTAKE_NUMBER(768 * 4, "that is one row: there is one per token of the vocabulary");
    double bytes = answer("table_bytes");
    check_number(bytes, 4 * n, 1e-3, "V * C floats of 4 bytes: 154 MB");
}

TEST(what_one_hot_costs, .points = 2, .exercise = "11.q one_hot_multiplications",
     .file = "answers.txt",
     .hints = HINTS("A product (m, k) @ (k, n) takes m * k * n multiplications.",
                    "m = 1024, k = V, n = C.", "1024 * 50257 * 768"))
{
    double n = 1024.0 * 50257 * 768;
    MISTAKE_NUMBER(2 * n,
                   "multiplications and additions together: only the multiplications, please");
    MISTAKE_NUMBER(1024.0 * 768,
                   "that is what the lookup copies; the product multiplies by all the zeros too");
    MISTAKE_NUMBER(1024.0 * 50257,
                   "those are the numbers of the one-hot rows: each meets C numbers of the table");
    MISTAKE_NUMBER(50257.0 * 768, "that is one token: there are 1024");
    double multiplications = answer("one_hot_multiplications");
    check_number(multiplications, n, 1e-3,
                 "m * k * n = 1024 * V * C: 40 thousand million, nearly all by 0");
}

TEST(gradient_of_a_repeated_row, .points = 2, .exercise = "11.q gradient_of_row_5",
     .file = "answers.txt",
     .hints = HINTS("How often was row 5 looked up?", "Three times, and each time 1 comes back.",
                    "1 + 1 + 1"))
{
    MISTAKE_NUMBER(1, "that is one share: row 5 was looked up three times, and shares add up");
    MISTAKE_NUMBER(12, "that is the sum over the 4 channels: channel 0 alone");
    MISTAKE_NUMBER(5, "5 is the id; what counts is how often it occurs");
    MISTAKE_NUMBER(2, "row 2 gets 2; count the fives");
    double gradient = answer("gradient_of_row_5");
    check_number(gradient, 3, 1e-6, "1 for each of the three lookups of row 5");
}

TEST(how_much_of_it_is_zero, .points = 1, .exercise = "11.q nonzero_gradients",
     .file = "answers.txt",
     .hints = HINTS("Which different ids occur?", "5, 2 and 9: three rows.",
                    "3 rows of 4 channels"))
{
    MISTAKE_NUMBER(3, "that is how many rows; each has 4 channels");
    MISTAKE_NUMBER(24, "six ids, but only three different ones: repeated ids share a row");
    MISTAKE_NUMBER(6, "that is how many ids there are: count the different ones, times 4 channels");
    MISTAKE_NUMBER(28, "that is how many are 0");
    MISTAKE_NUMBER(40, "rows that were not looked up get no gradient");
    double nonzero = answer("nonzero_gradients");
    check_number(nonzero, 12, 1e-6, "rows 2, 5 and 9, 4 channels each");
}

TEST(the_slowest_hand_of_the_clock, .points = 1, .exercise = "11.q slowest_turn",
     .file = "answers.txt",
     .hints = HINTS("The angle after p steps is p / 10000^(2i/C); a turn is 2 pi.",
                    "p = 2 pi * 10000^(510/512).", "60611, so about 60600"))
{
    double pi = acos(-1), slowest = pow(10000, 510.0 / 512);
    MISTAKE_NUMBER(
        20000 * pi,
        "that would be the base itself, i = C/2; the last pair is i = 255, exponent 510/512");
    MISTAKE_NUMBER(slowest, "that turns by 1 radian; a full turn is 2 pi radians");
    MISTAKE_NUMBER(2 * pi * pow(10000, 255.0 / 512), "2i/C is 510/512, not 255/512");
    MISTAKE_NUMBER(2 * pi, "that is the fastest pair, i = 0");
    double steps = answer("slowest_turn");
    check_number(steps, 2 * pi * slowest, 5e-3, "2 pi * 10000^(510/512) is about 60,600 steps");
}
