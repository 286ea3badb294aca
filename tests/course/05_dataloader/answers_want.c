/* answers_want.c - the right answers to the questions, and wrong ones that people give. */
#include "want.h"

double batches_per_epoch_want(void)
{
    MISTAKE_NUMBER(468, "the short last batch is missing: nothing is dropped");
    MISTAKE_NUMBER(468.75, "there are no parts of batches: the last is a short one, but it is one");
    MISTAKE_NUMBER(470, "one too many: 469 * 128 is 60,032 already");
    MISTAKE_NUMBER(60000.0 * 128, "divide: a batch holds 128 of the pictures");
    return 469; /* 60,000 / 128 rounded up */
}

double last_batch_want(void)
{
    MISTAKE_NUMBER(128, "468 * 128 is 59,904: fewer than 128 are left");
    MISTAKE_NUMBER(32, "that is how many are missing from a full batch; the others are there");
    MISTAKE_NUMBER(0.75, "three quarters of a batch: how many pictures is that?");
    MISTAKE_NUMBER(0, "128 does not divide 60,000");
    return 60000 - 468 * 128;
}

double resumed_position_want(void)
{
    MISTAKE_NUMBER(62, "those are batches; examples are asked: 128 in each");
    MISTAKE_NUMBER(
        1000.0 * 128 - 2 * 60000,
        "short batches were counted as full ones: two epochs are 938 batches, 62 are left");
    MISTAKE_NUMBER(1000.0 * 128, "that is since the start, and with short batches as full ones; an "
                                 "epoch begins at 0 again");
    MISTAKE_NUMBER((1000.0 - 2 * 468) * 128,
                   "an epoch has 469 batches, not 468: the short one counts");
    MISTAKE_NUMBER(2, "that is the epoch; the examples of it that are used up are asked");
    return (1000 - 2 * 469) * 128; /* 62 full batches */
}

double windows_want(void)
{
    const double tokens = 1115394;
    MISTAKE_NUMBER(tokens - 64 + 1,
                   "the last of these has no label for its last token: a window needs 65 tokens");
    MISTAKE_NUMBER(tokens - 65, "one too few: 65 tokens hold one window");
    MISTAKE_NUMBER(floor(tokens / 64), "windows overlap: one begins at every token, not every 64");
    MISTAKE_NUMBER(tokens / 64, "windows overlap: one begins at every token, not every 64");
    MISTAKE_NUMBER(tokens, "the last tokens have no 64 tokens behind them");
    return tokens - 64;
}

double percent_never_seen_want(void)
{
    MISTAKE_NUMBER(63, "that is how many were seen");
    MISTAKE_NUMBER(0, "with replacement: a picture may come often, and others never");
    MISTAKE_NUMBER(50, "(1 - 1/N)^N is nearly 1/e, not 1/2");
    MISTAKE_NUMBER(0.37, "in percent, please");
    return 100 * pow(1 - 1 / 60000.0, 60000); /* nearly 100 / e */
}
