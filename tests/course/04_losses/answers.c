/* answers.c - the questions of the lesson. */
#include "check.h"

TEST(loss_of_a_guess, .points = 2, .exercise = "04.q loss_of_a_guess", .file = "answers.txt",
     .hints = HINTS("Ten classes, equal logits: what probability has the right one?", "-log(1/10)",
                    "log 10, the natural logarithm"))
{
    MISTAKE_NUMBER(0.1, "that is the probability; the loss is -log of it");
    MISTAKE_NUMBER(1, "a logarithm of base 10: the natural one is meant");
    MISTAKE_NUMBER(log2(10), "that is in bits, base 2: the natural logarithm is meant");
    MISTAKE_NUMBER(-log(10), "the minus is missing: a loss is never negative");
    double loss = answer("loss_of_a_guess");
    check_number(loss, log(10), 1e-3,
                 "-log(1/10) = log 10: the first loss of any training run on ten classes");
}

TEST(largest_exponent_of_float, .points = 2, .exercise = "04.q largest_logit",
     .file = "answers.txt",
     .hints = HINTS("The largest float is about 3.4e38.", "Which power of e is that?",
                    "log(3.4e38) = 88.7; the largest whole number below"))
{
    MISTAKE_NUMBER(89, "log(3.4e38) is 88.7, so e^89 is infinite already");
    MISTAKE_NUMBER(709, "that is double; float has fewer exponent bits");
    MISTAKE_NUMBER(38, "that is a power of 10; powers of e are asked");
    MISTAKE_NUMBER(127, "that is a power of 2; powers of e are asked");
    double x = answer("largest_logit");
    check_number(x, 88, 1e-6, "log(3.4028e38) = 88.72");
}

TEST(floor_of_the_smoothed_loss, .points = 2, .exercise = "04.q smoothed_floor",
     .file = "answers.txt",
     .hints = HINTS("The best a model can do is to answer with the smoothed target itself.",
                    "That distribution is 0.91 for the target and 0.01 for each of nine others.",
                    "-0.91 log 0.91 - 9 * 0.01 log 0.01"))
{
    EXPECT(double want = -0.91 * log(0.91) - 0.09 * log(0.01));
    MISTAKE_NUMBER(0, "only without smoothing: now each wrong class has to get some probability");
    MISTAKE_NUMBER(-0.9 * log(0.9) - 0.1 * log(0.1 / 9),
                   "smoothing was spread over V - 1 classes: the uniform distribution has all V");
    MISTAKE_NUMBER(want / log(2), "that is in bits: the natural logarithm is meant");
    MISTAKE_NUMBER(-log(0.91), "that is the target's loss alone; the other nine classes count too");
    MISTAKE_NUMBER(-0.9 * log(0.9) - 0.1 * log(0.01),
                   "the target also gets its share of the uniform part: 0.9 + 0.01");
    double floor_ = answer("smoothed_floor");
    check_number(floor_, want, 1e-3, "the entropy of (0.91, 0.01, ...)");
}

TEST(mean_with_padding, .points = 2, .exercise = "04.q padded_mean", .file = "answers.txt",
     .hints = HINTS("Padding has no loss, and does not count.",
                    "Sum over the rows that count, and divide by how many.", "6 / 3"))
{
    MISTAKE_NUMBER(0.75, "divided by all 8 rows: the 5 ignored ones do not count");
    MISTAKE_NUMBER(6, "that is the sum; divide by the rows that count");
    MISTAKE_NUMBER(1.2, "divided by the 5 ignored rows; the 3 others count");
    double mean = answer("padded_mean");
    check_number(mean, 2, 1e-6, "6 over the 3 rows that count");
}

TEST(bytes_of_the_logits, .points = 2, .exercise = "04.q logits_bytes", .file = "answers.txt",
     .hints = HINTS("One logit per token and per class.",
                    "8 * 1024 tokens, 50257 classes, 4 bytes each.", "8 * 1024 * 50257 * 4"))
{
    EXPECT(double n = 8.0 * 1024 * 50257);
    MISTAKE_NUMBER(n, "that is how many logits; each takes 4 bytes");
    MISTAKE_NUMBER(n * 8, "8 bytes is a double; a float takes 4");
    MISTAKE_NUMBER(n / 8 * 4, "that is one sequence; the batch has 8");
    MISTAKE_NUMBER(8.0 * 50257 * 4,
                   "one row per sequence: but every token is held against the next one");
    double bytes = answer("logits_bytes");
    check_number(bytes, n * 4, 1e-3,
                 "8 * 1024 rows of 50257 floats: 1.6 GB, often the largest tensor of a step");
}
