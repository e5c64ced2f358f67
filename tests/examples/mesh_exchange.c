/* A model of its own with MPI on a mesh: each process has a subdomain, a mesh of its own cells and those around them, applies a plan of
 * libstencil to it and exchanges halos by the library that `stencilgen --exchange` writes. The result goes to a file, the same for any
 * number of processes.
 *
 * mesh_exchange FILE STENCIL MESH LEVELS STEPS ORDER: the stencil has the in field u and the out field new, on cells, and reads the
 * cells across edges; ORDER of levels is outermost or innermost. */

#include "stencil.h"
#include "exchange/exchange_mpi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SECONDS = 60, CORNERS = 3 };

struct model {
    int rank, ranks, cells, levels, innermost; /* cells of the whole mesh */
    const int *vertices, *across;              /* [cell*CORNERS + slot], of the whole mesh; across an edge there may be no cell */
    int count, own;                            /* cells of the subdomain: first those of others */
    int *global, *local;                       /* numbers of its cells, and the other way round; -1: it is not here */
    stencil_plan_mesh *mesh;
    stencil_plan *plan;
    double *now, *next;
    struct stencil_exchange *exchange;
};

static void
stop(const char *why)
{
    fprintf(stderr, "mesh_exchange: %s\n", why);
    MPI_Abort(MPI_COMM_WORLD, 3);
}

static void *
memory(size_t bytes)
{
    void *p = calloc(1, bytes + 1);

    if (!p)
        stop("no memory");
    return p;
}

static int
owner(const struct model *m, int cell)
{
    return (int)((long long)cell*m->ranks/m->cells);
}

/* Whether a rank has a cell: it owns the cell, or one beside it. */
static int
has(const struct model *m, int rank, int cell)
{
    if (owner(m, cell) == rank)
        return 1;
    for (int s = 0; s < CORNERS; s++)
        if (m->across[cell*CORNERS + s] >= 0 && owner(m, m->across[cell*CORNERS + s]) == rank)
            return 1;
    return 0;
}

/* A launch updates consecutive cells, so those of others come first. */
static void
number(struct model *m)
{
    m->global = memory((size_t)m->cells*sizeof *m->global);
    m->local = memory((size_t)m->cells*sizeof *m->local);
    for (int own = 0; own < 2; own++)
        for (int c = 0; c < m->cells; c++)
            if (has(m, m->rank, c) && own == (owner(m, c) == m->rank)) {
                m->own += own;
                m->global[m->count++] = c;
            }
    for (int c = 0; c < m->cells; c++)
        m->local[c] = -1;
    for (int i = 0; i < m->count; i++)
        m->local[m->global[i]] = i;
}

/* The mesh of the subdomain. Most cells of others lack neighbors and keep their values; messages overwrite all of them. */
static void
make_mesh(struct model *m, int all_vertices)
{
    const size_t entries = (size_t)m->count*CORNERS;
    int *vertices = memory(entries*sizeof *vertices), *across = memory(entries*sizeof *across);
    int *number = memory((size_t)all_vertices*sizeof *number), count = 0;
    struct stencil_error error;

    for (size_t i = 0; i < entries; i++) {
        const size_t from = (size_t)m->global[i/CORNERS]*CORNERS + i%CORNERS;
        int *vertex = &number[m->vertices[from]];

        if (!*vertex)
            *vertex = ++count;
        vertices[i] = *vertex - 1;
        across[i] = m->across[from] < 0 ? -1 : m->local[m->across[from]];
    }
    m->mesh = stencil_mesh_create(&(struct stencil_mesh_tables){
        .count = { m->count, 0, count }, .relation_count = 2,
        .relations = (struct stencil_mesh_relation[]){ { "cell.vertices", CORNERS, vertices }, { "cell.cells", CORNERS, across } },
    }, &error);
    if (!m->mesh)
        stop(error.text);
    free(vertices);
    free(across);
    free(number);
}

static size_t
place(const struct model *m, int cells, int cell, int level)
{
    return m->innermost ? (size_t)cell*m->levels + level : (size_t)level*cells + cell;
}

static void
make_plan(struct model *m, const char *path)
{
    const size_t bytes = (size_t)m->count*m->levels*sizeof (double);
    const struct stencil_shape shape = { .size = { 0, 0, m->levels }, .mesh = m->mesh };
    struct stencil_error error;

    m->now = memory(bytes);
    m->next = memory(bytes);
    for (int i = 0; i < m->count; i++)
        for (int k = 0; k < m->levels; k++)
            m->now[place(m, m->count, i, k)] = m->next[place(m, m->count, i, k)] = (7*m->global[i] + 29*k)%101/101.0;
    m->plan = stencil_plan_create(path, NULL, &shape, m->innermost ? "backend=openmp levels=innermost" : "backend=openmp", 0, &error);
    if (!m->plan || stencil_plan_bind(m->plan, "u", m->now, bytes, &error) || stencil_plan_bind(m->plan, "new", m->next, bytes, &error))
        stop(error.text);
}

