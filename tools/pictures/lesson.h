/* lesson.h - the pictures of the lessons: one file per module, one function per picture.
 *
 * A picture is drawn from what the engine computes, never from numbers typed in, and shows a number
 * that its lesson speaks of. The files stand beside the lessons, modules/12_attention/pictures/x.svg,
 * because a lesson is read as a file, too: `make lesson-pictures` draws them again.
 */
#ifndef LESSON_H
#define LESSON_H

#include "svg.h"

typedef struct {
    const char *name; /* "12_attention/saturation" */
    int (*draw)(const char *path);
} LessonPicture;

/* Each table ends with a NULL name. */
extern const LessonPicture pictures_of_01[], pictures_of_02[], pictures_of_03[], pictures_of_04[],
    pictures_of_05[], pictures_of_06[], pictures_of_07[], pictures_of_08[], pictures_of_09[],
    pictures_of_10[], pictures_of_11[], pictures_of_12[], pictures_of_13[], pictures_of_14[],
    pictures_of_15[], pictures_of_16[], pictures_of_17[], pictures_of_18[], pictures_of_19[],
    pictures_of_20[], pictures_of_21[], pictures_of_22[];

/* Of lesson 12, in a file of its own. */
int picture_of_the_journey(const char *path);

#endif
