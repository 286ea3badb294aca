/* cases.c - the list of what is measured, and from a spec to a worker.
 *
 * A spec is a kind and its sizes, "chain:1000". To add a case, add a line; to add a kind, write its
 * worker as well.
 */
#include <stdlib.h>
#include <string.h>
#include "bench.h"

#define GPT "torch_gpt_step.py"
#define ATTENTION "torch_attention.py"
#define DECODE "torch_decode.py"
#define GPT2 "768,12,12,1024,128,50257" /* its 124 million weights; token 128 of 1024 */
#define FLOAT32 "--beside float32"
#define ONE_RANK "--beside one rank"
#define ONE_THREAD "--beside one thread"
#define IMAGES "torch_images.py"
#define OPTIMIZERS                                                                                 \
    {                                                                                              \
        "--optim adamw", "--optim adamw_foreach", "--optim adamw_fused"                            \
    }

static const BenchCase cases[] = {
    {"tiny", "steps", "step:64,4,2,32,8,65", GPT, "tiny", OPTIMIZERS},
    {"small", "steps", "step:128,4,4,64,12,65", GPT, "small", OPTIMIZERS},
    {"medium", "steps", "step:384,6,6,256,4,65", GPT, "medium", OPTIMIZERS},
    {"gpt2", "steps", "step:768,12,2,256,1,4096", GPT, "gpt2", OPTIMIZERS},
    {"llama", "steps", "llama:64,8,5,256,8,512", GPT, "llama", OPTIMIZERS},
    {"fused-2048", "attention", "fused:1,4,2048,64", ATTENTION, "sdpa:1,4,2048,64", {""}},
    {"composed-2048", "attention", "composed:1,4,2048,64", ATTENTION, "composed:1,4,2048,64", {""}},
    {"fused-64", "attention", "fused:8,4,64,16", ATTENTION, "sdpa:8,4,64,16", {""}},
    {"composed-64", "attention", "composed:8,4,64,16", ATTENTION, "composed:8,4,64,16", {""}},
    {"decode-124M", "decode", "decode:" GPT2, DECODE, "cached:" GPT2, {""}},
    {"uncached-124M", "decode", "uncached:" GPT2, DECODE, "uncached:" GPT2, {""}},
    {"prefill-124M",
     "decode",
     "prefill:768,12,12,1024,1023,50257",
     DECODE,
     "prefill:768,12,12,1024,1023,50257",
     {""}},
    {"decode-int8", "codes", "codes:8," GPT2, NULL, "decode:" GPT2, {FLOAT32}},
    {"decode-int4", "codes", "codes:4," GPT2, NULL, "decode:" GPT2, {FLOAT32}},
    {"int8-1024", "codes", "matvec:8,1024", NULL, "matvec:32,1024", {FLOAT32}},
    {"int8-4096", "codes", "matvec:8,4096", NULL, "matvec:32,4096", {FLOAT32}},
    {"int4-4096", "codes", "matvec:4,4096", NULL, "matvec:32,4096", {FLOAT32}},
    {"ranks-small",
     "ranks",
     "ranks:2,128,4,4,64,12,65",
     NULL,
     "ranks:1,128,4,4,64,12,65",
     {ONE_RANK}},
    {"ranks-medium",
     "ranks",
     "ranks:2,384,6,6,256,4,65",
     NULL,
     "ranks:1,384,6,6,256,4,65",
     {ONE_RANK}},
    {"ranks-gpt2",
     "ranks",
     "ranks:2,768,12,2,256,2,4096",
     NULL,
     "ranks:1,768,12,2,256,2,4096",
     {ONE_RANK}},
    {"busy-tiny",
     "neighbours",
     "beside:4,0:step:64,4,2,32,8,65",
     NULL,
     "beside:4,1:step:64,4,2,32,8,65",
     {ONE_THREAD}},
    {"busy-small",
     "neighbours",
     "beside:4,0:step:128,4,4,64,12,65",
     NULL,
     "beside:4,1:step:128,4,4,64,12,65",
     {ONE_THREAD}},
    {"busy-decode",
     "neighbours",
     "beside:4,0:decode:" GPT2,
     NULL,
     "beside:4,1:decode:" GPT2,
     {ONE_THREAD}},
    {"lenet",
     "images",
     "lenet:64",
     IMAGES,
     "lenet:64",
     {"--optim sgd", "--optim sgd_foreach", "--optim sgd_fused"}},
    {"conv3x3",
     "images",
     "conv:8,64,64,56,3",
     IMAGES,
     "conv:8,64,64,56,3",
     {"", "--channels-last"}},
    {"chain", "chain", "chain:1000", "torch_op_overhead.py", "chain_add:1000", {""}},
    {"encode", "tokens", "encode", "npm_encode.js", "", {"--gpt-tokenizer"}},
    {"learn", "tokens", "learn:512", NULL, "learn:512", {"--plain twin"}},
};

