#ifndef SOURCE_H
#define SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A piece of a source text: bytes start..end-1. */
struct span {
	size_t start, end;
};

enum diagnostic_form { DIAGNOSTIC_TEXT, DIAGNOSTIC_JSON };

/* Where diagnostics go, and how many there were. */
struct diagnostics {
	FILE *out;
	enum diagnostic_form form;
	bool color;
	bool quiet;      /* no warnings */
	int max_errors;  /* to be shown, and as many warnings; 0: no limit */
	int errors, warnings;
	bool unreadable; /* among the errors is a file that cannot be read */
	bool hidden;     /* the last error was past the limit, or a repetition: hide its notes */
	struct span last_span; /* of the last error or warning, and what it said */
	char last_message[256];
};

struct known_degrees;

/* A text to compile. Lines and columns are counted only when one is printed. */
struct source {
	const char *path;
	const char *text; /* size bytes; zeros may be among them */
	size_t size;
	struct diagnostics *diagnostics;
	bool low_is_float; /* the type word low is float, not real */
	const struct known_degrees *degrees; /* of the mesh that it is compiled for; NULL: any mesh */
};

/* Report what is wrong at a place: path:line:col, the line, a caret under the
 * span. Messages start in lower case, have no full stop, quote 'names'. A note
 * belongs to the error or warning before it. The same message at the same place, one after the other,
 * is reported once: a call of a function stands for many reads. */
void error_at(const struct source *source, struct span span, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void warning_at(const struct source *source, struct span span, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void note_at(const struct source *source, struct span span, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Reports that the file cannot be read: "path: error: No such file or directory". */
void unreadable(const struct source *source, const char *message);

/* The same source, whose errors are hidden: they are counted in `hidden` and not shown. For what may fail. */
struct source source_silent(const struct source *source, struct diagnostics *hidden);

/* The exit status that belongs to them: EXIT_GOOD, EXIT_ERRORS or EXIT_IO. */
int diagnostics_status(const struct diagnostics *diagnostics);

/* Whether the limit of errors is reached: further ones would not be shown. */
bool too_many_errors(const struct source *source);

/* Prints "N errors generated." for a run that had any (text form only). */
void diagnostics_finish(const struct diagnostics *diagnostics);

#endif
