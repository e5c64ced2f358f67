#ifndef NODES_H
#define NODES_H

#include "generator/language/ast.h"

struct definition;
struct variable;

/* What scanner and grammar share while they read one source; the grammar's
 * actions call the constructors below, one each. */
struct parser {
	struct arena *arena;
	const struct source *source;
	size_t at;           /* where the scanner stands */
	struct span comment; /* the open one */
	bool too_deep;       /* already reported */
	struct span word, word_before; /* the last two names or numbers that the scanner found */
	bool misspelt;       /* a word of the language, in the stencil: what follows from it is not reported */
	bool gap;            /* a statement of the stencil or function was not understood */
	bool is_formula, begun; /* the text is one expression, whose first token was made */
	struct expr *formula;
	struct stencil *stencils, **last_stencil;
	struct stencil *stencil; /* the one being read, and the ends of its lists */
	struct field **last_field, *field;
	struct param **last_param;
	struct neighbor **last_neighbor;
	struct boundary **last_boundary;
	struct bounded **last_bounded;
	struct boundary_rule **last_rule;
	struct relation **last_relation, *relation;
	struct definition *definitions, **last_definition;
	struct definition *definition; /* the one being read */
	struct variable **last_variable;
	enum role role;      /* of the declaration being read */
	enum type type;
	enum shape shape;
	bool probe;
	struct written_where where;
	bool on_mesh, mesh_begins; /* the stencil; and the next token says so */
	bool is_role, after_role;  /* the token that was found begins a declaration of fields or params; the one before it did */
};

/* A list under construction. */
struct stmt_list {
	struct stmt *first, **last;
	int depth;
};

struct expr_list {
	struct expr *first, **last;
	int count, depth;
};

struct step_list {
	struct step_name *first, **last;
};

struct binding_list {
	struct binding *first, **last;
};

struct piece_list {
	struct relation_piece *first, **last;
};

/* What is assigned, on a mesh. */
struct target {
	const char *name;
	struct span span;
	struct written_where where;
	struct binding *slots;
	bool stored;
};

/* An offset as written. */
struct written_offset {
	struct span span;
	int numbers; /* 2 or 3; 0: it is spelled with names */
	struct offset offset;
	struct step_name *steps;
	struct expr *level; /* an absolute one; NULL: the offset's */
};

/* From the beginning of one to the end of another. */
struct span around(struct span first, struct span last);

void new_stencil(struct parser *p, const char *name, struct span span);
void set_grid(struct parser *p, const char *grid, struct span span);
void set_body(struct parser *p, struct stmt_list statements);

/* What a declaration says of its fields so far: nothing but their role. */
void begin_fields(struct parser *p, enum role role);
void new_field(struct parser *p, const char *name, struct span span);

/* Of the last field: the range of its values. */
void set_values(struct parser *p, struct span span, const char *low, const char *high);

/* What the type low is: TYPE_REAL or TYPE_FLOAT. */
enum type set_low(struct parser *p);

/* Reports params of type bool and goes on as if they were ints. */
void refuse_bool_param(struct parser *p, struct span span);
void new_param(struct parser *p, const char *name, struct span span,
	const char *value, struct span value_span);
void new_neighbor(struct parser *p, const char *name, struct span span, struct written_offset offset);
void set_halo(struct parser *p, struct span span, struct offset halo);
void set_sweep(struct parser *p, struct span span, const char *direction,
	struct span direction_span);

/* Reports a declaration that comes after a statement; NULL: none was before. */
void check_place(struct parser *p, struct span span, const struct stmt *statement);

/* A boundary; the fields that it holds for; a rule of it, named or a number, for the axes that are written or NULL. */
void new_boundary(struct parser *p, struct span span);
void new_bounded(struct parser *p, const char *name, struct span span);
void new_rule(struct parser *p, struct span span, const char *kind, const char *axes, struct span axes_span);
void new_fixed_rule(struct parser *p, struct span span, const char *value, const char *axes,
	struct span axes_span);

