/* Prints what each refusal means. */

#include "laplap/laplap_openmp.h"

#include <stdio.h>

int
main(void)
{
	for (int status = 1; status >= STENCIL_WRONG_LEVELS - 1; status--)
		printf("%d %s\n", status, stencil_refusal_text(status) ? stencil_refusal_text(status) : "");
}
