/* guard.h - what a binding needs besides the library: settings of a thread, pictures as text. Called guarded. */
#ifndef GUARD_H
#define GUARD_H

#include "kindling.h"

/* A region inside the present one; it lives in the scope of this call, and nothing is in it yet. */
Region *python_region_new(const char *name, int index, bool collapsed);
/* The region that later operations of this thread belong to, NULL: none; returns the one before. */
Region *python_region(OR_NULL Region *region);
/* graph_dump, graph_json and module_summary as text; owned_free it. */
char *python_graph_dot(Tensor *root, GraphOptions options);
char *python_graph_json(Tensor *root, long limit, long n_rows, OR_NULL const char *const rows[],
                        long n_columns, OR_NULL const char *const columns[]);
char *python_summary(Module *m);
/* A module with nothing in it and no forward function, for parts of one's own. */
Module *python_module_new(const char *kind);
/* owned_free and tensor_free. */
void python_free(OR_NULL void *block);
void python_free_tensor(OR_NULL Tensor *t);

#endif
