/* sealed.h - the record of the inputs: a private copy of each, in pages where nobody else can write. */
#ifndef SEALED_H
#define SEALED_H

#include "verdict.h"

#define GUARD 8 /* numbers on each side of an input */

typedef struct {
    char name[32];
    char text[200]; /* how it is shown: a shape, or the value itself */
    Tensor *tensor; /* NULL for anything but a tensor */
    IntTensor *ids;
    real *memory; /* tensor->data - GUARD, or that of its base */
    void *copy;
    void *made; /* the struct itself, as the test made it: a Tensor or an IntTensor */
    long count; /* numbers between the guards */
    bool changeable;
} Input;

/* ---- sealed.c -------------------------------------------------------------------------------------- */

real guard_value(void);
void seal_start(void); /* nothing is recorded */
/* One input more: the record is open for writing until seal_close. */
Input *seal_open(const char *name);
Input *seal_open_last(void);
void seal_close(void);
/* The numbers are all set: both functions keep copies to compare with, of an open record. */
void seal_copy(Input *in);
void seal_copy_struct(Input *in);
int seal_count(void);
const Input *seal_at(int i);

/* ---- inputs_text.c --------------------------------------------------------------------------------- */

/* Writes in->text: small inputs are shown in full, others by their shape. */
void describe(Input *in, int ndim, const long *shape, bool in_full);
void shape_as_text(int ndim, const long *shape, char *text, size_t size);

#endif
