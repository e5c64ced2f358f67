#ifndef PRINTER_H
#define PRINTER_H

#include "generator/emit/guards.h"
#include "generator/emit/spelling.h"

#include <stdio.h>

/* Writes statements one below the other. */
struct printer {
	const struct kernel *kernel;
	const struct spelling *spelling;
	const struct instance *instance;
	struct site site;
	FILE *out;
	int width, depth;
	const struct stmt *chosen; /* the loop over neighbours whose assignments choose, or NULL: see struct spelling */
	struct cells guarded; /* that lie on each side, as the guards around say */
};

/* A line, broken where it is too long; lines that are not to be broken. */
void printer_line(const struct printer *printer, const char *line);
void printer_lines(const struct printer *printer, const char *text);

/* An expression, the variable of a value, and whether an if statement declares it. */
const char *printer_expr(const struct printer *printer, const struct expr *e);
const char *printer_name(const struct printer *printer, const struct value *value);
bool printer_is_local(const struct printer *printer, const struct value *value);

/* The value that is assigned to a temporary. */
const struct value *printer_target(const struct printer *printer, const struct temp *temp);

/* Assignments: to a field, to a variable, to one that it declares. */
void printer_store(const struct printer *printer, const struct stmt *stmt);
void printer_assignment(const struct printer *printer, const struct stmt *stmt);
void printer_definition(const struct printer *printer, const struct stmt *stmt);

/* Whether a statement is a loop over neighbours. */
bool is_neighbour_loop(const struct stmt *stmt);

#endif
