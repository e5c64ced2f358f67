#include "runtime/formats/vtk_writer.h"

#include "runtime/formats/array_temp_file.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct vtk_writer {
	struct temp_file *temp_file;
	int reason; /* errno, or 0 */
	size_t used;
	char buffer[1 << 14];
};

static void
flush(struct vtk_writer *w)
{
	if (!w->reason)
		w->reason = temp_file_write(w->temp_file, w->buffer, w->used);
	w->used = 0;
}

void
vtk_put(struct vtk_writer *w, const char *text, size_t length)
{
	if (w->used + length > sizeof w->buffer)
		flush(w);
	memcpy(w->buffer + w->used, text, length);
	w->used += length;
}

void
vtk_print(struct vtk_writer *w, const char *format, ...)
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
		vtk_put(w, text, (size_t)length);
}

void
vtk_put_escaped(struct vtk_writer *w, const char *text)
{
	for (; *text; text++)
		switch (*text) {
		case '&': vtk_put(w, "&amp;", 5); break;
		case '<': vtk_put(w, "&lt;", 4); break;
		case '"': vtk_put(w, "&quot;", 6); break;
		default: vtk_put(w, text, 1);
		}
}

static void
put_triplet(struct vtk_writer *w, const unsigned char *bytes, size_t count)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const uint32_t bits = (uint32_t)bytes[0] << 16 | (count > 1 ? (uint32_t)bytes[1] << 8 : 0) | (count > 2 ? bytes[2] : 0);
	char text[4];

	for (int i = 0; i < 4; i++)
		text[i] = (char)((size_t)i <= count ? digits[bits >> (18 - 6*i) & 63] : '=');
	vtk_put(w, text, sizeof text);
}

void
vtk_put_array(struct vtk_writer *w, const void *data, uint64_t size, uint64_t copies)
{
	const unsigned char *bytes = data;
	const uint64_t total = size*copies;
	unsigned char three[sizeof total + 1];
	uint64_t at = 1 % size;

	memcpy(three, &total, sizeof total);
	three[sizeof total] = *bytes;
	for (size_t i = 0; i < sizeof three; i += 3)
		put_triplet(w, three + i, 3);
	for (uint64_t i = 1; i < total; i += 3) {
		const size_t count = total - i < 3 ? (size_t)(total - i) : 3;

		for (size_t k = 0; k < count; k++) {
			three[k] = bytes[at];
			at = at + 1 == size ? 0 : at + 1;
		}
		put_triplet(w, three, count);
	}
}

uint64_t
vtk_digits(uint64_t size)
{
	return (sizeof (uint64_t) + size + 2)/3*4;
}

struct vtk_writer *
vtk_writer_open(struct temp_file *temp_file)
{
	struct vtk_writer *w = calloc(1, sizeof *w);

	if (w)
		w->temp_file = temp_file;
	return w;
}

bool
vtk_writer_finish(struct vtk_writer *w, const char *path, struct error *error)
{
	int reason;

	flush(w);
	reason = w->reason ? w->reason : temp_file_close(w->temp_file, true);
	free(w);
	return array_temp_file_result(reason, path, error);
}

const char *
vtk_type(const struct array *array)
{
	if (array->whole)
		return array->element == 1 ? "UInt8" : array->element == 4 ? "Int32" : "Int64";
	return array->element == sizeof (float) ? "Float32" : "Float64";
}
