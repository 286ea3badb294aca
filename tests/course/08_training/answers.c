/* answers.c - the questions of the lesson. */
#include "check.h"

TEST(a_rate_half_way_down, .points = 2, .exercise = "08.q cosine_half_way", .file = "answers.txt",
     .hints = HINTS("How far is step 550 between the end of the warm-up and the end?",
                    "(550 - 100) / (1000 - 100) = 0.5, and cos(pi / 2) = 0.",
                    "0.0001 + 0.0009 * 0.5"))
{
    MISTAKE_NUMBER(0.0005, "that is half of lr: it falls to lr_min, not to 0");
    MISTAKE_NUMBER(0.0006, "lr_min was added to half of lr: only lr - lr_min is to go");
    MISTAKE_NUMBER(0.00045, "that is half the gap; it starts from lr_min");
    MISTAKE_NUMBER(0.0001 + 0.0009 * 0.5 * (1 + cos(3.14159265358979 * 0.55)),
                   "the warm-up was counted, too: 450 of 900 steps");
    double rate = answer("cosine_half_way");
    check_number(rate, 0.00055, 1e-6, "half-way between lr_min and lr");
}

TEST(a_small_last_batch, .points = 2, .exercise = "08.q held_out_loss", .file = "answers.txt",
     .hints = HINTS("Each example counts the same.", "Sum the losses of the examples: 4 + 4 + 8.",
                    "16 / 10"))
{
    MISTAKE_NUMBER(2, "that is the mean of the three means: two examples counted as much as four");
    MISTAKE_NUMBER(6, "that is the sum of the means");
    MISTAKE_NUMBER(16, "that is the sum over the examples; divide by 10");
    MISTAKE_NUMBER(16.0 / 12, "the last batch is not full: 10 examples, not 12");
    double loss = answer("held_out_loss");
    check_number(loss, 1.6, 1e-3, "(4 * 1 + 4 * 1 + 2 * 4) / 10");
}

TEST(a_sum_in_place_of_a_mean, .points = 2, .exercise = "08.q forgotten_mean",
     .file = "answers.txt",
     .hints = HINTS("Gradients add up: which is the gradient after 8 times 0.5?",
                    "w loses lr times that.", "1 - 0.1 * 8 * 0.5"))
{
    MISTAKE_NUMBER(0.95, "that is with the mean; without it the gradient is 8 times as large");
    MISTAKE_NUMBER(0.4, "that is how far w has moved; it started at 1");
    MISTAKE_NUMBER(-3, "and times the learning rate");
    MISTAKE_NUMBER(1.4, "downhill: the step is taken off");
    double w = answer("forgotten_mean");
    check_number(w, 0.6, 1e-3, "the gradient is 4 in place of 0.5: 1 - 0.1 * 4");
}

TEST(a_file_to_go_on_from, .points = 2, .exercise = "08.q checkpoint_bytes", .file = "answers.txt",
     .hints = HINTS("Which tensors does a run need to go on?",
                    "Weights and both moments; gradients are made anew.", "124439808 * 3 * 4"))
{
    double P = 124439808;
    MISTAKE_NUMBER(4 * P, "that is the weights alone: the moments are needed, too");
    MISTAKE_NUMBER(8 * P, "AdamW has two moments, and the weights are in there, too");
    MISTAKE_NUMBER(16 * P, "gradients are not stored: a step begins without any");
    MISTAKE_NUMBER(3 * P, "that is how many numbers; each takes 4 bytes");
    double bytes = answer("checkpoint_bytes");
    check_number(bytes, 12 * P, 1e-3, "weights and two moments, 4 bytes each");
}

TEST(how_many_steps, .points = 2, .exercise = "08.q steps_per_epoch", .file = "answers.txt",
     .hints = HINTS("A step sees 4 micro-batches.",
                    "128 examples per step, and what is left "
                    "over is no step.",
                    "50000 / 128 = 390.6"))
{
    MISTAKE_NUMBER(1562, "that is micro-batches: four of them make a step");
    MISTAKE_NUMBER(1563, "that is micro-batches: four of them make a step");
    MISTAKE_NUMBER(391, "the last one would not be whole");
    MISTAKE_NUMBER(390.625, "whole steps, please");
    MISTAKE_NUMBER(6250, "more micro-batches per step mean fewer steps, not more");
    double steps = answer("steps_per_epoch");
    check_number(steps, 390, 1e-6, "50000 / 32 = 1562 micro-batches, 1562 / 4 = 390 whole steps");
}
