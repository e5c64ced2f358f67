#ifndef RELATION_DUMP_H
#define RELATION_DUMP_H

#include "generator/language/ast.h"

/* How the tree of a stencil on a mesh is written, for golden tests. */

void dump_steps(FILE *out, const struct step_name *steps); /* cells[0].vertices */
void dump_chain(FILE *out, const struct relation_chain *chain, int up); /* [e.cells[0].above] */
void dump_bindings(FILE *out, const struct binding *bindings);
void dump_written_where(FILE *out, const struct written_where *where);
void dump_zones(FILE *out, const int zones[2]);
void dump_relation(FILE *out, const struct relation *relation); /* of a predeclared one only if it is used */

#endif
