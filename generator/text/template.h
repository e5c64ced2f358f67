#ifndef TEMPLATE_H
#define TEMPLATE_H

#include "generator/base/arena.h"
#include "generator/base/source.h"

/*
 * A template file is prose and then sections. `%name` in the first column opens a
 * section; "uses" and words after it say which functions of a library its text
 * calls, and a word that the text does not have is an error. In a section, $name or ${name} stands for a macro's text and
 * $$ for a dollar. The text of a macro is copied, never looked at again; its
 * further lines get the indentation of the line they are on; a line that empty
 * macros leave blank disappears, and so does a blank line that then follows
 * another, or opens or closes a block. A line that begins with ?name and a blank, which may stand behind
 * others, is there only if the macro has a text; what follows the blanks then stands in the place of ?name. No
 * other conditions, no loops.
 *
 * The prose describes every macro of the file on a line that starts with
 * spaces and $name. A macro that is used but not described or given, and one
 * that is described but not used, is an error with a caret in the template.
 */
struct template {
	struct source source;
	struct section *sections;
	struct spans {
		struct span *list;
		int count, room;
	} uses; /* the names of macros in the sections, in their order */
};

/* Reads a template. Errors go to the source's diagnostics. The source's text must outlive it. */
struct template *template_read(struct arena *arena, const struct source *source);

/* Whether a section has the macro, as a text or as a condition. */
bool template_uses(const struct template *template, const char *section, const char *macro);

bool template_has(const struct template *template, const char *section);

/* The n-th word that a section says it uses, from 0. False past the last one. */
bool template_use(const struct template *template, const char *section, int n, struct span *word);

#endif
