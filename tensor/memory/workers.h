/* workers.h - between parallel.c, which cuts a loop, and workers.c, the threads that help with
 * it. */
#ifndef KINDLING_WORKERS_H
#define KINDLING_WORKERS_H

#include "tensor.h"

/* [0, n) in parts of one size: which number is in which part follows from n and parts, and from
 * nothing else. */
typedef struct {
    void (*body)(long begin, long end, void *context);
    void *context;
    long n, parts;
} Loop;

/* One part, here and now. */
void loop_part(const Loop *l, long part);

/* All parts, each once, by the caller and by threads that help him. Returns when all are done. */
void loop_run(const Loop *l);
/* Does this thread run a part of a loop_run? */
bool loop_inside(void);
/* The threads end. Who calls from here on computes alone. */
void workers_end(void);

#endif
