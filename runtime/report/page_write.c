#include "runtime/report/page_write.h"

#include "generator/base/files.h"
#include "runtime/report/directives.h"

#include <string.h>

/* The longest file name, in characters. */
enum { MOST_NAME = 100 };

static const struct directive_kind *
find_kind(const char *name)
{
	for (int i = 0; i < directive_kind_count; i++)
		if (!strcmp(directive_kinds[i].name, name))
			return &directive_kinds[i];
	return NULL;
}

/* Whether a name stays in the page's folder and needs no escape in a link. */
static bool
is_file_name(const char *name)
{
	return *name != '.' && *name != '-' && strlen(name) <= MOST_NAME && !name[strspn(name,
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+")];
}

static void
put_directive(struct page *page, const char *line)
{
	struct directive directive = { .count = 0 };
	const struct directive_kind *kind;

	while (directive.count < MOST_WORDS && *(line += strspn(line, " \t"))) {
		const size_t length = strcspn(line, " \t");

		directive.words[directive.count++] = arena_strndup(page->arena, line, length);
		line += length;
	}
	kind = find_kind(directive.words[0]);
	if (!kind)
		page_fail(page, EXIT_ERRORS, "there is no %s", directive.words[0]);
	else if (kind->least == kind->most && directive.count != kind->most)
		page_fail(page, EXIT_ERRORS, "%s needs %d word%s", kind->name, kind->most - 1,
			kind->most == 2 ? "" : "s");
	else if (directive.count < kind->least || directive.count > kind->most)
		page_fail(page, EXIT_ERRORS, "%s needs %d to %d words", kind->name, kind->least - 1,
			kind->most - 1);
	else if (kind->names_file && !is_file_name(directive.words[1]))
		page_fail(page, EXIT_ERRORS, "'%s' is no name of a file: letters, digits and . _ - + only, not"
			" beginning with . or -", directive.words[1]);
	else
		kind->put(page, &directive);
}

static void
put_page(struct page *page)
{
	while (*page->at && !page->error.status) {
		const size_t length = strcspn(page->at, "\n");
		const char *line = arena_strndup(page->arena, page->at, length);

		page->at += length + (page->at[length] == '\n');
		page->line++;
		if (*line == '@')
			put_directive(page, line);
		else
			fprintf(page->out, "%s\n", line);
	}
}

static void
write_files(struct page *page)
{
	for (const struct page_file *file = page->files; file && !page->error.status; file = file->next) {
		const char *path = arena_printf(page->arena, "%s/%s", page->folder, file->name);

		if (file_write(path, file->text, file->size, &page->error) == WRITE_FAILED)
			error_prefix(&page->error, "cannot write %s: ", path);
	}
}

bool
page_write(struct tool *tool, const char *path, const char *data, const char *folder, struct error *error)
{
	const char *slash = strrchr(path, '/');
	const char *beside = slash ? arena_strndup(&tool->arena, path, (size_t)(slash - path)) : ".";
	struct page page = {
		.tool = tool, .arena = &tool->arena, .path = path, .data = data ? data : beside,
		.folder = folder ? folder : beside, .theirs = "theirs",
	};
	struct printed readme;
	size_t size;

	if (!file_read(page.arena, path, &page.at, &size, error))
		return error_prefix(error, "cannot read %s: ", path);
	if (*page.at != '@' && !strstr(page.at, "\n@"))
		return error_set(error, EXIT_ERRORS, "%s: no line begins with @, so this is no page", path);
	if (page_file_open(&page, &readme)) {
		page.out = readme.out;
		put_page(&page);
		page_file_close(&page, &readme, "README.md");
		write_files(&page);
	}
	*error = page.error;
	return !error->status && (!page.missing || error_reported(error, EXIT_ERRORS));
}
