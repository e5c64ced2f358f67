#ifndef EVALUATOR_PROGRAM_H
#define EVALUATOR_PROGRAM_H

#include "tests/random/evaluator/evaluator.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the parts of the evaluator share. */

/* In the order of widening. Literals have no type until their context lends one. */
enum kind { K_NONE, K_BOOL, K_WHOLE, K_INT, K_DECIMAL, K_FLOAT, K_DOUBLE };

enum { AXES_3 = 3, MOST_SLOTS = 400, MOST_NODES_HERE = 60000 };

/* West, east, north, south, below, above: side s is at the low end of axis s/2 if s is even. */
enum { SIDES_6 = 6 };

/* How far towards each side is read. */
struct reach {
	bool any[SIDES_6];
	int far[SIDES_6];    /* from the point, negative if away from the side */
	int beyond[SIDES_6]; /* the domain, wherever the point is */
	int cells[AXES_3];   /* that the domain must have */
	bool spared;         /* a guard kept a read from counting */
};

/* What conditions around a point say of its distances to the sides. */
struct known {
	int more;           /* levels than full ones, where the point is on half levels */
	bool has_low[SIDES_6], has_high[SIDES_6];
	int low[SIDES_6], high[SIDES_6];
};

struct value {
	enum kind kind;
	union {
		bool b;
		int32_t i;
		float f;
		double d;
	} u;
};

enum form { F_NUMBER, F_LEVEL, F_LEVELS, F_NAME, F_UNARY, F_BINARY, F_SELECT, F_CALL, F_REDUCTION, F_NEIGHBORS, F_EXISTS, F_COUNT };

/* From an element of a mesh, or from a bound name, to others; slot -1: all of them. */
enum { MOST_STEPS = 6, MOST_BOUND = 3 };

struct path {
	char from[64];       /* "" the element itself */
	struct { char relation[64]; int slot; } steps[MOST_STEPS];
	int count;
};

struct binding {
	char name[64];
	struct path path;
};

struct node {
	enum form form;
	char text[64];        /* a number, name, operator or function */
	struct node *part[3];
	int parts;
	int by[AXES_3];       /* offset of a name */
	bool at_level;        /* a name is read at the level that its part says */
	struct path path;     /* on a mesh, of a name, exists and count */
	struct binding bound[MOST_BOUND]; /* of a reduction over neighbors */
	int bound_count;
	char over;            /* of a reduction over a mesh: the location, and whether it is over half levels */
	bool over_half;
	struct name *name;    /* once its statement is typed; NULL: none */
	int side;             /* that a name is the distance to, or -1 */
	enum kind kind;
	struct value result;  /* of a reduction in the statement being done */
};

struct statement {
	char target[64];             /* "" of an if or a sweep */
	int sweep;                   /* +1 up, -1 down, 0: none */
	char location;               /* on a mesh, of what it assigns: 'c' 'e' 'v'; 0: of no location */
	bool half;                   /* it is on half levels */
	char rows[2][64];            /* of a block of zones: a number, an int param or inner; else "" */
	struct binding slots;        /* of a temporary of slots; else without a name */
	struct node *value;          /* or the condition; NULL of a sweep */
	struct statement *yes, *no;  /* yes: also what a sweep does on each level */
	struct statement *next;
};

/* What a field holds beyond the domain along an axis: 'p' periodic, 'c' copy, 'm' mirror, 'n' a number; 0: no rule. */
struct rule {
	char kind;
	double number;
};

/* A field, a param or a temporary. */
struct name {
	char text[64];
	char role;       /* 'i' in, 'o' out, 'b' inout, 'p' param, 't' temporary */
	char shape;      /* 'p' point, 'c' column, 'z' profile, 's' scalar */
	char location;   /* on a mesh: 'c' 'e' 'v'; 0: none */
	bool half;       /* on half levels */
	bool everywhere; /* on no mesh: a temporary made of params, numbers and scalars */
	char slots[64];  /* on a mesh: it has values for slots of this relation of its location; "" */
	enum kind kind;
	double number;   /* of a param */
	void *array;     /* of a field */
	struct rule rules[AXES_3];
	bool filled;     /* the halo holds what the rules say */
	int fills;       /* how often it was filled */
	bool unsure;     /* whether it is filled */
	/* For what is reported: */
	bool swept;               /* a sweep assigned it last */
	int changed;              /* the number of the statement that assigned it last, from 1; 0: none yet */
	bool made_of[MOST_SLOTS];        /* by index of a name */
	struct reach reach;
	bool on_levels;         /* made in a sweep, or of such: on the levels of the domain only */
	struct value *values;   /* of a temporary, with the margin */
	bool *whole;            /* on a mesh: by element and slot, whether all exists that it is made of */
	bool assigned;          /* on every path so far */
	/* Of the statement being done: */
	bool open;              /* an if assigns it */
	bool keeps;             /* the if needs what it was before */
	enum kind new_kind, found_kind;
	struct reach new_reach;
	bool new_on_levels;
	struct value now;       /* at the point being done */
};

