/* Gives files to the fuzz targets without libFuzzer: each to the target that its folder is
 * named after. A crash ends the program; the last name printed says which file it was. */

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 20 };

#define TARGET(name) int fuzz_##name(const uint8_t *bytes, size_t size);
#include "tests/targets.def"
#undef TARGET

static const struct {
	const char *name;
	int (*run)(const uint8_t *bytes, size_t size);
} targets[] = {
#define TARGET(name) { #name, fuzz_##name },
#include "tests/targets.def"
};
enum { TARGETS = sizeof targets/sizeof *targets };

/* Whether the folder that a file is in has this name. */
static int
is_in(const char *path, const char *folder)
{
	const char *name = strrchr(path, '/');
	const size_t length = strlen(folder);

	return name && (size_t)(name - path) >= length && !strncmp(name - length, folder, length)
		&& (name - length == path || name[-1 - (ptrdiff_t)length] == '/');
}

/* A copy of just this size, so that a sanitizer sees reads beyond it. */
static void
run_target(int target, const uint8_t *bytes, size_t size)
{
	uint8_t *copy = malloc(size + !size);

	if (!copy)
		abort();
	memcpy(copy, bytes, size);
	targets[target].run(copy, size);
	free(copy);
}

static int
replay(const char *path)
{
	static uint8_t bytes[MOST_BYTES];
	FILE *in = fopen(path, "rb");
	int target = 0;
	size_t size;

	if (!in) {
		perror(path);
		return 0;
	}
	size = fread(bytes, 1, sizeof bytes, in);
	fclose(in);
	while (target < TARGETS && !is_in(path, targets[target].name))
		target++;
	fprintf(stderr, "%s\n", path);
	if (target == TARGETS) {
		fprintf(stderr, "no target has the name of its folder\n");
		return 0;
	}
	run_target(target, bytes, size);
	return 1;
}

int
main(int argc, char **argv)
{
	int passed = 0, failed = 0;

	for (int i = 1; i < argc; i++) {
		const int good = replay(argv[i]);

		passed += good;
		failed += !good;
	}
	printf("%d passed, %d failed\n", passed, failed);
	return failed != 0 || !passed;
}