long case_count(void)
{
    return (long)(sizeof cases / sizeof *cases);
}

const BenchCase *case_at(long i)
{
    return &cases[i];
}

/* ---- workers ------------------------------------------------------------------------------------- */

enum { MAX_SIZES = 7 };

/* How many sizes stand behind the colon, or -1 if one of them is no positive number. */
static int read_sizes(const char *text, long size[MAX_SIZES])
{
    int n = 0;
    for (char *end; *text != '\0'; text = end + (*end == ',')) {
        long value = strtol(text, &end, 10);
        if (end == text || value < 1 || n == MAX_SIZES || (*end != ',' && *end != '\0'))
            return -1;
        size[n++] = value;
    }
    return n;
}

static bool is_kind(const char *spec, const char *kind, int sizes, int wanted)
{
    size_t n = strlen(kind);
    return strncmp(spec, kind, n) == 0 && (spec[n] == ':' || spec[n] == '\0') && sizes == wanted;
}

/* Of a number: 4, 8, or 32 for a float. */
static bool is_bits(long n)
{
    return n == 4 || n == 8 || n == 32;
}

int worker_run(const char *spec, Effort effort)
{
    long size[MAX_SIZES] = {0};
    if (strncmp(spec, "beside:", 7) == 0)
        return worker_beside(spec, effort);
    const char *colon = strchr(spec, ':');
    int n = colon != NULL ? read_sizes(colon + 1, size) : 0;
    if (is_kind(spec, "step", n, 6) && size[0] % size[1] == 0)
        worker_step(false, size, effort);
    else if (is_kind(spec, "llama", n, 6) && size[0] % (4 * size[1]) == 0 && size[1] % 2 == 0)
        worker_step(true, size, effort);
    else if (is_kind(spec, "products", n, 6) && size[0] % size[1] == 0)
        worker_products(size, effort);
    else if (is_kind(spec, "fused", n, 4) || is_kind(spec, "composed", n, 4))
        worker_attention(spec[0] == 'f', size, effort);
    else if ((is_kind(spec, "decode", n, 6) || is_kind(spec, "uncached", n, 6)) &&
             size[0] % size[1] == 0 && size[4] < size[3])
        worker_decode(spec[0] == 'd', size, effort);
    else if (is_kind(spec, "prefill", n, 6) && size[0] % size[1] == 0 && size[4] < size[3])
        worker_prefill(size, effort);
    else if (is_kind(spec, "matvec", n, 2) && is_bits(size[0]))
        worker_matvec(size, effort);
    else if (is_kind(spec, "codes", n, 7) && is_bits(size[0]) && size[1] % size[2] == 0 &&
             size[1] % QUANT_BLOCK == 0 && size[5] < size[4])
        worker_codes(size, effort);
    else if (is_kind(spec, "schemes", n, 1))
        return worker_schemes(size);
    else if (is_kind(spec, "ranks", n, 7) && size[1] % size[2] == 0 && size[0] <= size[5])
        return worker_ranks(size, effort);
    else if (is_kind(spec, "lenet", n, 1))
        worker_lenet(size, effort);
    else if (is_kind(spec, "conv", n, 5))
        worker_conv(size, effort);
    else if (is_kind(spec, "chain", n, 1))
        worker_chain(size, effort);
    else if (is_kind(spec, "peak", n, 0))
        worker_peak(effort);
    else if (is_kind(spec, "encode", n, 0))
        return worker_encode(effort);
    else if (is_kind(spec, "learn", n, 1))
        return worker_learn(size, effort);
    else {
        kindling_set_error("bench: --worker: got \"%.60s\", expected step:d,heads,layers,T,B,V, "
                           "products: with the same, llama: with the same, decode:d,heads,layers,context,position,V, "
                           "uncached: and prefill: with the same, ranks:ranks,d,heads,layers,T,B,V with ranks "
                           "<= B, fused:B,H,T,D, composed:B,H,T,D, chain:N, "
                           "matvec:bits,n, codes:bits,d,heads,layers,context,position,V, "
                           "schemes:steps, lenet:B, conv:B,Cin,Cout,H,K, peak, encode, learn:V, or "
                           "beside:neighbours,threads:and one of these",
                           spec);
        return -1;
    }
    return 0;
}
