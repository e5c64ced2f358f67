#include "generator/output.h"

#include "generator/emit/emitter.h"
#include "generator/emit/interface/fortran.h"
#include "generator/emit/interface/header.h"
#include "generator/base/files.h"
#include "generator/language/grid_kind.h"

#include <string.h>

struct output *
output_add(struct output_list *list, const char *path, const char *text)
{
	struct output *output = arena_new(list->arena, struct output);

	if (!list->first)
		list->last = &list->first;
	*output = (struct output){ .path = path, .text = text };
	*list->last = output;
	list->last = &output->next;
	return output;
}

/* The first output of a path; NULL if there is none. */
static const struct output *
find_path(const struct output_list *list, const char *path)
{
	const struct output *o = list->first;

	while (o && strcmp(o->path, path))
		o = o->next;
	return o;
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

/* Adds a file with a copy of the text. */
static struct output *
add_copy(struct output_list *list, const char *path, const char *text)
{
	return output_add(list, path, arena_strndup(list->arena, text, strlen(text)));
}

/* Adds a file that is a template, with an ending, unless the list has it. */
static void
add_common(struct output_list *list, struct templates *templates, const char *folder, const char *name, const char *ending)
{
	const char *path = arena_printf(list->arena, "%s%s", folder, name);

	if (!find_path(list, path))
		output_add(list, path, arena_printf(list->arena, "%s%s", template_text(templates, name), ending));
}

/* Whether a variant before the i-th has the same header. */
static bool
header_before(struct arena *arena, const struct plan *plan, const struct variant *variants, int i)
{
	for (int j = 0; j < i; j++)
		if (headers_match(arena, plan, &variants[j], &variants[i]))
			return true;
	return false;
}

/* Adds the header of the first variant, and its module. */
static void
add_header(struct output_list *list, struct templates *templates, const struct source *source,
	const struct plan *plan, const struct variant *variants, int count, const struct output_place *place)
{
	const struct grid_kind *kind = plan->stencil->kind;
	struct arena *arena = list->arena;
	const char *start = folder_of(arena, place->folder, place->file, plan->stencil->name);
	const char *name = header_name(arena, plan, variants);

	add_copy(list, arena_printf(arena, "%s%s", start, name),
		kind->header(templates, source, plan, variants, count));
	if (!place->fortran)
		return;
	add_common(list, templates, place->file ? start : arena_printf(arena, "%s/", place->folder), FORTRAN_COMMON, "");
	add_copy(list, arena_printf(arena, "%s%.*s.F90", start, (int)strlen(name) - 2, name),
		kind->module(templates, source, plan, variants, count));
}

void
output_stencil(struct output_list *list, struct templates *templates, const struct source *source,
	const struct plan *plan, const struct variant *variants, int count, const struct output_place *place,
	struct text *lines)
{
	const struct grid_kind *kind = plan->stencil->kind;
	struct arena *arena = list->arena;
	const char *start = folder_of(arena, place->folder, place->file, plan->stencil->name);

	/* A kernel is many small texts, which are freed before the next. */
	templates->kept = arena;
	for (int i = 0; i < count; i++) {
		struct arena scratch = { 0 };
		struct emitted kernel;

		templates->arena = &scratch;
		kernel = kind->kernel(templates, source, plan, &variants[i]);
		if (!header_before(arena, plan, variants, i))
			add_header(list, templates, source, plan, &variants[i], count - i, place);
		if (kernel.vectors)
			add_common(list, templates, start, LEVELS_HEADER, "\n");
		add_copy(list, place->file ? place->file : arena_printf(arena, "%s%s.%s", start,
			variant_stem(arena, plan, &variants[i]), targets[variants[i].target].ending), kernel.text)->is_kernel = true;
		text_add(lines, kernel.line);
		arena_free(&scratch);
	}
	templates->arena = arena;
}

static bool
refuse(const struct output *output, const char *why)
{
	fprintf(stderr, "stencilgen: cannot write %s: %s\n", output->path, why);
	return false;
}

static bool
prepare(struct output_list *list)
{
	struct error error;

	for (struct output *o = list->first; o; o = o->next) {
		/* Stencils of several files share some. */
		if (find_path(list, o->path) != o)
			continue;
		o->written = file_prepare(&o->file, o->path, o->text, strlen(o->text), &error);
		if (o->written == WRITE_FAILED)
			return refuse(o, error.text);
	}
	return true;
}

static bool
keep(struct output_list *list, bool verbose)
{
	for (struct output *o = list->first; o; o = o->next) {
		const int reason = o->written == WRITE_CHANGED ? temp_file_keep(&o->file) : 0;

		if (reason)
			return refuse(o, strerror(reason));
		if (verbose && o->written)
			fprintf(stderr, "%s %s\n", o->written == WRITE_SAME ? "unchanged" : "wrote", o->path);
	}
	return true;
}

bool
output_write(struct output_list *const *lists, int count, bool verbose)
{
	bool good = true;

	for (int l = 0; l < count && good; l++)
		good = prepare(lists[l]);
	for (int l = 0; l < count && good; l++)
		good = keep(lists[l], verbose);
	for (int l = 0; l < count; l++)
		for (struct output *o = lists[l]->first; o; o = o->next)
			if (o->written)
				temp_file_discard(&o->file);
	return good;
}

static size_t
folder_length(const struct output *output)
{
	const char *slash = strrchr(output->path, '/');

	return slash ? (size_t)(slash - output->path) : 0;
}

static bool
same_folder(const struct output *a, const struct output *b)
{
	const size_t length = folder_length(a);

	return length == folder_length(b) && !strncmp(a->path, b->path, length);
}

/* The files in the folder of an output; a path, if there is one only. */
static void
report_folder(const struct output *first)
{
	const int length = (int)folder_length(first), width = length ? length : 1;
	const char *folder = length ? first->path : ".";
	int changed = 0, same = 0;

	for (const struct output *o = first; o; o = o->next)
		if (same_folder(o, first)) {
			changed += o->written == WRITE_CHANGED;
			same += o->written == WRITE_SAME;
		}
	if (changed + same == 1)
		printf(same ? "%s is unchanged\n" : "wrote %s\n", first->path);
	else if (!changed)
		printf("%d files in %.*s are unchanged\n", same, width, folder);
	else if (!same)
		printf("wrote %d files to %.*s\n", changed, width, folder);
	else
		printf("wrote %d file%s to %.*s, %d unchanged\n", changed, changed == 1 ? "" : "s", width, folder, same);
}

void
output_report(const struct output_list *list)
{
	for (const struct output *o = list->first, *before; o; o = o->next) {
		for (before = list->first; before != o && !same_folder(before, o); before = before->next)
			;
		if (before == o)
			report_folder(o);
	}
}

/* As make reads names: spaces, # and $ are quoted. */
static void
add_quoted(struct text *text, const char *path)
{
	for (; *path; path++) {
		const char character[] = { *path, '\0' };

		text_add(text, *path == ' ' || *path == '#' ? "\\" : *path == '$' ? "$" : "");
		text_add(text, character);
	}
}

const char *
output_dependencies(const struct output_list *list, const char *source)
{
	struct text text = { .arena = list->arena };

	for (const struct output *o = list->first; o; o = o->next) {
		text_add(&text, o == list->first ? "" : " \\\n ");
		add_quoted(&text, o->path);
	}
	text_add(&text, ": ");
	add_quoted(&text, source);
	text_add(&text, "\n");
	return text_of(&text);
}
