#include "runtime/pages/page_context.h"

#include "generator/base/files.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void
page_fail(struct page *page, int status, const char *format, ...)
{
	va_list arguments;
	char text[512];

	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	if (!page->status)
		page->status = tool_fail(page->tool, status, "%s:%d: %s", page->path, page->line, text);
}

void
page_missing(struct page *page, const char *what)
{
	fprintf(stderr, "%s: %s:%d: %s\n", page->tool->name, page->path, page->line, what);
	fprintf(page->out, "*Not measured: %s.*\n", what);
	page->missing = true;
}

/* What is to be written. */
struct page_file {
	const char *name, *text;
	size_t size;
	struct page_file *next;
};

static void
write_files(struct page *page)
{
	for (const struct page_file *file = page->files; file && !page->status; file = file->next) {
		const char *path = arena_printf(page->arena, "%s/%s", page->folder, file->name);
		char message[256];

		if (file_write(path, file->text, file->size, message, sizeof message) == WRITE_FAILED)
			page->status = tool_fail(page->tool, EXIT_IO, "cannot write %s: %s", path, message);
	}
}

bool
pieces_open(struct page *page, struct pieces *pieces)
{
	pieces->out = open_memstream(&pieces->text, &pieces->size);
	if (!pieces->out)
		page_fail(page, EXIT_IO, "out of memory");
	return pieces->out;
}

void
pieces_close(struct page *page, struct pieces *pieces, const char *name)
{
	struct page_file *file = arena_new(page->arena, struct page_file);

	fclose(pieces->out);
	*file = (struct page_file){
		name, arena_strndup(page->arena, pieces->text, pieces->size), pieces->size, page->files,
	};
	page->files = file;
	free(pieces->text);
}

bool
page_setting(struct page *page, const char **key, const char **value)
{
	const char *line = page->at;
	size_t length, name;

	if (*line != ' ' && *line != '\t')
		return false;
	line += strspn(line, " \t");
	length = strcspn(line, "\n");
	name = strcspn(line, " \t\n");
	if (!length)
		return false;
	*key = arena_strndup(page->arena, line, name);
	*value = arena_strndup(page->arena, line + name + strspn(line + name, " \t"),
		length - name - strspn(line + name, " \t"));
	page->at = line + length + (line[length] == '\n');
	page->line++;
	return true;
}

static void
put_hole(struct page *page, const char *line)
{
	struct hole hole = { .count = 0 };

	while (hole.count < MOST_WORDS && *(line += strspn(line, " \t"))) {
		const size_t length = strcspn(line, " \t");

		hole.words[hole.count++] = arena_strndup(page->arena, line, length);
		line += length;
	}
	for (int i = 0; i < hole_kind_count; i++) {
		if (strcmp(hole_kinds[i].name, hole.words[0]))
			continue;
		if (hole.count < hole_kinds[i].least || hole.count > hole_kinds[i].most)
			page_fail(page, EXIT_ERRORS, "%s takes %d to %d words", hole.words[0], hole_kinds[i].least - 1,
				hole_kinds[i].most - 1);
		else
			hole_kinds[i].put(page, &hole);
		return;
	}
	page_fail(page, EXIT_ERRORS, "there is no %s", hole.words[0]);
}

static void
put_page(struct page *page)
{
	while (*page->at && !page->status) {
		const size_t length = strcspn(page->at, "\n");
		const char *line = arena_strndup(page->arena, page->at, length);

		page->at += length + (page->at[length] == '\n');
		page->line++;
		if (*line == '@')
			put_hole(page, line);
		else
			fprintf(page->out, "%s\n", line);
	}
}

int
page_write(struct tool *tool, const char *path, const char *data, const char *folder)
{
	struct page page = {
		.tool = tool, .arena = &tool->arena, .path = path, .data = data, .folder = folder,
		.theirs = "theirs",
	};
	struct pieces readme;
	char message[256];
	size_t size;

	if (!file_read(page.arena, path, &page.at, &size, message, sizeof message))
		return tool_fail(tool, EXIT_IO, "cannot read %s: %s", path, message);
	if (!pieces_open(&page, &readme))
		return page.status;
	page.out = readme.out;
	put_page(&page);
	pieces_close(&page, &readme, "README.md");
	if (!page.status)
		write_files(&page);
	return page.status ? page.status : page.missing ? EXIT_ERRORS : EXIT_GOOD;
}
