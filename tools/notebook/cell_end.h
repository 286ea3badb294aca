/* cell_end.h - how a cell ends that does not reach its last line (for whoever runs cells). */
#ifndef CELL_END_H
#define CELL_END_H

#include "notebook.h"

enum { ENDED_BY_FAIL = 103, ENDED_BY_GATE = 104, ENDED_BY_TODO = 105 };

/* For kindling_on_fail: says what is wrong and in which line, and ends the program with its status. */
void cell_end_by_fail(const char *message, CallSite where);

#endif
