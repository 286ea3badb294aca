/* ranks.h - the processes that train one model together: who they are, and what they tell each
 * other.
 *
 * Every rank has the whole model and works on some shares of each batch (share.h); what they
 * exchange is sums of gradients. A back end is one function, exchange, and a way to end; everything
 * else is made of it, so pipes (ranks_pipe.c) and MPI (mpi/ranks_mpi.c) can only differ in how
 * bytes travel.
 *
 * Functions that talk must be called by all ranks, in the same order. They return 0, or -1 and
 * kindling_error(): a rank has ended, or the ranks are no longer at the same place. A NULL Ranks is
 * one rank alone, and costs nothing. Ranks run the same program on machines of one kind: numbers
 * travel as they lie in memory.
 */
#ifndef KINDLING_RANKS_H
#define KINDLING_RANKS_H

#include "../layers/module.h"
#include "share.h"

#pragma GCC visibility push(default)

/* ---- ranks.c, ranks_pipe.c (08): opening, and the end ---------------------------------------- */

typedef struct Ranks
    Ranks; /* one process among those that train a model, and its way to the others */
/* What a back end fills in. ranks_one, ranks_pipe and ranks_mpi make one; ranks_close ends it. */
struct Ranks {
    int rank, size;  /* 0 .. size - 1; rank 0 speaks, draws and saves */
    const char *via; /* "pipes", "Open MPI ..." */
    double seconds;  /* this rank has spent so long in exchange, waiting included */
    int64_t bytes;   /* and has sent so many */
    bool lost;       /* another rank has ended: nothing can be exchanged any more */
    /* Sends out to rank `to` while receiving from rank `from`, in full; -1 as either: not that. 0,
     * or -1 and kindling_error(). Call ranks_exchange, which counts. */
    int (*exchange)(Ranks *r, int to, const void *out, size_t out_bytes, int from, void *in,
                    size_t in_bytes);
    void (*close)(Ranks *r, bool well);
};
/* One rank, this process. Owned: free it by ranks_close. */
Ranks *ranks_one(void);
/* This process and size - 1 copies of it (fork), each joined to each by a pair of sockets that have
 * no address: nobody else can reach them. Returns in every one of them, with its rank. Call it
 * before anything ran on several threads, and before files are opened. NULL and kindling_error():
 * size is not 1 .. 64, or the system gives no more processes. Owned: free it by ranks_close. */
Ranks *ranks_pipe(int size);
/* The end. well: this rank has done its part, and rank 0 of pipes waits for the others. Else rank 0
 * ends them, and any other rank leaves: with MPI the whole job is aborted, so this may not return.
 * NULL is fine. */
void ranks_close(OR_NULL Ranks *r, bool well);

/* ---- ranks.c (08): what all of them do together ---------------------------------------------- */

int ranks_rank(OR_NULL const Ranks *r); /* 0 of NULL */
int ranks_size(OR_NULL const Ranks *r); /* 1 of NULL */
/* r->exchange, timed. Nothing happens where the rank is its own partner. */
int ranks_exchange(Ranks *r, int to, OR_NULL const void *out, size_t out_bytes, int from,
                   OR_NULL void *in, size_t in_bytes);
/* Rank 0's bytes become everybody's, along a binomial tree. */
int ranks_broadcast(OR_NULL Ranks *r, void *data, size_t bytes);
/* Rank 0's weights become everybody's: once, before the first step. */
int ranks_broadcast_parameters(OR_NULL Ranks *r, const ParameterList *list);
/* all is size parts, part i from first[i] to first[i + 1] in bytes; each rank has filled its own,
 * and gets the rest. */
int ranks_gather(OR_NULL Ranks *r, void *all, const size_t *first);
/* Returns when every rank has called it. */
int ranks_barrier(OR_NULL Ranks *r);

/* ---- ranks_digest.c (08): are the weights still the same? ------------------------------------ */

/* A hash of shape and bits: another bit anywhere, -0 for 0 among them, and it is another one
 * (FNV-1a, 64 bits). */
uint64_t ranks_digest(const Tensor *t);
/* 0 where all ranks have the same bits in all parameters; else -1, and kindling_error() names the
 * first parameter and rank that differ from rank 0, on every rank. 8 bytes per parameter travel. */
int ranks_compare(OR_NULL Ranks *r, const ParameterList *list);
/* 0 where all ranks have the same text, of which 63 bytes count; else -1, and kindling_error() says
 * what it is, and names the first rank that has another one. Before they train on it: a file, a
 * library, an option that must be the same. */
int ranks_compare_text(OR_NULL Ranks *r, const char *what, const char *text);

/* ---- ranks_sum.c (08): one tree across ranks ------------------------------------------------- */

/* The sum of S arrays of n numbers that come one after the other: rank r adds the shares of
 * share_of(S, r, ranks). Arrays are added as soon as both halves of a pair are there, so a rank
 * keeps about log2(S) of them, not S. */
typedef struct RanksSum RanksSum;
/* Owned: free it by ranks_sum_free. */
RanksSum *ranks_sum_new(OR_NULL Ranks *r, long shares, long n);
/* Where the n numbers of this rank's next share go. The caller writes all of them, then calls
 * ranks_sum_add. */
real *ranks_sum_next(RanksSum *s);
void ranks_sum_add(RanksSum *s);
/* The sum of all shares along the tree of tree_sum, the same bits on every rank and for any number
 * of them: reduce-scatter (each rank finishes the tree for its part of the n numbers), then
 * all-gather. Each rank sends about 2 n (ranks - 1) / ranks numbers where ranks is a power of two.
 * Good until the next ranks_sum_next. NULL and kindling_error(): a rank has ended. Fails where
 * shares are missing. */
real *ranks_sum_end(RanksSum *s);
void ranks_sum_free(OR_NULL RanksSum *s);

#pragma GCC visibility pop
#endif
