/* self_want.c - own times, and whose time else is told. */
#include "want.h"

static double length(const Span *s)
{
    return s->end - s->begin;
}

static bool lies_below(const Span *spans, long i, long above)
{
    for (long at = spans[i].parent; at >= 0; at = spans[at].parent)
        if (at == above)
            return true;
    return false;
}

Tensor *self_want(const Span *spans, long n)
{
    double right[MOST], whole[MOST], below[MOST], first[MOST], last[MOST], added[MOST],
        of_roots[MOST], largest[MOST], half[MOST], since[MOST], upwards[MOST];
    for (long i = 0; i < n; i++) {
        double sum = 0, all = 0, one = 0, late = 0, most = 0;
        for (long j = i + 1; j < n; j++) {
            all += lies_below(spans, j, i) ? length(&spans[j]) : 0;
            if (spans[j].parent != i)
                continue;
            sum += length(&spans[j]);
            one = one == 0 ? length(&spans[j]) : one;
            late = length(&spans[j]);
            most = fmax(most, late);
        }
        whole[i] = length(&spans[i]);
        right[i] = whole[i] - sum;
        below[i] = whole[i] - all;
        first[i] = whole[i] - one;
        last[i] = whole[i] - late;
        largest[i] = whole[i] - most;
        added[i] = whole[i] + sum;
        of_roots[i] = spans[i].parent < 0 ? 0 : right[i];
        half[i] = sum;
        since[i] = spans[i].end - spans[0].begin;
    }
    for (long i = 0; i < n; i++) {
        upwards[i] = whole[i];
        for (long j = i + 1; j < n; j++)
            upwards[i] -= spans[j].parent == i ? right[j] : 0;
    }
    MISTAKE(tensor_of(whole, n), "the time of the spans inside was left in: it is theirs");
    MISTAKE(tensor_of(below, n),
            "all spans further inside were taken off, too: those directly in it hold them already");
    MISTAKE(tensor_of(first, n), "the first of the spans inside alone was taken off");
    MISTAKE(tensor_of(last, n), "the last of the spans inside alone was taken off");
    MISTAKE(tensor_of(largest, n), "the longest of the spans inside alone was taken off");
    MISTAKE(tensor_of(added, n), "the spans inside were added: take them off");
    MISTAKE(tensor_of(of_roots, n), "a root has time of its own, too");
    MISTAKE(tensor_of(half, n), "that is the time of the spans inside: the rest is its own");
    MISTAKE(tensor_of(since, n), "that is counted from the begin of the first span: from its own");
    MISTAKE(tensor_of(upwards, n),
            "the own times of the spans inside were taken off, not their whole times");
    return tensor_of(right, n);
}

Tensor *around_want(const Span *spans, long n, double before)
{
    double of_roots = 0;
    for (long i = 0; i < n; i++)
        of_roots += spans[i].parent < 0 ? length(&spans[i]) : 0;
    MISTAKE(tensor_of((double[]){before - of_roots, before}, 2),
            "self[-1]: the time of a root was taken off what lies in front of self; a root lies in "
            "no span");
    return tensor_of((double[]){before, before}, 2);
}

bool spans_are_checked(void)
{
    MISTAKE_MESSAGE("as if nothing were wrong", "the given line spans_check(spans, n) is gone");
    return true;
}
