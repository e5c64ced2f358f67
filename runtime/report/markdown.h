#ifndef MARKDOWN_H
#define MARKDOWN_H

#include <stdio.h>

/* Writes text that stays text in a paragraph, a table's cell or a link of Markdown: what could be
 * markup is escaped, and line ends and other control characters become blanks. */
void put_markdown(const char *text, FILE *out);

/* Writes lines as a block of code, whatever is in them. */
void put_code(const char *const *lines, int count, FILE *out);

#endif
