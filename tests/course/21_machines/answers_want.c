/* answers_want.c - the right answers to the questions, and wrong ones that people give. */
#include "want.h"

double first_row_want(void)
{
    MISTAKE_NUMBER(21, "that is 7 * 3: six of the shares in front have a row more");
    MISTAKE_NUMBER(26, "that is 7 * 30 / 8: larger shares come first, and sizes do not take turns");
    MISTAKE_NUMBER(26.25, "whole rows, please");
    MISTAKE_NUMBER(28, "that is 7 * 4: six shares have 4 rows, two have 3");
    MISTAKE_NUMBER(29, "that is its last row");
    MISTAKE_NUMBER(24, "that is where share 6 begins: shares count from 0");
    return 27; /* six shares of 4, one of 3 in front of it */
}

double batch_loss_want(void)
{
    MISTAKE_NUMBER(
        10.0 / 3,
        "that is the mean of three means: the third share has none, and targets weigh differently");
    MISTAKE_NUMBER(5, "that is the mean of two means: the one target of the second share would "
                      "weigh as much as five");
    MISTAKE_NUMBER(22, "that is the sum; divide by the targets");
    MISTAKE_NUMBER(22.0 / 3, "divided by shares: six targets count");
    MISTAKE_NUMBER(22.0 / 7, "the third share has no target that counts, not one");
    MISTAKE_NUMBER(10.0 / 6, "3 and 7 are means already: times 5 and times 1 they are sums");
    return 22.0 / 6; /* (5 * 3 + 1 * 7) / 6 */
}

double rank_bytes_want(long ranks, long parameters)
{
    const double n = (double)ranks, all = 4 * (double)parameters, others = (n - 1) / n;
    MISTAKE_NUMBER(all, "that is the whole gradient, once: all parts but one are sent, twice");
    MISTAKE_NUMBER(2 * all, "that is the whole gradient, twice: its own part of each a rank does "
                            "not send");
    MISTAKE_NUMBER(all * others,
                   "that is the reduce-scatter alone; all-gather sends as much again");
    MISTAKE_NUMBER(all / 2 * others, "that is how many numbers; each takes 4 bytes");
    MISTAKE_NUMBER(all * (n - 1), "that is if each rank sent all it has to each other one: with "
                                  "parts it is all but one of N, twice");
    MISTAKE_NUMBER(2 * all * (n - 1), "that is what all N ranks send together");
    MISTAKE_NUMBER(all / n, "that is one part of N: a rank sends all the others, twice");
    MISTAKE_NUMBER(2 * all / n, "that is one part of N, twice: a rank sends all the others");
    return 2 * all * others;
}

double milliseconds_want(void)
{
    MISTAKE_NUMBER(7, "a byte has 8 bits: the wire's speed is in bits");
    MISTAKE_NUMBER(28, "that is the reduce-scatter alone");
    MISTAKE_NUMBER(0.056, "that is in seconds");
    MISTAKE_NUMBER(32, "that is the whole gradient, once: 7 of 8 parts are sent, twice");
    MISTAKE_NUMBER(64,
                   "that is the whole gradient, twice: its own part of each a rank does not send");
    MISTAKE_NUMBER(448, "ranks send at the same time: one rank's bytes count");
    return 56; /* 70 MB * 8 bits / 10^10 bits a second */
}

double speed_up_want(void)
{
    MISTAKE_NUMBER(8, "that is without sending");
    MISTAKE_NUMBER(1400 / (1400 / 8.0 + 7), "sending takes 56 ms: a byte has 8 bits");
    MISTAKE_NUMBER(1400 / (1400 / 8.0 + 28), "sending takes 56 ms: reduce-scatter and all-gather");
    MISTAKE_NUMBER(1400.0 / 8 + 56, "that is a step in ms; 1400 over that");
    MISTAKE_NUMBER((1400.0 / 8 + 56) / 1400, "upside down: 1400 over the new time");
    MISTAKE_NUMBER(1456 / (1400.0 / 8 + 56), "one rank has nothing to send: 1400 ms");
    MISTAKE_NUMBER(1400.0 / 1456 * 8,
                   "the 56 ms do not shrink with the ranks: 175 + 56 for a step");
    return 1400 / (1400.0 / 8 + 56); /* 6.06 */
}

double hours_lost_want(void)
{
    MISTAKE_NUMBER(
        16,
        "on average a failure comes half-way between two checkpoints: it costs one hour, not two");
    MISTAKE_NUMBER(
        0.125,
        "that is for one machine: 64 of them fail 64 times as often, and any of them stops all");
    MISTAKE_NUMBER(
        0.25,
        "that is for one machine: 64 of them fail 64 times as often, and any of them stops all");
    MISTAKE_NUMBER(
        512,
        "each failure costs all machines the same hour: training stands still once, not 64 times");
    MISTAKE_NUMBER(4, "half of a 2-hour interval is one hour, not half an hour");
    return 8; /* 64 * 64 / 512 failures, an hour each */
}
