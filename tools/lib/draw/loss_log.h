/* loss_log.h - the log of a training run, and the curve it tells. */
#ifndef LOSS_LOG_H
#define LOSS_LOG_H

#include <stdio.h>
#include "kindling.h"

typedef struct {
    long n;
    double *step, *training, *held_out; /* NaN where it was not measured */
} LossLog;

/* Reads log.tsv as `train` writes it: a line of titles, then step, training loss and held-out loss,
 * "-" if not measured; further columns are not looked at. A last line without an end is still being
 * written and left out. NULL and kindling_error(): the file, the line, what was expected. */
LossLog *loss_log_read(const char *path);
void loss_log_free(LossLog *log);

/* The curve in characters, `width` by `height` of them without the numbers at its sides: dots are
 * the training loss, "o" the held-out loss. In Braille, where a character has room for 2 by 4 dots,
 * or in ASCII. */
void loss_log_draw(FILE *stream, const LossLog *log, long width, long height, bool ascii);
/* folder/loss.gp, and folder/loss.svg drawn from it where gnuplot is installed; *drawn tells. 0, or
 * -1 and kindling_error(). */
int loss_log_gnuplot(const LossLog *log, const char *folder, bool *drawn);

/* The curve on a terminal, above the line that tells the progress, while a run writes its log. */
typedef struct {
    FILE *stream;
    bool live;    /* it is a terminal */
    long rows;    /* lines of the picture that is there now */
    double drawn; /* when */
} LossPicture;
LossPicture loss_picture_start(FILE *stream);
/* Draws it once a second at most, and once more when the run has ended and the cursor stands below
 * the line of progress. A log that cannot be read is not drawn. */
void loss_picture_draw(LossPicture *p, const char *log, bool ended);

#endif
