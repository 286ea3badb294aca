/* bpe_cut.c - a text as its plain parts and the special tokens between them, also where it comes
 * bit by bit.
 *
 * The end of a text that goes on waits: its last piece may grow, and a special token may have begun
 * there. It is cut where neither can be. Behind a letter or a digit that has a character of another
 * class behind it, and in front of a space that has none in front of itself, a piece ends by both
 * rules of pieces, whatever comes.
 *
 * Invariant: the pieces of all parts are the pieces of the text.
 */
#include <string.h>
#include "bpe_parts.h"

enum { LONGEST_CHARACTER = 4, ENOUGH = 1 << 16 };

/* ---- where a text can be cut ----------------------------------------------------------------- */

static bool goes_on(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80; /* a character of UTF-8 */
}

/* text[begin] begins a piece; the character at `at` is there as a whole. */
static bool is_cut(const char *text, size_t begin, size_t bytes, size_t at)
{
    size_t before = at - 1, length;
    while (before > begin && goes_on(text[before]) && at - before < LONGEST_CHARACTER)
        before--;
    CharacterClass class = character_class(text, bytes, before, &length);
    if (before + length != at || class == CLASS_SPACE)
        return false;
    return text[at] == ' ' ||
           (class != CLASS_OTHER && character_class(text, bytes, at, &length) != class);
}

/* The last place behind `begin`; begin: there is none. */
static size_t last_cut(const char *text, size_t begin, size_t bytes)
{
    size_t at = bytes > LONGEST_CHARACTER ? bytes - LONGEST_CHARACTER : 0;
    while (at > begin && !is_cut(text, begin, bytes, at))
        at--;
    return at > begin ? at : begin;
}

/* ---- special tokens -------------------------------------------------------------------------- */

/* How long the longest special token is, and with which bytes they begin. */
static size_t longest_special(const Bpe *b, bool begins[256])
{
    size_t longest = 0;
    memset(begins, 0, 256 * sizeof *begins);
    for (long i = 0; b != NULL && i < b->n_special; i++) {
        size_t n = bpe_length(b, b->special[i]);
        if (n > 0)
            begins[b->bytes[b->start[b->special[i]]]] = true;
        longest = n > longest ? n : longest;
    }
    return longest;
}

static void visit_plain(const BpeCutter *c, const char *text, size_t bytes)
{
    if (bytes > 0)
        c->visit(c->context, text, bytes, -1);
}

/* How many bytes were visited: all, unless more will come. */
static size_t cut(const BpeCutter *c, const char *text, size_t bytes, bool more)
{
    if (bytes == 0)
        return 0;
    bool begins[256];
    size_t longest = longest_special(c->special, begins), begin = 0;
    size_t wait = more && longest > 0 ? longest - 1 : 0;
    size_t known = bytes > wait ? bytes - wait : 0; /* no token begins here unseen */
    for (size_t at = 0; longest > 0 && at < known;) {
        bool may = begins[(unsigned char)text[at]];
        int id = may ? bpe_special_at(c->special, text, bytes, at) : -1;
        if (id < 0) {
            at++;
            continue;
        }
        visit_plain(c, text + begin, at - begin);
        c->visit(c->context, text + at, bpe_length(c->special, id), id);
        begin = at += bpe_length(c->special, id);
    }
    size_t end = !more ? bytes : known > begin ? last_cut(text, begin, known) : begin;
    visit_plain(c, text + begin, end - begin);
    return end;
}

void bpe_cut(const BpeCutter *c, const char *text, size_t bytes)
{
    cut(c, text, bytes, false);
}

/* ---- text that comes ------------------------------------------------------------------------- */

void bpe_cutter_add(BpeCutter *c, const char *text, size_t bytes)
{
    if (c->bytes + bytes > c->room) {
        size_t room = 2 * (c->bytes + bytes);
        c->waiting = owned_grow(c->waiting, c->bytes, room);
        c->room = room;
    }
    if (bytes > 0)
        memcpy(c->waiting + c->bytes, text, bytes);
    c->bytes += bytes;
    if (c->bytes < (c->least > 0 ? c->least : ENOUGH) || c->bytes < c->enough)
        return;
    size_t done = cut(c, c->waiting, c->bytes, true);
    memmove(c->waiting, c->waiting + done, c->bytes -= done);
    c->enough = 2 * c->bytes; /* where nothing can be cut, not all is looked at each time */
}

void bpe_cutter_end(BpeCutter *c)
{
    size_t bytes = c->bytes;
    c->bytes = c->enough = 0;
    cut(c, c->waiting, bytes, false);
}
