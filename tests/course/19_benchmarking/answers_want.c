/* answers_want.c - the right answers to the questions, and wrong ones that people give. */
#include "want.h"

double quantile_90_want(void)
{
    MISTAKE_NUMBER(30, "that is the largest: position 0.9 * 4 = 3.6 lies between 9 and 30");
    MISTAKE_NUMBER(9, "that is the number below: six tenths of the way to 30 are missing");
    MISTAKE_NUMBER(19.5, "half-way between 9 and 30: position 3.6 is six tenths of the way");
    MISTAKE_NUMBER(
        27.4,
        "the share of the way from the least to the largest: sort, and go to position 0.9 * 4");
    MISTAKE_NUMBER(17.4, "the weights have changed places: 3.6 is nearer to 30");
    MISTAKE_NUMBER(6.6, "the sample was not sorted: 2 4 5 9 30");
    MISTAKE_NUMBER(27, "that is 0.9 times the largest");
    return 21.6; /* 9 + 0.6 * 21 */
}

double least_p_want(void)
{
    MISTAKE_NUMBER(0.05,
                   "that is one-sided: 1 of 20 ways; the mirror image is as far from the middle");
    MISTAKE_NUMBER(0, "chance deals such ranks, too: in 2 of C(6, 3) ways");
    MISTAKE_NUMBER(1.0 / 6, "there are C(6, 3) = 20 ways to choose three of six ranks");
    MISTAKE_NUMBER(2.0 / 720, "the order within A does not matter: C(6, 3) ways, not 6!");
    MISTAKE_NUMBER(2.0 / 64, "three of six are chosen: C(6, 3) ways, not 2^6");
    MISTAKE_NUMBER(0.25, "as if each pair of runs were a coin: C(6, 3) ways to deal six ranks");
    return 0.1; /* 2 / 20: with three runs each nothing is ever below 0.05 */
}

double runs_per_side_want(void)
{
    MISTAKE_NUMBER(4, "2 / C(8, 4) is 0.029; one-sided it would be 0.014: one more");
    MISTAKE_NUMBER(6, "five are enough: 2 / C(10, 5) = 0.0079");
    MISTAKE_NUMBER(10, "that is both sides together");
    MISTAKE_NUMBER(3, "2 / C(6, 3) is 0.1");
    MISTAKE_NUMBER(30, "a rule of thumb for means: ranks are exact, 2 / C(2 n, n) < 0.01");
    return 5;
}

double speed_up_want(void)
{
    MISTAKE_NUMBER(1.25,
                   "that is the arithmetic mean: swap the two programs, and it says 1.25 again");
    MISTAKE_NUMBER(0.8, "that is the harmonic mean");
    MISTAKE_NUMBER(2.5, "that is the sum");
    MISTAKE_NUMBER(0, "that is its logarithm: exp(0)");
    return 1;
}

double false_alarm_want(void)
{
    MISTAKE_NUMBER(0.05, "that is for a single one");
    MISTAKE_NUMBER(1, "chances of independent things do not add up: 1 - 0.95^20");
    MISTAKE_NUMBER(pow(0.95, 20), "that is the chance of no false alarm at all");
    MISTAKE_NUMBER(pow(0.05, 20), "that is the chance that all twenty are");
    MISTAKE_NUMBER(20 * 0.05 * pow(0.95, 19), "that is the chance of exactly one");
    MISTAKE_NUMBER(64.15, "a chance, between 0 and 1");
    return 1 - pow(0.95, 20);
}

double margin_percent_want(void)
{
    MISTAKE_NUMBER(0.024437, "in percent points: times 100");
    MISTAKE_NUMBER(0.9487, "that is one standard deviation: times 2.576");
    MISTAKE_NUMBER(100 * 1.96 * 0.0094868, "1.96 is for 95 %: for 99 % it is 2.576");
    MISTAKE_NUMBER(100 * 2.326 * 0.0094868, "2.326 is for one side: plus or minus takes 2.576");
    MISTAKE_NUMBER(2 * 2.4437, "that is the whole width: plus or minus half of it");
    MISTAKE_NUMBER(0.5, "that would take 23,886 queries");
    MISTAKE_NUMBER(100 * 2.576 * 0.5 / sqrt(1000.0),
                   "0.5 * 0.5 is the worst case: here p (1 - p) is 0.9 * 0.1");
    MISTAKE_NUMBER(100 * 2.576 * 0.09 / sqrt(1000.0), "the root of p (1 - p) is missing");
    MISTAKE_NUMBER(100 * 2.576 * 0.3, "divided by the root of 1,000");
    return 2.4437; /* 2.5758 sqrt(0.9 * 0.1 / 1000) */
}

double queries_want_answer(void)
{
    MISTAKE_NUMBER(458, "0.99^458 is still 0.01002: one more");
    MISTAKE_NUMBER(460, "one less is enough: 0.99^459 = 0.0099");
    MISTAKE_NUMBER(
        100,
        "one of a hundred is slow on average: with 100 queries none is slow in 37 of 100 cases");
    MISTAKE_NUMBER(99, "of 99 queries none is slow in 37 of 100 cases, by luck");
    MISTAKE_NUMBER(44, "that is for 90 % fast enough");
    MISTAKE_NUMBER(662, "that is with one slow query");
    MISTAKE_NUMBER(299, "that is with 95 % confidence");
    MISTAKE_NUMBER(528, "half of 1 percent, as if for two sides: only too many slow ones are bad");
    return 459; /* 0.99^459 < 0.01 <= 0.99^458 */
}
