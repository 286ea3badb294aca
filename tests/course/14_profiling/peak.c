/* peak.c - 14.10: the high-water mark. */
#include "want.h"

/* Such blocks are more than an int counts, where a long counts more than that. */
#define HUNDRED_MILLION (sizeof(long) > sizeof(int) ? 100000000L : 10L)

static void give(const MemoryEvent *events, long n)
{
    Listed bytes = {.used = 0};
    for (long i = 0; i < n; i++)
        list(&bytes, "%+ld", events[i].bytes);
    given("events", "%s", bytes.text);
}

/* Blocks taken and given back, in whole hundreds; at the end more are taken than were ever held, twice, or all is given back. */
static long draw_events(MemoryEvent *events, long n, bool ends_high)
{
    long held = 0, most = 0;
    for (long i = 0; i < n - 2; i++) {
        long up = 100 + (long)(draw_seed() % 900),
             down = held > 0 ? 1 + (long)(draw_seed() % (uint64_t)held) : 0;
        bool gives = held > 0 && i % 3 == 2;
        events[i] = (MemoryEvent){"work", gives ? -down : up};
        held += events[i].bytes;
        most = held > most ? held : most;
    }
    long more = most - held + 1 + (long)(draw_seed() % 900);
    events[n - 2] = (MemoryEvent){"nearly the end", ends_high ? more : -(held / 2)};
    events[n - 1] = (MemoryEvent){"the end", ends_high ? 100 : held / 2 - held};
    give(events, n);
    return n;
}

TEST(five_events_by_hand, .points = 1, .exercise = "14.10 peak_bytes", .file = "peak_bytes.c")
{
    const MemoryEvent events[] = {{"a", 50}, {"b", 70}, {"a", -50}, {"c", 40}, {"b", -70}};
    given("events", "+50, +70, -50, +40, -70");

    long want = EXPECT(peak_want(events, 5));
    long peak = CALL(peak_bytes(events, 5));
    check_long(peak, want, "held are 50, 120, 70, 110, 40");
}

TEST(all_is_given_back, .points = 2, .exercise = "14.10 peak_bytes", .file = "peak_bytes.c")
{
    MemoryEvent events[MOST];
    long n = draw_events(events, draw_long("n", 10, 16), false);

    long want = EXPECT(peak_want(events, n));
    long peak = CALL(peak_bytes(events, n));
    check_long(peak, want, "the most that was held at once, wherever that was");
    long less = draw_long("less", 1, 99);
    events[n] = (MemoryEvent){"once more", less};
    events[n + 1] = (MemoryEvent){"once more", -less};
    give(events, n + 2);
    long more = n + 2, want_more = EXPECT(peak_want(events, more));
    long peak_of_more = CALL(peak_bytes(events, more));
    check_long(peak_of_more, want_more, "less is held after all was given back: it stays the most");
}

TEST(the_peak_is_the_end, .points = 1, .exercise = "14.10 peak_bytes", .file = "peak_bytes.c")
{
    MemoryEvent events[MOST];
    long n = draw_events(events, draw_long("n", 10, 16), true);

    long want = EXPECT(peak_want(events, n));
    long peak = CALL(peak_bytes(events, n));
    check_long(peak, want, "after the last event most is held");
    for (long i = 0; i < n; i++)
        events[i].bytes *= HUNDRED_MILLION;
    given("events", "the same, each of so many times as many bytes: %ld", HUNDRED_MILLION);
    long want_large = EXPECT(peak_want(events, n));
    long large = CALL(peak_bytes(events, n));
    check_long(large, want_large, "and of large blocks: bytes are counted in long");
}

TEST(no_event_and_too_much_given_back, .points = 1, .exercise = "14.10 peak_bytes",
     .file = "peak_bytes.c")
{
    MemoryEvent events[MOST];
    long n = draw_events(events, draw_long("n", 5, 8), false);

    long want = EXPECT(peak_want(events, 0));
    long none = CALL(peak_bytes(events, 0));
    check_long(none, want, "nothing was taken: 0");
    long want_some = EXPECT(peak_want(events, n));
    long some = CALL(peak_bytes(events, n));
    check_long(some, want_some, "and what was");
    events[n - 1].bytes--;
    check_fails(peak_bytes(events, n), "1 bytes more than are held",
                "what nobody holds cannot be given back: the given check says so");
}
