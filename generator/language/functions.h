#ifndef FUNCTIONS_H
#define FUNCTIONS_H

#include <stdbool.h>

enum function {
#define FUNCTION(name, ...) FN_##name,
#include "generator/language/functions.def"
	FN_COUNT,
};

/* How the errors of operands carry over to a function's value. */
enum errors {
	ERRORS_LARGEST,  /* no more than the largest of them */
	ERRORS_BOUNDED,  /* no more than it, and values lie from -1 to 1 */
	ERRORS_MONOTONE, /* the values at both ends of the operand's range bound it; one operand */
	ERRORS_STEP,     /* not at all, or without a bound where the value jumps; one operand */
	ERRORS_POWER,    /* of pow */
	ERRORS_TANGENT,  /* of tan */
	ERRORS_PRODUCT,  /* of fma */
	ERRORS_SIGN,     /* of copysign */
	ERRORS_ANGLE,    /* of atan2 */
	ERRORS_FINITE,   /* not at all, unless the operand may overflow; one operand */
};

enum value_type {
	VALUE_REAL, /* of ints the precision, of others the widest type of the operands */
	VALUE_SAME, /* the widest type of the operands */
	VALUE_CONDITION,
	VALUE_FLOAT, /* these: the operand, rounded to that type */
	VALUE_DOUBLE,
	VALUE_PRECISION,
};

/* What kernels run on. */
enum processor { PROCESSOR_GPU, PROCESSOR_CPU, PROCESSORS };

/* The columns of functions.def. */
struct function_info {
	const char *name;
	int arguments, flops;
	const char *c_name;
	bool exact;
	enum errors errors;
	int roundings;
	enum value_type type;
	int additions[PROCESSORS];
};

extern const struct function_info functions[FN_COUNT];

/* Whether the value is the operand in another type: float(x), double(x) and real(x). */
static inline bool
is_conversion(enum function function)
{
	return functions[function].type >= VALUE_FLOAT;
}

/* An enum function, or -1. */
int find_function(const char *name);

/* The same of a call, which may also be low(x): float(x) or real(x). */
int find_called(const char *name, bool low_is_float);

#endif
