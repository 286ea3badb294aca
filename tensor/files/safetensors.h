/* safetensors.h - a safetensors file with its header taken apart (inside the engine only). */
#ifndef KINDLING_SAFETENSORS_H
#define KINDLING_SAFETENSORS_H

#include "number_format.h"

typedef struct {
    const char *name; /* points into the header's text */
    const NumberFormat *format;
    int ndim;
    long shape[TENSOR_MAX_AXES];
    long begin, end; /* its bytes, counted from where the header ends */
    long at;         /* where in the file its description stands, for messages */
} TensorEntry;

struct SafeTensors {
    FILE *stream;
    long size; /* of the file */
    char *header;
    long header_size;
    long count, n_metadata;
    TensorEntry *entries;    /* sorted by name */
    MetadataEntry *metadata; /* sorted by key */
    char path[];
};

/* Takes the header apart: fills entries and metadata, unsorted. Strings are decoded in place. */
bool safetensors_parse(SafeTensors *file);

/* Orders TensorEntry, MetadataEntry and names, which all begin with a string, by that string. */
int compare_names(const void *a, const void *b);

#endif
