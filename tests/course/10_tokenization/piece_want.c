/* piece_want.c - 10.6, 10.7: where GPT-2 cuts a text, and what known mistakes make of it. */
#include "want.h"

/* ---- 10.6 gpt2_contraction ------------------------------------------------------------------------------ */

typedef enum {
    RIGHT,
    ANY_CASE,
    BEYOND,
    TWO_BYTES,
    NO_APOSTROPHE,
    WHOLE_WORD,
    AT_THE_START,
    SPACE_BEHIND,
    NO_SPACE,
    LAST_SPACE_KEPT,
    NO_CONTRACTIONS,
    DIGITS_ARE_LETTERS,
    THREE_DIGITS,
    ANY_SPACE_FIRST,
    ONE_OTHER,
    ASCII_ONLY,
    END_LEFT,
    SPACES_ALONE,
    ONLY_WORDS,
    NOTHING_LEFT,
    ONE_CHARACTER,
    NOT_LAST,
    PAST_THE_END,
    SPACE_CONTRACTION,
    LAST_BYTE_LEFT
} Slip;

static char small(char c, Slip slip)
{
    return slip == ANY_CASE && c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static bool is_letter_here(const char *text, size_t bytes, size_t at)
{
    return at < bytes && ((text[at] | 32) >= 'a' && (text[at] | 32) <= 'z');
}

static size_t contraction(const char *text, size_t bytes, size_t at, Slip slip)
{
    static const char *const all[] = {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"};
    if (slip == NO_CONTRACTIONS || (slip == AT_THE_START && at > 0))
        return 0;
    for (int i = 0; i < 7; i++) {
        size_t n = strlen(all[i]), k = 0;
        while (k < n && (slip == BEYOND || at + k + (slip == NOT_LAST) < bytes) &&
               small(text[at + k], slip) == all[i][k])
            k++;
        if (k == n && !(slip == WHOLE_WORD && is_letter_here(text, bytes, at + n)))
            return slip == TWO_BYTES ? 2 : slip == NO_APOSTROPHE ? n - 1 : n;
    }
    return 0;
}

static Tensor *contractions(const char *text, size_t bytes, Slip slip)
{
    Tensor *t = blank(SHAPE((long)bytes));
    for (size_t at = 0; at < bytes; at++)
        t->data[at] = (real)contraction(text, bytes, at, slip);
    return t;
}

Tensor *contractions_want(const char *text, size_t bytes)
{
    MISTAKE(contractions(text, bytes, ANY_CASE),
            "'S was taken for 's: GPT-2 knows small letters only");
    MISTAKE(contractions(text, bytes, BEYOND),
            "bytes behind the end of the text were read: a contraction needs bytes - at of them");
    MISTAKE(contractions(text, bytes, NOT_LAST),
            "one that ends with the text was not found: its bytes are all there");
    MISTAKE(contractions(text, bytes, TWO_BYTES), "'re, 've and 'll have three bytes");
    MISTAKE(contractions(text, bytes, NO_APOSTROPHE), "the apostrophe was not counted");
    MISTAKE(contractions(text, bytes, WHOLE_WORD),
            "what comes behind does not matter: 'sister begins with 's");
    MISTAKE(contractions(text, bytes, AT_THE_START),
            "only the beginning of the text was looked at: text + at");
    MISTAKE(contractions(text, bytes, NO_CONTRACTIONS), "none was found");
    return contractions(text, bytes, RIGHT);
}

/* ---- 10.7 gpt2_piece ------------------------------------------------------------------------------------ */

/* The characters beyond ASCII that the tests use. */
static CharacterClass plain_class(const char *text, size_t bytes, size_t at, size_t *length,
                                  Slip slip)
{
    static const struct {
        const char *text;
        CharacterClass class;
    } known[] = {{"\xC3\xA9", CLASS_LETTER},
                 {"\xE4\xB8\xAD", CLASS_LETTER},
                 {"\xC2\xBD", CLASS_NUMBER},
                 {"\xC2\xA0", CLASS_SPACE},
                 {"\xE2\x80\x9C", CLASS_OTHER}};
    char c = text[at];
    *length = 1;
    for (int i = 0; i < 5 && slip != ASCII_ONLY; i++) {
        size_t n = strlen(known[i].text);
        if (n <= bytes - at && memcmp(text + at, known[i].text, n) == 0) {
            *length = n;
            return known[i].class;
        }
    }
    if (c >= '0' && c <= '9')
        return slip == DIGITS_ARE_LETTERS ? CLASS_LETTER : CLASS_NUMBER;
    if (is_letter_here(text, at + 1, at))
        return CLASS_LETTER;
    return c == ' ' || (c >= '\t' && c <= '\r') ? CLASS_SPACE : CLASS_OTHER;
}

static long most_of(CharacterClass class, Slip slip)
{
    if (slip == ONE_CHARACTER || (slip == ONE_OTHER && class == CLASS_OTHER))
        return 1;
    return slip == THREE_DIGITS && class == CLASS_NUMBER ? 3 : MOST;
}

static size_t run_end(const char *text, size_t bytes, size_t at, CharacterClass class, Slip slip)
{
    size_t length;
    for (long k = 0; k < most_of(class, slip) && (at < bytes || slip == PAST_THE_END) &&
                     plain_class(text, bytes, at, &length, slip) == class;
         k++)
        at += length;
    return at;
}

static size_t white_space(const char *text, size_t bytes, size_t at, Slip slip)
{
    size_t end = at, last = at, length, n = 0;
    for (; (end < bytes || slip == PAST_THE_END) &&
           plain_class(text, bytes, end, &length, slip) == CLASS_SPACE;
         end += length, n++)
        last = end;
    if (slip == SPACES_ALONE)
        return plain_class(text, bytes, at, &length, slip) == CLASS_SPACE ? length : 1;
    bool leave =
        (end < bytes || slip == END_LEFT) && slip != LAST_SPACE_KEPT && slip != SPACE_BEHIND;
    if (leave && (n > 1 || slip == NOTHING_LEFT))
        return slip == LAST_BYTE_LEFT ? end - 1 - at : last - at;
    return end - at;
}

static size_t piece(const char *text, size_t bytes, size_t at, Slip slip)
{
    size_t length = contraction(text, bytes, at, slip);
    if (length > 0)
        return length;
    if (slip == SPACE_CONTRACTION && text[at] == ' ' && at + 1 < bytes &&
        contraction(text, bytes, at + 1, slip) > 0)
        return 1 + contraction(text, bytes, at + 1, slip);
    CharacterClass first = plain_class(text, bytes, at, &length, slip);
    size_t begin = at;
    bool prefix = text[at] == ' ' || (slip == ANY_SPACE_FIRST && first == CLASS_SPACE);
    if (prefix && slip != NO_SPACE && slip != SPACE_BEHIND)
        begin += length;
    if (begin < bytes) {
        CharacterClass class = plain_class(text, bytes, begin, &length, slip);
        bool joins =
            class != CLASS_SPACE && !(slip == ONLY_WORDS && begin > at && class != CLASS_LETTER);
        size_t end = joins ? run_end(text, bytes, begin, class, slip) : begin;
        if (joins && slip == SPACE_BEHIND && end < bytes && text[end] == ' ')
            end++;
        if (joins)
            return end - at;
    }
    return white_space(text, bytes, at, slip);
}

size_t plain_piece(const char *text, size_t bytes, size_t at)
{
    return piece(text, bytes, at, RIGHT);
}

static Tensor *pieces(const char *text, size_t bytes, Slip slip)
{
    int lengths[MOST];
    long n = 0;
    for (size_t at = 0, length = 1; at < bytes && length > 0 && n < MOST; at += length)
        lengths[n++] = (int)(length = piece(text, bytes, at, slip));
    return listed(lengths, n);
}

Tensor *pieces_want(const char *text, size_t bytes)
{
    MISTAKE(pieces(text, bytes, SPACE_BEHIND),
            "the space went with the word before it: it goes with the one behind it");
    MISTAKE(pieces(text, bytes, NO_SPACE),
            "the space is a piece of its own: one ' ' goes with what comes behind it");
    MISTAKE(pieces(text, bytes, LAST_SPACE_KEPT),
            "several spaces kept the last one, which goes with the word behind them: \\s+(?!\\S)");
    MISTAKE(pieces(text, bytes, ANY_CASE),
            "'S was cut off like 's: GPT-2 knows small letters only");
    MISTAKE(pieces(text, bytes, NO_CONTRACTIONS), "no contraction was cut off: 10.6 comes first");
    MISTAKE(pieces(text, bytes, DIGITS_ARE_LETTERS),
            "letters and digits are in one piece: they are two classes");
    MISTAKE(pieces(text, bytes, THREE_DIGITS),
            "a number was cut after three digits: GPT-4 does that, GPT-2 does not");
    MISTAKE(pieces(text, bytes, ANY_SPACE_FIRST),
            "a line break or a tab went with the word behind it: only ' ' does");
    MISTAKE(pieces(text, bytes, ONE_OTHER),
            "punctuation goes on as long as it is punctuation, as words do");
    MISTAKE(pieces(text, bytes, ASCII_ONLY),
            "bytes above 127 were taken one by one: character_class says how many belong to a "
            "character, and of what class it is");
    MISTAKE(pieces(text, bytes, END_LEFT),
            "at the end of the text no word follows: nothing is left behind");
    MISTAKE(pieces(text, bytes, SPACES_ALONE),
            "white space was cut into single characters: it goes on as long as it is white space");
    MISTAKE(pieces(text, bytes, ONLY_WORDS),
            "the space goes with numbers and punctuation, too, and not only with words");
    MISTAKE(pieces(text, bytes, NOTHING_LEFT),
            "a piece of no bytes: a white space that is alone is a piece, though a word follows");
    MISTAKE(
        pieces(text, bytes, PAST_THE_END),
        "bytes behind the end of the text were taken into the piece: it ends where the text does");
    MISTAKE(pieces(text, bytes, SPACE_CONTRACTION),
            "a contraction took the space in front of it: there ' is a sign, and s a word");
    MISTAKE(pieces(text, bytes, LAST_BYTE_LEFT),
            "the last byte was left for the word, and not the last white space: a character may "
            "have several bytes");
    MISTAKE_MESSAGE("character_class: at",
                    "the class of what stands behind the end was asked for: look at end < bytes "
                    "first");
    MISTAKE(pieces(text, bytes, ONE_CHARACTER),
            "a piece is as many characters as are of the same class, and not one");
    return pieces(text, bytes, RIGHT);
}
