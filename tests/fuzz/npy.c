#define _XOPEN_SOURCE 700 /* mkdtemp */

/* .npy files: what is read has a size that fits its shape, and is written back and read again
 * as it is. */

#include "runtime/formats/npy.h"
#include "runtime/formats/npy_write.h"
#include "tests/fuzz/lib/scratch.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static size_t
count_bytes(const struct array *npy)
{
	size_t bytes = (size_t)npy->element;

	for (int i = 0; i < npy->ndim; i++)
		bytes *= (size_t)npy->shape[i];
	return bytes;
}

/* Whether all of the array can be read, and is the same in both. */
static void
compare(const struct array *npy, const struct array *again)
{
	if (again->ndim != npy->ndim || again->element != npy->element || again->fortran != npy->fortran
		|| memcmp(again->shape, npy->shape, sizeof npy->shape)
		|| memcmp(again->data, npy->data, count_bytes(npy)))
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct error error = { 0 };
	char folder[] = "/tmp/fuzz-npy.XXXXXX", path[64];
	struct array npy, again;

	if (!npy_read(scratch_file(bytes, size), &npy, &error)) {
		if (!*error.text || npy.data)
			abort();
		return 0;
	}
	if (npy.ndim < 1 || npy.ndim > ARRAY_DIMENSIONS || count_bytes(&npy) > size)
		abort();
	if (!mkdtemp(folder))
		abort();
	snprintf(path, sizeof path, "%s/a.npy", folder);
	if (!npy_write(path, &npy, &error) || !npy_read(path, &again, &error))
		abort();
	compare(&npy, &again);
	array_free(&npy);
	array_free(&again);
	remove(path);
	remove(folder);
	return 0;
}
