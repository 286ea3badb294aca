/* encode_want.c - 10.5, 10.10, 10.11: text as tokens, and what known mistakes make of it. */
#include "want.h"

typedef enum {
    RIGHT,
    LEFT_TO_RIGHT,
    LONGEST,
    HIGHEST,
    ONE_MERGE,
    BY_RANK,
    SWAPPED,
    LAST_MISSED,
    WITHOUT_0,
    OLD_LENGTH,
    ONE_PIECE,
    BYTES_ALONE,
    BYTES_AS_IDS,
    NEVER_WHOLE,
    ALWAYS_WHOLE,
    SEVEN_BITS,
    SIGNED,
    NOT_TOKEN_0,
    FIRST_PIECE,
    AS_GPT_2
} Slip;

static long rank_of(const Bpe *b, int left, int right, Slip slip)
{
    for (long r = slip == WITHOUT_0; r < b->n_merges; r++)
        if (b->merges[r].left == (slip == SWAPPED ? right : left) &&
            b->merges[r].right == (slip == SWAPPED ? left : right))
            return r;
    return -1;
}

/* The rank to merge next; -1: none. */
static long next_rank(const Bpe *b, const int *ids, long n, Slip slip)
{
    long best = -1;
    for (long i = 0; i + 1 + (slip == LAST_MISSED) < n; i++) {
        long rank = rank_of(b, ids[i], ids[i + 1], slip);
        if (rank >= 0 && slip == LEFT_TO_RIGHT)
            return rank;
        if (rank >= 0 && (best < 0 || (slip == HIGHEST ? rank > best : rank < best)))
            best = rank;
    }
    return best;
}

/* The longest token that the text goes on with, again and again. */
static long longest_tokens(const Bpe *b, int *ids, long n)
{
    unsigned char text[MOST];
    long m = 0, at = 0;
    for (long i = 0; i < n; i++)
        text[i] = b->bytes[b->start[ids[i]]];
    while (at < n) {
        long best = 0;
        for (int id = 0; id < b->size; id++) {
            long length = (long)(b->start[id + 1] - b->start[id]);
            if (length > best && length <= n - at &&
                memcmp(b->bytes + b->start[id], text + at, (size_t)length) == 0) {
                best = length;
                ids[m] = id;
            }
        }
        m++;
        at += best;
    }
    return m;
}

static long merged_piece(const Bpe *b, int *ids, long n, Slip slip)
{
    long before = n;
    if (slip == LONGEST)
        return longest_tokens(b, ids, n);
    for (long rank = next_rank(b, ids, n, slip); rank >= 0; rank = next_rank(b, ids, n, slip)) {
        BpePair pair = b->merges[rank];
        if (slip == SWAPPED)
            pair = (BpePair){pair.right, pair.left};
        n = plain_merge(ids, n, pair, slip == BY_RANK ? 256 + (int)rank : b->merged[rank]);
        if (slip == ONE_MERGE)
            break;
    }
    return slip == OLD_LENGTH ? before : n;
}

static Tensor *piece_ids(const Bpe *b, const int *ids, long n, Slip slip)
{
    int copy[MOST];
    memcpy(copy, ids, (size_t)n * sizeof *copy);
    return listed(copy, merged_piece(b, copy, n, slip));
}

Tensor *piece_ids_want(const Bpe *b, const int *ids, long n)
{
    MISTAKE(
        piece_ids(b, ids, n, LEFT_TO_RIGHT),
        "the first pair of the text was merged, whatever its rank: the lowest rank comes first");
    MISTAKE(piece_ids(b, ids, n, LONGEST),
            "the longest token that fits was taken, from the left: merges are made in the order in "
            "which they were learnt");
    MISTAKE(piece_ids(b, ids, n, HIGHEST),
            "the highest rank was merged first: rank 0 was learnt first, and is made first");
    MISTAKE(piece_ids(b, ids, n, ONE_MERGE),
            "only one merge was made: again, until no neighbours have a rank");
    MISTAKE(piece_ids(b, ids, n, BY_RANK),
            "256 + rank is not the id of the new token: b->merged[rank] says it");
    MISTAKE(piece_ids(b, ids, n, SWAPPED), "left and right have changed places");
    MISTAKE(piece_ids(b, ids, n, LAST_MISSED), "the last two tokens were not looked at: i + 1 < n");
    MISTAKE(piece_ids(b, ids, n, WITHOUT_0), "rank 0 is a rank, too: only below 0 there is none");
    MISTAKE(piece_ids(b, ids, n, OLD_LENGTH), "the old length was returned: how many are left?");
    MISTAKE(listed(ids, n), "nothing was merged");
    MISTAKE_MESSAGE(
        "no end",
        "it never ends: a merge did not change the piece, or nobody asks whether there is one");
    return piece_ids(b, ids, n, RIGHT);
}

/* ---- 10.10 bpe_encode_text ------------------------------------------------------------------------------ */

static int whole_token(const Bpe *b, const char *text, size_t n)
{
    for (int id = 0; id < b->size; id++)
        if (b->start[id + 1] - b->start[id] == n && memcmp(b->bytes + b->start[id], text, n) == 0)
            return id;
    return -1;
}

/* What GPT-4's way has other than GPT-2's, where a text is digits and nothing else. */
static size_t cut(const Bpe *b, const char *text, size_t bytes, size_t at, Slip slip)
{
    size_t length = plain_piece(text, bytes, at);
    return b->split == SPLIT_GPT4 && slip != AS_GPT_2 && length > 3 ? 3 : length;
}

