#ifndef STENCIL_MPI_TABLE
#define STENCIL_MPI_TABLE

#include "engine.h"

/* What programs that load MPI at run time take of it: the symbol stencil_mpi of a shared object that is made from
 * exchange_mpi_table.c. All are called by one thread and return 0, 1000 + an error of MPI, or STENCIL_NO_PROGRESS when nothing
 * came for as long as was given. */
struct stencil_mpi {
    int (*open)(double seconds, int *rank, int *ranks);
    int (*engine)(int staged, struct stencil_engine **engine); /* of all ranks; staged: as stencil_engine_mpi_stage has it */
    int (*is_staged)(const struct stencil_engine *engine);
    int (*largest)(const long long *own, long long *all, int count);                /* of all ranks' numbers */
    int (*broadcast)(void *bytes, int size);                                       /* of rank 0 */
    int (*send)(const void *bytes, size_t size, int to);
    int (*receive)(void *bytes, size_t size, int from);
    int (*close)(void);
    int (*roll_call)(double seconds, unsigned char *here); /* which ranks answer in that time; nothing but `abort` is done behind it */
    void (*abort)(int status); /* ends all ranks */
    const char *(*error)(int status);
};

#endif
