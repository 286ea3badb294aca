/* kept.c - 10.6: the same merges under a budget of looks. */
#include "want.h"

typedef struct {
    BpeWord *words;
    long n;
} Text;

/* Words of unequal lengths from few letters, so that pairs are common; some occur more often than others. */
static Text draw_text(long n, long letters)
{
    IntTensor *spelled = draw_ids("letters", SHAPE(n, 9), 97, 96 + letters);
    IntTensor *lengths = draw_ids("lengths", SHAPE(n), 1, 9);
    IntTensor *counts = draw_ids("counts", SHAPE(n), 1, 60);
    Text text = {scope_alloc(scope_current(), (size_t)n * sizeof(BpeWord)), n};
    for (long w = 0; w < n; w++)
        text.words[w] = (BpeWord){spelled->data + 9 * w, lengths->data[w], counts->data[w]};
    given("words",
          "word w has the first lengths[w] letters of its row, and occurs counts[w] times");
    return text;
}

/* What came of it, and how many looks that took. */
typedef struct {
    Tensor *merges, *words;
    long looks;
} Learnt;

static Learnt learn_kept(Text text, long vocabulary)
{
    BpeWord *words = words_copied(text.words, text.n);
    Bpe *b = bpe_new();
    long n = text.n, before = bpe_looks();
    CALL(bpe_learn_kept(b, words, n, vocabulary));
    Learnt learnt = {.looks = bpe_looks() - before};
    learnt.merges = merges_listed(b);
    learnt.words = words_listed(words, n);
    bpe_free(b);
    return learnt;
}

static BpeWord spelled(const char *letters, long count)
{
    long n = (long)strlen(letters);
    int *ids = scope_alloc(scope_current(), (size_t)n * sizeof *ids);
    for (long i = 0; i < n; i++)
        ids[i] = (unsigned char)letters[i];
    return (BpeWord){ids, n, count};
}

static void check_learning(Text text, long vocabulary, const char *rule)
{
    Tensor *want = EXPECT(merges_want(text.words, text.n, vocabulary));
    Learnt learnt = learn_kept(text, vocabulary);
    check_tensor_within(learnt.merges, want, 0, rule);
    Tensor *want_words = EXPECT(words_want(text.words, text.n, vocabulary));
    check_tensor_within(learnt.words, want_words, 0,
                        "words are written in the new tokens; -1 stands behind each");
}

TEST(low_lower_newest_widest, .points = 1, .exercise = "10.6 bpe_learn_kept",
     .file = "bpe_learn_kept.c")
{
    BpeWord words[] = {spelled("low", 5), spelled("lower", 2), spelled("newest", 6),
                       spelled("widest", 3)};
    given("words", "low 5 times, lower 2, newest 6, widest 3");

    check_learning((Text){words, 4}, 261,
                   "(s, t) 9 times, (e, st) 9, (o, w) 7, (l, ow) 7, (w, est) 6");
}

TEST(until_no_pair_is_left, .points = 2, .exercise = "10.6 bpe_learn_kept",
     .file = "bpe_learn_kept.c")
{
    int a = (int)draw_long("letter", 97, 110);
    int ids[] = {a, a + 1, a + 2}, alone[] = {a};
    BpeWord words[] = {{ids, 3, 1}, {alone, 1, 4}};
    given("words", "(letter, letter + 1, letter + 2) once, (letter) 4 times");

    check_learning((Text){words, 2}, 290,
                   "two merges make one token of the longer word; then there is no pair");
    check_learning((Text){words, 2}, 256, "the vocabulary is full: nothing is learnt");
    Bpe *b = bpe_new();
    BpeWord *copy = words_copied(words, 2);
    bpe_add_token(b, "??", 2);
    given("b", "the bytes, and 256 \"??\"");
    CALL(bpe_learn_kept(b, copy, 2, 258));
    long merges_learnt = b->n_merges;
    check_long(merges_learnt, 1, "up to 258 tokens, of which there are 257 already");
    bpe_free(b);
}

TEST(kept_the_same_merges, .points = 3, .exercise = "10.6 bpe_learn_kept",
     .file = "bpe_learn_kept.c")
{
    Text text = draw_text(40, draw_long("how many letters", 3, 5));
    long vocabulary = draw_long("vocabulary", 290, 310);

    check_learning(text, vocabulary, "each merge is the best of what the words are by then");
}

static void check_budget(long of_anew, const char *rule)
{
    Text text = draw_text(draw_long("how many words", 380, 420), 20);
    long vocabulary = draw_long("vocabulary", 350, 380);

    Tensor *want = EXPECT(merges_want(text.words, text.n, vocabulary));
    long least = EXPECT(tokens_want(text.words, text.n));
    double most = EXPECT((double)looks_anew_want(text.words, text.n, vocabulary) / (double)of_anew);
    Learnt learnt = learn_kept(text, vocabulary);
    check_tensor_within(learnt.merges, want, 0, "fewer looks, and the same merges");
    check_at_most(learnt.looks, most, rule);
    Learnt first = learn_kept(text, 257);
    check_at_least(first.looks, least,
                   "each token with a neighbour is read at least once, and by LOOK");
}

TEST(kept_half_of_the_looks, .points = 7, .exercise = "10.6 bpe_learn_kept",
     .file = "bpe_learn_kept.c")
{
    check_budget(2, "counts are kept: at most half of the looks that counting anew takes");
}

TEST(kept_a_tenth_of_the_looks, .points = 10, .exercise = "10.6 bpe_learn_kept",
     .file = "bpe_learn_kept.c")
{
    check_budget(10, "only words that hold the pair: at most a tenth of those looks");
}
