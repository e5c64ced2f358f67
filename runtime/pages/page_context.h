#ifndef PAGE_PARTS_H
#define PAGE_PARTS_H

#include "runtime/formats/csv.h"
#include "runtime/pages/page.h"

enum { MOST_WORDS = 32 };

/* A page that is being filled. */
struct page {
	struct tool *tool;
	struct arena *arena;
	const char *path, *data, *folder;
	const struct csv *reference; /* NULL: none yet */
	const char *theirs;
	FILE *out;      /* what README.md will be */
	int line;       /* of the page */
	const char *at; /* what follows the hole's first line */
	bool missing;
	int status;     /* of the first thing that failed */
	struct page_file *files;
};

/* A hole's first line, in words. */
struct hole {
	const char *words[MOST_WORDS + 1];
	int count;
};

/* Ends the page with a message. */
void page_fail(struct page *page, int status, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Says on the page and on standard error that something was not measured. */
void page_missing(struct page *page, const char *what);

/* "pairs+sizes": the rows of both that were found right. NULL with a message if one is not there. */
struct csv *page_data(struct page *page, const char *names, char *message, size_t room);

/* The next setting below a hole, "key value"; false at the end of them. */
bool page_setting(struct page *page, const char **key, const char **value);

/* A text that is made piece by piece, and then a file of the folder, once all of the page
 * is good. */
struct pieces {
	FILE *out;
	char *text;
	size_t size;
};

bool pieces_open(struct page *page, struct pieces *pieces);
void pieces_close(struct page *page, struct pieces *pieces, const char *name);

/* page_holes.c: what fills a hole of each kind. */
struct hole_kind {
	const char *name;
	int least, most; /* words */
	void (*put)(struct page *page, const struct hole *hole);
};

/* page_matrix.c */
void put_matrix(struct page *page, const struct hole *hole);

extern const struct hole_kind hole_kinds[];
extern const int hole_kind_count;

#endif
