#ifndef DEFINITIONS_H
#define DEFINITIONS_H

#include "generator/language/definition.h"

/* Consts and functions are expanded before anything else is checked: a const's name becomes its expression;
 * a call becomes the function's statements, right before the statement that it is in, and what the function
 * returns. What is made so has the call's place in the text, and its temporaries are called FUNCTION_NAME. */

/* Expands the definitions of a file in each other and in its stencils, which need not be right otherwise.
 * Reports what is wrong with definitions and calls. */
void expand_definitions(struct arena *arena, const struct source *source, struct stencil *stencils);

/* Warns of definitions that nothing uses. */
void warn_unused_definitions(const struct source *source, const struct stencil *stencils);

#endif
