/* gpu_execute FILE OPTIONS OPTIONS_ON_CPU [MESH] : executes plans with backend=cuda, on a driver whose memory is the CPU's,
 * and with backend=openmp, three times each: with two sets of arrays, and the first again, as if streams were captured. Says whether
 * their results are equal. */

#define _POSIX_C_SOURCE 200112L


#include "stencil.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FIELDS = 32, SETS = 2 };

static struct stencil_error error;
static stencil_plan_mesh *mesh; /* NULL: on a grid */

static stencil_plan *
make(const char *path, const char *backend, const char *options)
{
    const struct stencil_shape on_grid = { .size = { 40, 35, 9 } }, on_mesh = { .size = { 0, 0, 5 }, .mesh = mesh };
    const struct stencil_shape shape = mesh ? on_mesh : on_grid;
    stencil_plan *plan;
    char text[256];

    snprintf(text, sizeof text, "backend=%s %s", backend, options);
    plan = stencil_plan_create(path, NULL, &shape, text, STENCIL_PLAN_EXACT, &error);
    if (!plan)
        printf("%d: %s\n", error.code, error.text);
    return plan;
}

/* Arrays of made-up numbers, the same for all plans. */
static void
fill(const stencil_plan *plan, int set, void **arrays)
{
    struct stencil_field field;

    for (int f = 0; f < stencil_plan_field_count(plan); f++) {
        stencil_plan_field(plan, f, &field);
        arrays[f] = aligned_alloc(256, (field.bytes + 255)/256*256);
        for (size_t i = 0; field.type == STENCIL_TYPE_DOUBLE && i < field.bytes/sizeof (double); i++)
            ((double *)arrays[f])[i] = (double)((i*37 + (size_t)(11*f + set)) % 101)/16 + 1;
        for (size_t i = 0; field.type == STENCIL_TYPE_FLOAT && i < field.bytes/sizeof (float); i++)
            ((float *)arrays[f])[i] = (float)((i*37 + (size_t)(11*f + set)) % 101)/16 + 1;
        for (size_t i = 0; field.type == STENCIL_TYPE_INT && i < field.bytes/sizeof (int); i++)
            ((int *)arrays[f])[i] = (int)(i % 5);
    }
}

static int
run(const stencil_plan *plan, void *arrays[SETS][MOST_FIELDS])
{
    int status = 0;

    for (int set = 0; set < SETS; set++)
        fill(plan, set, arrays[set]);
    setenv("FAKE_CAPTURE", "1", 1);
    for (int i = 0; i < 3 && !status; i++)
        status = stencil_execute_on(plan, arrays[i % SETS], NULL, NULL);
    unsetenv("FAKE_CAPTURE");
    if (status)
        printf("%s\n", stencil_status_text(plan, status));
    return status;
}

int
main(int argc, char **argv)
{
    static void *expected[SETS][MOST_FIELDS], *got[SETS][MOST_FIELDS];
    stencil_plan *on_cpu = (argc == 4 || (mesh = stencil_mesh_open(argv[4], NULL, &error))) ? make(argv[1], "openmp", argv[3]) : NULL;
    stencil_plan *on_gpu = on_cpu ? make(argv[1], "cuda", argv[2]) : NULL;
    struct stencil_field field;
    int different = 0;

    if (!on_gpu || run(on_cpu, expected) || run(on_gpu, got))
        return 1;
    for (int set = 0; set < SETS; set++)
        for (int f = 0; f < stencil_plan_field_count(on_gpu); f++) {
            stencil_plan_field(on_gpu, f, &field);
            different += memcmp(expected[set][f], got[set][f], field.bytes) != 0;
            free(expected[set][f]);
            free(got[set][f]);
        }
    printf("%s: %s\n", stencil_plan_kernel(on_gpu), different ? "different" : "equal");
    stencil_plan_destroy(on_cpu);
    stencil_plan_destroy(on_gpu);
    stencil_mesh_destroy(mesh);
    return different != 0;
}
