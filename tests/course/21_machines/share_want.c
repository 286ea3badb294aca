/* share_want.c - rows of shares, by counting them out one by one. */
#include "want.h"

typedef enum {
    RIGHT,
    LEFT_OUT,
    ALL_TO_LAST,
    ALL_TO_FIRST,
    LARGER_LAST,
    EVEN_CUTS,
    ROUNDED_UP,
    PADDED,
    STRIDED,
    OWN_COUNT,
    FIRST_IGNORES_REST,
    FIRST_COUNTS_ITSELF,
    ONE_TOO_MANY,
    ENDS,
    LAST_ROW,
    EMPTY_AT_0,
    AT_LEAST_ONE,
    ROUNDED,
    EMPTY_RUN_ON,
    IN_INT,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [LEFT_OUT] =
        "every share has rows / shares rows: what is left over is nobody's, and never trained on",
    [ALL_TO_LAST] = "the last share has all that is left over: the others wait for it; one row "
                    "each for the first shares",
    [ALL_TO_FIRST] = "share 0 has all that is left over: the others wait for it; one row each for "
                     "the first shares",
    [LARGER_LAST] = "the larger shares come last: they are to come first",
    [EVEN_CUTS] = "the cuts are at i * rows / shares: sizes are right, but larger and smaller "
                  "shares take turns; the larger ones come first",
    [ROUNDED_UP] = "every share has rows / shares rounded up, as long as there are rows: the last "
                   "shares get too few, or none",
    [PADDED] = "all shares have the same size, rounded up: some rows are counted twice, or are "
               "none of the batch",
    [STRIDED] =
        "share i begins with row i, as if every S-th row were its own: a share is a run of rows",
    [OWN_COUNT] = "first is i * count: the shares in front may be larger than this one",
    [FIRST_IGNORES_REST] =
        "first is i * (rows / shares): the shares in front may have one row more each",
    [FIRST_COUNTS_ITSELF] =
        "first counts a row that is this share's own: only the shares in front of it",
    [ONE_TOO_MANY] = "one share too many is larger: shares count from 0, so i < rows % shares",
    [ENDS] = "count is where the share ends: it is how many rows it has",
    [LAST_ROW] = "count is one too small, as if it were a distance from the first row to the last: "
                 "it is how many rows",
    [EMPTY_AT_0] =
        "an empty share begins at row 0: it begins behind the last row, where the next one would",
    [AT_LEAST_ONE] = "every share has at least one row: with fewer rows than shares some have none",
    [ROUNDED] = "rows / shares was rounded to the nearest: the sizes must add up to rows",
    [EMPTY_RUN_ON] = "first goes on by one for each share, beyond the last row: behind the first "
                     "rows % shares shares nothing is added",
    [IN_INT] = "an int was too small on the way: 2,147,483,647 is its largest number; rows are of "
               "type long",
};

static long least_of(long a, long b)
{
    return a < b ? a : b;
}

static Share slipped(long rows, long i, long S, Slip slip)
{
    long least = rows / S, left = rows % S, up = (rows + S - 1) / S;
    Share s = {.first = 0, .count = 0};
    for (long k = 0; k <= i; k++) /* the rows of the shares in front, then its own */
        s = (Share){s.first + s.count, least + (k < left)};
    switch (slip) {
    case LEFT_OUT:
        return (Share){i * least, least};
    case ALL_TO_LAST:
        return (Share){i * least, i == S - 1 ? least + left : least};
    case ALL_TO_FIRST:
        return (Share){i * least + (i > 0 ? left : 0), i == 0 ? least + left : least};
    case LARGER_LAST:
        return (Share){i * least + (i > S - left ? i - (S - left) : 0), least + (i >= S - left)};
    case EVEN_CUTS:
        return (Share){i * rows / S, (i + 1) * rows / S - i * rows / S};
    case ROUNDED_UP:
        return (Share){least_of(i * up, rows),
                       least_of((i + 1) * up, rows) - least_of(i * up, rows)};
    case PADDED:
        return (Share){i * up, up};
    case STRIDED:
        return (Share){i, s.count};
    case OWN_COUNT:
        return (Share){i * s.count, s.count};
    case FIRST_IGNORES_REST:
        return (Share){i * least, s.count};
    case FIRST_COUNTS_ITSELF:
        return (Share){s.first + (i < left), s.count};
    case ONE_TOO_MANY:
        return (Share){s.first, least + (i <= left)};
    case ENDS:
        return (Share){s.first, s.first + s.count};
    case LAST_ROW:
        return (Share){s.first, s.count - 1};
    case EMPTY_AT_0:
        return (Share){s.count == 0 ? 0 : s.first, s.count};
    case AT_LEAST_ONE:
        return (Share){s.first, s.count == 0 ? 1 : s.count};
    case ROUNDED:
        return (Share){i * ((rows + S / 2) / S), (rows + S / 2) / S};
    case EMPTY_RUN_ON:
        return (Share){i * least + i, s.count};
    case IN_INT: {
        int n = (int)(uint32_t)rows, number = (int)S, j = (int)i;
        int before = j < n % number ? j : n % number;
        return (Share){j * (n / number) + before, n / number + (j < n % number)};
    }
    default:
        return s;
    }
}

static Tensor *slipped_cut(long rows, long shares, Slip slip)
{
    Tensor *t = blank(SHAPE(shares, 2));
    for (long row = 0; row < shares; row++) {
        Share s = slipped(rows, row, shares, slip);
        t->data[2 * row] = (real)s.first;
        t->data[2 * row + 1] = (real)s.count;
    }
    return t;
}

Tensor *cut_want(long rows, long shares)
{
    for (Slip slip = 1; slip < SLIPS; slip++)
        MISTAKE(slipped_cut(rows, shares, slip), said[slip]);
    return slipped_cut(rows, shares, RIGHT);
}

bool share_is_checked(void)
{
    MISTAKE_MESSAGE(
        "as if nothing were wrong",
        "the given check is gone: a rank that counts from 1 would work on rows of nobody");
    return true;
}
