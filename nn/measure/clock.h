/* clock.h - where times come from: the machine's clock, or one that a test makes. */
#ifndef KINDLING_CLOCK_H
#define KINDLING_CLOCK_H

#pragma GCC visibility push(default)

/* now(context) gives seconds, never fewer than before; only differences mean something. */
typedef struct {
    double (*now)(void *context);
    void *context;
} Clock;

#pragma GCC visibility pop

#endif
