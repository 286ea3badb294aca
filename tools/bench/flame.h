/* flame.h - a picture of where time went, from paths such as "forward;block;attention;matmul". */
#ifndef FLAME_H
#define FLAME_H

#include "kindling.h"

typedef struct {
    const char *path; /* frames from the outermost in, with ';' between */
    double seconds;   /* of the innermost one */
    bool product;     /* mostly arithmetic, not memory: another colour */
} FlameStack;
/* A box as wide as its time, below it the boxes of what happened inside. Each stack appears once, and
 * stacks with a common beginning come one after the other. 0, or -1 and kindling_error(). */
int flame_svg(const char *path, const char *title, int n, const FlameStack *stacks);
/* The same as text, a line "path microseconds" each, which other flame graph programs read. */
int flame_folded(const char *path, int n, const FlameStack *stacks);

#endif
