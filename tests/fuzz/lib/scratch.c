#include "tests/fuzz/lib/scratch.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static char path[64];
static int file = -1;

static void
make_file(void)
{
	char name[64];

	snprintf(name, sizeof name, "/stencilgen-fuzz-%ld", (long)getpid());
	file = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
	if (file < 0)
		abort();
	shm_unlink(name);
	snprintf(path, sizeof path, "/proc/self/fd/%d", file);
}

const char *
scratch_file(const uint8_t *bytes, size_t size)
{
	if (file < 0)
		make_file();
	if (ftruncate(file, 0) || pwrite(file, bytes, size, 0) != (ssize_t)size)
		abort();
	return path;
}

char *
scratch_text(const uint8_t *bytes, size_t size)
{
	char *text = malloc(size + 1);

	if (!text)
		abort();
	if (size)
		memcpy(text, bytes, size);
	text[size] = '\0';
	return text;
}

FILE *
nowhere(void)
{
	static FILE *out;

	if (!out)
		out = fopen("/dev/null", "w");
	if (!out)
		abort();
	return out;
}
