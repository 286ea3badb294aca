/* reading.h - a text, and the pieces in which a model reads it. */
#ifndef READING_H
#define READING_H

#include "attention.h"

typedef struct {
    const Gpt *model;
    const int *ids; /* row b begins at ids[b * width] */
    long rows, width;
    const long *pieces; /* (rows, n_pieces): how many tokens a row reads at a time */
    long n_pieces;
} Reading;

#endif
