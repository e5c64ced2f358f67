/* A model of its own with MPI: each process has a part of a grid, applies an emitted kernel to it and exchanges halos by the
 * library that `stencilgen --exchange` writes. The result goes to a file, the same for any number of processes.
 *
 * exchange FILE NX NY NZ STEPS EVERY: cells with halo, steps, and steps between exchanges. */

#include "laplap/laplap_openmp.h"
#include "exchange/exchange_mpi.h"

#include <stdio.h>
#include <stdlib.h>

enum { HALO = LAPLAP_WEST, SECONDS = 60 };

struct model {
    struct stencil_rectangles parts;
    struct stencil_rectangle part;
    int rank, size[3];
    struct stencil_grid grid;
    double *now, *next; /* arrays of the part and its halo */
    struct stencil_exchange *exchange;
};

static void
must(int status, const struct stencil_exchange *exchange)
{
    if (!status)
        return;
    fprintf(stderr, "exchange: %s\n", stencil_exchange_text(exchange, status));
    MPI_Abort(MPI_COMM_WORLD, 3);
}

/* As many parts in x as divide the ranks, up to their root. */
static void
cut(struct model *m, int ranks, int every)
{
    int across = 1;

    for (int n = 1; n*n <= ranks; n++)
        if (ranks % n == 0)
            across = n;
    m->parts = (struct stencil_rectangles){
        .ranks = { across, ranks/across }, .inner = { m->size[0] - 2*HALO, m->size[1] - 2*HALO },
        .low = { HALO, HALO }, .high = { HALO, HALO }, .every = every, .corners = 1, .vector = 1, .alignment = 8,
    };
    must(stencil_rectangles_check(&m->parts), NULL);
    m->part = stencil_rectangle(&m->parts, m->rank);
}

/* Cells around the part: what messages fill, or the grid's own border. */
static int
margin(const struct model *m, int axis, int side)
{
    const int halo = side < 0 ? m->part.low[axis] : m->part.high[axis];

    return halo ? halo : HALO;
}

static void
allocate(struct model *m)
{
    const struct stencil_extents halo = {
        margin(m, 0, -1), margin(m, 0, 1), margin(m, 1, -1), margin(m, 1, 1), 0, 0,
    };
    const int nx = m->part.end[0] - m->part.begin[0] + margin(m, 0, -1) + margin(m, 0, 1);
    const int ny = m->part.end[1] - m->part.begin[1] + margin(m, 1, -1) + margin(m, 1, 1);
    const int x0 = m->part.begin[0] - margin(m, 0, -1), y0 = m->part.begin[1] - margin(m, 1, -1);
    const size_t count = (size_t)nx*ny*m->size[2];

    m->grid = stencil_regular_grid(nx, ny, m->size[2], halo);
    m->now = malloc(count*sizeof *m->now);
    m->next = malloc(count*sizeof *m->next);
    if (!m->now || !m->next)
        must(STENCIL_NO_MEMORY, NULL);
    for (int z = 0; z < m->size[2]; z++)
        for (int y = 0; y < ny; y++)
            for (int x = 0; x < nx; x++) {
                const size_t at = ((size_t)z*ny + y)*nx + x;

                m->now[at] = m->next[at] = (double)((7*(x0 + x) + 13*(y0 + y) + 29*z) % 101)/101;
            }
}

static void
apply(const struct model *m, const struct stencil_grid *region)
{
    const struct laplap_args args = { .src = m->now, .dst = m->next };
    const int status = laplap_openmp_call(launch_laplap_regular_idxvar_openmp, region, &args);

    if (status) {
        fprintf(stderr, "laplap: %d\n", status);
        MPI_Abort(MPI_COMM_WORLD, 3);
    }
}

/* The last step of a group: what others need first, the rest while it is on its way. */
static void
step_and_exchange(const struct model *m)
{
    struct stencil_grid regions[STENCIL_REGIONS];
    const int count = stencil_strips(&m->parts, m->rank, &m->grid, regions);

    for (int i = 0; i < count - 1; i++)
        apply(m, &regions[i]);
    if (count == 1)
        apply(m, &regions[0]);
    must(stencil_exchange_begin(m->exchange, (void *const[]){ m->next }, NULL), m->exchange);
    if (count > 1)
        apply(m, &regions[count - 1]);
    must(stencil_exchange_end(m->exchange, NULL), m->exchange);
}

static void
run(struct model *m, int steps)
{
    for (int step = 0; step < steps; step++) {
        const int further = m->parts.every - 1 - step % m->parts.every;
        double *kept = m->now;

        if (further) {
            const struct stencil_grid region = stencil_extended(&m->parts, m->rank, &m->grid, further);

            apply(m, &region);
        } else
            step_and_exchange(m);
        m->now = m->next;
        m->next = kept;
    }
}

/* The inner columns of all parts, row by row. */
static void
save(const struct model *m, const char *path)
{
    const int width = m->part.end[0] - m->part.begin[0], height = m->part.end[1] - m->part.begin[1];
    MPI_File file;

    if (MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file) != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 3);
    for (int z = 0; z < m->size[2]; z++)
        for (int y = 0; y < height; y++) {
            const size_t row = ((size_t)z*m->parts.inner[1] + m->part.begin[1] + y)*m->parts.inner[0] + m->part.begin[0];
            const double *from = m->now + (size_t)z*m->grid.stride + m->grid.first + (size_t)y*m->grid.row;

            MPI_File_write_at(file, (MPI_Offset)(row*sizeof *from), from, width, MPI_DOUBLE, MPI_STATUS_IGNORE);
        }
    MPI_File_close(&file);
}

int
main(int argc, char **argv)
{
    const struct stencil_exchanged field = { .bytes = sizeof (double), .levels = argc == 7 ? atoi(argv[4]) : 0 };
    struct model m = { .rank = 0 };
    struct stencil_engine *engine;
    int ranks;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &m.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 7) {
        fprintf(stderr, "usage: exchange FILE NX NY NZ STEPS EVERY\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    for (int axis = 0; axis < 3; axis++)
        m.size[axis] = atoi(argv[2 + axis]);
    cut(&m, ranks, atoi(argv[6]));
    allocate(&m);
    must(stencil_engine_mpi(MPI_COMM_WORLD, SECONDS, &engine), NULL);
    must(stencil_exchange_rectangles(&m.exchange, engine, &stencil_lane_cpu, &m.parts, m.rank, &m.grid, &field, 1), NULL);
    run(&m, atoi(argv[5]));
    save(&m, argv[1]);
    stencil_exchange_free(m.exchange);
    stencil_engine_free(engine);
    free(m.now);
    free(m.next);
    MPI_Finalize();
    return 0;
}
