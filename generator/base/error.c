#include "generator/base/error.h"

#include <stdio.h>
#include <string.h>

bool
error_set_list(struct error *error, enum exit_status status, const char *format, va_list arguments)
{
	char text[sizeof error->text];

	if (!error)
		return false;
	vsnprintf(text, sizeof text, format, arguments);
	strcpy(error->text, text);
	error->status = status;
	return false;
}

bool
error_set(struct error *error, enum exit_status status, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	error_set_list(error, status, format, arguments);
	va_end(arguments);
	return false;
}

bool
error_reported(struct error *error, enum exit_status status)
{
	return error_set(error, status, "%s", "");
}

bool
error_no_memory(struct error *error)
{
	return error_set(error, EXIT_IO, "out of memory");
}

bool
error_prefix(struct error *error, const char *format, ...)
{
	struct error prefix;
	va_list arguments;

	if (!error || !*error->text)
		return false;
	va_start(arguments, format);
	error_set_list(&prefix, error->status, format, arguments);
	va_end(arguments);
	return error_set(error, error->status, "%s%s", prefix.text, error->text);
}

bool
error_append(struct error *error, const char *format, ...)
{
	const size_t length = error ? strlen(error->text) : 0;
	va_list arguments;

	if (!length)
		return false;
	va_start(arguments, format);
	vsnprintf(error->text + length, sizeof error->text - length, format, arguments);
	va_end(arguments);
	return false;
}
