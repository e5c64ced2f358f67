#include "runtime/formats/npy_header.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The position in the text, and where the error goes. */
struct cursor {
	const char *start, *at;
	struct error *error;
};

__attribute__((format(printf, 2, 3)))
static bool
fail(const struct cursor *cursor, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	error_set_list(cursor->error, EXIT_ERRORS, format, args);
	va_end(args);
	return false;
}

static bool
malformed(const struct cursor *cursor, const char *expected)
{
	const char found = *cursor->at;

	if (!found)
		return fail(cursor, "the .npy header is malformed: it ends where %s is expected",
			expected);
	return fail(cursor, "the .npy header is malformed: found '%c' at byte %td of it, "
		"expected %s", isprint((unsigned char)found) ? found : '?',
		cursor->at - cursor->start, expected);
}

static void
skip_blanks(struct cursor *cursor)
{
	cursor->at += strspn(cursor->at, " \t\r\n");
}

/* Whether the next character is c; if so, goes past it. */
static bool
take(struct cursor *cursor, char c)
{
	skip_blanks(cursor);
	if (*cursor->at != c)
		return false;
	cursor->at++;
	return true;
}

static bool
parse_string(struct cursor *cursor, char text[NPY_STRING])
{
	size_t length;
	char quote;

	skip_blanks(cursor);
	quote = *cursor->at;
	if (quote != '\'' && quote != '"')
		return malformed(cursor, "a string");
	for (length = 1; cursor->at[length] != quote; length++) {
		if (length >= NPY_STRING || !isprint((unsigned char)cursor->at[length])
		    || cursor->at[length] == '\\') {
			cursor->at += length;
			return malformed(cursor, "the end of a string");
		}
		text[length - 1] = cursor->at[length];
	}
	text[length - 1] = '\0';
	cursor->at += length + 1;
	return true;
}

static bool
parse_type(struct cursor *cursor, char type[NPY_STRING])
{
	skip_blanks(cursor);
	if (*cursor->at == '[' || *cursor->at == '(')
		return fail(cursor, "its elements have a structured type, "
			"expected '<f4' or '<f8'");
	return parse_string(cursor, type);
}

static bool
parse_bool(struct cursor *cursor, bool *value)
{
	skip_blanks(cursor);
	*value = !strncmp(cursor->at, "True", 4);
	if (!*value && strncmp(cursor->at, "False", 5))
		return malformed(cursor, "True or False");
	cursor->at += *value ? 4 : 5;
	return true;
}

static bool
parse_size(struct cursor *cursor, long long *number)
{
	char *end;

	skip_blanks(cursor);
	if (!isdigit((unsigned char)cursor->at[*cursor->at == '-']))
		return malformed(cursor, "a number");
	errno = 0;
	*number = strtoll(cursor->at, &end, 10);
	if (errno)
		return fail(cursor, "its shape is too large for memory");
	cursor->at = end;
	return true;
}

/* A tuple of numbers; Python wants a comma after a single one. */
static bool
parse_shape(struct cursor *cursor, struct npy_header *header)
{
	bool comma = true;

	if (!take(cursor, '('))
		return malformed(cursor, "'('");
	header->ndim = 0;
	while (!take(cursor, ')')) {
		long long number = 0;

		if (!comma)
			return malformed(cursor, "',' or ')'");
		if (!parse_size(cursor, &number))
			return false;
		if (header->ndim < ARRAY_DIMENSIONS)
			header->shape[header->ndim] = number;
		header->ndim++;
		comma = take(cursor, ',');
	}
	if (header->ndim == 1 && !comma) {
		cursor->at--;
		return malformed(cursor, "','");
	}
	return true;
}

enum { KEY_TYPE, KEY_FORTRAN_ORDER, KEY_SHAPE, KEYS };

static const char *const keys[KEYS] = {
	[KEY_TYPE] = "descr",
	[KEY_FORTRAN_ORDER] = "fortran_order",
	[KEY_SHAPE] = "shape",
};

static bool
parse_entry(struct cursor *cursor, struct npy_header *header, bool seen[KEYS])
{
	char name[NPY_STRING];
	int key = 0;

	if (!parse_string(cursor, name))
		return false;
	while (key < KEYS && strcmp(name, keys[key]))
		key++;
	if (key == KEYS)
		return fail(cursor, "the .npy header has an unknown key '%s'", name);
	if (seen[key])
		return fail(cursor, "the .npy header has '%s' twice", name);
	seen[key] = true;
	if (!take(cursor, ':'))
		return malformed(cursor, "':'");
	if (key == KEY_TYPE)
		return parse_type(cursor, header->type);
	if (key == KEY_FORTRAN_ORDER)
		return parse_bool(cursor, &header->fortran_order);
	return parse_shape(cursor, header);
}

bool
npy_header_parse(const char *text, struct npy_header *header, struct error *error)
{
	struct cursor cursor = {.start = text, .at = text, .error = error};
	bool seen[KEYS] = {false};
	bool comma = true;

	memset(header, 0, sizeof *header);
	if (!take(&cursor, '{'))
		return malformed(&cursor, "'{'");
	while (!take(&cursor, '}')) {
		if (!comma)
			return malformed(&cursor, "',' or '}'");
		if (!parse_entry(&cursor, header, seen))
			return false;
		comma = take(&cursor, ',');
	}
	skip_blanks(&cursor);
	if (*cursor.at)
		return malformed(&cursor, "its end");
	for (int key = 0; key < KEYS; key++) {
		if (!seen[key])
			return fail(&cursor, "the .npy header has no '%s'", keys[key]);
	}
	return true;
}
