#ifndef EXPAND_H
#define EXPAND_H

#include "generator/text/template.h"

struct macro {
	const char *name, *text;
};

/* The text of a macro that lines depend on: they stand if it is not empty. */
static inline const char *
macro_if(bool stands)
{
	return stands ? "1" : "";
}

/* The text of a section, without its last newline. A missing section and a
 * macro that is not among those given are errors, and "" then stands there. */
const char *template_expand(struct arena *arena, const struct template *template,
	const char *section, const struct macro *macros, int count);

/* The same, where a macro that the section does not use is an error as well:
 * for sections that must show all there is. */
const char *template_expand_all(struct arena *arena, const struct template *template,
	const char *section, const struct macro *macros, int count);

#endif
