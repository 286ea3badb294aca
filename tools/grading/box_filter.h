/* box_filter.h - which system calls a stage of grading may make. See box_filter.c. */
#ifndef BOX_FILTER_H
#define BOX_FILTER_H

enum { STAGE_COMPILE, STAGE_RUN, STAGE_THREADS };

/* The filter of a stage as a file in memory, the way bubblewrap reads it; -1 if it can't be made. */
int box_filter(int stage);

#endif
