#ifndef AST_H
#define AST_H

#include "generator/base/arena.h"
#include "generator/base/source.h"
#include "generator/language/boundary.h"
#include "generator/language/sides.h"
#include "generator/language/functions.h"
#include "generator/language/grids.h"
#include "generator/language/limits.h"
#include "generator/language/relation.h"
#include "generator/language/type.h"

#include <stdbool.h>
#include <stdio.h>

/* The tree of a .stencil file. grammar.y builds it; check/ resolves its names, gives every expression
 * its type, every assignment its target, and computes the domain. What check/ fills in is marked
 * "check:". Interpreter and emitters read a checked tree and change nothing. */

enum role { ROLE_IN, ROLE_OUT, ROLE_INOUT };

enum shape {
	SHAPE_POINT,   /* a value at every point */
	SHAPE_COLUMN,  /* one value a column, no level */
	SHAPE_PROFILE, /* one value a level */
	SHAPE_SCALAR,  /* one value */
};

enum { SHAPES = SHAPE_SCALAR + 1 };

/* In which order levels are updated: those of a column, and on sparse grids those of a dimension. */
enum sweep_order {
	SWEEP_NONE,
	SWEEP_DOWN, /* from the highest; sparse: the finest first, a point reads what its parents were */
	SWEEP_UP,   /* from the lowest; sparse: the coarsest first, it reads what they have become */
};

struct shape_info {
	const char *name; /* as declared; "" for the usual one */
	bool axes[AXES];  /* along which its values differ */
};

extern const struct shape_info shapes[]; /* by enum shape */

/* An offset, but 0 along the axes that a shape lacks. */
struct offset shape_offset(enum shape shape, struct offset offset);

/* Whole numbers from low to high. */
struct range {
	long long low, high;
};

/* What a statement makes of the values that its expression has at the points of the domain; or an expression on a
 * mesh, of those at neighbours. */
enum reduction {
	REDUCTION_NONE, REDUCTION_SUM, REDUCTION_MIN, REDUCTION_MAX,
	REDUCTION_PRODUCT, /* of neighbours only */
	REDUCTIONS,
};

extern const char *const reduction_names[REDUCTIONS]; /* as in the language */

struct field {
	const char *name;
	struct span span;
	enum role role;
	enum shape shape;
	bool probe;         /* not of the grid: of the places where it is evaluated */
	struct written_where written;
	struct where where; /* check: on a mesh */
	enum type declared; /* TYPE_REAL, FLOAT or DOUBLE; of an in field also INT or BOOL */
	enum type type;     /* check: as declared, but float or double for real */
	const char *low, *high; /* of the values that tools fill it with, as spelled, or NULL */
	struct span range_span;
	int index;          /* 0 for the first field of the stencil */
	struct edge edges[AXES]; /* check: by axis, the boundary */
	bool has_boundary;  /* check: some edges are filled */
	bool used;          /* check: read or assigned */
	bool assigned;      /* check: by some statement */
	bool rows;          /* check: declared by a block of zones: the row of each element, 0 of inner ones */
	bool local;         /* sweeps/: a variable of a thread */
	bool cleared;       /* sweeps/: and 0 until a level hands something on */
	bool shared;        /* sweeps/: a thread's levels of it lie in shared memory */
	enum reduction reduction; /* split/: points are assigned to it, and a column keeps this of them */
	struct field *next;
};

struct param {
	const char *name;
	struct span span;
	enum type declared; /* TYPE_REAL, FLOAT, DOUBLE or INT */
	enum type type;     /* check: TYPE_INT, TYPE_FLOAT or TYPE_DOUBLE */
	const char *value;  /* the default as spelled, with its sign, or NULL */
	struct span value_span;
	int index;
	bool used;
	bool fixed; /* an option makes it a constant, value */
	struct param *next;
};

struct neighbor {
	const char *name;
	struct span span; /* empty for the predeclared ones */
	struct offset offset;
	struct step_name *steps; /* on a mesh; or the offset */
	bool used;
	struct neighbor *next;
};

/* Reads of what the stencil writes, or NULL: of an out or inout; by axis, of an out without values beyond the domain. */
struct written_reads {
	const struct expr *read, *bare[AXES];
};

/*
 * One version of a temporary: the values that one top-level statement gives to
 * a name. An if statement makes one version of each name assigned anywhere
 * inside it: a variable that its assignments overwrite in turn, at a point
 * where it assigns nothing still equal to prior.
 */