/* A function, or a const: its text, behind '{' or '='. */
struct definition {
	char text[64], arguments[8][64];
	int argument_count;
	bool is_const;
	const char *at;
};

/* Of a mesh: at most so many neighbors, or exactly as many; -1: any number. */
struct way {
	char from, to, name[64];
	bool exact;
	int most, slots;
	const int *table;                /* NULL: pieces, one after the other */
	struct path pieces[MOST_STEPS];  /* without a step: the element itself */
	int piece_count;
};

/* A name that is bound to a neighbor. */
struct bound {
	const char *name;
	int element, owner, slot;        /* -1: there is none */
	char location;
	const char *relation;            /* of the owner's location, which has the slot */
	const struct bound *outer;
};

enum { LOCATIONS_3 = 3, MOST_WAYS = 40 };

struct program {
	const char *text;
	bool mesh;
	struct way ways[MOST_WAYS];
	int way_count;
	int count[LOCATIONS_3], zones[2];
	bool *inside[LOCATIONS_3];       /* elements that are updated */
	const struct evaluation *given;
	const struct statement *block;   /* of zones, of which the statement being read is; or NULL */
	const struct bound *bound;       /* at the point being done */
	bool half;                       /* what is being done, or typed, is on half levels */
	char here;                       /* the location of what is being done */
	struct definition definitions[16];
	int definition_count, calls;
	struct name names[MOST_SLOTS];
	int name_count;
	int halo[AXES_3];
	bool has_halo;
	enum kind real, low; /* K_FLOAT or K_DOUBLE */
	int size[AXES_3];
	struct statement *statements;
	const struct statement *top; /* the one being done */
	struct reach *outputs;       /* of all statements so far */
	bool sweeping;               /* it is a sweep, which changes names in place */
	/* Only reads of this field by this statement count, if there is one. */
	const struct statement *watched;
	const struct name *watched_field;
	bool coarse;                 /* reads count although guarded, or for values that nobody needs */
	bool *reached;               /* by enum evaluator_class */
	int done;                    /* statements */
	int first[AXES_3], last[AXES_3]; /* points of the domain */
	struct { char text[64]; int by[AXES_3]; } neighbors[64];
	struct path paths[64]; /* of neighbors on meshes */
	int neighbor_count;
	const char *error; /* NULL: none */
};

/* What a name in a function stands for, in one call. */
struct scope {
	struct { char text[64]; struct node *node; } names[64];
	int count, call;
	const char *function;
};

struct reader {
	struct program *p;
	const char *at;
	char token[64];
	struct scope *scope;     /* NULL: not in a function */
	const struct binding *bound[8]; /* on a mesh: names of reductions around, innermost last */
	int bound_count;
	struct statement **last; /* where the next statement goes */
};

/* evaluator_tokens.c: goes on to the next token; whether it is one; takes it if it is; reports
 * an error if it is not. */
void advance(struct reader *r);
bool is_token(const struct reader *r, const char *token);
bool accept_token(struct reader *r, const char *token);
void need_token(struct reader *r, const char *token);

/* evaluator_parse.c */
bool parse_program(struct program *p, const char *text);
void free_program(struct program *p);
struct name *find_name(struct program *p, const char *text);

struct node *make_node(enum form form, const char *text, struct node *a, struct node *b, struct node *c);
struct node *read_expression(struct reader *r);
double read_value(struct reader *r);
void free_node(struct node *node);

/* evaluator_statements.c */
void read_statement(struct reader *r);
struct statement *append_statement(struct reader *r, const char *target, struct node *value);

/* evaluator_calls.c: every call reads the function's text again, with other names. Reads definitions as long
 * as there are any; the one of a name, or NULL; the value of a call or const, behind its name; what a name in
 * a function stands for, or NULL; a name that is assigned. */
void read_definitions(struct reader *r);
const struct definition *find_definition(const struct program *p, const char *text);
struct node *read_use(struct reader *r, const struct definition *d);
struct node *find_bound(const struct reader *r, const char *text);
void name_target(struct reader *r, char *text);

/* evaluator_places.c: takes the level at which a name is read, if it says one: level[...]. Where a name on a mesh is read, behind '[' and past ']'; a reduction over neighbors, behind its name and
 * '('; exists and count, likewise. Whether a word stands there, and something other than that behind it. Declarations of meshes: false if it is none; what stands before the name of a field; what
 * stands before a statement. */
bool accept_level(struct reader *r, struct node *node);
void read_place(struct reader *r, struct node *node);
struct node *read_neighbors(struct reader *r, const char *name);
struct node *read_asked(struct reader *r, const char *name);
bool read_mesh(struct reader *r, const char *kind);
bool read_mesh_declaration(struct reader *r);
void read_location_of(struct reader *r, struct name *name);
bool is_word_before(const struct reader *r, const char *word, const char *other);
void read_words(struct reader *r, struct statement *s, bool *stored);
void read_slots(struct reader *r, struct statement *s);

