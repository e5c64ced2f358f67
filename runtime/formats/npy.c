#include "runtime/formats/npy_header.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "arrays are written as they lie in memory: little-endian"
#endif

static const char magic[6] = NPY_MAGIC;

/* Far above the header of any array that is accepted. */
enum { HEADER_MAX = 1 << 16 };

/* A file that is read, and where its error goes. */
struct transfer {
	const char *path;
	FILE *file;
	struct error *error;
	bool big_endian;
	unsigned types; /* that are expected */
};

/* Makes the error "PATH: what is wrong". Returns false. */
__attribute__((format(printf, 2, 3)))
static bool
fail(const struct transfer *transfer, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	error_set_list(transfer->error, EXIT_IO, format, args);
	va_end(args);
	return error_prefix(transfer->error, "%s: ", transfer->path);
}

static const struct {
	const char *name;
	enum npy_types type;
} types[] = {
	{ "<i4", NPY_INT32 }, { "<i8", NPY_INT64 }, { "|b1", NPY_BOOL }, { "<f4", NPY_REAL }, { "<f8", NPY_REAL },
};

enum { TYPES = sizeof types/sizeof *types };

/* Fails because an array has none of the types that are expected. */
static bool
fail_type(const struct transfer *transfer, const char *type)
{
	char names[64] = "";
	int left = 0, at = 0;

	for (int t = 0; t < TYPES; t++)
		left += (types[t].type & transfer->types) != 0;
	for (int t = 0; t < TYPES; t++)
		if (types[t].type & transfer->types)
			at += snprintf(names + at, sizeof names - (size_t)at, "'%s'%s", types[t].name,
				--left > 1 ? ", " : left ? " or " : "");
	return fail(transfer, "its elements are of type '%s', expected %s", type, names);
}

/* Finds the byte order and what an element is, or fails if the type is none that is expected. */
static bool
check_type(struct transfer *transfer, const char *type, struct array *npy)
{
	const char *kind = *type ? type + 1 : type;
	int t = 0;

	while (t < TYPES && (strcmp(kind, types[t].name + 1) || !(types[t].type & transfer->types)))
		t++;
	if (t == TYPES || !strchr("<>=|", *type))
		return fail_type(transfer, type);
	transfer->big_endian = *type == '>';
	npy->element = kind[1] - '0';
	npy->whole = types[t].type != NPY_REAL;
	return true;
}

static bool
check_header(struct transfer *transfer, const struct npy_header *header, struct array *npy)
{
	long long bytes;

	if (!check_type(transfer, header->type, npy))
		return false;
	if (header->ndim > ARRAY_DIMENSIONS)
		return fail(transfer, "the array has %d dimensions, expected at most %d",
			header->ndim, ARRAY_DIMENSIONS);
	/* A single number is an array of one. */
	npy->ndim = header->ndim ? header->ndim : 1;
	npy->shape[0] = 1;
	npy->fortran = header->fortran_order && header->ndim > 1;
	bytes = npy->element;
	for (int d = 0; d < header->ndim; d++) {
		npy->shape[d] = header->shape[d];
		if (npy->shape[d] < 1)
			return fail(transfer, "the array's size in dimension %d is %lld, "
				"expected at least 1", d, npy->shape[d]);
		if (npy->shape[d] > PTRDIFF_MAX/bytes)
			return fail(transfer, "its shape is too large for memory");
		bytes *= npy->shape[d];
	}
	return true;
}

/* Reads bytes, or fails because the file ends or cannot be read. */
static bool
read_bytes(const struct transfer *transfer, void *bytes, size_t count, const char *part)
{
	size_t found = fread(bytes, 1, count, transfer->file);

	if (found == count)
		return true;
	if (ferror(transfer->file))
		return fail(transfer, "%s", strerror(errno));
	return fail(transfer, "the file is truncated: it has %zu bytes of %s, expected %zu",
		found, part, count);
}

/* Reads up to the header's text: the format's version and the text's length. */
static bool
read_preamble(const struct transfer *transfer, size_t *length)
{
	unsigned char start[8], field[4] = {0};

	if (fread(start, 1, sizeof magic, transfer->file) < sizeof magic
	    || memcmp(start, magic, sizeof magic)) {
		if (ferror(transfer->file))
			return fail(transfer, "%s", strerror(errno));
		return fail(transfer, "not an .npy file: it does not start with \\x93NUMPY");
	}
	if (!read_bytes(transfer, start + sizeof magic, 2, "version"))
		return false;
	if (start[6] < 1 || start[6] > 3 || start[7] != 0)
		return fail(transfer, "the .npy format's version is %d.%d, "
			"expected 1.0, 2.0 or 3.0", start[6], start[7]);
	if (!read_bytes(transfer, field, start[6] == 1 ? 2 : 4, "header length"))
		return false;
	*length = field[0] | (size_t)field[1] << 8 | (size_t)field[2] << 16
		| (size_t)field[3] << 24;
	if (*length > HEADER_MAX)
		return fail(transfer, "the .npy header is too long: %zu bytes, expected at most %d",
			*length, HEADER_MAX);
	return true;
}