struct temp {
	const char *name;
	struct span span;         /* of its first assignment */
	const struct stmt *stmt;  /* the top-level statement */
	const struct temp *prior; /* NULL: none reaches it */
	enum shape shape;         /* SHAPE_POINT, or SHAPE_COLUMN of a column variable */
	bool varies;              /* its value may differ from level to level */
	bool level_bound;         /* it has values on the levels of the domain only: made in a sweep */
	bool swept;               /* a sweep makes it, or what it is made of */
	enum type type;
	int index;                /* 0 for the first version of the stencil */
	int version;              /* 1 for the first of this name */
	struct range range;       /* of an int */
	bool has_range;
	struct footprint footprint;     /* of all reads that make its value */
	struct written_reads written;   /* what it is made of */
	bool uniform;             /* made of params only, and literals */
	bool one_valued;          /* the same at all points: made of these and of scalars */
	bool scalar;              /* of a scalar at least: a sum, a scalar field */
	struct where where;       /* on a mesh; of a reduction over the domain, that of what is reduced */
	bool used;                /* check: some statement reads it */
	bool by_level;            /* check: one reads it at a level by value, so it is stored */
	bool needed;              /* check: a field or what is needed reads it */
	struct temp *next;
};

enum op {
	OP_OR, OP_AND, OP_EQ, OP_NE, OP_LT, OP_LE, OP_GT, OP_GE,
	OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_NEG, OP_NOT,
};

enum expr_kind {
	EXPR_ERROR,  /* already reported */
	EXPR_NUMBER, /* 4 0.5 1e-3 */
	EXPR_LEVEL,
	EXPR_LEVELS,
	EXPR_SIDE,   /* the distance to a side of the domain: west */
	EXPR_NAME,   /* not resolved yet; gone after check */
	EXPR_FIELD,
	EXPR_PARAM,
	EXPR_TEMP,
	EXPR_UNARY,  /* - ! */
	EXPR_BINARY,
	EXPR_SELECT, /* ?: */
	EXPR_CALL,
	EXPR_REDUCE, /* sum(e in edges: ...) */
	EXPR_EXISTS, /* whether a place does */
	EXPR_COUNT,  /* of the neighbours that exist */
};

/* A component of an offset that is spelled with names: west.north, cells[0].vertices[1] */
struct step_name {
	const char *name;
	struct span span;
	int slot; /* ALL_SLOTS: none is written */
	struct step_name *next;
};

/* What is read, and where. */
struct reference {
	const struct field *field;          /* one of these two */
	const struct temp *temp;
	struct offset offset;               /* from the point itself, 0 along an axis that a field lacks; on a mesh z alone: levels up */
	const struct relation_chain *chain; /* on a mesh: to another element; NULL: at the point itself */
	int neighbor;                           /* plan/gather.c: the number of that element, in the place of the chain */
	struct expr *level;                 /* read at this level, within those that there are, and offset.z is 0; else NULL */
	struct reference *next;             /* plan/: of the same kernel */
};

/* Whether it is at the point itself. */
static inline bool
reference_is_own(const struct reference *read)
{
	return !read->chain && !read->level && !read->offset.x && !read->offset.y && !read->offset.z;
}

/* Whether it is in the own column, at a level that is known by its distance. */
static inline bool
reference_is_of_column(const struct reference *read)
{
	return !read->chain && !read->level && !read->offset.x && !read->offset.y;
}

/* How many levels nearer to the highest one a read is than its statement, on half levels or not, where the index is the same. */
static inline int
reference_step(const struct reference *read, bool half)
{
	const enum shape shape = read->field ? read->field->shape : read->temp->shape;
	const bool of_read = read->field ? read->field->where.half : read->temp->where.half;

	return shapes[shape].axes[2] && !(read->temp && read->temp->one_valued) ? half - of_read : 0;
}

/* How many cells a read goes towards a side. */
static inline int
reference_cells(const struct reference *read, enum side side, bool half)
{
	return read->level && side_axis(side) == 2 ? 0 : side_cells(side, read->offset) + (side == SIDE_ABOVE ? reference_step(read, half) : 0);
}

struct variable;
struct level_condition;

