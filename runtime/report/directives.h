#ifndef DIRECTIVES_H
#define DIRECTIVES_H

#include "runtime/report/page.h"

enum { MOST_WORDS = 32 };

/* The first line of a directive, in words; the first one begins with @. */
struct directive {
	const char *words[MOST_WORDS + 1];
	int count;
};

/* A kind of directive: the number of words it takes and what writes its text to the page. */
struct directive_kind {
	const char *name;
	int least, most;
	void (*put)(struct page *page, const struct directive *directive);
	bool names_file; /* its second word names files of the page's folder */
};

extern const struct directive_kind directive_kinds[];
extern const int directive_kind_count;

#endif
