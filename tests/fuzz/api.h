/* api.h - a session with the engine that bytes dictate: target_api.c does what they say, api_checks.c looks on. */
#ifndef API_H
#define API_H

#include "fuzz.h"

/* (Lists may be longer than any shape: that is a mistake, too.) */
enum { API_TENSORS = 16, API_INPUTS = 3, API_LARGEST = 512, API_LIST = TENSOR_MAX_AXES + 2 };

/* A tensor that later steps can take, and how many scopes are around it. */
typedef struct {
    Tensor *t;
    int depth;
} ApiTensor;

typedef struct {
    const uint8_t *bytes;
    size_t left;
    ApiTensor tensor[API_TENSORS]; /* the newest last */
    int count, depth;
    Scope *scope[4]; /* those that are open */
    Tensor *owned[4];
    int n_owned;
    FILE *nowhere; /* what is written goes there */
    /* the operation under way */
    int op;
    Tensor *in[API_INPUTS], *made;
    bool used[API_INPUTS];
    long number[4];
    real scalar[2];
    int n_list;
    long list[API_LIST];
    int ndim; /* of a mask, of indices */
    long shape[API_LIST];
    uint8_t values;
} Api;

/* ---- api_bytes.c --------------------------------------------------------------------------------------- */

unsigned api_byte(Api *api); /* the next one; 0 where there is none */
long api_size(Api *api);
long api_number(Api *api); /* an axis, a start, a step */
real api_scalar(Api *api);
int api_sizes(Api *api, long *shape); /* how many there are */

/* ---- api_checks.c -------------------------------------------------------------------------------------- */

/* What must hold of a result; api->in are what it was made of. */
void api_check_result(const Api *api);
/* Of all gradients that are there. */
void api_check_gradients(const Api *api);
/* The same numbers, row after row, without a past. */
Tensor *api_copy(const Tensor *t);
bool api_close(const Tensor *a, const Tensor *b);
/* Changes with any number of any gradient. */
uint64_t api_gradients(const Api *api);

#endif
