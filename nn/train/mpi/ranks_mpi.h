/* ranks_mpi.h - ranks on many machines, started by mpirun, mpiexec or srun. Only the program
 * `train` is linked with it. */
#ifndef RANKS_MPI_H
#define RANKS_MPI_H

#include "ranks.h"

/* ---- ranks_mpi.c (08) ------------------------------------------------------------------------ */

/* Has a launcher of MPI started this process? Asked of the environment, so that MPI is left alone
 * elsewhere: it takes time to start, and opens sockets. */
bool ranks_mpi_launched(void);
/* The ranks of the job, MPI_COMM_WORLD. Owned: ranks_close it, once; it cannot be opened again.
 * From here on a process that ends without it, or in an error of MPI, ends the whole job. NULL,
 * kindling_error(): MPI does not start, or knows of fewer processes than the launcher has
 * started. */
Ranks *ranks_mpi(int *argc, char ***argv);

#endif
