#ifndef WORDS_H
#define WORDS_H

#include "generator/language/nodes.h"

/* Names and numbers as the scanner finds them, checked and copied. */

/* The name itself, shortened after an error. */
const char *word_name(struct parser *p, struct span span, const char *text);

/* The number itself, or "0" after an error. */
const char *word_number(struct parser *p, struct span span, const char *text);
const char *word_negative(struct parser *p, const char *number);

/* What the end of the text is called in messages. */
const char *word_end(const struct parser *p);

/* A whole number from 0 to MAX_OFFSET, else an error and 0. */
int word_offset(struct parser *p, struct span span, const char *number);

#endif
