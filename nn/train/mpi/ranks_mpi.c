/* ranks_mpi.c - ranks by MPI: one MPI_Sendrecv, in pieces whose size an int can hold.
 *
 * MPI only carries bytes. It adds nothing up, for its sums depend on library, message size and number of ranks.
 *
 * Invariant: a rank that ends badly takes the job along, by MPI_Abort or by the launcher.
 */
#include <mpi.h>
#include <stdlib.h>
#include "ranks_mpi.h"

enum { PIECE = 1 << 30 };

bool ranks_mpi_launched(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK", "PMI_RANK"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (getenv(names[i]) != NULL)
            return true;
    return false;
}

static int piece(size_t left)
{
    return left < PIECE ? (int)left : PIECE;
}

/* Both sides cut at the same places, so piece i of one is piece i of the other; errors end the job. */
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
        send += n_out;
        receive += n_in;
        out_bytes -= (size_t)n_out;
        in_bytes -= (size_t)n_in;
    }
    return 0;
}

static void mpi_close(Ranks *r, bool well)
{
    owned_free(r);
    if (!well)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
}

Ranks *ranks_mpi(int *argc, char ***argv)
{
    static char version[MPI_MAX_LIBRARY_VERSION_STRING];
    if (MPI_Init(argc, argv) != MPI_SUCCESS) {
        kindling_set_error("ranks_mpi: MPI does not start. hint: mpirun or srun must be that of the MPI "
                           "that the program was built with: make doctor says which");
        return NULL;
    }
    Ranks *r = owned_alloc(sizeof *r);
    *r = (Ranks){.exchange = mpi_exchange, .close = mpi_close};
    MPI_Comm_rank(MPI_COMM_WORLD, &r->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &r->size);
    int length = 0;
    MPI_Get_library_version(version, &length);
    for (int i = 0, spaces = 0; version[i] != '\0'; i++) /* "Open MPI v4.1.4, ...": the first words */
        if (version[i] == ',' || version[i] == '\n' || (version[i] == ' ' && ++spaces == 3))
            version[i] = version[i + 1] = '\0';
        else if (version[i] == '\t')
            version[i] = ' ';
    r->via = version;
    return r;
}