/* evaluator_mesh.c: what a path leads to; a step of a reduction, what was reduced so far first; a reduction over neighbors, exists or count at a point. */
int index_of_location(char location);
struct way *find_way(const struct program *p, char from, const char *name);
struct bound follow_path(struct program *p, const struct path *path, const int *at, bool *broken);
int neighbor_of(struct program *p, const struct way *way, int element, int slot);
int slots_of(const struct program *p, const struct way *way);
struct value combined(const char *reduction, struct value a, struct value b);
struct value reduce_neighbors(struct program *p, const struct node *node, const int *at, enum kind kind, bool old);
bool bind_neighbors(struct program *p, const struct node *node, const int *at, int slot, struct bound *bound);
int most_slots(struct program *p, const struct node *node, const int *at);
bool is_exact(struct program *p, const struct node *node, const int *at);
int slots_of_name(const struct program *p, const struct name *name);
int elements_of(const struct program *p, const struct name *name);

/* The relation over whose slots a statement gives a temporary values, NULL: none; and the name that is bound there. */
const struct way *way_of_slots(const struct program *p, const struct statement *s);
struct bound bind_slot(struct program *p, const struct statement *s, int element, int slot);

/* evaluator_whole.c: whether an element is in the zones of a statement, which are those of its block, if it is in one. */
bool is_in_rows(struct program *p, const struct statement *s, int element);

/* evaluator_whole.c: finds the elements that are updated. False: there are none. */
bool find_elements(struct program *p);

/* evaluator_stencil.c: the location and the kind of levels of statements and temporaries of a mesh. */
void locate(struct program *p);

/* evaluator_types.c: the kinds of all nodes of a top-level statement, and the new kind
 * and reach of what it assigns. Adds the reach of outputs. */
void type_statement(struct program *p, struct statement *s, struct reach *outputs);

/* evaluator_guards.c: the side to which a name is the distance, or -1; adds what a condition says where it
 * holds or does not; adds a reach, at an offset, of what is read where that is known. Returns whether
 * that changed it. */
int side_of(struct program *p, const struct node *node);
void learn(struct program *p, struct known *known, const struct node *condition, bool holds);
bool reach_add(struct reach *to, const struct reach *by, const int *offset, const struct known *known);

/* evaluator.c: the value of an expression at a point; one of a temporary, or NULL; the index of an element of a field, false where
 * there is none. */
struct value evaluate(struct program *p, const struct node *node, const int *at, enum kind want, bool old);
struct value *temporary_at(const struct program *p, const struct name *name, const int *at);
bool element_at(const struct program *p, const struct name *name, const int *at, size_t *index);

/* evaluator_stencil.c: whether a point is in the domain. */
bool is_inside(const struct program *p, const int *at);

/* evaluator_run.c: does a top-level statement, for all points. */
enum { MARGIN = 4 }; /* temporaries are computed so far beyond the grid */
void do_statement(struct program *p, const struct statement *s);
bool assigns(const struct statement *s, const char *name);

/* evaluator_reduce.c: computes the reductions of an expression. */
void do_reductions(struct program *p, struct node *node);

/* evaluator_boundary.c: past the word; whether the domain is as wide as rules need; fills the halo of a field. */
void read_boundary(struct reader *r);
bool wide_enough(const struct program *p);
void fill_halo(struct program *p, const struct name *name);

/* evaluator_classes.c: notes that a class is reached: one; those of a statement that is typed, before it is done; of a field
 * whose halo is filled; of a program and its domain; of two values of which the least or the greatest is chosen. */
void note(struct program *p, enum evaluator_class which);
void note_statement(struct program *p, const struct statement *s);
void note_fill(struct program *p, const struct name *name);
void note_program(struct program *p, const struct reach *outputs, bool refused);
void note_compared(struct program *p, struct value a, struct value b);

/* evaluator_values.c: the kind of what two kinds make; that of literals that nothing else has typed; operations on values of one kind. nothing() is what lies outside the
 * grid; holds() compares, calculate() is + - * /, call() a function; is_so() is isnan or isfinite. */
enum kind wider(const struct program *p, enum kind a, enum kind b);
enum kind conversion_kind(const struct program *p, const char *name); /* of float(x), double(x), real(x), low(x); else K_NONE */
enum kind resolved(const struct program *p, enum kind kind);
struct value convert(struct value v, enum kind kind);
struct value nothing(enum kind kind);
struct value number_of(const char *text, enum kind kind);
bool holds(const char *op, struct value a, struct value b);
bool is_so(const char *name, double x);
struct value calculate(char op, struct value a, struct value b);
struct value negate(struct value a);
struct value call(const struct node *node, const struct value *v);

#endif
