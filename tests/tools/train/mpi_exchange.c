/* mpi_exchange.c - what test_mpi.py starts by mpirun: the exchange of ranks_mpi.c by itself, cut into small pieces.
 *
 * usage: mpi-exchange bytes     messages of all kinds; rank 0 says "all bytes arrived"
 *        mpi-exchange leaves    the last rank ends by exit(0), while the others wait for it
 *        mpi-exchange wrong     rank 0 talks to a rank that does not exist, while the others wait
 *        mpi-exchange busy      the same, and the launcher reads nothing until 0.3 s later; the job's status is UNREAD
 *                               if it was aborted before its last words were read
 */
#include <signal.h>
#include <time.h>
#include <unistd.h>
#define RANKS_MPI_PIECE 65536
#include "../../../nn/train/mpi/ranks_mpi.c"
#include "kindling.h"

enum { UNREAD = 77 };

/* In the place of the library's, as MPI provides for tools. */
int MPI_Abort(MPI_Comm comm, int code)
{
    int unread = 0;
    ioctl(STDERR_FILENO, FIONREAD, &unread);
    return PMPI_Abort(comm, unread > 0 ? UNREAD : code);
}

static unsigned char at(int from, int to, size_t i)
{
    return (unsigned char)(i * 31 + (i >> 16) * 7 + (size_t)(from * 13 + to));
}

/* One message up the ring by `distance` of so many bytes, while another comes from below; none where to or from is -1. */
static void message(Ranks *r, int to, int from, size_t out_bytes, size_t in_bytes)
{
    unsigned char *out = malloc(out_bytes + 1), *in = malloc(in_bytes + 1);
    for (size_t i = 0; i < out_bytes; i++)
        out[i] = at(r->rank, to, i);
    memset(in, 0, in_bytes);
    in[in_bytes] = 'e'; /* behind the end */
    if (ranks_exchange(r, to, out, out_bytes, from, in, in_bytes) != 0)
        kindling_fail("rank %d: %s", r->rank, kindling_error());
    for (size_t i = 0; from >= 0 && i < in_bytes; i++)
        if (in[i] != at(from, r->rank, i))
            kindling_fail("rank %d: byte %zu of %zu from rank %d is wrong", r->rank, i, in_bytes,
                          from);
    if (in[in_bytes] != 'e')
        kindling_fail("rank %d: %zu bytes from rank %d were too many", r->rank, in_bytes, from);
    free(out);
    free(in);
}

static size_t odd(size_t bytes, int from)
{
    return bytes + (size_t)from * 70001;
}

static void bytes_arrive(Ranks *r)
{
    static const size_t sizes[] = {1, 65535, 65536, 65537, 131072, 40000003};
    for (int d = 1; d < r->size; d++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            int to = (r->rank + d) % r->size, from = (r->rank - d + r->size) % r->size;
            message(r, to, from, sizes[i], sizes[i]);
            message(r, to, from, odd(sizes[i], r->rank),
                    odd(sizes[i], from)); /* two lengths at once */
            bool even = r->rank % 2 == 0; /* one way */
            if (d == 1)
                message(r, even ? to : -1, even ? -1 : from, sizes[i], sizes[i]);
        }
    if (ranks_barrier(r) == 0 && r->rank == 0)
        printf("all bytes arrived\n");
}

/* A busy machine, played: when the launcher goes on it finds the last words and the end of the job at once. */
static void stop_launcher(void)
{
    pid_t launcher = getppid();
    if (fork() != 0) {
        kill(launcher, SIGSTOP);
        return;
    }
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    kill(launcher, SIGCONT);
    _exit(0);
}

int main(int argc, char **argv)
{
    Scope *scope = scope_open();
    if (!ranks_mpi_launched())
        kindling_fail("mpi-exchange is to be started by mpirun");
    Ranks *r = ranks_mpi(&argc, &argv);
    if (r == NULL)
        kindling_fail("%s", kindling_error());
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "leaves") == 0 && r->rank == r->size - 1)
        exit(0);
    bool busy = strcmp(what, "busy") == 0;
    if (busy && r->rank == 0)
        stop_launcher();
    if ((busy || strcmp(what, "wrong") == 0) && r->rank == 0)
        message(r, r->size, -1, 1, 0);
    if (strcmp(what, "bytes") == 0)
        bytes_arrive(r);
    else
        ranks_barrier(r);
    ranks_close(r, true);
    scope_close(scope);
    return 0;
}
