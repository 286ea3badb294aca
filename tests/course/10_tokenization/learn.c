/* learn.c - 10.4: merges learnt from words. */
#include "want.h"

static void check_learning(const BpeWord *words, long n, long vocabulary, const char *rule)
{
    BpeWord *copy = words_copied(words, n);
    Bpe *b = bpe_new();
    Tensor *want = EXPECT(merges_want(words, n, vocabulary));
    CALL(bpe_learn(b, copy, n, vocabulary));
    Tensor *merges = merges_listed(b);
    check_tensor_within(merges, want, 0, rule);
    want = EXPECT(words_want(words, n, vocabulary));
    Tensor *tokens = words_listed(copy, n);
    check_tensor_within(tokens, want, 0,
                        "words are written in the new tokens; -1 stands behind each");
    bpe_free(b);
}

static BpeWord spelled(const char *letters, long count)
{
    long n = (long)strlen(letters);
    int *ids = scope_alloc(scope_current(), (size_t)n * sizeof *ids);
    for (long i = 0; i < n; i++)
        ids[i] = (unsigned char)letters[i];
    return (BpeWord){ids, n, count};
}

TEST(low_lower_newest_widest, .points = 2, .exercise = "10.4 bpe_learn", .file = "bpe_learn.c")
{
    BpeWord words[] = {spelled("low", 5), spelled("lower", 2), spelled("newest", 6),
                       spelled("widest", 3)};
    given("words", "low 5 times, lower 2, newest 6, widest 3");

    check_learning(words, 4, 261, "(s, t) 9 times, (e, st) 9, (o, w) 7, (l, ow) 7, (w, est) 6");
}

TEST(drawn_letters, .points = 4, .exercise = "10.4 bpe_learn", .file = "bpe_learn.c")
{
    IntTensor *first = draw_ids("first", SHAPE(12), 97, 99),
              *second = draw_ids("second", SHAPE(9), 97, 99),
              *third = draw_ids("third", SHAPE(7), 97, 99);
    long count = draw_long("count", 2, 5), vocabulary = draw_long("vocabulary", 260, 263);
    BpeWord words[] = {
        {first->data, 12, count}, {second->data, 9, count + 1}, {third->data, 7, 2 * count}};
    given("words", "first, second and third: `count`, `count` + 1 and 2 `count` times");

    check_learning(words, 3, vocabulary, "the commonest pair, counted anew after each merge");
}

TEST(until_no_pair_is_left, .points = 2, .exercise = "10.4 bpe_learn", .file = "bpe_learn.c")
{
    int a = (int)draw_long("letter", 97, 110);
    int ids[] = {a, a + 1, a + 2}, alone[] = {a};
    BpeWord words[] = {{ids, 3, 1}, {alone, 1, 4}};
    given("words", "(letter, letter + 1, letter + 2) once, (letter) 4 times");

    check_learning(words, 2, 290,
                   "two merges make one token of the longer word; then there is no pair");
    check_learning(words, 2, 256, "the vocabulary is full: nothing is learnt");
    Bpe *b = bpe_new();
    BpeWord *copy = words_copied(words, 2);
    bpe_add_token(b, "??", 2);
    given("b", "the bytes, and 256 \"??\"");
    CALL(bpe_learn(b, copy, 2, 258));
    long merges_learnt = b->n_merges;
    check_long(merges_learnt, 1, "up to 258 tokens, of which there are 257 already");
    bpe_free(b);
}
