#ifndef TYPE_H
#define TYPE_H

#include <stdbool.h>

/* Ordered: of two numbers' types, the greater one is the type of their sum. The numeral types occur
 * only in check/: a literal has no type until it meets an operand that has one. */
enum type {
	TYPE_NONE,         /* not known yet, or wrong: already reported */
	TYPE_BOOL,
	TYPE_NUMERAL,      /* 4 */
	TYPE_INT,
	TYPE_NUMERAL_REAL, /* 0.5 or 1/3 */
	TYPE_REAL,         /* as declared; check: float or double, by the precision */
	TYPE_FLOAT,
	TYPE_DOUBLE,
};

/* Whether values are whole numbers: int or bool. */
static inline bool
type_is_whole(enum type type)
{
	return type == TYPE_INT || type == TYPE_BOOL;
}

#endif
