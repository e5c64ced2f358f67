/* Calls a launcher on a mesh as a model does, with a struct of arguments, and as a model may get it wrong. */

#include "divergence_openmp.h"

#include <stdio.h>
#include <stdlib.h>

enum { LEVELS = 3, CELLS = 2, EDGES = 5, CELL_STRIDE = 4, EDGE_STRIDE = 6 };

static const struct stencil_mesh mesh = {
    .first = 0, .end = CELLS, .bottom = 0, .top = LEVELS, .cell_stride = CELL_STRIDE, .edge_stride = EDGE_STRIDE,
    .vertex_stride = 4,
};
static const int table[3*CELL_STRIDE] = { 0, 1, -1, -1, 1, 3, -1, -1, 2, 4, -1, -1 };
static const struct stencil_relation cell_edges = { .table = table }, none;
static const struct divergence_elements whole = {
    .vn = LEVELS*EDGE_STRIDE, .geofac_div = 3*CELL_STRIDE, .div = LEVELS*CELL_STRIDE,
};
static int failed;

static void
expect(int result, int expected, const char *what)
{
    printf("%s  %s\n", result == expected ? "ok    " : "FAILED", what);
    failed |= result != expected;
}

static void
check_sizes(void)
{
    struct divergence_elements less = whole;
    struct stencil_mesh wrong = mesh;

    expect(divergence_check(&mesh, &whole), 0, "arrays are large enough");
    less.vn--;
    expect(divergence_check(&mesh, &less), STENCIL_SHORT_ARRAY, "vn is too short");
    less = whole;
    less.geofac_div--;
    expect(divergence_check(&mesh, &less), STENCIL_SHORT_ARRAY, "geofac_div is too short");
    less = whole;
    less.div--;
    expect(divergence_check(&mesh, &less), STENCIL_SHORT_ARRAY, "div is too short");
    expect(divergence_check(NULL, &whole), STENCIL_NULL_POINTER, "there is no mesh");
    expect(divergence_check(&mesh, NULL), STENCIL_NULL_POINTER, "there are no sizes");
    wrong.end = CELL_STRIDE + 1;
    expect(divergence_check(&wrong, &whole), STENCIL_SHORT_STRIDE, "more cells than a stride");
    wrong = mesh;
    wrong.height = 4;
    expect(divergence_check(&wrong, &whole), STENCIL_WRONG_LEVELS, "levels lie innermost");
    wrong = mesh;
    wrong.edge_stride = -1;
    expect(divergence_check(&wrong, &whole), STENCIL_SHORT_ARRAY, "a stride is negative");
    expect(stencil_check_relation(&cell_edges, &mesh, CELLS, CELL_STRIDE, 3, EDGES), 0, "the table leads to edges");
    expect(stencil_check_relation(&cell_edges, &mesh, CELLS, CELL_STRIDE, 3, EDGES - 1), STENCIL_WRONG_TABLE,
        "the table leads to an edge too many");
}

static void
call(void)
{
    double vn[LEVELS*EDGE_STRIDE], geofac_div[3*CELL_STRIDE], div[LEVELS*CELL_STRIDE] = { 0 };
    struct divergence_args args = { &cell_edges, vn, geofac_div, div };
    int right = 1;

    for (int i = 0; i < LEVELS*EDGE_STRIDE; i++)
        vn[i] = i;
    for (int i = 0; i < 3*CELL_STRIDE; i++)
        geofac_div[i] = i + 1;
    expect(divergence_openmp_call(launch_divergence_chasing_idxvar_openmp, &mesh, &args), 0, "a call");
    for (int k = 0; k < LEVELS; k++)
        for (int c = 0; c < CELLS; c++)
            right &= div[k*CELL_STRIDE + c] == vn[k*EDGE_STRIDE + table[c]]*geofac_div[c]
                + vn[k*EDGE_STRIDE + table[CELL_STRIDE + c]]*geofac_div[CELL_STRIDE + c]
                + vn[k*EDGE_STRIDE + table[2*CELL_STRIDE + c]]*geofac_div[2*CELL_STRIDE + c];
    expect(right, 1, "computes the divergence");
    expect(divergence_openmp_call(launch_divergence_chasing_idxvar_openmp, &mesh, NULL), STENCIL_NULL_POINTER,
        "there are no arguments");
    args.vn = (const double *)((const char *)vn + 4);
    expect(divergence_openmp_call(launch_divergence_chasing_idxvar_openmp, &mesh, &args), STENCIL_MISALIGNED,
        "an array is misaligned");
    args.vn = vn;
    args.cell_edges = NULL;
    expect(divergence_openmp_call(launch_divergence_chasing_idxvar_openmp, &mesh, &args), STENCIL_NULL_POINTER,
        "a relation is missing");
    args.cell_edges = &none;
    expect(divergence_openmp_call(launch_divergence_chasing_idxvar_openmp, &mesh, &args), STENCIL_NO_TABLE,
        "a relation has no table");
}

int
main(void)
{
    check_sizes();
    call();
    return failed;
}
