#ifndef DEFINITION_H
#define DEFINITION_H

#include "generator/language/ast.h"

/* A name in a function: an argument or what it assigns. */
struct variable {
	const char *name;
	struct span span;
	bool assigned;           /* definitions/: it is no argument */
	bool used;               /* definitions/: read */
	struct expr *stands_for; /* definitions/: in the call that is expanded, a name or constants */
	struct variable *next;
};

/* A const or a function of a file. Both are gone after definitions/: stencils get what they stand for. */
struct definition {
	const char *name;
	struct span span; /* of the name */
	bool is_function;
	struct variable *variables; /* the arguments; definitions/: then what the body assigns */
	int argument_count;
	struct stmt *body;  /* what a function assigns before it returns */
	struct expr *value; /* of a const, or what a function returns */
	bool wrong;         /* already reported: do not expand it */
	bool used;          /* definitions/ */
	struct definition *next;
};

#endif
