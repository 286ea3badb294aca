/* pieces.c - 10.3: where GPT-2 cuts a text. */
#include "want.h"

typedef struct {
    char *text;
    size_t bytes;
} Text;

/* One to three drawn letters for each x, one to three digits for each 5; three bytes of somebody else behind the end. */
static Text filled(const char *form, const char *behind)
{
    IntTensor *drawn = draw_ids("drawn", SHAPE(120), 0, 259);
    Text t = {scope_alloc(scope_current(), 240), 0};
    for (long i = 0; form[i] != '\0'; i++) {
        int d = drawn->data[i];
        bool many = form[i] == 'x' || form[i] == '5';
        for (int k = 0; k < (many ? 1 + d % 3 : 1); k++)
            t.text[t.bytes++] = form[i] == 'x'   ? (char)(97 + (d + 7 * k) % 26)
                                : form[i] == '5' ? (char)(48 + (d + k) % 10)
                                                 : form[i];
    }
    memcpy(t.text + t.bytes, behind, 4);
    given("text", "\"%s\" without its last three bytes", t.text);
    return t;
}

/* The lengths of all pieces, up to one without bytes. */
static Tensor *pieces_of(const char *text, size_t bytes)
{
    int lengths[MOST];
    long n = 0;
    for (size_t at = 0, length = 1; at < bytes && length > 0 && n < MOST; at += length) {
        length = gpt2_piece(text, bytes, at);
        lengths[n++] = (int)length;
    }
    return listed(lengths, n);
}

static void check_pieces(const char *text, size_t bytes, const char *rule)
{
    Tensor *want = EXPECT(pieces_want(text, bytes));
    Tensor *pieces = CALL(pieces_of(text, bytes));
    check_tensor_within(pieces, want, 0, rule);
}

TEST(words_numbers_and_signs, .points = 6, .exercise = "10.4 gpt2_piece", .file = "gpt2_piece.c")
{
    Text t = filled("Xxxx xx x 5555 xx55xx: (xxx) 's -- 5.55, xxx!? \"x\" I'm xx'S", "ell");

    check_pieces(t.text, t.bytes, "words, numbers and signs, each with the space in front of it");
    Text signs = filled("xx!!'s x ((x)'re", "ell");
    check_pieces(signs.text, signs.bytes, "signs go on with an apostrophe, which is one of them");
}

TEST(white_space, .points = 4, .exercise = "10.4 gpt2_piece", .file = "gpt2_piece.c")
{
    Text t = filled("xx  xx   5\n\nxx\txx \n x\n    xx +  x  ", " ll");

    check_pieces(t.text, t.bytes, "the last of several white spaces is left for what follows");
    Text one = filled("xx ", "ell");
    check_pieces(one.text, one.bytes, "at the end of the text a space has nothing to go with");
}

TEST(beyond_ascii, .points = 2, .exercise = "10.4 gpt2_piece", .file = "gpt2_piece.c")
{
    Text t = filled("caf\xC3\xA9 xx\xE4\xB8\xAD\xE4\xB8\xAD \xC2\xBD"
                    "55 \xE2\x80\x9Cxx \xC2\xA0 x\xC2\xA0xx \xC2\xA0xx",
                    "ell");

    check_pieces(t.text, t.bytes, "letters, numbers and spaces are those of Unicode");
}

/* Lines of a program: much white space, signs and numbers. */
TEST(few_questions, .points = 6, .exercise = "10.4 gpt2_piece", .file = "gpt2_piece.c")
{
    Text t = filled("xx xx(xx)\n{\n        x xx(x, 5) + 55;\n\n        /* 55 \xC3\xA9x 's xx55 "
                    "*/\n}\n\n \n  x\tx"
                    "  x += 5.5;   x's I'm xx",
                    "ell");
    Text end = filled("x \xC2\xA0x  x \n    ", " ll");

    Tensor *want = EXPECT(pieces_want(t.text, t.bytes));
    Tensor *want_end = EXPECT(pieces_want(end.text, end.bytes));
    long most = EXPECT(questions_most(t.text, t.bytes) + questions_most(end.text, end.bytes));
    long before = character_classes_asked();
    Tensor *pieces = CALL(pieces_of(t.text, t.bytes));
    Tensor *pieces_of_end = CALL(pieces_of(end.text, end.bytes));
    long asked = character_classes_asked() - before;
    check_tensor_within(pieces, want, 0, "fewer questions, and the same pieces");
    check_tensor_within(pieces_of_end, want_end, 0, "fewer questions, and the same pieces");
    check_at_most(asked, (double)most, "one question for each character, and two for each piece");
}
