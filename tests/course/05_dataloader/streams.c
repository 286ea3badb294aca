/* streams.c - 05.8, optional: a stream for each picture of each epoch, by whatever way. */
#include "transform.h"
#include "want.h"

enum { DRAWS = 4 };

typedef struct {
    uint64_t seed;
    long epoch, example;
} Picture;

/* What is asked for, and what was drawn for it. */
typedef struct {
    long n, room;
    Picture *asked;
    uint64_t *drawn; /* DRAWS of each */
} Drawn;

static Drawn room_for(long n)
{
    return (Drawn){0, n, scope_alloc(scope_current(), (size_t)n * sizeof(Picture)),
                   scope_alloc(scope_current(), (size_t)(n * DRAWS) * sizeof(uint64_t))};
}

static void draw_into(uint64_t *drawn, Picture p)
{
    Rng rng = transform_stream(p.seed, p.epoch, p.example);
    for (int k = 0; k < DRAWS; k++)
        drawn[k] = plain_bits(&rng.state);
}

static void draw_from(Drawn *d, uint64_t seed, long epoch, long example)
{
    d->asked[d->n] = (Picture){seed, epoch, example};
    draw_into(d->drawn + d->n * DRAWS, d->asked[d->n]);
    d->n++;
}

static int compared(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* How many different draws there are. */
static long different(const Drawn *d)
{
    long n = d->n * DRAWS, count = n > 0;
    uint64_t *sorted = scope_alloc(scope_current(), (size_t)n * sizeof *sorted);
    memcpy(sorted, d->drawn, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, compared);
    for (long i = 1; i < n; i++)
        count += sorted[i] != sorted[i - 1];
    return count;
}

/* Draws that are the same when all are asked for once more, the last one first. */
static long same_again(const Drawn *d)
{
    long count = 0;
    for (long i = d->n - 1; i >= 0; i--) {
        uint64_t now[DRAWS];
        draw_into(now, d->asked[i]);
        for (int k = 0; k < DRAWS; k++)
            count += now[k] == d->drawn[i * DRAWS + k];
    }
    return count;
}

/* Both at once, in each test: what is new at every call repeats nothing, and is no stream of a picture's own. */
static void check_streams(const Drawn *d, const char *rule)
{
    long different_draws = different(d), same_from_the_end = same_again(d);
    check_long(different_draws, DRAWS * d->room, rule);
    check_long(same_from_the_end, DRAWS * d->room,
               "asked for once more, from the end, each picture draws the same");
}

/* ---- pictures of one epoch ----------------------------------------------------------------------- */

TEST(whoever_asks_for_a_picture, .optional = 2, .exercise = "05.8 transform_stream",
     .file = "transform_stream.c")
{
    long n = draw_long("n", 20, 60);
    long epoch = draw_long("epoch", 0, 99);
    uint64_t seed = draw_seed();
    given("seed", "%llu", (unsigned long long)seed);
    Drawn one_by_one = room_for(n);

    check_called("transform_stream(seed, epoch, example) for n examples, 4 draws each");
    for (long i = 0; i < n; i++)
        draw_from(&one_by_one, seed, epoch, i);
    check_streams(&one_by_one, "no draw of a picture is one of another picture");
}

/* ---- several epochs ------------------------------------------------------------------------------ */

TEST(each_epoch_draws_anew, .optional = 2, .exercise = "05.8 transform_stream",
     .file = "transform_stream.c")
{
    long n = draw_long("n", 20, 40);
    long first = draw_long("first", 0, 50);
    long epochs = draw_long("epochs", 5, 12);
    uint64_t seed = draw_seed();
    given("seed", "%llu", (unsigned long long)seed);
    Drawn all = room_for(n * epochs);

    check_called("transform_stream(seed, first + e, example) for n examples of `epochs` epochs, 4 "
                 "draws each");
    for (long e = 0; e < epochs; e++)
        for (long i = 0; i < n; i++)
            draw_from(&all, seed, first + e, i);
    check_streams(&all, "no draw is one of another epoch or picture");
}

/* ---- other seeds, large numbers ------------------------------------------------------------------ */

/* Factors by which people put two numbers into one: 10^2 to 10^8, 2^8 to 2^28. */
enum { FACTORS = 7 + 21 };
static long factor(long i)
{
    long power = 100;
    if (i >= 7)
        return 1L << (i + 1);
    while (i-- > 0)
        power *= 10;
    return power;
}

TEST(seeds_and_large_numbers, .optional = 2, .exercise = "05.8 transform_stream",
     .file = "transform_stream.c")
{
    long seeds = draw_long("seeds", 3, 8);
    long epoch = draw_long("epoch", 0, 50);
    long example = draw_long("example", 0, 50);
    uint64_t seed = draw_seed();
    given("seed", "%llu to %llu", (unsigned long long)seed,
          (unsigned long long)(seed + (uint64_t)seeds - 1));
    Drawn all = room_for(seeds * (3 + 2 * FACTORS));

    check_called("transform_stream(seed, epoch, example), and with an epoch or an example that is "
                 "1, 10^k or 2^k more");
    for (long s = 0; s < seeds; s++) {
        uint64_t here = seed + (uint64_t)s;
        draw_from(&all, here, epoch, example);
        draw_from(&all, here, epoch + 1, example);
        draw_from(&all, here, epoch, example + 1);
        for (long i = 0; i < FACTORS; i++) {
            draw_from(&all, here, epoch, example + factor(i));
            draw_from(&all, here, epoch + factor(i), example);
        }
    }
    check_streams(&all, "no draw is one of another seed, epoch or picture");
}
