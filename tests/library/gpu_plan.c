/* gpu_plan FILE OPTIONS : makes a plan for a GPU, and says what it is and where its tables lie. */

#include "stencil.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

int
main(int argc, char **argv)
{
    static struct stencil_error error;
    const struct stencil_shape plain = { .size = { 32, 18, 9 } };
    const struct stencil_shape aligned = { .size = { 32, 18, 9 }, .low = { 4, 4, 4 }, .high = { 4, 4, 4 } };
    const bool vectors = argc == 3 && (strstr(argv[2], "access=wide") || strstr(argv[2], "access=planes"));
    const struct stencil_shape shape = vectors ? aligned : plain;
    stencil_plan *plan = argc == 3 ? stencil_plan_create(argv[1], NULL, &shape, argv[2], 0, &error) : NULL;

    if (!plan) {
        printf("%d: %s\n", error.code, error.text);
        return 1;
    }
    printf("%s on %s, %s\n", stencil_plan_kernel(plan), stencil_plan_backend(plan), stencil_plan_device(plan));
    stencil_plan_destroy(plan);
    return 0;
}
