/* answers_want.c - the right answers to the questions, and wrong ones that people give. */
#include "want.h"

double cosine_half_way_want(void)
{
    MISTAKE_NUMBER(0.0005, "that is half of lr: it falls to lr_min, not to 0");
    MISTAKE_NUMBER(0.0006, "lr_min was added to half of lr: only lr - lr_min is to go");
    MISTAKE_NUMBER(0.00045, "that is half the gap; it starts from lr_min");
    MISTAKE_NUMBER(0.0001 + 0.0009 * 0.5 * (1 + cos(3.14159265358979 * 0.55)),
                   "the warm-up was counted, too: 450 of 900 steps");
    return 0.00055; /* half-way between lr_min and lr */
}

double held_out_loss_want(void)
{
    MISTAKE_NUMBER(2, "that is the mean of the three means: two examples counted as much as four");
    MISTAKE_NUMBER(6, "that is the sum of the means");
    MISTAKE_NUMBER(16, "that is the sum over the examples; divide by 10");
    MISTAKE_NUMBER(16.0 / 12, "the last batch is not full: 10 examples, not 12");
    return 1.6; /* (4 * 1 + 4 * 1 + 2 * 4) / 10 */
}

double forgotten_mean_want(void)
{
    MISTAKE_NUMBER(0.95, "that is with the mean; without it the gradient is 8 times as large");
    MISTAKE_NUMBER(0.4, "that is how far w has moved; it started at 1");
    MISTAKE_NUMBER(-3, "and times the learning rate");
    MISTAKE_NUMBER(1.4, "downhill: the step is taken off");
    return 0.6; /* the gradient is 4 in place of 0.5: 1 - 0.1 * 4 */
}

double checkpoint_bytes_want(void)
{
    double P = 124439808;
    MISTAKE_NUMBER(4 * P, "that is the weights alone: the moments are needed, too");
    MISTAKE_NUMBER(8 * P, "AdamW has two moments, and the weights are in there, too");
    MISTAKE_NUMBER(16 * P, "gradients are not stored: a step begins without any");
    MISTAKE_NUMBER(3 * P, "that is how many numbers; each takes 4 bytes");
    return 12 * P; /* weights and two moments, 4 bytes each */
}

double steps_per_epoch_want(void)
{
    MISTAKE_NUMBER(1562, "that is micro-batches: four of them make a step");
    MISTAKE_NUMBER(1563, "that is micro-batches: four of them make a step");
    MISTAKE_NUMBER(391, "the last one would not be whole");
    MISTAKE_NUMBER(390.625, "whole steps, please");
    MISTAKE_NUMBER(6250, "more micro-batches per step mean fewer steps, not more");
    return 390; /* 50000 / 32 = 1562 micro-batches, 1562 / 4 = 390 whole steps */
}