struct expr {
	enum expr_kind kind;
	enum type type;   /* check */
	struct span span; /* of the whole */
	struct span at;   /* what a caret points to: the operator, the name */
	const struct expr *whole; /* check/pruning.h: the same, in a checked tree; else NULL */
	int depth;        /* of the tree below and with this node */
	bool wraps;       /* check: an int operation whose result may not fit */
	union {
		struct {
			const char *text; /* as spelled; check: an exact quotient folded */
			enum type type;   /* TYPE_NONE: that of what it stands beside */
		} number;
		struct {
			const char *name;
			bool shifted;             /* an offset is written */
			int written;              /* numbers in it: 0, 2 or 3 */
			struct offset offset;     /* of the numbers */
			struct span offset_span;
			struct step_name *steps;  /* or names; both behind an argument of a function */
			struct expr *level;       /* in level[...]; or NULL */
			struct variable *variable; /* definitions/: that it is, in a function's body */
		} name;
		struct reference read;        /* of a field or a temporary */
		const struct param *param;
		enum side side;
		struct {
			enum op op;
			struct expr *operand;
		} unary;
		struct {
			enum op op;
			struct expr *left, *right;
		} binary;
		struct {
			struct expr *condition, *yes, *no;
			struct level_condition *of_level; /* check: NULL if it is none */
		} select;
		struct {
			const char *name;
			enum function function; /* check */
			struct expr *arguments; /* linked by next */
			int count;
		} call;
		struct {
			const char *name;
			enum reduction reduction; /* check */
			struct binding *bindings; /* linked by next */
			struct expr *body;
		} reduce;
		struct {
			struct step_name *steps;   /* as written */
			const struct relation_chain *chain; /* check; of count the last step has ALL_SLOTS */
			int neighbor;                       /* plan/gather.c: its number, in the place of these */
		} exists; /* and count */
	} u;
	struct expr *next; /* argument of the same call */
};

/* The first or last row of a block of zones: a number, INNER or, by its name, a param. */
struct zone_end {
	struct span span;
	int row;
	const char *name;
	const struct param *param; /* check: that of the name */
};

/* A block of zones: on meshes its statements assign fields in these rows only. */
struct zone {
	struct zone_end first, last;
	struct span span;
	const struct field *rows[LOCATIONS]; /* check: in which each element is; NULL: nothing there is assigned */
};

enum stmt_kind { STMT_ASSIGN, STMT_IF, STMT_SWEEP };

struct stmt {
	enum stmt_kind kind;
	struct span span;
	const struct stmt *whole; /* as of struct expr */
	int depth;
	struct written_where written; /* on a mesh, before an if or a sweep */
	bool half;                    /* check: of a top-level one, that it is on half levels */
	struct zone *zone;            /* of a top-level one: the block it is in; NULL: none. check: of an if, the rows that it asks for */
	union {
		struct {
			const char *name;
			struct span name_span;
			struct variable *variable; /* definitions/: as above */
			struct expr *value;
			bool column;               /* it makes a column variable */
			enum reduction reduction;  /* check: of the value, over the domain; the target is a temporary */
			bool beside_sum;           /* check: the value was written with a sum in it */
			struct written_where written; /* on a mesh; and which slots it gives values */
			struct binding *slots;
			bool stored;               /* in memory, by a kernel of its own */
			const struct field *field; /* check: one of these two */
			const struct temp *temp;
		} assign;
		struct {
			struct expr *condition;
			struct stmt *then, *otherwise; /* lists; may be NULL */
			struct level_condition *of_level; /* check: NULL if it is none */
			bool each; /* plan/gather.c: a loop over neighbours, the condition that its neighbor exists */
		} branch;
		struct {
			enum sweep_order order;
			bool independent;  /* no level reads another one: the sweep stands for a statement without one */
			struct stmt *body; /* a list; may be NULL */
		} sweep;
	} u;
	struct stmt *next;
};

struct definition;

struct stencil {
	const char *name;
	struct span span;
	struct span grid_span; /* of the GRID after 'on', or empty */
	const char *grid;      /* as written, or "plane" */
	struct field *fields;
	struct param *params;
	struct neighbor *neighbors;
	struct boundary *boundaries; /* boundary.h */
	struct relation *relations; /* check: those of the grid first */
	bool has_zones;
	int zones[2];               /* the first and last row that are updated; INNER */
	struct span zones_span;
	bool has_zone_blocks;       /* check: some statement assigns in some rows only */
	bool has_halo;
	struct offset halo;
	struct span halo_span;
	enum sweep_order sweep;
	struct span sweep_span;
	struct stmt *statements;
	struct definition *definitions; /* of the file: definition.h */
	bool complete; /* all of it was understood */
	bool reads_updates; /* check: at an offset from where it was computed, a field that it assigns is read */
	bool reads_levels;  /* check: at a level by value, a temporary is read or a field that it assigns */
	enum grid_name grid_name;     /* GRID_NAME_plane if it is unknown: check/ reports it */
	enum grid_family family;
	const struct grid_kind *kind; /* check */
	enum location location;       /* check: on a mesh, of the first output */
	bool outputs_on[LOCATIONS];   /* check: the locations of outputs */
	bool half_outputs;            /* check: some output, or stored temporary, is on half levels */
	bool half;                    /* of a part on a mesh: its points are on half levels */
	enum type low;                /* TYPE_REAL or TYPE_FLOAT, if it has the type low */
	bool has_sweeps;              /* check: some statement is one, or on a mesh goes through columns */
	int field_count, param_count; /* check */
	struct temp *temps;           /* check: all versions, in order */
	int temp_count;
	struct extents extents;       /* check: of all reads of all outputs */
	struct extents border;        /* check: the grid less this is the domain */
	int edge_levels[2];           /* check: levels of the grid below the domain, and above it */
	int least[AXES];              /* check: cells that the domain needs; 0 or 1: any */
	struct extents widening;      /* of a part (split/parts.h): its points are the domain and so much more */
	bool all_elements;            /* of a part on a mesh: these are its points, also those that lack neighbours */
	bool all_levels;              /* and these are on all levels of the domain, whatever levels a caller asks for */
	struct stencil *next;
};

