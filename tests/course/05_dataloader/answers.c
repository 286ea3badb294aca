/* answers.c - the questions of the lesson. */
#include "check.h"

TEST(batches_of_an_epoch, .points = 1, .exercise = "05.q batches_per_epoch", .file = "answers.txt",
     .hints = HINTS("60000 / 128 is 468.75.", "What is left over is a batch, too.",
                    "468 full ones and a short one"))
{
    MISTAKE_NUMBER(468, "the short last batch is missing: nothing is dropped");
    MISTAKE_NUMBER(468.75, "there are no parts of batches: the last is a short one, but it is one");
    MISTAKE_NUMBER(470, "one too many: 469 * 128 is 60,032 already");
    MISTAKE_NUMBER(60000.0 * 128, "divide: a batch holds 128 of the pictures");
    double batches = answer("batches_per_epoch");
    check_number(batches, 469, 1e-6, "60,000 / 128 rounded up");
}

TEST(size_of_the_last_batch, .points = 1, .exercise = "05.q last_batch", .file = "answers.txt",
     .hints = HINTS("468 batches are full.", "How many pictures do they leave?",
                    "60000 - 468 * 128"))
{
    MISTAKE_NUMBER(128, "468 * 128 is 59,904: fewer than 128 are left");
    MISTAKE_NUMBER(32, "that is how many are missing from a full batch; the others are there");
    MISTAKE_NUMBER(0.75, "three quarters of a batch: how many pictures is that?");
    MISTAKE_NUMBER(0, "128 does not divide 60,000");
    double last = answer("last_batch");
    check_number(last, 96, 1e-6, "60,000 - 468 * 128");
}

TEST(where_a_run_resumes, .points = 2, .exercise = "05.q resumed_position", .file = "answers.txt",
     .hints = HINTS("An epoch has 469 batches.",
                    "1000 = 2 * 469 + 62: batch 62 of epoch 2 is next.", "62 * 128 examples"))
{
    MISTAKE_NUMBER(62, "those are batches; examples are asked: 128 in each");
    MISTAKE_NUMBER(
        1000.0 * 128 - 2 * 60000,
        "short batches were counted as full ones: two epochs are 938 batches, 62 are left");
    MISTAKE_NUMBER(128000, "that is since the start, and with short batches as full ones; an epoch "
                           "begins at 0 again");
    MISTAKE_NUMBER((1000.0 - 2 * 468) * 128,
                   "an epoch has 469 batches, not 468: the short one counts");
    MISTAKE_NUMBER(2, "that is the epoch; the examples of it that are used up are asked");
    double position = answer("resumed_position");
    check_number(position, 7936, 1e-6, "1000 - 2 * 469 = 62 full batches of 128");
}

TEST(windows_of_a_text, .points = 1, .exercise = "05.q windows", .file = "answers.txt",
     .hints = HINTS("A window begins at every token that has 64 more behind it.",
                    "64 ids and one label more: 65 tokens.", "1115394 - 64"))
{
    MISTAKE_NUMBER(1115394 - 64 + 1,
                   "the last of these has no label for its last token: a window needs 65 tokens");
    MISTAKE_NUMBER(1115394 - 65, "one too few: 65 tokens hold one window");
    MISTAKE_NUMBER(17428, "windows overlap: one begins at every token, not every 64");
    MISTAKE_NUMBER(1115394 / 64.0, "windows overlap: one begins at every token, not every 64");
    MISTAKE_NUMBER(1115394, "the last tokens have no 64 tokens behind them");
    double windows = answer("windows");
    check_number(windows, 1115330, 1e-9, "n - T: 1,115,394 - 64");
}

TEST(never_drawn, .points = 2, .exercise = "05.q percent_never_seen", .file = "answers.txt",
     .hints = HINTS("One draw misses a certain picture with probability 1 - 1/N.",
                    "N draws miss it with (1 - 1/N)^N, which is nearly e^-1.", "100 / e"))
{
    MISTAKE_NUMBER(63, "that is how many were seen");
    MISTAKE_NUMBER(0, "with replacement: a picture may come often, and others never");
    MISTAKE_NUMBER(50, "(1 - 1/N)^N is nearly 1/e, not 1/2");
    MISTAKE_NUMBER(0.37, "in percent, please");
    double percent = answer("percent_never_seen");
    check_number(percent, 100 * pow(1 - 1 / 60000.0, 60000), 0.02,
                 "(1 - 1/60000)^60000 is nearly 1/e: 37 percent");
}
