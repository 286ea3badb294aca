/* variants.h - many variants of the files of a module, or of the engine, in one program.
 *
 * Each function that they are about is a jump through a pointer, and to be a variant is to set these. tools/course/authors/variants.py
 * writes the table.
 */
#ifndef VARIANTS_H
#define VARIANTS_H

#include <stdbool.h>

typedef struct {
    void **at;             /* a pointer that a function jumps through */
    void (*model)(void);   /* where it leads in the model answer */
    const char *file;      /* "mask.c" */
    void (*variant)(void); /* and here; of the last in a row at is NULL */
    bool same;             /* as the model answer, word for word, with all that it uses */
} Jump;

typedef struct {
    const char *name;
    const Jump *jumps;
} Variant;

extern const Variant variants[]; /* the last has no name */

/* All that any of them has another of; at of the last is NULL, and no file is named. A call leaves a 1 at its function's number. */
#define MOST_FUNCTIONS 4096 /* a page */
extern const Jump functions[];
extern unsigned char function_called[MOST_FUNCTIONS];

/* From here on the program is this variant: its functions of this file only, or of all but that. */
typedef enum { ALL_FILES, ALONE, WITHOUT } Which;
void variant_set(Which which, const char *file);
const Jump *variant_jumps(void); /* its own */
/* If the arguments begin with --variant name: that one, and they go. */
void variant_begin(int *argc, char ***argv);
/* The same for those of calls.c, which not every program has. */
__attribute__((weak)) void calls_begin(int *argc, char ***argv);

#endif
