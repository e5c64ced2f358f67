#ifndef ERROR_H
#define ERROR_H

#include "generator/base/exit.h"

#include <stdarg.h>
#include <stdbool.h>

/* Why a function failed, and the exit status that a program then has. All zeros: it did not. What is wrong in a source is
 * reported as diagnostics instead (source.h). */
struct error {
	enum exit_status status;
	char text[2048];
};

/* Set an error, unless it is NULL. A text that is too long is cut at its end; the arguments may be the error's own text.
 * Return false. */
bool error_set(struct error *error, enum exit_status status, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
bool error_set_list(struct error *error, enum exit_status status, const char *format, va_list arguments)
	__attribute__((format(printf, 3, 0)));

/* An error without a text: what is wrong is reported already, as by diagnostics or another process. Returns false. */
bool error_reported(struct error *error, enum exit_status status);

/* "out of memory", EXIT_IO. Returns false. */
bool error_no_memory(struct error *error);

/* Put more before and after the text of an error that is set, unless it is reported already. Return false. */
bool error_prefix(struct error *error, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
bool error_append(struct error *error, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
