/* Runs one kernel on a sample, for the sanitizers to watch:
 *
 *     run width height levels block-x block-y block-z [kernel.so launcher]
 */

#include "tests/kernels/by_hand/sample.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef LAUNCH
sample_launch LAUNCH;
#endif

static sample_launch *
find_launcher(int argc, char **argv)
{
#ifdef LAUNCH
	(void)argc;
	(void)argv;
	return LAUNCH;
#else
	void *kernels = argc == 9 ? dlopen(argv[7], RTLD_NOW | RTLD_LOCAL) : NULL;
	sample_launch *launcher = NULL;

	if (kernels)
		*(void **)&launcher = dlsym(kernels, argv[8]);
	return launcher;
#endif
}

int
main(int argc, char **argv)
{
	sample_launch *launcher = argc > 6 ? find_launcher(argc, argv) : NULL;
	struct sample sample;
	struct stencil_block block;
	int status;

	if (!launcher) {
		fputs("run: no kernel to run\n", stderr);
		return 2;
	}
	sample = sample_make(atoi(argv[1]), atoi(argv[2]), atoi(argv[3]));
	block = (struct stencil_block){ atoi(argv[4]), atoi(argv[5]), atoi(argv[6]) };
	status = launcher(&sample.grid, sample.src, sample.dst, block, NULL);
	sample_free(&sample);
	return status;
}
