/* encode.c - 10.3, 10.5: text as tokens. */
#include "want.h"

/* Token 256 is no merge, so that merge r does not make token 256 + r. */
static Bpe *some_merges(void)
{
    Bpe *b = bpe_new();
    bpe_add_token(b, "??", 2);
    int bc = bpe_add_merge(b, (BpePair){'b', 'c'});
    int ab = bpe_add_merge(b, (BpePair){'a', 'b'});
    bpe_add_merge(b, (BpePair){'a', bc});
    int cd = bpe_add_merge(b, (BpePair){'c', 'd'});
    bpe_add_merge(b, (BpePair){ab, cd});
    int aa = bpe_add_merge(b, (BpePair){'a', 'a'});
    bpe_add_merge(b, (BpePair){aa, ab});
    int space_d = bpe_add_merge(b, (BpePair){' ', 'd'});
    bpe_add_merge(b, (BpePair){space_d, 'd'});
    bpe_add_merge(b, (BpePair){'d', ' '});
    int bab = bpe_add_token(b, "bab", 3); /* made by the last merge, and merged by the one before */
    bpe_add_merge(b, (BpePair){bab, 'e'});
    bpe_add_merge(b, (BpePair){'b', ab});
    given("b", "the bytes, 256 \"??\", and the merges b c, a b, a bc, c d, ab cd, a a, aa ab, \" "
               "\" d, \" d\" d, d \" \", bab e, b ab");
    return b;
}

/* ---- 10.3 bpe_encode_piece ------------------------------------------------------------------------------ */

static void check_piece(const Bpe *b, const int *ids, long n, const char *rule)
{
    int *piece = scope_alloc(scope_current(), MOST * sizeof *piece);
    memcpy(piece, ids, (size_t)n * sizeof *piece);
    Tensor *want = EXPECT(piece_ids_want(b, ids, n));
    long m = CALL(bpe_encode_piece(b, piece, n));
    Tensor *tokens = listed(piece, m);
    check_tensor_within(tokens, want, 0, rule);
}

TEST(the_lowest_rank_first, .points = 1, .exercise = "10.3 bpe_encode_piece",
     .file = "bpe_encode_piece.c")
{
    Bpe *b = some_merges();
    int abcd[] = {'a', 'b', 'c', 'd', 'a', 'b'};
    given("ids", "a b c d a b");

    check_piece(b, abcd, 6, "b c first (rank 0), then a b (rank 1), then a bc (rank 2): abc d ab");
    bpe_free(b);
}

TEST(drawn_pieces, .points = 6, .exercise = "10.3 bpe_encode_piece", .file = "bpe_encode_piece.c")
{
    Bpe *b = some_merges();
    long n = draw_long("n", 260, 300);
    IntTensor *longer = draw_ids("longer", SHAPE(n), 'a', 'd'),
              *shorter = draw_ids("shorter", SHAPE(7), 'a', 'd');
    int *place = longer->data + draw_long("place", 0, 250);
    for (int i = 0; i < 5; i++)
        place[i] = "dbabe"[i];
    resealed_ids(longer);

    check_piece(b, longer->data, n,
                "the lowest rank first, wherever it stands, until there is none");
    check_piece(b, shorter->data, 7,
                "the lowest rank first, wherever it stands, until there is none");
    bpe_free(b);
}

TEST(pieces_that_stay, .points = 1, .exercise = "10.3 bpe_encode_piece",
     .file = "bpe_encode_piece.c")
{
    Bpe *b = some_merges();
    IntTensor *ids = draw_ids("ids", SHAPE(6), 'e', 'z');
    int some[] = {ids->data[0], 'b', 'c', ids->data[1]};
    given("some", "ids[0] b c ids[1]");

    check_piece(b, some, 4, "b c is merged, and nothing else");
    check_piece(b, ids->data, 6, "no neighbours can be merged");
    check_piece(b, ids->data, 1, "one token stays");
    bpe_free(b);
}

/* All pairs of 12 letters, in an order that is drawn; then each of what they make with one letter. Before them as many
 * pairs of other letters as are wanted. */
