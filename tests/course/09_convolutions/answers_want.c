/* answers_want.c - the right answers to the questions, and wrong ones that people give. */
#include "want.h"

double lenet_parameters_want(void)
{
    double conv1 = 6 * 25, conv2 = 16 * 6 * 25, linear = 400 * 120 + 120 * 84 + 84 * 10;
    double biases = 6 + 16 + 120 + 84 + 10;
    MISTAKE_NUMBER(conv1 + conv2 + linear,
                   "the biases are missing: one for each output channel and "
                   "each output of a linear layer");
    MISTAKE_NUMBER(conv1 + 16 * 25 + linear + biases,
                   "the second convolution sees 6 channels: 16 * 6 * 25 weights");
    MISTAKE_NUMBER(conv1 + conv2 + 22, "that is the convolutions alone");
    MISTAKE_NUMBER(linear + 214, "that is the linear layers alone");
    MISTAKE_NUMBER(60806,
                   "that is a table with 10 of 16 outputs seeing fewer channels, as in 1998; "
                   "here each sees all 6");
    return conv1 + conv2 + linear + biases;
}

double column_bytes_want(void)
{
    double n = 64 * 9 * 56 * 56;
    MISTAKE_NUMBER(n, "that is how many there are; each takes 4 bytes");
    MISTAKE_NUMBER(4 * 64 * 56 * 56,
                   "that is the image: 9 times as many numbers lie under windows");
    MISTAKE_NUMBER(8 * n, "8 bytes is a double; a float takes 4");
    MISTAKE_NUMBER(4 * 64 * 9 * 54 * 54, "with a padding of 1 there are 56 * 56 windows");
    MISTAKE_NUMBER(4 * 9 * 56 * 56, "that is one channel; there are 64");
    return 4 * n;
}

double depthwise_ratio_want(void)
{
    double C = 256;
    MISTAKE_NUMBER(9 * C * C / (9 * C + C * C),
                   "that is the full one over the other: the other way "
                   "round");
    MISTAKE_NUMBER(1 / C, "the 1x1 convolution is missing: it takes C C for each pixel");
    MISTAKE_NUMBER(1.0 / 9, "the depthwise convolution is missing: it takes 9 C for each pixel");
    MISTAKE_NUMBER(100 / C + 100.0 / 9, "as a fraction, please: 0.5 for 50 %");
    MISTAKE_NUMBER(9 * C + C * C, "that is how many for each pixel: divide by 9 C C");
    return 1 / C + 1.0 / 9;
}

double receptive_field_want(void)
{
    MISTAKE_NUMBER(7, "7 is without the stride: behind it, a step is 2 pixels");
    MISTAKE_NUMBER(27, "windows overlap: each layer adds 2 steps, it does not multiply");
    MISTAKE_NUMBER(11, "the second kernel itself still steps over pixels one by one: the stride "
                       "counts from the third on");
    MISTAKE_NUMBER(81, "that is how many pixels it sees; how wide is it?");
    return 3 + 2 + 2 * 2;
}

double width_of_result_want(void)
{
    MISTAKE_NUMBER(111, "one window more: (224 + 6 - 7) / 2, rounded down, + 1");
    MISTAKE_NUMBER(112.5, "rounded down: half a window is none");
    MISTAKE_NUMBER(113, "rounded down, not up: for the last one there is no room left");
    MISTAKE_NUMBER(110, "the padding stands on both sides: 224 + 6");
    MISTAKE_NUMBER(109, "the padding is missing: 224 + 6");
    MISTAKE_NUMBER(224, "the stride is missing: every second place");
    return 112;
}

double running_mean_want(void)
{
    double old = pow(0.9, 10);
    MISTAKE_NUMBER(old, "that is what is left of the 0 at the start: 1 less that");
    MISTAKE_NUMBER(1, "each batch brings it a tenth of what is still missing: it never arrives");
    MISTAKE_NUMBER(1 - pow(0.1, 10), "momentum is the share of the new: 0.9 of the old stays");
    MISTAKE_NUMBER(0.1, "that is after one batch");
    MISTAKE_NUMBER(1 - pow(0.9, 9), "that is after nine batches");
    return 1 - old;
}
