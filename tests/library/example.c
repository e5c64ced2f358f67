/* example FILE OPTIONS : applies a laplap to a field of squares and prints one of its results. */

#include "stencil.h"

#include <stdio.h>
#include <stdlib.h>

enum { X = 20, Y = 18, Z = 4 };

static int
fail(const struct stencil_error *error)
{
    printf("%d: %s\n", error->code, error->text);
    return 1;
}

int
main(int argc, char **argv)
{
    static double src[Z][Y][X], dst[Z][Y][X];
    static struct stencil_error error;
    const struct stencil_shape shape = { .size = { X, Y, Z } };
    stencil_plan *plan;
    int status;

    unsetenv("LD_PRELOAD"); /* for the compiler */
    if (argc != 3)
        return 2;
    for (int z = 0; z < Z; z++)
        for (int y = 0; y < Y; y++)
            for (int x = 0; x < X; x++)
                src[z][y][x] = x*x*x*x + y;
    plan = stencil_plan_create(argv[1], NULL, &shape, argv[2], 0, &error);
    if (!plan)
        return fail(&error);
    if (stencil_plan_bind(plan, "src", src, sizeof src, &error)
            || stencil_plan_bind(plan, "dst", dst, sizeof dst, &error))
        return fail(&error);
    status = stencil_execute(plan, NULL);
    if (status)
        printf("%s\n", stencil_status_text(plan, status));
    else
        printf("%s: %g\n", stencil_plan_kernel(plan), dst[1][5][5]);
    stencil_plan_destroy(plan);
    return status != 0;
}