static Bpe *many_merges(long others)
{
    static const int steps[] = {5, 7, 11, 13, 17, 19, 23, 25};
    Bpe *b = bpe_new();
    bpe_add_token(b, "??", 2);
    for (long k = 0; k < others; k++)
        bpe_add_merge(b, (BpePair){109 + (int)(k / 12), 109 + (int)(k % 12)});
    long step = steps[draw_long("step", 0, 7)], first = draw_long("first", 0, 143);
    for (long k = 0; k < 144; k++) {
        long pair = (first + k * step) % 144;
        bpe_add_merge(b, (BpePair){97 + (int)(pair / 12), 97 + (int)(pair % 12)});
    }
    for (int k = 0; k < 144; k++)
        bpe_add_merge(b, (BpePair){257 + (int)others + k, 97 + (int)((first + k) % 12)});
    given("b", "behind %ld merges of other letters: merge k < 144: letters q / 12 and q %% 12 of a to l, where q = (first + k step) %% 144; merge "
               "144 + k: the token of merge k and letter (first + k) %% 12",
          others);
    return b;
}

enum { OTHERS = 60 };

/* In the list of merges, those of the other letters, which never fit, now look like one behind: who looks for a pair there
 * finds a wrong rank, and bpe_rank the right one. */
static void mislead(Bpe *b)
{
    for (int k = 0; k < OTHERS; k++) {
        int rank = OTHERS + (int)(draw_seed() % 144);
        BpePair own = b->merges[k], pair = b->merges[rank];
        b->merges[k] = pair;
        if (bpe_rank(b, pair) != rank)
            b->merges[k] = own;
    }
}

static void check_questions(long times, const char *rule)
{
    Bpe *b = many_merges(OTHERS);
    long n = draw_long("n", 340, 380);
    IntTensor *ids = draw_ids("ids", SHAPE(n), 'a', 'l');
    ids->data[5] = b->merges[OTHERS].left, ids->data[6] = b->merges[OTHERS].right;
    resealed_ids(ids);
    int *piece = scope_alloc(scope_current(), MOST * sizeof *piece);
    memcpy(piece, ids->data, (size_t)n * sizeof *piece);

    Tensor *want = EXPECT(piece_ids_want(b, ids->data, n));
    long least = EXPECT(questions_want(ids->data, n));
    mislead(b);
    long before = bpe_ranks_asked();
    long m = CALL(bpe_encode_piece(b, piece, n));
    long asked = bpe_ranks_asked() - before;
    Tensor *tokens = listed(piece, m);
    check_tensor_within(tokens, want, 0, "fewer questions, and the same tokens");
    check_at_most(asked, (double)(times * n), rule);
    check_at_least(asked, least, "each pair of neighbours is asked for once, and by bpe_rank");
    bpe_free(b);
}

TEST(twelve_questions_a_token, .points = 4, .exercise = "10.3 bpe_encode_piece",
     .file = "bpe_encode_piece.c")
{
    check_questions(12, "at most 12 questions for each token of the piece");
}

TEST(four_questions_a_token, .points = 6, .exercise = "10.3 bpe_encode_piece",
     .file = "bpe_encode_piece.c")
{
    check_questions(4, "at most 4 questions for each token of the piece");
}

/* ---- 10.5 bpe_encode_text ------------------------------------------------------------------------------ */

static void check_encoding(const Bpe *b, const char *text, size_t bytes, const char *rule)
{
    int ids[MOST];
    for (long i = 0; i < MOST; i++)
        ids[i] = BEHIND;
    Tensor *want = EXPECT(ids_want(b, text, bytes));
    long n = CALL(bpe_encode_text(b, text, bytes, ids));
    Tensor *tokens = listed(ids, n);
    check_tensor_within(tokens, want, 0, rule);
    long behind = ids[bytes];
    check_long(behind, BEHIND, "ids has room for as many tokens as the text has bytes");
}

/* The same vocabulary at another place, where it is known what a negative byte finds. */
static const Bpe *moved(const Bpe *b)
{
    struct {
        int before[128];
        Bpe b;
    } *room = scope_alloc(scope_current(), sizeof *room);
    for (long i = 0; i < 128; i++)
        room->before[i] = IN_FRONT;
    room->b = *b;
    return &room->b;
}

