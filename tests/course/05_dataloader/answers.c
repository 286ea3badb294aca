/* answers.c - the questions of the lesson. */
#include "want.h"

TEST(batches_of_an_epoch, .points = 1, .exercise = "05.q batches_per_epoch", .file = "answers.txt")
{
    double want = EXPECT(batches_per_epoch_want());
    double batches = answer("batches_per_epoch");
    check_number(batches, want, 1e-6, "");
}

TEST(size_of_the_last_batch, .points = 1, .exercise = "05.q last_batch", .file = "answers.txt")
{
    double want = EXPECT(last_batch_want());
    double last = answer("last_batch");
    check_number(last, want, 1e-6, "");
}

TEST(where_a_run_resumes, .points = 2, .exercise = "05.q resumed_position", .file = "answers.txt")
{
    double want = EXPECT(resumed_position_want());
    double position = answer("resumed_position");
    check_number(position, want, 1e-6, "");
}

TEST(windows_of_a_text, .points = 1, .exercise = "05.q windows", .file = "answers.txt")
{
    double want = EXPECT(windows_want());
    double windows = answer("windows");
    check_number(windows, want, 1e-9, "");
}

TEST(never_drawn, .points = 2, .exercise = "05.q percent_never_seen", .file = "answers.txt")
{
    double want = EXPECT(percent_never_seen_want());
    double percent = answer("percent_never_seen");
    check_number(percent, want, 0.02, "");
}
