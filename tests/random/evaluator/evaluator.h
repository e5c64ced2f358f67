#ifndef EVALUATOR_H
#define EVALUATOR_H

#include <stdbool.h>

/*
 * A second evaluator of stencils on planes, written from the language's description
 * alone: it shares no code with generator/, so that a mistake that parser, checker and
 * interpreter make together is seen. Slow and simple: values carry their types, a
 * temporary is an array over the grid and a margin around it.
 */

/* Applies a stencil to arrays in C order, z slowest, which are found by the field's name;
 * size has x, y, z. single: real is float. Params have their defaults. Returns NULL, or
 * the token that was expected where the text is not understood. */
const char *evaluate_stencil(const char *text, bool single, const int size[3],
	void *(*find)(void *context, const char *field), void *context);

#endif
