#ifndef PAGE_H
#define PAGE_H

#include "generator/base/error.h"
#include "generator/base/printed.h"
#include "runtime/cli/tool.h"
#include "runtime/formats/csv.h"

/* A page that is being filled. */
struct page {
	struct tool *tool;
	struct arena *arena;
	const char *path, *data, *folder;
	const struct csv *reference; /* NULL: none yet */
	const char *theirs;          /* what the reference's numbers are called */
	FILE *out;                   /* README.md */
	int line;                    /* of the page */
	const char *at;              /* the text below the directive */
	bool missing;                /* something was not measured */
	struct error error;          /* the first failure */
	struct page_file *files;
};

/* A file for the page's folder; it is written at the end, if the whole page is good. */
struct page_file {
	const char *name, *text;
	size_t size;
	struct page_file *next;
};

/* Ends the page with an error, unless it has one. */
void page_fail(struct page *page, enum exit_status status, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Reports on the page and on standard error that something was not measured. */
void page_missing(struct page *page, const char *what);

/* The verified rows of DATA, or of several files for DATA+DATA, with derived columns. NULL with an
 * error if a file cannot be read. */
struct csv *page_data(struct page *page, const char *names, struct error *error);

/* The next setting below a directive, "key value"; false after the last one. */
bool page_setting(struct page *page, const char **key, const char **value);

/* Begins a file; false, after page_fail, if memory is short. */
bool page_file_open(struct page *page, struct printed *printed);

/* Adds the finished file to the page under a name. */
void page_file_close(struct page *page, struct printed *printed, const char *name);

#endif
