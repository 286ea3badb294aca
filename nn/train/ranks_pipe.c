/* ranks_pipe.c - ranks on one machine: copies of this process, each joined to each by a pair of
 * sockets.
 *
 * A rank that ends, however, closes its sockets: whoever talks to it finds the end of the stream,
 * gives up, and closes its own. Rank 0 then asks the system who was first.
 *
 * Invariant: no byte waits for another rank to read one: both directions of an exchange are served
 * as they go.
 */
#include <errno.h>
#include <string.h>
#include "nn.h"

#ifdef __wasi__ /* a page has one process */

Ranks *ranks_pipe(int size)
{
    if (size == 1)
        return ranks_one();
    kindling_set_error("ranks_pipe: got %d ranks, expected 1: there is one process here", size);
    return NULL;
}

#else

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_RANKS = 64, GAVE_UP = 75 }; /* the status of a rank that has lost another one */
#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0 /* macOS: SO_NOSIGPIPE instead */
#endif

typedef struct {
    Ranks ranks;
    int socket[MOST_RANKS];  /* [rank], -1: none */
    pid_t child[MOST_RANKS]; /* [rank], of rank 0; 0: has been asked for already */
} PipeRanks;

/* ---- bytes ---------------------------------------------------------------------------------- */

/* One way of an exchange. */
typedef struct {
    int socket;
    char *at;
    size_t left;
} Way;

/* 1: some went; 0: none could; -1: the other end is gone. */
static int move(Way *w, bool out)
{
    ssize_t n =
        out ? send(w->socket, w->at, w->left, MSG_NOSIGNAL) : recv(w->socket, w->at, w->left, 0);
    if (n > 0) {
        w->at += n;
        w->left -= (size_t)n;
        return 1;
    }
    bool later = n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
    return later ? 0 : -1;
}

static void wait_for(const Way *out, const Way *in)
{
    struct pollfd fd[2];
    nfds_t n = 0;
    if (out->left > 0)
        fd[n++] = (struct pollfd){.fd = out->socket, .events = POLLOUT};
    if (in->left > 0)
        fd[n++] = (struct pollfd){.fd = in->socket, .events = POLLIN};
    poll(fd, n, -1);
}