static void
must(const struct model *m, int status)
{
    if (status)
        stop(stencil_exchange_text(m->exchange, status));
}

/* Both ranks list the cells that go from one to the other in the order of the whole mesh. */
static void
plan_exchange(struct model *m, struct stencil_engine *engine)
{
    const struct stencil_exchanged field = { .bytes = sizeof (double), .levels = m->levels };
    int *lists = memory((size_t)(3*m->ranks + m->ranks*m->own + m->count)*sizeof *lists), peers = 0, sent = 0, received = 0;
    int *rank = lists, *sends = rank + m->ranks, *receives = sends + m->ranks, *receive = receives + m->ranks,
        *send = receive + m->count;

    for (int peer = 0; peer < m->ranks; peer++) {
        const int before = sent, behind = received;

        for (int c = 0; c < m->cells && peer != m->rank; c++) {
            if (owner(m, c) == m->rank && has(m, peer, c))
                send[sent++] = m->local[c];
            if (owner(m, c) == peer && m->local[c] >= 0)
                receive[received++] = m->local[c];
        }
        rank[peers] = peer;
        sends[peers] = sent - before;
        receives[peers] = received - behind;
        peers += sent > before || received > behind;
    }
    must(m, stencil_exchange_lists(&m->exchange, engine, &stencil_lane_cpu, &(struct stencil_columns){
        .peers = peers, .rank = rank, .sends = sends, .receives = receives, .send = send, .receive = receive,
        .stride = m->count, .heights = (const int[]){ m->innermost ? m->levels : 0 },
    }, (const int[]){ 0 }, m->rank, &field, 1));
    free(lists);
}

static void
run(struct model *m, int steps)
{
    for (int step = 0; step < steps; step++) {
        double *const fields[] = { m->now, m->next };
        const int status = stencil_execute_on(m->plan, (void *const *)fields, NULL, NULL);

        if (status)
            stop(stencil_status_text(m->plan, status));
        must(m, stencil_exchange_begin(m->exchange, (void *const[]){ m->next }, NULL));
        must(m, stencil_exchange_end(m->exchange, NULL));
        m->now = fields[1];
        m->next = fields[0];
    }
}

static void
save(const struct model *m, const char *path)
{
    MPI_File file;

    if (MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file) != MPI_SUCCESS)
        stop("cannot write the result");
    for (int i = m->count - m->own; i < m->count; i++)
        for (int k = 0; k < m->levels; k++)
            MPI_File_write_at(file, (MPI_Offset)(place(m, m->cells, m->global[i], k)*sizeof (double)),
                &m->now[place(m, m->count, i, k)], 1, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
}

int
main(int argc, char **argv)
{
    struct model m = { .rank = 0 };
    struct stencil_engine *engine;
    struct stencil_error error;
    stencil_plan_mesh *whole;
    int slots;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &m.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &m.ranks);
    if (argc != 7)
        stop("usage: mesh_exchange FILE STENCIL MESH LEVELS STEPS ORDER");
    m.levels = atoi(argv[4]);
    m.innermost = !strcmp(argv[6], "innermost");
    whole = stencil_mesh_open(argv[3], "hilbert", &error);
    if (!whole)
        stop(error.text);
    m.cells = stencil_mesh_count(whole, STENCIL_CELL);
    m.vertices = stencil_mesh_neighbors(whole, "cell.vertices", &slots);
    m.across = stencil_mesh_neighbors(whole, "cell.cells", &slots);
    if (!m.vertices || !m.across || slots != CORNERS)
        stop("no mesh of triangles");
    number(&m);
    make_mesh(&m, stencil_mesh_count(whole, STENCIL_VERTEX));
    make_plan(&m, argv[2]);
    must(&m, stencil_engine_mpi(MPI_COMM_WORLD, SECONDS, &engine));
    plan_exchange(&m, engine);
    run(&m, atoi(argv[5]));
    save(&m, argv[1]);
    stencil_exchange_free(m.exchange);
    stencil_engine_free(engine);
    stencil_plan_destroy(m.plan);
    stencil_mesh_destroy(m.mesh);
    stencil_mesh_destroy(whole);
    free(m.global);
    free(m.local);
    free(m.now);
    free(m.next);
    MPI_Finalize();
    return 0;
}
