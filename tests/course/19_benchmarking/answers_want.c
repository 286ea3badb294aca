/* answers_want.c - the right answers to the questions, and wrong ones that people give. */
#include "want.h"

double quantile_90_want(void)
{
    MISTAKE_NUMBER(30, "that is the largest: position 0.9 * 4 = 3.6 lies between 9 and 30");
    MISTAKE_NUMBER(9, "that is the number below: six tenths of the way to 30 are missing");
    MISTAKE_NUMBER(19.3, "half-way between 9 and 30: position 3.6 is six tenths of the way");
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
    MISTAKE_NUMBER(1.0 / 70,
                   "that is one-sided: 1 of 70 ways; the mirror image is as far from the middle");
    MISTAKE_NUMBER(0, "chance deals such ranks, too: in 2 of C(8, 4) ways");
    MISTAKE_NUMBER(0.1, "that is for three runs each: C(8, 4) ways to choose four of eight ranks");
    MISTAKE_NUMBER(2.0 / 40320, "the order within A does not matter: C(8, 4) ways, not 8!");
    MISTAKE_NUMBER(2.0 / 256, "four of eight are chosen: C(8, 4) ways, not 2^8");
    MISTAKE_NUMBER(0.125, "as if each pair of runs were a coin: C(8, 4) ways to deal eight ranks");
    return 2.0 / 70;
}

double runs_per_side_want(void)
{
    MISTAKE_NUMBER(6, "2 / C(12, 6) is 0.0022; one-sided it would be 0.0011: one more");
    MISTAKE_NUMBER(8, "one less is enough: 2 / C(14, 7) = 0.00058");
    MISTAKE_NUMBER(14, "that is both sides together");
    MISTAKE_NUMBER(5, "2 / C(10, 5) is 0.0079: that is below 0.01 only");
    MISTAKE_NUMBER(4, "2 / C(8, 4) is 0.029");
    MISTAKE_NUMBER(30, "a rule of thumb for means: ranks are exact, 2 / C(2 n, n) < 0.001");
    return 7;
}

double speed_up_want(void)
{
    MISTAKE_NUMBER(4.0 / 3, "that is the arithmetic mean: the other way round, of 1/3, 2 and 2, "
                            "it is above 1 again");
    MISTAKE_NUMBER(9.0 / 13, "that is the harmonic mean");
    MISTAKE_NUMBER(4, "that is the sum");
    MISTAKE_NUMBER(0.75, "that is the product: its cube root");
    MISTAKE_NUMBER(sqrt(0.75), "there are three factors: the cube root of their product");
    MISTAKE_NUMBER(log(0.75) / 3, "that is its logarithm: exp of it");
    return cbrt(0.75);
}

double false_alarm_want(void)
{
    MISTAKE_NUMBER(0.05, "that is for a single one");
    MISTAKE_NUMBER(1, "chances of independent things do not add up: 1 - 0.95^50");
    MISTAKE_NUMBER(2.5, "chances of independent things do not add up: 1 - 0.95^50");
    MISTAKE_NUMBER(pow(0.95, 50), "that is the chance of no false alarm at all");
    MISTAKE_NUMBER(pow(0.05, 50), "that is the chance that all fifty are");
    MISTAKE_NUMBER(50 * 0.05 * pow(0.95, 49), "that is the chance of exactly one");
    MISTAKE_NUMBER(92.31, "a chance, between 0 and 1");
    return 1 - pow(0.95, 50);
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
