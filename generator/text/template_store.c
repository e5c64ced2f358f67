#include "generator/text/template_store.h"
#include "generator/base/embedded.h"
#include "generator/base/files.h"

#include <string.h>

struct loaded {
	const char *name;
	const struct template *template;
	struct loaded *next;
};

static struct arena *
kept(const struct templates *templates)
{
	return templates->kept ? templates->kept : templates->arena;
}

/* The file's text: from the directory if there is one, else as built in. */
static bool
find_text(struct templates *templates, const char *file, struct source *source)
{
	struct arena *arena = kept(templates);
	const struct embedded *e;
	struct error error;

	source->diagnostics = templates->diagnostics;
	source->path = arena_printf(arena, "%s/%s",
		templates->directory ? templates->directory : "templates", file);
	if (templates->directory) {
		if (file_read(arena, source->path, &source->text, &source->size, &error))
			return true;
		source->text = "";
		unreadable(source, error.text);
		return false;
	}
	if ((e = embedded_find(source->path))) {
		source->text = (const char *)e->text;
		source->size = e->size;
		return true;
	}
	source->text = "";
	unreadable(source, "no such template");
	return false;
}

const struct template *
template_find(struct templates *templates, const char *name)
{
	struct source source = { 0 };
	struct loaded *loaded;
	const int errors = templates->diagnostics->errors;

	for (loaded = templates->loaded; loaded; loaded = loaded->next)
		if (!strcmp(loaded->name, name))
			return loaded->template;
	loaded = arena_new(kept(templates), struct loaded);
	loaded->name = arena_strndup(kept(templates), name, strlen(name));
	loaded->next = templates->loaded;
	templates->loaded = loaded;
	if (find_text(templates, arena_printf(kept(templates), "%s.tmpl", name), &source))
		loaded->template = template_read(kept(templates), &source);
	if (templates->diagnostics->errors != errors)
		loaded->template = NULL;
	return loaded->template;
}

const char *
template_text(struct templates *templates, const char *name)
{
	struct source source = { 0 };

	if (!find_text(templates, name, &source))
		return "";
	while (source.size && source.text[source.size - 1] == '\n')
		source.size--;
	return arena_strndup(templates->arena, source.text, source.size);
}
