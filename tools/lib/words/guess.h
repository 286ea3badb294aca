/* guess.h - how sure a model is of each letter that it writes, and other answers that it might have given. */
#ifndef GUESS_H
#define GUESS_H

#include "spelling.h"

typedef struct {
    int length;
    double temperature;
    real logits[WORD_LONGEST][WORD_SYMBOLS];
    double share[WORD_LONGEST]
                [WORD_SYMBOLS]; /* softmax(logits / temperature): of each place, adds up to 1 */
} Guess;

/* Lets the model read the word. Temperature 0: the likeliest letter has all; below 0 fails. */
void guess_take(Guess *g, Gpt *gpt, const Word *word, double temperature);
/* A letter for every place, as likely as its share. Temperature 0 draws the likeliest. */
Word guess_draw(const Guess *g, Rng *rng);
/* On the terminal: the likeliest letters of every place. */
void guess_print(const Guess *g);

#endif
