#ifndef LIMITS_H
#define LIMITS_H

/* How large what is in a stencil may be. */
enum {
	MAX_OFFSET = 64,   /* of one component, also through temporaries */
	MAX_DEPTH = 1000,  /* of an expression, and of nested statements */
	MAX_ARGUMENTS = 100, /* of a call */
	MAX_NAME = 63,     /* characters */
	MAX_NAMES = 1000,  /* fields, params and temporaries of a stencil; stencils of a file */
	MAX_STATEMENTS = 10000, /* of a stencil, nested ones included */
	MAX_ROUNDS = 50,   /* until what the temporaries of an if statement depend on is known */
	MAX_LEVELS = 1 << 24,       /* of a grid */
	MAX_INT_PARAM = 100000000,  /* the least is minus that */
	INNER = 1 << 30,            /* the row of all that lies far from the mesh's boundary */
};

#endif
