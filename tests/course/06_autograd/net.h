/* net.h - graphs at random, and what can be said of a list of their closures in whatever right order. */
#ifndef NET_H
#define NET_H

#include "check.h"

enum { NODES = 40 };

typedef struct {
    int from[NODES][2]; /* of which nodes each was made; -1: of the leaf */
} Net;

static inline Net draw_net(void)
{
    Net net;
    for (int i = 0; i < NODES; i++)
        for (int k = 0; k < 2; k++)
            net.from[i][k] = (int)(draw_seed() % (uint64_t)(i + 1)) - 1;
    return net;
}

/* Of the nodes in ids, until -1: how many they are, the sum of their numbers, and how many uses of a node
 * stand behind it. */
static inline Tensor *facts_of(const Tensor *ids, const Net *net)
{
    Tensor *facts = blank(SHAPE(3));
    long n = 0, sum = 0, late = 0;
    for (; n < ids->shape[0] && ids->data[n] >= 0; n++)
        sum += (long)ids->data[n];
    for (long i = 0; i < n; i++)
        for (long j = i + 1; j < n; j++)
            for (int k = 0; k < 2; k++)
                late += net->from[(long)ids->data[j]][k] == (int)ids->data[i];
    facts->data[0] = (real)n;
    facts->data[1] = (real)sum;
    facts->data[2] = (real)late;
    return facts;
}

#endif
