#ifndef TEMPLATE_WORDS_H
#define TEMPLATE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* A name in a template; in_launcher: launchers say it. */
typedef void template_word(void *to, const char *word, size_t length, bool in_launcher);

/*
 * What a template, or a header among them, calls its variables, functions and types: any
 * identifier of a section, except in comments and strings, after a dot or an arrow, in
 * preprocessor lines and next to a macro (launch_$kernel). The prose may say "No name of a stencil
 * appears here." or "... appears in %lesser, %power.": such sections have a scope of their own. It
 * says "Launchers have %check, %blocks." of sections that are a part of launchers. Of a header the
 * names outside of parentheses and braces count, everywhere. Words come more than once.
 */
void template_words(const char *text, size_t size, bool header, template_word *found, void *to);

#endif
