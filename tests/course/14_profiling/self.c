/* self.c - 14.7: a span's own time. */
#include "want.h"

static void give(const Span *spans, long n)
{
    Listed all = {.used = 0};
    for (long i = 0; i < n; i++)
        list(&all, "%.3g-%.3g in %ld", spans[i].begin, spans[i].end, spans[i].parent);
    given("spans", "%s", all.text);
}

/* A tree of n spans with time of their own, in the order in which they begin. The first `shallow` of them hang on the
 * root, so that there are several children and grandchildren. */
static void draw_spans(Span *spans, long n, long roots)
{
    double own[MOST], whole[MOST], next[MOST], at = 10 + 5 * unit();
    for (long i = 0; i < n; i++) {
        long parent = i < roots       ? -1
                      : i < roots + 3 ? 0
                                      : roots + (long)(draw_seed() % (uint64_t)(i - roots));
        spans[i] = (Span){.name = "span", .parent = parent};
        own[i] = whole[i] = 0.5 + unit();
    }
    for (long i = n - 1; i >= 0; i--)
        if (spans[i].parent >= 0)
            whole[spans[i].parent] += whole[i];
    for (long i = 0; i < n; i++) {
        double *from = spans[i].parent < 0 ? &at : &next[spans[i].parent];
        spans[i].begin = *from;
        spans[i].end = *from + whole[i];
        *from = spans[i].end;
        next[i] = spans[i].begin + own[i] / 2;
    }
    give(spans, n);
}

/* Room for n self times and a number on either side, which nobody may write. */
enum { AROUND = 1000 };
static double *room_around(long n)
{
    double *room = ROOM_FOR(n + 2, double);
    room[0] = room[n + 1] = AROUND;
    return room + 1;
}

TEST(four_spans_by_hand, .points = 2, .exercise = "14.7 self_times", .file = "self_times.c")
{
    const Span spans[] = {
        {"step", -1, 0, 10}, {"forward", 0, 1, 5}, {"matmul", 1, 1, 4}, {"backward", 0, 5, 10}};
    double *self = ROOM_FOR(4, double);
    given("spans",
          "step 0 to 10; in it forward 1 to 5, backward 5 to 10; in forward matmul 1 to 4");

    Tensor *want = EXPECT(self_want(spans, 4));
    CALL(self_times(spans, 4, self));
    Tensor *own = tensor_of(self, 4);
    check_tensor(own, want, "10 - 4 - 5, 4 - 3, 3, 5");
}

TEST(spans_in_spans, .points = 6, .exercise = "14.7 self_times", .file = "self_times.c")
{
    Span spans[MOST] = {{.parent = -1}};
    long n = draw_long("n", 9, 14);
    double *self = room_around(n);
    draw_spans(spans, n, 1);

    Tensor *want = EXPECT(self_want(spans, n));
    Tensor *want_around = EXPECT(tensor_of((double[]){AROUND, AROUND}, 2));
    CALL(self_times(spans, n, self));
    Tensor *own = tensor_of(self, n), *around = tensor_of((double[]){self[-1], self[n]}, 2);
    check_tensor(own, want, "its own length, less the lengths of those directly in it");
    check_tensor(around, want_around, "self[-1] and self[n] are no span's: they stay as they are");
}

TEST(several_roots, .points = 4, .exercise = "14.7 self_times", .file = "self_times.c")
{
    Span spans[MOST] = {{.parent = -1}};
    long roots = draw_long("roots", 2, 3), n = roots + draw_long("more", 6, 8);
    double *self = room_around(n);
    draw_spans(spans, n, roots);

    Tensor *want = EXPECT(self_want(spans, n));
    Tensor *want_around = EXPECT(tensor_of((double[]){AROUND, AROUND}, 2));
    CALL(self_times(spans, n, self));
    Tensor *own = tensor_of(self, n), *around = tensor_of((double[]){self[-1], self[n]}, 2);
    check_tensor(own, want, "a root lies in none: parent is -1");
    check_tensor(around, want_around, "self[-1] and self[n] are no span's: they stay as they are");
    spans[n - 1] = (Span){"thread", 0, spans[0].begin, spans[0].end + unit()};
    give(spans, n);
    Tensor *want_threads = EXPECT(self_want(spans, n));
    CALL(self_times(spans, n, self));
    Tensor *with_threads = tensor_of(self, n);
    check_tensor(with_threads, want_threads, "spans that overlap: a time may be below 0");
    spans[n - 1].parent = n - 1;
    check_fails(self_times(spans, n, self), "expected -1 or an earlier one",
                "no span lies in itself: the given check says so");
}
