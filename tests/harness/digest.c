/* digest.c - what a failed check saw, in so few numbers that it can be looked up.
 *
 * Each of the three rounds of a test adds the check that failed in it, and how often that was: words go into a hash, numbers into
 * three sums with random weights. Equal wrong values have equal digests, on any machine but for rounding; a table of what known
 * mistakes give (names.c) needs no more of them. What the numbers are worth as evidence is counted beside.
 */
#include "verdict.h"

#define PRECISION (IS_DOUBLE ? 1e-8 : 1e-5) /* of the same arithmetic elsewhere, and of the table */
#define LARGEST 1e6                         /* a single number must not hide all others */

static uint32_t hash(uint32_t before, const char *text)
{
    for (; *text != '\0'; text++)
        before = (before ^ (unsigned char)*text) * 0x01000193u;
    return before;
}

/* In [0.5, 1.5): another one for each number and each sum. */
static double weight(long i, int sum)
{
    uint64_t z = (uint64_t)(3 * i + sum + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return 0.5 + (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

/* What is larger counts by its logarithm: so it tells others from itself, and lets the rest be seen. */
static double plain_number(double x)
{
    double size = fabs(x);
    if (isnan(x))
        return 12345.678;
    if (isinf(x))
        size = 1000 * LARGEST;
    else if (size > LARGEST)
        size = LARGEST * (1 + log(size / LARGEST));
    return copysign(size, x);
}

/* Is x in a list of at most `most`? If not it is added. */
static void note(double x, double *list, int *n, int most)
{
    for (int i = 0; i < *n; i++)
        if (list[i] == x)
            return;
    if (*n < most)
        list[(*n)++] = x;
}

void digest_start(const char *test)
{
    uint32_t name = hash(0x811c9dc5u, test);
    verdict->digest = (Digest){.test = name, .frame = name};
}

void digest_words(const char *text)
{
    verdict->digest.frame = hash(hash(verdict->digest.frame, text), "\n");
}

/* "name: words": sizes are others in each call, so a message is known by its words. */
void digest_said(const char *message)
{
    char words[512];
    size_t n = strspn(message, "abcdefghijklmnopqrstuvwxyz_0123456789");
    if (n == 0 || strncmp(message + n, ": ", 2) != 0)
        return;
    n = 0;
    for (; *message != '\0' && n < sizeof words - 1; message++)
        if (strchr(" 0123456789.,-+()", *message) == NULL)
            words[n++] = *message;
    words[n] = '\0';
    verdict->digest.said = hash(0x811c9dc5u, words) | 1;
}

void digest_text(const char *got)
{
    digest_words(got);
    verdict->digest.wrong++;
    note(hash(0x811c9dc5u, got), verdict->digest.other, &verdict->digest.n_other, DIGEST_FEW);
}

void digest_number(double got, double want, double tolerance)
{
    Digest *d = &verdict->digest;
    double x = plain_number(got);
    for (int k = 0; k < DIGEST_SUMS; k++)
        d->sum[k] += weight(d->numbers, k) * x;
    /* The gradients of a check are far nearer to each other than to differences. */
    d->slack += fmax(tolerance < GRADIENT_TOLERANCE ? tolerance : 0, PRECISION) * fmax(1, fabs(x));
    d->numbers++;
    note(plain_number(want), d->right, &d->n_right, DIGEST_FEW);
    if (close_enough(got, want, tolerance) || (isnan(got) && isnan(want)))
        return;
    d->wrong++;
    note(x, d->other, &d->n_other, DIGEST_FEW);
}

bool digests_match(const Digest *a, const Digest *b)
{
    for (int k = 0; k < DIGEST_SUMS; k++)
        if (!(fabs(a->sum[k] - b->sum[k]) <= a->slack))
            return false;
    return a->frame == b->frame;
}