static bool
read_header(struct transfer *transfer, struct array *npy)
{
	struct npy_header header;
	bool good = false;
	size_t length = 0;
	char *text;

	if (!read_preamble(transfer, &length))
		return false;
	text = calloc(length + 1, 1);
	if (!text)
		return fail(transfer, "out of memory");
	if (read_bytes(transfer, text, length, "header")) {
		if (strlen(text) < length)
			fail(transfer, "the .npy header is malformed: it has a zero byte");
		else if (!npy_header_parse(text, &header, transfer->error))
			error_prefix(transfer->error, "%s: ", transfer->path);
		else
			good = check_header(transfer, &header, npy);
	}
	free(text);
	return good;
}

/* Compares the file's length with the shape before memory is allocated; pipes
 * have no length. */
static bool
check_length(const struct transfer *transfer, size_t bytes)
{
	const off_t start = ftello(transfer->file);
	struct stat status;
	long long found;

	if (fstat(fileno(transfer->file), &status) || !S_ISREG(status.st_mode) || start < 0)
		return true;
	found = (long long)(status.st_size - start);
	if (found < (long long)bytes)
		return fail(transfer, "the file is truncated: it has %lld bytes of data, "
			"expected %zu", found, bytes);
	if (found > (long long)bytes)
		return fail(transfer, "more data than the shape says: %lld bytes, expected %zu",
			found, bytes);
	return true;
}

static void
swap_bytes(const struct array *npy)
{
	const size_t count = array_elements(npy);
	uint32_t *narrow = npy->data;
	uint64_t *wide = npy->data;

	for (size_t i = 0; i < count; i++)
		if (npy->element == sizeof *narrow)
			narrow[i] = __builtin_bswap32(narrow[i]);
		else if (npy->element == sizeof *wide)
			wide[i] = __builtin_bswap64(wide[i]);
}

/* Turns the elements of a file in Fortran order round. */
static bool
turn(const struct transfer *transfer, struct array *npy)
{
	const size_t bytes = array_bytes(npy);
	void *turned = malloc(bytes);

	if (!turned)
		return fail(transfer, "out of memory: the array needs %zu bytes twice", bytes);
	array_from_fortran(npy, npy->data, turned);
	free(npy->data);
	npy->data = turned;
	return true;
}

static bool
read_data(const struct transfer *transfer, struct array *npy)
{
	const size_t bytes = array_bytes(npy);

	if (!check_length(transfer, bytes))
		return false;
	npy->data = malloc(bytes);
	if (!npy->data)
		return fail(transfer, "out of memory: the array needs %zu bytes", bytes);
	if (!read_bytes(transfer, npy->data, bytes, "data"))
		return false;
	if (getc(transfer->file) != EOF)
		return fail(transfer, "more data than the shape says, expected %zu bytes", bytes);
	if (transfer->big_endian)
		swap_bytes(npy);
	return !npy->fortran || turn(transfer, npy);
}

bool
npy_peek(const char *path, struct array *npy)
{
	struct transfer transfer = {.path = path, .types = NPY_REAL};
	struct stat status;
	bool good;

	memset(npy, 0, sizeof *npy);
	if (stat(path, &status) || !S_ISREG(status.st_mode) || !(transfer.file = fopen(path, "rb")))
		return false;
	good = read_header(&transfer, npy);
	fclose(transfer.file);
	return good;
}

/* Leaves the data to npy_read_rows. */
static bool
leave_data(const struct transfer *transfer, struct array *npy)
{
	const size_t bytes = array_bytes(npy);

	npy->later = ftello(transfer->file);
	npy->data = malloc(bytes);
	return check_length(transfer, bytes)
		&& (npy->data || fail(transfer, "out of memory: the array needs %zu bytes", bytes));
}

static bool
read_file(const char *path, unsigned expected, bool leave, struct array *npy, struct error *error)
{
	struct transfer transfer = {.path = path, .error = error, .types = expected};
	struct stat status;
	bool good = false;

	memset(npy, 0, sizeof *npy);
	transfer.file = fopen(path, "rb");
	if (!transfer.file)
		return fail(&transfer, "%s", strerror(errno));
	if (fstat(fileno(transfer.file), &status))
		fail(&transfer, "%s", strerror(errno));
	else if (S_ISDIR(status.st_mode))
		fail(&transfer, "is a directory, expected an .npy file");
	else if (read_header(&transfer, npy))
		good = leave && S_ISREG(status.st_mode) && !transfer.big_endian && !npy->fortran
			? leave_data(&transfer, npy) : read_data(&transfer, npy);
	fclose(transfer.file);
	if (!good)
		array_free(npy);
	return good;
}

bool
npy_read_of(const char *path, unsigned expected, struct array *npy, struct error *error)
{
	return read_file(path, expected, false, npy, error);
}

bool
npy_open_of(const char *path, unsigned expected, struct array *npy, struct error *error)
{
	return read_file(path, expected, true, npy, error);
}

bool
npy_read(const char *path, struct array *npy, struct error *error)
{
	return npy_read_of(path, NPY_REAL, npy, error);
}

bool
npy_read_any(const char *path, struct array *npy, struct error *error)
{
	return npy_read_of(path, NPY_INT32 | NPY_INT64 | NPY_REAL, npy, error);
}
