#ifndef SECTIONS_H
#define SECTIONS_H

#include "generator/text/template.h"

/* The inside of a template, shared by its reader and its expansion. */

struct section {
	const char *name;
	struct span span;   /* of its %name */
	struct span uses;   /* the words after "uses" on its line */
	size_t start, end;  /* of its text */
	struct section *next;
};

/* NULL if the template does not have it. */
const struct section *template_section(const struct template *template, const char *name);

/* Where the line ends on which `at` lies. */
size_t source_line_end(const struct source *source, size_t at);

/* Whether a span of the source is this word. */
bool span_is(const struct source *source, struct span span, const char *word);

/* If a macro starts at `at`, its name's span and where the text goes on. */
bool macro_at(const struct source *source, size_t at, struct span *name, size_t *next);

/* The same for the macro that a line depends on: "?name" in front of it, behind blanks. */
bool condition_at(const struct source *source, size_t at, struct span *name, size_t *next);

#endif
