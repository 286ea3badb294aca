/* ranks_mpi.c - ranks by MPI: one MPI_Sendrecv, in pieces whose size an int can hold.
 *
 * MPI only carries bytes. It adds nothing up, for its sums depend on library, message size and
 * number of ranks.
 *
 * Invariant: a rank that ends badly takes the job along: by MPI_Abort where it can still speak, by
 * the launcher where it was killed.
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "ranks_mpi.h"

#ifndef RANKS_MPI_PIECE
#define RANKS_MPI_PIECE (1 << 30) /* bytes; tests have smaller ones */
#endif

/* ---- who was started ------------------------------------------------------------------------- */

static int number_in(const char *name)
{
    const char *value = getenv(name);
    return value != NULL ? atoi(value) : 0;
}

/* How many processes the launcher speaks of: Open MPI's, MPICH's and its kin, Slurm's; 0: there is
 * none. A single task of Slurm's may be a shell that somebody types in. */
static int launched(void)
{
    int open_mpi = number_in("OMPI_COMM_WORLD_SIZE"), mpich = number_in("PMI_SIZE"),
        slurm = number_in("SLURM_STEP_NUM_TASKS");
    return open_mpi > 0 ? open_mpi : mpich > 0 ? mpich : slurm > 1 ? slurm : 0;
}

bool ranks_mpi_launched(void)
{
    return launched() > 0 || getenv("PMIX_RANK") != NULL || getenv("PMI_RANK") != NULL;
}

/* A launcher of another MPI starts processes that know nothing of each other: each would train
 * alone. */
static int check_size(int size)
{
    if (launched() <= size)
        return 0;
    kindling_set_error(
        "ranks_mpi: got %d process%s of MPI, expected the %d that were started. hint: the mpirun "
        "of the MPI that `make doctor` names; with srun, --mpi=pmi2 or --mpi=pmix",
        size, size == 1 ? "" : "es", launched());
    return -1;
}

/* ---- trouble --------------------------------------------------------------------------------- */

static int my_rank;
static bool open; /* from MPI_Init to ranks_close */

/* MPICH's launcher hears of the abort before it reads the pipe, and ends: on a busy machine 1 of 60
 * last words was lost. An empty pipe has been read. A reader that is stopped is waited for 5
 * seconds. */
static void until_read(int fd)
{
    struct stat file;
    int unread = 0;
    if (fstat(fd, &file) != 0 || !S_ISFIFO(file.st_mode))
        return;
    for (int tries = 0; tries < 5000 && ioctl(fd, FIONREAD, &unread) == 0 && unread > 0; tries++)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static void abort_job(void)
{
    fflush(NULL);
    until_read(STDOUT_FILENO);
    until_read(STDERR_FILENO);
    open = false;
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* exit(), by whomever: the others would wait for this rank for ever. */
static void end_without_closing(void)
{
    if (!open)
        return;
    fprintf(stderr, "rank %d has ended early; the job ends\n", my_rank);
    abort_job();
}

static void on_error(MPI_Comm *comm, int *code, ...)
{
    char why[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    (void)comm;
    MPI_Error_string(*code, why, &length);
    fprintf(stderr,
            "rank %d: MPI: %s. hint: has another rank ended? the job ends; the last "
            "checkpoint is whole: go on with --resume\n",
            my_rank, why);
    abort_job();
}

/* ---- bytes ----------------------------------------------------------------------------------- */

static int piece(size_t left)
{
    return left < RANKS_MPI_PIECE ? (int)left : RANKS_MPI_PIECE;
}

/* Both sides cut at the same places, so piece i of one is piece i of the other; errors end the
 * job. */
static int mpi_exchange(Ranks *r, int to, const void *out, size_t out_bytes, int from, void *in,
                        size_t in_bytes)
{
    (void)r;
    const char *send = out;
    char *receive = in;
    while (out_bytes > 0 || in_bytes > 0) {
        int n_out = piece(out_bytes), n_in = piece(in_bytes);
        MPI_Sendrecv(send, n_out, MPI_BYTE, n_out > 0 ? to : MPI_PROC_NULL, 0, receive, n_in,
                     MPI_BYTE, n_in > 0 ? from : MPI_PROC_NULL, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        send = send != NULL ? send + n_out : NULL;
        receive = receive != NULL ? receive + n_in : NULL;
        out_bytes -= (size_t)n_out;
        in_bytes -= (size_t)n_in;
    }
    return 0;
}

/* ---- the beginning and the end --------------------------------------------------------------- */

static void mpi_close(Ranks *r, bool well)
{
    owned_free(r);
    if (!well)
        abort_job();
    open = false;
    MPI_Finalize();
}

/* "Open MPI v4.1.4, package: ..." and "MPICH Version:\t4.0.2\n..." become "Open MPI v4.1.4", "MPICH
 * 4.0.2". */
static const char *library(void)
{
    static char text[MPI_MAX_LIBRARY_VERSION_STRING], name[64];
    int length = 0;
    MPI_Get_library_version(text, &length);
    text[strcspn(text, ",\n")] = '\0';
    char *number = strstr(text, " Version:");
    if (number == NULL)
        snprintf(name, sizeof name, "%.60s", text);
    else {
        const char *digits = number + strcspn(number, "0123456789");
        *number = '\0';
        snprintf(name, sizeof name, "%.30s %.30s", text, digits);
    }
    return name;
}

Ranks *ranks_mpi(int *argc, char ***argv)
{
    MPI_Errhandler handler;
    if (MPI_Init(argc, argv) != MPI_SUCCESS) {
        kindling_set_error(
            "ranks_mpi: MPI does not start. hint: mpirun or srun must be that of the MPI "
            "that the program was built with: make doctor says which");
        return NULL;
    }
    MPI_Comm_create_errhandler(on_error, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Errhandler_free(&handler);
    int size = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    if (check_size(size) != 0) {
        MPI_Finalize();
        return NULL;
    }
    open = true;
    atexit(end_without_closing);
    Ranks *r = owned_alloc(sizeof *r);
    *r = (Ranks){.rank = my_rank,
                 .size = size,
                 .via = library(),
                 .exchange = mpi_exchange,
                 .close = mpi_close};
    return r;
}
