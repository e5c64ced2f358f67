#include "runtime/formats/vtk.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A file that is written through a buffer; after an error nothing more is. */
struct writer {
	struct draft *draft;
	int reason; /* errno, or 0 */
	size_t used;
	char buffer[1 << 14];
};

static void
flush(struct writer *w)
{
	if (!w->reason)
		w->reason = draft_write(w->draft, w->buffer, w->used);
	w->used = 0;
}

static void
put(struct writer *w, const char *text, size_t length)
{
	if (w->used + length > sizeof w->buffer)
		flush(w);
	memcpy(w->buffer + w->used, text, length);
	w->used += length;
}

__attribute__((format(printf, 2, 3)))
static void
print(struct writer *w, const char *format, ...)
{
	char text[512];
	va_list args;
	int length;

	va_start(args, format);
	length = vsnprintf(text, sizeof text, format, args);
	va_end(args);
	if (length >= (int)sizeof text)
		w->reason = ENAMETOOLONG;
	else
		put(w, text, (size_t)length);
}

/* Text that may hold what XML marks things up with. */
static void
put_escaped(struct writer *w, const char *text)
{
	for (; *text; text++)
		switch (*text) {
		case '&': put(w, "&amp;", 5); break;
		case '<': put(w, "&lt;", 4); break;
		case '"': put(w, "&quot;", 6); break;
		default: put(w, text, 1);
		}
}

static void
put_triplet(struct writer *w, const unsigned char *bytes, size_t count)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const uint32_t bits = (uint32_t)bytes[0] << 16 | (count > 1 ? (uint32_t)bytes[1] << 8 : 0) | (count > 2 ? bytes[2] : 0);
	char text[4];

	for (int i = 0; i < 4; i++)
		text[i] = (size_t)i <= count ? digits[bits >> (18 - 6*i) & 63] : '=';
	put(w, text, sizeof text);
}

/* An array in base64, and before it, in the same run of digits, the number of its bytes. */
static void
put_array(struct writer *w, const struct array *array)
{
	const uint64_t size = array_bytes(array);
	const unsigned char *bytes = array->data;
	unsigned char begin[sizeof size + 1];

	memcpy(begin, &size, sizeof size);
	begin[sizeof size] = *bytes;
	for (size_t i = 0; i < sizeof begin; i += 3)
		put_triplet(w, begin + i, 3);
	for (uint64_t i = 1; i < size; i += 3)
		put_triplet(w, bytes + i, size - i < 3 ? (size_t)(size - i) : 3);
}

static uint64_t
digit_count(const struct array *array)
{
	return (sizeof (uint64_t) + array_bytes(array) + 2)/3*4;
}

static bool
finish(struct writer *w, const char *path, char *message, size_t size)
{
	int reason;

	flush(w);
	reason = w->reason ? w->reason : draft_close(w->draft, true);
	free(w);
	return array_draft_result(reason, path, message, size);
}

bool
vtk_draft_write(struct draft *draft, const char *path, const struct vtk_field *fields, int count,
	char *message, size_t size)
{
	struct writer *w = calloc(1, sizeof *w);
	long long last[ARRAY_DIMENSIONS] = { 0 }; /* x, y, z */
	uint64_t offset = 0;

	if (!w)
		return array_draft_result(ENOMEM, path, message, size);
	w->draft = draft;
	for (int d = 0; d < fields->array.ndim; d++)
		last[d] = fields->array.shape[fields->array.ndim - 1 - d] - 1;
	print(w, "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"LittleEndian\""
		" header_type=\"UInt64\">\n");
	print(w, "  <ImageData WholeExtent=\"0 %lld 0 %lld 0 %lld\" Origin=\"0 0 0\" Spacing=\"1 1 1\">\n",
		last[0], last[1], last[2]);
	print(w, "    <Piece Extent=\"0 %lld 0 %lld 0 %lld\">\n      <PointData Scalars=\"%s\">\n",
		last[0], last[1], last[2], fields->name);
	for (int i = 0; i < count; i++) {
		print(w, "        <DataArray type=\"Float%d\" Name=\"%s\" format=\"appended\" offset=\"%llu\"/>\n",
			8*fields[i].array.element, fields[i].name, (unsigned long long)offset);
		offset += digit_count(&fields[i].array);
	}
	print(w, "      </PointData>\n    </Piece>\n  </ImageData>\n  <AppendedData encoding=\"base64\">\n_");
	for (int i = 0; i < count; i++)
		put_array(w, &fields[i].array);
	print(w, "\n  </AppendedData>\n</VTKFile>\n");
	return finish(w, path, message, size);
}

bool
vtk_series_draft_write(struct draft *draft, const char *path, const struct vtk_step *steps, int count,
	char *message, size_t size)
{
	struct writer *w = calloc(1, sizeof *w);

	if (!w)
		return array_draft_result(ENOMEM, path, message, size);
	w->draft = draft;
	print(w, "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
		"  <Collection>\n");
	for (int i = 0; i < count; i++) {
		print(w, "    <DataSet timestep=\"%d\" part=\"0\" file=\"", steps[i].time);
		put_escaped(w, steps[i].file);
		print(w, "\"/>\n");
	}
	print(w, "  </Collection>\n</VTKFile>\n");
	return finish(w, path, message, size);
}
