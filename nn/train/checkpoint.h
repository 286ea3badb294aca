/* checkpoint.h - the parts of a checkpoint, for their own files. */
#ifndef KINDLING_CHECKPOINT_H
#define KINDLING_CHECKPOINT_H

#include "nn.h"

/* ---- checkpoint.c (08) ----------------------------------------------------------------------- */

enum { MAX_NOTES = 6 + CHECKPOINT_MAX_RNG };
typedef struct {
    MetadataEntry *entry;
    long count;
} Notes;

extern const char *const rng_keys[CHECKPOINT_MAX_RNG]; /* "training.rng.0", ... */

/* One more note: its key, then its text as printf writes it. In the current scope. */
__attribute__((format(printf, 3, 4))) void notes_add(Notes *n, const char *key, const char *format,
                                                     ...);
/* How often each parameter was updated, "12 12 0"; "12" if all were alike. In the current scope. */
const char *step_counts(const Optimizer *o);

/* Weights, buffers and moments in one list, which the caller frees; o may be NULL. */
ParameterList *checkpoint_tensors(Module *m, const Optimizer *o);
/* The numbers of a run, so that reading them gives the same bits; o may be NULL. */
void checkpoint_notes(Notes *n, const Optimizer *o, const CheckpointState *s);

#endif
