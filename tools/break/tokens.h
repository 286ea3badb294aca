/* tokens.h - a text as tokens: what a vocabulary does to the model that reads with it.
 *
 * Merges are learnt from three quarters of the text, and so is the model; it is examined on the last quarter.
 */
#ifndef TOKENS_H
#define TOKENS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    double loss;          /* per token of the last quarter, in nats */
    double bits_per_byte; /* of the same text */
    double bytes_per_token;
    double lines_back; /* the share of lines that are themselves again once they were tokens */
} TokensResult;

/* Of a file its first bytes. false, and kindling_error(): it cannot be read or is shorter, or training stopped. */
bool tokens_train(const char *path, size_t bytes, TokensResult *result);

#endif
