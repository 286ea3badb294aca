/* parameters_want.c - once each; and other ways to go through a list. */
#include "want.h"

static bool earlier(const Registered *r, long i)
{
    return r->tensor[i] != i;
}

static bool ever_again(const Registered *r, long i)
{
    for (long j = 0; j < r->n; j++)
        if (j != i && r->tensor[j] == r->tensor[i])
            return true;
    return false;
}

static bool same_size_earlier(const Registered *r, long i)
{
    for (long j = 0; j < i; j++)
        if (r->numbers[j] == r->numbers[i])
            return true;
    return false;
}

long parameters_want(const Registered *r)
{
    double once = 0, all = 0, never_tied = 0, by_size = 0, neighbours = 0, trained = 0, own = 0,
           weights = 0, tensors = 0, first = 0;
    for (long i = 0; i < r->n; i++) {
        double x = (double)r->numbers[i];
        all += x;
        never_tied += ever_again(r, i) ? 0 : x;
        by_size += same_size_earlier(r, i) ? 0 : x;
        neighbours += i > 0 && r->tensor[i - 1] == r->tensor[i] ? 0 : x;
        own += r->own[i] ? x : 0;
        first += r->tensor[i] == 0 && i > 0 ? 0 : x;
        if (earlier(r, i))
            continue;
        once += x;
        trained += r->frozen[i] ? 0 : x;
        weights += r->axes[i] > 1 ? x : 0;
        tensors++;
    }
    MISTAKE_NUMBER(all,
                   "tied weights were counted under each of their names: a tensor counts once");
    MISTAKE_NUMBER(never_tied, "tied weights were not counted at all: once they are");
    MISTAKE_NUMBER(by_size,
                   "tensors of the same size were taken for the same tensor: compare the pointers");
    MISTAKE_NUMBER(neighbours,
                   "tied weights were looked for next to each other only: they may be far apart");
    MISTAKE_NUMBER(first, "tied weights were compared with the first registration only");
    MISTAKE_NUMBER(trained, "what is frozen was left out: it is a parameter still");
    MISTAKE_NUMBER(own, "those of the modules below are missing");
    MISTAKE_NUMBER(weights, "what has one axis was left out: a bias is a parameter");
    MISTAKE_NUMBER(tensors, "that is how many tensors there are: each has many numbers");
    MISTAKE_NUMBER((double)r->n, "that is how many registrations there are");
    MISTAKE_NUMBER(once * sizeof(real), "those are bytes: the question is how many numbers");
    if (!earlier(r, r->n - 1))
        MISTAKE_NUMBER(once - (double)r->numbers[r->n - 1], "the last registration is missing");
    if (!ever_again(r, 0))
        MISTAKE_NUMBER(once - (double)r->numbers[0], "the first registration is missing");
    MISTAKE_NUMBER(0, "nothing was counted: is every tensor compared with itself?");
    return (long)once;
}
