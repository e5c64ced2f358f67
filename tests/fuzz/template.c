/* Templates: any text is read, or refused with a message, and expanded. */

#include "generator/text/expand.h"
#include "tests/fuzz/lib/scratch.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static const struct macro macros[] = {
	{ "name", "laplap" }, { "empty", "" }, { "lines", "one;\n\n    two;\n}" }, { "a", "$a" }, { "b", "{" },
};

static void
expand(struct arena *arena, const struct template *template, const char *section)
{
	enum { MACROS = sizeof macros/sizeof *macros };

	template_expand(arena, template, section, macros, MACROS);
	template_expand_all(arena, template, section, macros, MACROS);
	for (int i = 0; i < MACROS; i++)
		if (template_has(template, section))
			template_uses(template, section, macros[i].name);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct arena arena = { NULL };
	struct diagnostics diagnostics = { .out = nowhere(), .max_errors = 20 };
	char *text = scratch_text(bytes, size);
	const struct source source = { .path = "fuzz", .text = text, .size = size, .diagnostics = &diagnostics };
	const struct template *template = template_read(&arena, &source);

	if (!template && !diagnostics.errors)
		abort();
	if (template) {
		expand(&arena, template, "kernel");
		expand(&arena, template, "a");
	}
	arena_free(&arena);
	free(text);
	return 0;
}
