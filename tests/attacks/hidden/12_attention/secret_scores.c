/* secret_scores.c - hidden tests, for the attacks to look for: each text and number here stands nowhere else. */
#include "want.h"

#define SECRET_SCALE ((real)0.7390851332151607)

TEST(secret_scores_of_one_channel, .points = 6, .exercise = "12.1 attention_scores", .file = "scores.c")
{
    Tensor *q = draw("sesame_q", SHAPE(3, 5, 1)), *k = draw("sesame_k", SHAPE(3, 4, 1));

    Tensor *want = EXPECT(scores_want(q, k));
    Tensor *scores = CALL(attention_scores(q, k));
    check_tensor(scores, want, "one channel: a product of two numbers");
}

TEST(secret_scores_of_scaled_queries, .points = 4, .exercise = "12.1 attention_scores", .file = "scores.c")
{
    Tensor *q = draw("sesame_q", SHAPE(2, 3, 4)), *k = draw("sesame_k", SHAPE(2, 3, 4));
    for (long i = 0; i < 2 * 3 * 4; i++)
        q->data[i] *= SECRET_SCALE;
    resealed(q);

    Tensor *want = EXPECT(scores_want(q, k));
    Tensor *scores = CALL(attention_scores(q, k));
    check_tensor(scores, want, "larger queries, larger scores");
}
