/* tokens.h - a text as tokens: what a vocabulary does to the model that reads with it.
 *
 * Merges are learnt from three quarters of the lesson of module 10, and so is the model; it is examined on the
 * last quarter.
 */
#ifndef TOKENS_H
#define TOKENS_H

#include <stdbool.h>

typedef struct {
    double loss;          /* per token of the last quarter, in nats */
    double bits_per_byte; /* of the same text */
    double bytes_per_token;
    double lines_back; /* the share of lines that are themselves again once they were tokens */
} TokensResult;

/* false, and kindling_error(): the lesson cannot be read, or training stopped. */
bool tokens_train(const char *lesson, TokensResult *result);

#endif