void new_const(struct parser *p, const char *name, struct span span, struct expr *value);

/* A function is wrong until all of it was read; no value: it returns nothing, an error. */
void new_function(struct parser *p, const char *name, struct span span);
void new_argument(struct parser *p, const char *name, struct span span);
void set_function(struct parser *p, struct stmt_list body, struct expr *value);

/* A node of its own kind; an error if it is too deep. */
struct expr *new_expr(struct parser *p, enum expr_kind kind, struct span span, struct span at, int depth);

struct stmt *new_assign(struct parser *p, struct span span, const char *name,
	struct span name_span, struct expr *value);
struct stmt *new_if(struct parser *p, struct span span, struct expr *condition,
	struct stmt_list then, struct stmt_list otherwise);
struct stmt *new_sweep(struct parser *p, struct span span, const char *direction,
	struct span direction_span, struct stmt_list body);
struct stmt_list stmt_list_add(struct stmt_list list, struct stmt *stmt);
struct stmt_list stmt_list_join(struct stmt_list front, struct stmt_list back);

struct expr *new_leaf(struct parser *p, enum expr_kind kind, struct span span, const char *text);
struct expr *new_shifted(struct parser *p, struct span span, const char *name,
	struct span name_span, struct written_offset offset);
struct expr *new_unary(struct parser *p, enum op op, struct span at, struct expr *operand);
struct expr *new_binary(struct parser *p, enum op op, struct span at, struct expr *left,
	struct expr *right);
struct expr *new_select(struct parser *p, struct span at, struct expr *condition,
	struct expr *yes, struct expr *no);
struct expr *new_call(struct parser *p, struct span span, const char *name,
	struct span name_span, struct expr_list arguments);
struct expr_list expr_list_add(struct expr_list list, struct expr *expr);
struct step_list new_step(struct parser *p, struct span span, const char *name, int slot);
struct step_list step_list_join(struct step_list front, struct step_list back);

/* mesh_nodes.c: what only stencils on meshes have. */
struct written_where new_where(const char *location, struct span location_span, const char *relation,
	struct span relation_span);
struct written_where half_where(struct span span);
struct written_where with_half(struct parser *p, struct written_where where, const char *word, struct span span);
struct degree new_degree(struct parser *p, enum degree_kind kind, struct span span, const char *number);

/* Begins a relation whose beginning is p->where; then where it leads, or what it is composed of. */
void new_relation(struct parser *p, struct degree degree);
void set_target(struct parser *p, const char *location, struct span span);
void set_pieces(struct parser *p, struct piece_list pieces);
struct relation_piece *new_piece(struct parser *p, struct span span, struct step_list steps);
void add_less(struct parser *p, struct relation_piece *piece, struct span span, struct step_list steps);
struct piece_list piece_list_add(struct piece_list list, struct relation_piece *piece);
struct zone_end new_zone_end(struct span span, const char *name);
struct zone new_zone(struct parser *p, struct span span, struct zone_end first, struct zone_end last);
void set_zones(struct parser *p, struct zone zones);

/* Reports a block in another one, an if or a sweep. */
void refuse_zones(struct parser *p, struct zone zone);

/* The statements of a block, which know then in which zones they run. */
struct stmt_list in_zones(struct parser *p, struct zone zone, struct stmt_list block);

struct target half_target(const char *name, struct span span, struct span half);
struct stmt *new_laid(struct parser *p, struct span span, struct target target, struct expr *value);
struct binding *new_binding(struct parser *p, const char *name, struct span span, struct step_name *steps,
	struct span steps_span);
struct binding_list binding_list_add(struct binding_list list, struct binding *binding);
struct expr *new_reduce(struct parser *p, struct span span, const char *name, struct span name_span,
	struct binding *bindings, struct expr *body);

/* exists(place) or count(place). */
struct expr *new_exists(struct parser *p, enum expr_kind kind, struct span span, struct step_name *steps);

#endif
