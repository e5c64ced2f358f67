#ifndef TEMPLATE_STORE_H
#define TEMPLATE_STORE_H

#include "generator/text/template.h"

/* Templates by name, as "cuda/idxvar"; read once. */
struct templates {
	struct arena *arena; /* of emitted text */
	struct arena *kept;  /* of the templates, which outlive it; NULL: the same */
	struct diagnostics *diagnostics;
	const char *directory; /* NULL: those built into the program */
	struct loaded *loaded;
};

/* NULL after an error, which is reported. */
const struct template *template_find(struct templates *templates, const char *name);

/* The text of a file that is copied as it is; "" after an error. */
const char *template_text(struct templates *templates, const char *name);

#endif
