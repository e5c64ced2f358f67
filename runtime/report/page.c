#include "runtime/report/page.h"

#include "runtime/report/derived.h"
#include "runtime/report/markdown.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void
page_fail(struct page *page, enum exit_status status, const char *format, ...)
{
	va_list arguments;

	if (page->error.status)
		return;
	va_start(arguments, format);
	error_set_list(&page->error, status, format, arguments);
	va_end(arguments);
	error_prefix(&page->error, "%s:%d: ", page->path, page->line);
}

void
page_missing(struct page *page, const char *what)
{
	fprintf(stderr, "%s: %s:%d: %s\n", page->tool->name, page->path, page->line, what);
	fputs("*Not measured: ", page->out);
	put_markdown(what, page->out);
	fputs(".*\n", page->out);
	page->missing = true;
}

bool
page_file_open(struct page *page, struct printed *printed)
{
	if (printed_open(printed))
		return true;
	page_fail(page, EXIT_IO, "out of memory");
	return false;
}

void
page_file_close(struct page *page, struct printed *printed, const char *name)
{
	struct page_file *file = arena_new(page->arena, struct page_file);

	if (!printed_close(printed)) {
		page_fail(page, EXIT_IO, "out of memory");
		return;
	}
	*file = (struct page_file){
		name, arena_strndup(page->arena, printed->text, printed->size), printed->size, page->files,
	};
	page->files = file;
	free(printed->text);
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

struct csv *
page_data(struct page *page, const char *names, struct error *error)
{
	struct csv *all = NULL;

	while (*names) {
		const size_t length = strcspn(names, "+");
		struct csv *one = csv_read(page->arena, arena_printf(page->arena, "%s/%.*s.csv", page->data,
			(int)length, names), error);

		if (!one)
			return NULL;
		all = all ? csv_join(page->arena, all, one) : one;
		names += length + (names[length] == '+');
	}
	return all ? add_derived_columns(page->arena, all) : NULL;
}
