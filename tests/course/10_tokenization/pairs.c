/* pairs.c - 10.1 to 10.2: pairs of neighbours, counted, chosen and merged. */
#include "want.h"

/* ---- 10.1 bpe_pair_counts ------------------------------------------------------------------------------ */

/* With a pair of somebody else in front of it. */
static BpePairCount *spoiled_room(BpePair before)
{
    BpePairCount *counts = scope_alloc(scope_current(), MOST * sizeof *counts);
    for (long i = 0; i < MOST; i++)
        counts[i] = (BpePairCount){{-1, -1}, -1};
    counts[0].pair = before;
    return counts + 1;
}

static void check_counts(const BpeWord *words, long n, BpePair before, const char *rule)
{
    BpePairCount *counts = spoiled_room(before);
    Tensor *want = EXPECT(counts_want(words, n));
    long different = CALL(bpe_pair_counts(words, n, counts));
    Tensor *table = counts_listed(counts, different);
    check_tensor_within(table, want, 0, rule);
}

TEST(two_words_by_hand, .points = 1, .exercise = "10.1 bpe_pair_counts", .file = "bpe_pairs.c")
{
    int first[] = {1, 2, 1}, second[] = {1, 2};
    BpeWord words[] = {{first, 3, 1}, {second, 2, 4}};
    given("words", "(1, 2, 1) once, (1, 2) four times");

    check_counts(words, 2, (BpePair){0, 0},
                 "(1, 2) occurs five times, (2, 1) once: left, right, count");
}

TEST(drawn_words, .points = 4, .exercise = "10.1 bpe_pair_counts", .file = "bpe_pairs.c")
{
    IntTensor *a = draw_ids("a", SHAPE(9), 3, 5), *c = draw_ids("c", SHAPE(6), 3, 5),
              *d = draw_ids("d", SHAPE(4), 3, 5);
    long count_a = draw_long("count_a", 2, 4), count_c = draw_long("count_c", 5, 7),
         count_d = draw_long("count_d", 8, 11);
    BpeWord words[] = {{a->data, 9, count_a}, {c->data, 6, count_c}, {d->data, 4, count_d}};
    given("words", "a, c and d, count_a, count_c and count_d times");

    check_counts(words, 3, (BpePair){a->data[0], a->data[1]},
                 "each pair of neighbours, as often as its words occur, sorted by left and right");
    int byte = (int)draw_long("byte", 1, 99), token = 256 + (int)draw_long("token", 1, 99);
    int low[] = {byte, token}, high[] = {byte + 1, token - 256}; /* alike for left * 256 + right */
    BpeWord merged[] = {{low, 2, count_a}, {high, 2, count_c}};
    given("words", "(byte, token), (byte + 1, token - 256), count_a and count_c times");
    check_counts(merged, 2, (BpePair){0, 0}, "two pairs: a token may be larger than a byte");
}

TEST(equal_neighbours, .points = 3, .exercise = "10.1 bpe_pair_counts", .file = "bpe_pairs.c")
{
    int letter = (int)draw_long("letter", 97, 122);
    int same[] = {letter, letter, letter, letter}, alone[] = {letter}, two[] = {letter, letter};
    long count = (LONG_MAX >> 20) - draw_long("less", 0, 9); /* about 2^43 */
    given("count", "%ld", count);
    BpeWord words[] = {{same, 4, count}, {alone, 1, 5}, {two, 2, 11}};
    given("words", "letter four times in a row, `count` times; alone, 5 times; twice, 11 times");

    check_counts(words, 3, (BpePair){letter, letter},
                 "three pairs in four letters, one in two, none in one");
    given("words", "letter alone, 5 times");
    check_counts(words + 1, 1, (BpePair){letter, letter}, "a word without neighbours has no pair");
}

/* ---- 10.1 bpe_pair_counts -------------------------------------------------------------------------------- */

static void check_best(const BpePairCount *counts, long n, const Bpe *b, const char *rule)
{
    Tensor *want = EXPECT(best_want(counts, n, b));
    BpePair best = CALL(bpe_best_pair(counts, n, b));
    Tensor *pair = pair_listed(best);
    check_tensor_within(pair, want, 0, rule);
}

TEST(the_commonest, .points = 2, .exercise = "10.1 bpe_pair_counts", .file = "bpe_pairs.c")
{
    int a = (int)draw_long("letter", 97, 110);
    long most = draw_long("most", 30, 40);
    BpePairCount counts[] = {{{a, a + 1}, most - 9},      {{a, a + 2}, most - 5},
                             {{a + 1, a}, most},          {{a + 2, a}, most - 20},
                             {{a + 2, a + 1}, most - 13}, {{a + 3, a}, most - 7}};
    Bpe *b = bpe_new();
    given("counts",
          "six pairs of letters with counts from `most` - 20 to `most`; the third has most");

    check_best(counts, 6, b, "the greatest count");
    counts[0].count = most + 1;
    check_best(counts, 6, b, "the greatest count, here the first");
    counts[5].count = most + 2;
    check_best(counts, 6, b, "the greatest count, here the last");
    bpe_free(b);
}

static void swap(BpePairCount *a, BpePairCount *b)
{
    BpePairCount other = *a;
    *a = *b;
    *b = other;
}