static Tensor *encoded(const Bpe *b, const char *text, size_t bytes, Slip slip)
{
    int ids[MOST];
    long n = 0;
    for (size_t at = 0, length; at < bytes && (slip != FIRST_PIECE || at == 0); at += length) {
        length = slip == ONE_PIECE ? bytes : cut(b, text, bytes, at, slip);
        bool may = slip == ALWAYS_WHOLE || (b->ignore_merges && slip != NEVER_WHOLE);
        int whole = may ? whole_token(b, text + at, length) : -1;
        if (slip == NOT_TOKEN_0 && whole == 0)
            whole = -1;
        long piece_length = whole >= 0 ? 0 : (long)length;
        if (whole >= 0)
            ids[n++] = whole;
        for (long i = 0; i < piece_length; i++) {
            int byte = (unsigned char)text[at + (size_t)i] & (slip == SEVEN_BITS ? 127 : 255);
            ids[n + i] = slip == BYTES_AS_IDS           ? byte
                         : slip == SIGNED && byte > 127 ? IN_FRONT
                                                        : b->byte_id[byte];
        }
        n += slip == BYTES_ALONE ? piece_length : merged_piece(b, ids + n, piece_length, RIGHT);
    }
    return listed(ids, n);
}

Tensor *ids_want(const Bpe *b, const char *text, size_t bytes)
{
    MISTAKE(encoded(b, text, bytes, ONE_PIECE),
            "the text was not cut: no token reaches across two pieces");
    MISTAKE(encoded(b, text, bytes, BYTES_ALONE), "pieces are single bytes: 10.5 merges them");
    MISTAKE(encoded(b, text, bytes, BYTES_AS_IDS),
            "a byte is not its own id in every vocabulary: b->byte_id[byte]");
    MISTAKE(encoded(b, text, bytes, NEVER_WHOLE),
            "b->ignore_merges is set: a piece that is a token is that token");
    MISTAKE(encoded(b, text, bytes, ALWAYS_WHOLE),
            "b->ignore_merges is not set: merges decide, also for a piece that is a token");
    MISTAKE(encoded(b, text, bytes, SEVEN_BITS),
            "bytes above 127 lost a bit: as unsigned char they are 128 to 255");
    MISTAKE(encoded(b, text, bytes, SIGNED),
            "bytes above 127 were looked up in front of b->byte_id: char may be signed, and they "
            "negative");
    MISTAKE(encoded(b, text, bytes, NOT_TOKEN_0),
            "token 0 is a token, too: only below 0 there is none");
    MISTAKE(encoded(b, text, bytes, FIRST_PIECE), "only the first piece was encoded");
    if (b->split == SPLIT_GPT4)
        MISTAKE(
            encoded(b, text, bytes, AS_GPT_2),
            "the text was cut as GPT-2 does: bpe_piece cuts it as this vocabulary's model does");
    return encoded(b, text, bytes, RIGHT);
}

long behind_want(const Bpe *b, const char *text, size_t bytes)
{
    MISTAKE_NUMBER(b->byte_id[(unsigned char)text[bytes]],
                   "one byte too many became a token: i < length");
    return BEHIND;
}

/* ---- 10.11 bpe_special_at ------------------------------------------------------------------------------- */

typedef enum {
    LONGEST_ONE,
    SHORTEST,
    FIRST,
    LAST,
    BEYOND,
    EMPTY,
    AT_0,
    ONE_MORE,
    NOT_0
} SpecialSlip;

static int special_here(const Bpe *b, const char *text, size_t bytes, size_t at, SpecialSlip slip)
{
    int found = -1;
    size_t best = 0;
    for (long k = 0; k < b->n_special + (slip == ONE_MORE); k++) {
        int id = b->special[k];
        size_t n = b->start[id + 1] - b->start[id], left = slip == BEYOND ? MOST : bytes - at;
        bool fits = n <= left && (n > 0 || slip == EMPTY) && !(slip == NOT_0 && id == 0) &&
                    memcmp(b->bytes + b->start[id], text + (slip == AT_0 ? 0 : at), n) == 0;
        bool better = found < 0 ||
                      (slip == SHORTEST ? n < best : slip == LAST || (slip != FIRST && n > best));
        if (fits && better) {
            found = id;
            best = n;
        }
    }
    return found;
}

static Tensor *specials(const Bpe *b, const char *text, size_t bytes, SpecialSlip slip)
{
    Tensor *t = blank(SHAPE((long)bytes));
    for (size_t at = 0; at < bytes; at++)
        t->data[at] = special_here(b, text, bytes, at, slip);
    return t;
}

Tensor *specials_want(const Bpe *b, const char *text, size_t bytes)
{
    MISTAKE(specials(b, text, bytes, SHORTEST), "the shortest of several was taken");
    MISTAKE(specials(b, text, bytes, FIRST),
            "the first of the list was taken: of several that fit, the longest");
    MISTAKE(specials(b, text, bytes, LAST),
            "the last of the list was taken: of several that fit, the longest");
    MISTAKE(specials(b, text, bytes, BEYOND),
            "bytes behind the end of the text were read: there are bytes - at of them");
    MISTAKE(specials(b, text, bytes, EMPTY),
            "a special token without bytes was found: it stands nowhere");
    MISTAKE(specials(b, text, bytes, ONE_MORE),
            "one place too many of b->special was looked at: i < b->n_special");
    MISTAKE(specials(b, text, bytes, NOT_0), "token 0 is a token, too: only below 0 there is none");
    MISTAKE(specials(b, text, bytes, AT_0), "the text was compared from its beginning: text + at");
    return specials(b, text, bytes, LONGEST_ONE);
}
