/* sample.c - 13.8: a token drawn by its probability. */
#include "draws.h"
#include "want.h"

enum { DRAWS = 60 };

/* States of the stream whose next number is 0, and 1 - 2^-53, the largest there is. */
#define BEFORE_0 0x61c8864680b583ebu
#define BEFORE_NEARLY_1 0x31628af67b2131abu

static long numbers_between(uint64_t before, const Rng *after)
{
    Rng rng = {.state = before};
    for (long n = 0; n < 8 * DRAWS; n++) {
        if (rng.state == after->state)
            return n;
        rng_uniform(&rng);
    }
    return -1;
}

static Tensor *drawn_times(long n, const Tensor *logits, SampleOptions o, Rng *rng)
{
    Tensor *ids = blank(SHAPE(n));
    for (long i = 0; i < n; i++)
        ids->data[i] = (real)sample_token(logits->data, logits->shape[0], o, rng);
    return ids;
}

static Tensor *drawn(const Tensor *logits, SampleOptions o, Rng *rng)
{
    return drawn_times(DRAWS, logits, o, rng);
}

TEST(tokens_as_likely_as_they_are, .points = 4, .exercise = "13.8 sample_token",
     .file = "sample.c")
{
    long V = draw_long("V", 5, 8);
    Tensor *logits = draw("logits", SHAPE(V));
    SampleOptions options = {.temperature = draw_double("temperature", 1.5, 2.5)};
    Rng rng = rng_seed(draw_seed());
    uint64_t before = rng.state;

    Tensor *want = EXPECT(tokens_want(logits, DRAWS, options, rng));
    Tensor *tokens = CALL(drawn(logits, options, &rng));
    check_tensor(tokens, want, "the first token, by id, at which the sum of p exceeds u");
    SampleOptions colder = {.temperature = 0.8};
    Tensor *want2 = EXPECT(tokens_want(logits, DRAWS, colder, rng));
    Tensor *tokens2 = CALL(drawn(logits, colder, &rng));
    check_tensor(tokens2, want2, "and so below temperature 1");
    CALL(drawn(logits, options, &rng));
    long numbers = numbers_between(before, &rng);
    check_long(numbers, 3 * DRAWS, "each token takes one number from the stream");

    Tensor *edges = input("edges", SHAPE(12), VALUES(-5000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -5000));
    SampleOptions as_they_are = {.temperature = 1};
    Rng gives_0 = {.state = BEFORE_0}, gives_nearly_1 = {.state = BEFORE_NEARLY_1};
    long lowest = CALL(sample_token(edges->data, 12, as_they_are, &gives_0));
    check_long(lowest, 1, "u = 0: the sum has to exceed it");
    long highest = CALL(sample_token(edges->data, 12, as_they_are, &gives_nearly_1));
    check_long(highest, 10, "u = 1 - 2^-53, which ten times 0.1 does not exceed");

    long many = draw_long("many", 1100, 1400);
    Tensor *wide = draw("wide", SHAPE(many));
    Tensor *want3 = EXPECT(tokens_want(wide, 4, options, rng));
    Tensor *tokens3 = CALL(drawn_times(4, wide, options, &rng));
    check_tensor(tokens3, want3, "a vocabulary may have any size: GPT-2's has 50,257 tokens");
}

TEST(cut_off_before_the_draw, .points = 2, .exercise = "13.8 sample_token", .file = "sample.c")
{
    Tensor *logits = draw("logits", SHAPE(8));
    double temperature = draw_double("temperature", 1.5, 2.5);
    SampleOptions by_p = {.temperature = temperature, .top_p = 0.6};
    SampleOptions by_k = {.temperature = temperature, .top_k = 3, .top_p = 1};
    SampleOptions by_one = {.temperature = temperature, .top_k = 1};
    SampleOptions by_both = {.temperature = temperature, .top_k = 4, .top_p = 0.7};
    Rng rng = rng_seed(draw_seed());

    Tensor *want = EXPECT(tokens_want(logits, DRAWS, by_p, rng));
    Tensor *tokens = CALL(drawn(logits, by_p, &rng));
    check_tensor(tokens, want, "top_p 0.6: the nucleus of all tokens");
    Tensor *want2 = EXPECT(tokens_want(logits, DRAWS, by_k, rng));
    Tensor *tokens2 = CALL(drawn(logits, by_k, &rng));
    check_tensor(tokens2, want2, "top_k 3, top_p 1: all of what top-k left");
    Tensor *want3 = EXPECT(tokens_want(logits, DRAWS, by_one, rng));
    Tensor *tokens3 = CALL(drawn(logits, by_one, &rng));
    check_tensor(tokens3, want3, "top_k 1: the most likely token alone");
    uint64_t before = rng.state;
    Tensor *only = draw("only", SHAPE(1));
    CALL(drawn(logits, by_one, &rng));
    CALL(drawn(only, by_p, &rng));
    long numbers = numbers_between(before, &rng);
    check_long(numbers, 2 * DRAWS, "one number a token, also where only one is left to choose");
    Tensor *want4 = EXPECT(tokens_want(logits, DRAWS, by_both, rng));
    Tensor *tokens4 = CALL(drawn(logits, by_both, &rng));
    check_tensor(tokens4, want4, "temperature, then top-k, then top-p of what top-k left");
}

TEST(greedy_draws_nothing, .points = 1, .exercise = "13.8 sample_token", .file = "sample.c")
{
    Tensor *logits = draw("logits", SHAPE(6));
    SampleOptions options = {.top_k = 3, .top_p = 0.9};
    Rng rng = rng_seed(draw_seed());
    uint64_t before = rng.state;

    Tensor *want = EXPECT(tokens_want(logits, DRAWS, options, rng));
    Tensor *tokens = CALL(drawn(logits, options, &rng));
    check_tensor(tokens, want, "temperature 0: the most likely token, each time");
    CALL(drawn(logits, options, &rng));
    long numbers = numbers_between(before, &rng);
    check_long(numbers, 0, "and the stream stands where it stood");
    Tensor *want2 = EXPECT(tokens_want(logits, DRAWS, options, rng));
    Tensor *without = CALL(drawn(logits, options, NULL));
    check_tensor(without, want2, "so rng may be NULL");
}