/* Who ended by itself, rather than because others did? Names it, when rank 0 asks. */
static void name_the_first(PipeRanks *p, int partner)
{
    kindling_set_error("rank %d of %d has ended", partner, p->ranks.size);
    for (int tries = 0; p->ranks.rank == 0 && tries < 2500; tries++) {
        for (int i = 1; i < p->ranks.size; i++) {
            int status = 0;
            if (p->child[i] <= 0 || waitpid(p->child[i], &status, WNOHANG) != p->child[i])
                continue;
            p->child[i] = 0;
            if (WIFSIGNALED(status))
                kindling_set_error("rank %d of %d was ended by signal %d", i, p->ranks.size,
                                   WTERMSIG(status));
            else if (WEXITSTATUS(status) != GAVE_UP)
                kindling_set_error("rank %d of %d has ended with status %d", i, p->ranks.size,
                                   WEXITSTATUS(status));
            else
                continue;
            return;
        }
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
}

static int pipe_exchange(Ranks *r, int to, const void *out, size_t out_bytes, int from, void *in,
                         size_t in_bytes)
{
    PipeRanks *p = (PipeRanks *)r;
    Way there = {to < 0 ? -1 : p->socket[to], (char *)(uintptr_t)out, out_bytes};
    Way here = {from < 0 ? -1 : p->socket[from], in, in_bytes};
    while (there.left > 0 || here.left > 0) {
        int sent = there.left > 0 ? move(&there, true) : 0;
        int got = here.left > 0 ? move(&here, false) : 0;
        if (sent < 0 || got < 0) {
            r->lost = true;
            name_the_first(p, sent < 0 ? to : from);
            return -1;
        }
        if (sent == 0 && got == 0 && (there.left > 0 || here.left > 0))
            wait_for(&there, &here);
    }
    return 0;
}

/* ---- the beginning and the end -------------------------------------------------------------- */

static void close_sockets(PipeRanks *p)
{
    for (int i = 0; i < p->ranks.size; i++)
        if (p->socket[i] >= 0)
            close(p->socket[i]);
}

static void pipe_close(Ranks *r, bool well)
{
    PipeRanks *p = (PipeRanks *)r;
    int rank = r->rank;
    bool lost = r->lost;
    close_sockets(p);
    for (int i = 1; rank == 0 && i < r->size; i++)
        if (p->child[i] > 0) {
            if (!well)
                kill(p->child[i], SIGKILL);
            while (waitpid(p->child[i], NULL, 0) < 0 && errno == EINTR)
                continue;
        }
    owned_free(p);
    if (rank != 0) { /* what the copy inherited, buffers and folders among it, is rank 0's */
        fflush(stderr);
        _exit(well ? 0 : lost ? GAVE_UP : 1);
    }
}

typedef int Pair[2]; /* [0]: of the lower rank */

/* Keeps the sockets of one rank, out of pair[i * size + j], i < j, and closes the others. */
static void become(PipeRanks *p, int rank, Pair *pair)
{
    int size = p->ranks.size;
    p->ranks.rank = rank;
    for (int i = 0; i < size; i++)
        p->socket[i] = -1;
    for (int i = 0; i < size; i++)
        for (int j = i + 1; j < size; j++)
            for (int end = 0; end < 2; end++) {
                int owner = end == 0 ? i : j, other = end == 0 ? j : i;
                if (owner == rank)
                    p->socket[other] = pair[i * size + j][end];
                else if (pair[i * size + j][end] >= 0)
                    close(pair[i * size + j][end]);
            }
}

static int open_pair(Pair pair)
{
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
        return pair[0] = pair[1] = -1;
    for (int end = 0; end < 2; end++) {
        fcntl(pair[end], F_SETFL, fcntl(pair[end], F_GETFL) | O_NONBLOCK);
        fcntl(pair[end], F_SETFD, FD_CLOEXEC);
#ifdef SO_NOSIGPIPE
        setsockopt(pair[end], SOL_SOCKET, SO_NOSIGPIPE, &(int){1}, sizeof(int));
#endif
    }
    return 0;
}

static int start_others(PipeRanks *p, Pair *pair)
{
    int size = p->ranks.size, status = 0;
    for (int i = 0; i < size * size; i++)
        pair[i][0] = pair[i][1] = -1;
    for (int i = 0; i < size; i++)
        for (int j = i + 1; j < size && status == 0; j++)
            status = open_pair(pair[i * size + j]);
    fflush(NULL); /* or the copies would write it, too */
    for (int i = 1; i < size && status == 0; i++) {
        p->child[i] = fork();
        if (p->child[i] == 0) {
            become(p, i, pair);
            return 0;
        }
        status = p->child[i] < 0 ? -1 : 0;
    }
    int why = errno;
    become(p, 0, pair);
    errno = why;
    return status;
}

Ranks *ranks_pipe(int size)
{
    if (size < 1 || size > MOST_RANKS) {
        kindling_set_error("ranks_pipe: got %d ranks, expected 1 to %d", size, MOST_RANKS);
        return NULL;
    }
    UNDO_ON_FAIL;
    PipeRanks *p = owned_alloc(sizeof *p);
    p->ranks =
        (Ranks){.size = size, .via = "pipes", .exchange = pipe_exchange, .close = pipe_close};
    Pair *pair = owned_alloc((size_t)(size * size) * sizeof *pair);
    int status = start_others(p, pair);
    owned_free(pair);
    if (status == 0)
        return &p->ranks;
    kindling_set_error("ranks_pipe: cannot start %d ranks: %s. hint: fewer of them", size,
                       strerror(errno));
    pipe_close(&p->ranks, false);
    return NULL;
}

#endif