/* Words of a to d. */
static char *drawn_text(size_t *bytes)
{
    IntTensor *letters = draw_ids("letters", SHAPE(60), 0, 5);
    char *text = scope_alloc(scope_current(), 80);
    memcpy(text, "dd ddd \xC3\xA9\xF0", 10);
    for (long i = 0; i < 60; i++)
        text[10 + i] = "abcd a"[letters->data[i]];
    *bytes = 70;
    text[70] = 'b'; /* belongs to somebody else */
    given("text", "\"dd ddd \\xC3\\xA9\\xF0\", and 60 letters a to d and spaces");
    return text;
}

TEST(piece_by_piece, .points = 4, .exercise = "10.5 bpe_encode_text", .file = "bpe_encode_text.c")
{
    size_t bytes;
    Bpe *b = some_merges();
    char *text = drawn_text(&bytes);

    check_encoding(moved(b), text, bytes,
                   "cut, bytes, merges: \"d \" is a merge, and never reaches across a cut");
    check_encoding(b, text, 0, "no text, no tokens");
    bpe_add_merge(b, (BpePair){'5', '5'});
    b->split = SPLIT_GPT4;
    char digits[] = "5555555555";
    long many = draw_long("digits", 4, 9);
    given("text",
          "so many times '5'; b has the merge 5 5, and cuts as GPT-4 does: after three digits");
    check_encoding(b, digits, (size_t)many, "b->split says how a text is cut, and bpe_piece knows");
    bpe_free(b);
}

TEST(a_token_for_each_byte, .points = 1, .exercise = "10.5 bpe_encode_text",
     .file = "bpe_encode_text.c")
{
    Bpe *b = some_merges();
    IntTensor *letters = draw_ids("letters", SHAPE(300), 'e', 'z');
    char text[] = {[300] = ' ', [301] = 'b'};
    for (long i = 0; i < 300; i++)
        text[i] = (char)letters->data[i];
    text[draw_long("zero", 270, 290)] = '\0';
    given("text", "the letters, one of them a byte 0, and a space; behind it a b of somebody else");

    check_encoding(b, text, 301, "nothing can be merged here");
    bpe_free(b);
}

TEST(bytes_in_another_order, .points = 3, .exercise = "10.5 bpe_encode_text",
     .file = "bpe_encode_text.c")
{
    size_t bytes;
    static const char merges[] = "b c\na b\nd d\n";
    Bpe *b = bpe_from_merges(merges, sizeof merges - 1);
    char *text = drawn_text(&bytes);
    given("b", "the merges b c, a b, d d, with bytes in GPT-2's order: '!' is token 0");

    check_encoding(moved(b), text, bytes, "b->byte_id says which token a byte is");
    bpe_free(b);
}

/* What begins, and then the drawn ones of five parts. */
static char *joined(const char *begin, const char *const parts[5])
{
    IntTensor *drawn = draw_ids("drawn", SHAPE(8), 0, 4);
    char *text = scope_alloc(scope_current(), 200);
    strcpy(text, begin);
    for (long i = 0; i < 8; i++)
        strcat(text, parts[drawn->data[i]]);
    given("text", "\"%s\"", text);
    return text;
}

TEST(pieces_that_are_tokens, .points = 3, .exercise = "10.5 bpe_encode_text",
     .file = "bpe_encode_text.c")
{
    Bpe *b = some_merges();
    const char *text =
        joined("abcd abcd cd", (const char *const[]){" abcd", " cd", "??", " dd", " abc"});
    bpe_add_token(b, " abcd", 5);
    bpe_add_token(b, " cd", 3);

    check_encoding(b, text, strlen(text), "without ignore_merges only merges make tokens");
    b->ignore_merges = true;
    check_encoding(b, text, strlen(text),
                   "with ignore_merges a piece that is a token is that token");
    bpe_free(b);

    b = bpe_empty();
    bpe_add_token(b, " cd", 3);
    for (int i = 0; i < 256; i++)
        b->byte_id[i] = bpe_add_token(b, (const char[]){(char)i}, 1);
    b->ignore_merges = true;
    given("b", "at last one with \" cd\", token 0, and the bytes, 1 to 256");
    check_encoding(b, text, strlen(text), "also if it is token 0");
    bpe_free(b);
}
