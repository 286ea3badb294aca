/* heads.h - a page on which heads of a small GPT are switched off. */
#ifndef HEADS_H
#define HEADS_H

#include "kindling.h"

extern const char heads_page_head[], heads_page_tail[]; /* heads.html, around its data */
#define HEADS_TITLE "Heads, switched off"
enum { HEADS_STEPS = 400, HEADS_MOST_TEXTS = 64 };

typedef struct {
    IntTensor *ids, *targets;      /* (n, T); a target of -100 does not count */
    long period[HEADS_MOST_TEXTS]; /* after how many letters a text comes again */
} HeadsTexts;

typedef struct {
    Gpt *gpt;
    HeadsTexts one, many; /* the text that is shown, and those whose loss is */
} HeadsModel;

/* 2 layers of 2 heads, trained on letters that come again; HEADS_STEPS take about a second. The
 * texts belong to the open scope, the model is freed with module_free. */
HeadsModel heads_train(long steps);
/* Writes the page, which needs no other file. 0, or -1 and kindling_error(). */
int heads_page(const char *path, const HeadsModel *m);

#endif