TEST(of_equals_the_greater_bytes, .points = 4, .exercise = "10.1 bpe_pair_counts",
     .file = "bpe_pairs.c")
{
    int a = (int)draw_long("letter", 97, 110);
    long c = draw_long("count", 2, 9);
    Bpe *b = bpe_new();
    int ab =
        bpe_add_merge(b, (BpePair){a, a + 1}); /* later than all letters, and less than a + 1 */
    BpePairCount counts[] = {{{a, a + 2}, c},     {{a, a + 1}, c}, {{a, a + 3}, c},
                             {{ab, a + 2}, c},    {{a + 1, a}, c}, {{a + 1, a + 2}, c},
                             {{a + 1, a + 1}, c}, {{a, a}, c},     {{a + 1, ab}, c},
                             {{a + 3, a}, c - 1}};
    given("b", "the 256 bytes, and token 256 of the bytes letter, letter + 1");
    given("counts", "nine pairs with the same count, and one with less");

    check_best(counts, 10, b,
               "of several that occur as often, the greater bytes: left before right");
    for (int i = 0; i < 5; i++)
        swap(&counts[i], &counts[9 - i]);
    given("counts", "the same ten, the last one first");
    check_best(counts, 10, b, "in whatever order they come");
    for (int i = 9; i > 0; i--)
        swap(&counts[i], &counts[draw_seed() % (uint64_t)(i + 1)]);
    given("counts", "the same ten in a drawn order");
    check_best(counts, 10, b, "in whatever order they come");
    bpe_free(b);
}

TEST(a_longer_token_is_greater, .points = 2, .exercise = "10.1 bpe_pair_counts",
     .file = "bpe_pairs.c")
{
    int a = (int)draw_long("letter", 97, 110);
    Bpe *b = bpe_new();
    int aa = bpe_add_merge(b, (BpePair){a, a});
    BpePairCount counts[] = {{{a, a + 1}, 3}, {{a, a + 2}, 3}, {{aa, a + 3}, 3}, {{aa, a}, 3}};
    given("b", "the 256 bytes, and token 256 of the bytes letter, letter");
    given("counts", "(letter, letter + 1), (letter, letter + 2), (256, letter + 3), (256, letter), "
                    "each 3 times");

    check_best(counts, 4, b, "\"aa\" comes behind \"a\", as in a dictionary");
    BpePairCount beyond[] = {{{a, 0xA4}, 3}, {{0xC3, a}, 3}, {{0xC3, a + 1}, 3}};
    given("counts", "(letter, 0xA4), (0xC3, letter), (0xC3, letter + 1), each 3 times");
    check_best(beyond, 3, b, "bytes from 128 on are greater than all letters");
    bpe_free(b);
}

/* ---- 10.2 bpe_merge ------------------------------------------------------------------------------------ */

static void check_merge(const int *ids, long n, BpePair pair, int merged, const char *rule)
{
    int *word = scope_alloc(scope_current(), (MOST + 1) * sizeof *word);
    memcpy(word, ids, (size_t)n * sizeof *word);
    word[n] = pair.right; /* belongs to somebody else */
    Tensor *want = EXPECT(merge_want(ids, n, pair, merged));
    long m = CALL(bpe_merge(word, n, pair, merged));
    Tensor *tokens = listed(word, m);
    check_tensor_within(tokens, want, 0, rule);
    long behind = word[n];
    check_long(behind, pair.right, "what stands behind the word stays as it is");
}

TEST(three_equal_ones, .points = 3, .exercise = "10.2 bpe_merge", .file = "bpe_pairs.c")
{
    int a = (int)draw_long("letter", 97, 122);
    int ids[] = {a, a, a, 1, a, a, a};
    given("ids", "letter, letter, letter, 1, letter, letter, letter");

    check_merge(ids, 7, (BpePair){a, a}, 300, "from the left: the third one of three stays");
}

TEST(wherever_it_stands, .points = 3, .exercise = "10.2 bpe_merge", .file = "bpe_pairs.c")
{
    IntTensor *drawn = draw_ids("drawn", SHAPE(5), 7, 9);
    int ids[] = {7,
                 8,
                 drawn->data[0],
                 8,
                 7,
                 7,
                 drawn->data[1],
                 7,
                 8,
                 drawn->data[2],
                 9,
                 drawn->data[3],
                 drawn->data[4],
                 7,
                 8};
    given("ids", "7 8 d0 8 7 7 d1 7 8 d2 9 d3 d4 7 8, with the five drawn ones");

    check_merge(ids, 15, (BpePair){7, 8}, 300, "at the beginning, in the middle and at the end");
    check_merge(ids, 14, (BpePair){7, 8}, 300, "and not with what stands behind the word");
    int many[MOST];
    long n = draw_long("n", 330, MOST);
    for (long i = 0; i < n; i++)
        many[i] = 7 + (int)(i % 5);
    given("ids", "7 8 9 10 11 7 8 9 10 11 ..., n tokens");
    check_merge(many, n, (BpePair){7, 8}, 300, "however long the word is");
}

TEST(words_without_the_pair, .points = 1, .exercise = "10.2 bpe_merge", .file = "bpe_pairs.c")
{
    IntTensor *drawn = draw_ids("drawn", SHAPE(3), 9, 99);
    int ids[] = {8, 7, drawn->data[0], drawn->data[1], drawn->data[2], 7};
    given("ids", "8 7 d0 d1 d2 7, with the three drawn ones, and then the last one alone");

    check_merge(ids, 6, (BpePair){8, 7}, 300, "the first two, and nothing else");
    check_merge(ids, 6, (BpePair){7, 8}, 300, "nothing to merge: as before");
    check_merge(ids + 4, 1, (BpePair){7, 8}, 300, "one token has no neighbour");
}
