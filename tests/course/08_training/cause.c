/* cause.c - 08.8: sealed runs, one with each mistake, in an order that is drawn. */
#include "trainer.h"
#include "want.h"

/* What was said of each run; from `enough` right ones on, the mistakes themselves. */
static Tensor *said_of(const long *causes, long enough)
{
    Tensor *said = blank(SHAPE(TRAINING_CAUSES));
    TrainingCurves *c = scope_alloc(scope_current(), sizeof *c);
    long right = 0;
    for (long i = 0; i < TRAINING_CAUSES; i++) {
        sealed_run((TrainingCause)causes[i], draw_seed(), c);
        TrainingCause cause = training_cause(c);
        right += (long)cause == causes[i];
        said->data[i] = (real)cause;
    }
    for (long i = 0; right >= enough && i < TRAINING_CAUSES; i++)
        said->data[i] = (real)causes[i];
    return said;
}

static void check_causes(long enough, const char *rule)
{
    Rng rng = rng_seed(draw_seed());
    long causes[TRAINING_CAUSES];
    for (long i = 0; i < TRAINING_CAUSES; i++)
        causes[i] = i;
    rng_shuffle(&rng, TRAINING_CAUSES, causes);
    given("c", "run i, with the mistake that is expected at [i]");

    Tensor *want = EXPECT(causes_want(causes, TRAINING_CAUSES));
    check_called("training_cause(c)");
    Tensor *said = said_of(causes, enough);
    check_tensor_within(said, want, 0, rule);
}

TEST(five_of_twelve, .points = 5, .exercise = "08.8 training_cause", .file = "training_cause.c")
{
    check_causes(5, "5 of 12 runs right (numbers are places in TrainingCause, from 0 on)");
}

TEST(nine_of_twelve, .points = 5, .exercise = "08.8 training_cause", .file = "training_cause.c")
{
    check_causes(9, "9 of 12 runs right (numbers are places in TrainingCause, from 0 on)");
}

TEST(eleven_of_twelve, .points = 4, .exercise = "08.8 training_cause", .file = "training_cause.c")
{
    check_causes(11, "11 of 12 runs right (numbers are places in TrainingCause, from 0 on)");
}
