#include "generator/output.h"

#include "generator/emit/emitter.h"
#include "generator/base/files.h"

#include <string.h>

void
output_add(struct output_list *list, const char *path, const char *text)
{
	struct output *output = arena_new(list->arena, struct output);

	if (!list->first)
		list->last = &list->first;
	output->path = path;
	output->text = text;
	*list->last = output;
	list->last = &output->next;
}

/* Where a stencil's header goes, with a slash at the end. */
static const char *
folder_of(struct arena *arena, const char *folder, const char *file, const char *stencil)
{
	const char *slash = file ? strrchr(file, '/') : NULL;

	if (slash)
		return arena_printf(arena, "%.*s/", (int)(slash - file), file);
	return file ? "" : arena_printf(arena, "%s/%s/", folder, stencil);
}

const char *
output_stencil(struct output_list *list, struct templates *templates, const struct source *source,
	const struct plan *plan, const struct variant *variants, int count, const char *folder,
	const char *file)
{
	const struct emitter *emitter = emitters[plan->stencil->family];
	struct arena *arena = list->arena;
	const char *beside = folder_of(arena, folder, file, plan->stencil->name);
	const char *lines = "", *last = NULL;

	for (int i = 0; i < count; i++) {
		const char *header = arena_printf(arena, "%s%s", beside,
			emitter->header_name(arena, plan, &variants[i]));
		const struct emitted kernel = emitter->kernel(templates, source, plan, &variants[i]);

		if (!last || strcmp(last, header))
			output_add(list, header, emitter->header(templates, source, plan, &variants[i], count - i));
		last = header;
		output_add(list, file ? file : arena_printf(arena, "%s%s.%s", beside,
			variant_stem(arena, plan, &variants[i]), targets[variants[i].target].ending), kernel.text);
		lines = arena_printf(arena, "%s%s", lines, kernel.line);
	}
	return lines;
}

bool
output_write(const struct output_list *list, bool verbose)
{
	for (const struct output *o = list->first; o; o = o->next) {
		char message[256];
		const enum written written = file_write(o->path, o->text, strlen(o->text),
			message, sizeof message);

		if (written == WRITE_FAILED) {
			fprintf(stderr, "stencilgen: cannot write %s: %s\n", o->path, message);
			return false;
		}
		if (verbose)
			fprintf(stderr, "%s %s\n", written == WRITE_SAME ? "unchanged" : "wrote", o->path);
	}
	return true;
}

/* As make reads names: spaces, # and $ are quoted. */
static const char *
quoted(struct arena *arena, const char *path)
{
	const char *text = "";

	for (; *path; path++)
		text = arena_printf(arena, "%s%s%c", text,
			*path == ' ' || *path == '#' ? "\\" : *path == '$' ? "$" : "", *path);
	return text;
}

const char *
output_dependencies(const struct output_list *list, const char *source)
{
	const char *text = "";

	for (const struct output *o = list->first; o; o = o->next)
		text = arena_printf(list->arena, "%s%s%s", text, o == list->first ? "" : " \\\n ",
			quoted(list->arena, o->path));
	return arena_printf(list->arena, "%s: %s\n", text, quoted(list->arena, source));
}