const char *type_name(enum type type); /* "int", "float", "double", "bool" */

/* The elements of a field's array: their type in C, and their bytes. A bool is a byte that is 0 or not, so that
 * all languages' bools will do. */
const char *element_name(enum type type);
int element_size(enum type type);

/* The type of what is declared so, in a kernel of a precision. */
static inline enum type
type_in_precision(enum type declared, enum type precision)
{
	return declared == TYPE_REAL ? precision : declared;
}

/* Bytes of an element of a field's array, there. */
static inline int
element_in_precision(const struct field *field, enum type precision)
{
	return element_size(type_in_precision(field->declared, precision));
}

const char *op_text(enum op op);       /* as written */

/* The n-th part of an expression, from 0; NULL after the last. */
const struct expr *expr_operand(const struct expr *e, int n);

/* Whether a node is too deep to be built, which is reported once. A chain a + b + c ... is as deep as it is long; every
 * later pass walks it by recursion. */
bool is_too_deep(const struct source *source, bool *reported, int depth, struct span span);

/* Whether the test holds for an expression or for anything that it is made of. */
bool expr_any(const struct expr *e, bool (*test)(const struct expr *));

/* The n-th list of statements in a statement, from 0: the branches of an if, the body of a sweep. NULL where it is
 * empty, and after the last. */
enum { MOST_NESTED = 2 };
struct stmt *stmt_nested(const struct stmt *stmt, int n);

/* What a statement itself evaluates: a value or a condition; NULL: nothing. */
struct expr *stmt_expr(const struct stmt *stmt);

/* Whether its value is not needed: it assigns a temporary that nothing needs, or is a condition of such statements alone. */
bool stmt_is_dead(const struct stmt *stmt);

/* Whether any of a list of statements assigns the field. */
bool assigns_field(const struct stmt *list, const struct field *field);

/* Whether a checked statement assigns any field. */
bool assigns_fields(const struct stmt *stmt);

/* On a mesh, the location of what a checked statement assigns; LOCATIONS: it assigns nothing. */
enum location stmt_location(const struct stmt *stmt);

/* Whether blocks of zones in a list of statements begin or end at a param. */
bool zones_end_at(const struct stmt *list, const struct param *param);

/* Whether temporaries of a stencil are stored on all levels of the domain: its ends are where the compiler knows them. */
bool stores_levels(const struct stencil *stencil);

/* Whether a field of a stencil is on half levels; whether a checked statement is; whether any of both is. */
bool has_half_fields(const struct stencil *stencil);
bool has_half_statements(const struct stencil *stencil);
bool has_half_levels(const struct stencil *stencil);

/* Whether the outputs of a checked stencil are on several locations of a mesh. */
bool has_several_locations(const struct stencil *stencil);

/* Whether a checked statement assigns what differs from level to level. */
bool assigns_levels(const struct stmt *stmt);

/* Whether a statement reads distances to the sides of the domain. */
bool counts_distance(const struct stmt *stmt);

/* Whether a statement that has been checked is for a thread that goes through a column: it is a sweep, assigns what has one value a
 * column, or counts the levels below and above. On meshes; elsewhere only sweeps need one. */
bool is_of_columns(const struct stmt *stmt);

/* Whether a call is min(max(level, NUMBER), levels - NUMBER): the nearest level of those that something has. */
bool is_clamped_level(const struct expr *call);

/* The exponent of pow(x, n) with a literal n from 0 to 8, which is a product
 * from left to right; -1 for every other expression. */
int literal_power(const struct expr *call);

/* Writes the tree of a stencil, checked or not, one node a line. */
void ast_dump(FILE *out, const struct stencil *stencil);

#endif
