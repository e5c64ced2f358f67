#ifndef WORDS_H
#define WORDS_H

#include "generator/language/nodes.h"

/* Names and numbers as the scanner finds them, checked and copied. */

/* The name itself, shortened after an error. */
const char *word_name(struct parser *p, struct span span, const char *text);

/* The number itself, or "0" after an error. */
const char *word_number(struct parser *p, struct span span, const char *text);
const char *word_negative(struct parser *p, const char *number);

/* Reports the token at a place, which is none of those expected (count of them, as the grammar names
 * tokens; they are shuffled). */
void word_unexpected(struct parser *p, struct span span, const char **expected, int count);

/* A whole number from 0 to MAX_OFFSET, else an error and 0. */
int word_offset(struct parser *p, struct span span, const char *number);

/* The number of a slot, from 0; of a row, from 1; the row 'inner'. An error and 0, 1 or INNER else. */
int word_slot(struct parser *p, struct span span, const char *number);
int word_row(struct parser *p, struct span span, const char *number);

#endif
