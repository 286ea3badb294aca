/* gaze.h - what a model attended to while it read a word. */
#ifndef GAZE_H
#define GAZE_H

#include "heatmap.h"
#include "spelling.h"

enum { GAZE_LAYERS = 8 };

typedef struct {
    const Word *word;
    long n_layers, n_heads;
    const Tensor *weights[GAZE_LAYERS]; /* (1, H, T, T) each, in the scope of gaze_take */
    char letters[2][WORD_LONGEST][2];
    const char *keys[WORD_LONGEST], *queries[WORD_LONGEST]; /* labels: the word, the answer */
} Gaze;

/* Lets the model read the word. */
void gaze_take(Gaze *g, Gpt *gpt, const Word *word, const Word *answer);
/* The head whose attention lies on the anti-diagonal most, on the terminal. */
void gaze_print(const Gaze *g);
/* All heads. 0, or -1 and kindling_error(). */
int gaze_svg(const Gaze *g, const char *path);

#endif
