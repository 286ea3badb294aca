/* stream.h - the demo for a program that looks on: lines of JSON on stdout (demo --stream). */
#ifndef STREAM_H
#define STREAM_H

#include "gaze.h"
#include "guess.h"

enum { STREAM_EVERY = 10 }; /* steps from one look at the word to the next */

/* {"steps":350,"seed":1,"parameters":59856,"layers":2,"heads":4,"words":198} */
void stream_start(const Gpt *gpt, const HeldOut *held_out, long steps, uint64_t seed);
/* {"step":1,"loss":3.29583} */
void stream_loss(long step, double loss);
/* {"step":10,"word":"PYTHON","answer":"NOHTYP","right":0.5,"attention":[[[[...]]]],"temperature":1,
 *  "sure":[[...]],"drawn":["NOHTYP"]}: right is the share of the held-out words;
 * attention[layer][head][query: letter of the answer][key: place of the word]; sure[place][0: nothing, then A to Z]
 * adds up to 1; the words were drawn by these shares. */
void stream_look(long step, const Gaze *g, const Word *answer, double right, const Guess *guess,
                 int draws, const Word *drawn);

#endif
